// Runs the scenarios of the official suite against a server and holds every check against what is expected of it.
// Usage: scenarios.mjs [--skills] URL RESULTS. With `--skills`, the scenarios of the extension are all there is. The suite's
// own exit codes are not used: they let checks that vanish pass.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applicableRevisions, count, row, run } from "./suite.mjs";

// Extension scenarios belong to no revision, so the revisions and the number of checks that must pass are ours to say.
const SKILLS = ["sep-2640-skills-enumeration", "sep-2640-skills-directory", "sep-2640-skills-manifest"];
const SKILLS_TOTALS = {
  "2026-07-28": { SUCCESS: 45, FAILURE: 0, WARNING: 0, SKIPPED: 0 },
  "2025-11-25": { SUCCESS: 43, FAILURE: 0, WARNING: 0, SKIPPED: 2 },
};
// Every other server scenario that needs no tools, prompts, sampling or elicitation, at every revision it applies to.
const BASE = [
  "server-initialize",
  "ping",
  "server-session-lifecycle",
  "server-stateless",
  "resources-list",
  "sep-2164-resource-not-found",
  "dns-rebinding-protection",
  "caching",
  "http-header-validation",
];

const skillsOnly = process.argv[2] === "--skills";
const [url, results] = process.argv.slice(skillsOnly ? 3 : 2);
const expected = readExpectedFailures(join(import.meta.dirname, "expected-failures.yaml"));
const deviations = [];

row("scenario", "revision", ["passed", "failed", "warned", "n/a"], "verdict");
for (const [revision, totals] of Object.entries(SKILLS_TOTALS)) {
  const sums = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0 };
  for (const scenario of SKILLS) {
    const checks = await run(url, results, scenario, revision, ["--force"]);
    for (const status of Object.keys(sums)) sums[status] += count(checks, status);
    judge(scenario, revision, checks);
  }
  const asDemanded = Object.keys(totals).every((status) => sums[status] === totals[status]);
  if (!asDemanded) deviations.push(`sep-2640 at ${revision}: ${JSON.stringify(sums)}, demanded ${JSON.stringify(totals)}`);
  row("  sep-2640, all three", revision, Object.values(sums), asDemanded ? `${sums.SUCCESS} of ${totals.SUCCESS}` : "DEVIATES");
}
const revisions = await applicableRevisions();
for (const scenario of BASE) {
  if (!revisions.has(scenario)) throw new Error(`the suite does not list ${scenario}`);
}
for (const scenario of skillsOnly ? [] : BASE) {
  for (const revision of revisions.get(scenario)) {
    judge(scenario, revision, await run(url, results, scenario, revision, []));
  }
}
if (deviations.length > 0) {
  console.error(`\n${deviations.join("\n")}`);
  process.exit(1);
}

/** Failures and warnings must be exactly the listed ones: one more, one less, or one that vanished deviates. */
function judge(scenario, revision, checks) {
  const failed = new Set(checks.filter((check) => ["FAILURE", "WARNING"].includes(check.status)).map((check) => check.id));
  const listed = expected.get(scenario) ?? new Set();
  const found = [];
  for (const id of failed) {
    const { errorMessage } = checks.find((check) => check.id === id && check.errorMessage) ?? {};
    if (!listed.has(id)) found.push(`${scenario}:${id} at ${revision} fails and is not listed: ${errorMessage}`);
  }
  for (const id of listed) {
    if (!failed.has(id)) found.push(`${scenario}:${id} at ${revision} is listed and does not fail: remove it`);
  }
  if (checks.length === 0) found.push(`${scenario} at ${revision} made no check`);
  deviations.push(...found);
  const counts = ["SUCCESS", "FAILURE", "WARNING", "SKIPPED"].map((status) => count(checks, status));
  row(scenario, revision, counts, verdict(found, listed, counts));
}

function verdict(found, listed, [passed]) {
  if (found.length > 0) return "DEVIATES";
  if (listed.size > 0) return `${listed.size} expected failures`;
  return passed > 0 ? "ok" : "does not apply";
}

/** The suite's own format, `- <scenario>:<check>`, with a reason demanded on every line. */
function readExpectedFailures(file) {
  const entries = new Map();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (/^\s*(#.*)?$/.test(line) || line === "server:") continue;
    const [, scenario, id] = /^ {2}- ([\w-]+):([\w-]+) # \S.*$/.exec(line) ?? [];
    if (id === undefined || !BASE.includes(scenario)) throw new Error(`not "  - scenario:check # reason": ${line}`);
    entries.set(scenario, (entries.get(scenario) ?? new Set()).add(id));
  }
  return entries;
}
