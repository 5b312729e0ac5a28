// Runs the scenarios of the official suite about tools, prompts, resources and the protocol itself against two servers,
// and fails unless every check has the same outcome with both. Usage: compare.mjs LAYERED BARE RESULTS.
import { join } from "node:path";
import { applicableRevisions, count, row, run } from "./suite.mjs";

// What the handler has, so that most of the checks are passed and not merely failed alike.
const PASSED = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "sep-2164-resource-not-found",
  "resources-subscribe",
  "resources-unsubscribe",
  "completion-complete",
  "logging-set-level",
  "caching",
];
// What it has in part, or what the SDK decides.
const COMPARED = ["server-session-lifecycle", "server-stateless", "http-header-validation", "dns-rebinding-protection"];

const [layered, bare, results] = process.argv.slice(2);
const revisions = await applicableRevisions();
const deviations = [];

row("scenario", "revision", ["passed", "failed", "warned", "n/a"], "with and without the layer");
for (const scenario of [...PASSED, ...COMPARED]) {
  if (!revisions.has(scenario)) throw new Error(`the suite does not list ${scenario}`);
  for (const revision of revisions.get(scenario)) {
    const checks = await run(layered, join(results, "layered"), scenario, revision, []);
    const expected = await run(bare, join(results, "bare"), scenario, revision, []);
    const found = [];
    if (outcomes(checks) !== outcomes(expected)) found.push(`${scenario} at ${revision}: ${outcomes(checks)}, without the layer ${outcomes(expected)}`);
    if (PASSED.includes(scenario) && (count(checks, "SUCCESS") === 0 || count(checks, "FAILURE") > 0)) {
      found.push(`${scenario} at ${revision} is not passed: ${outcomes(checks)}`);
    }
    deviations.push(...found);
    const counts = ["SUCCESS", "FAILURE", "WARNING", "SKIPPED"].map((status) => count(checks, status));
    row(scenario, revision, counts, found.length > 0 ? "DEVIATES" : "the same");
  }
}
if (deviations.length > 0) {
  console.error(`\n${deviations.join("\n")}`);
  process.exit(1);
}

function outcomes(checks) {
  return checks.map((check) => `${check.id} ${check.status}`).sort().join(", ");
}
