// The official suite as a function: one scenario against one server, and its checks. Judges nothing.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const suite = join(dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")), "dist/index.js");

export async function run(url, results, scenario, revision, options) {
  const output = join(results, revision, scenario);
  mkdirSync(output, { recursive: true });
  const command = ["server", "--url", url, "--scenario", scenario, "--spec-version", revision, "--output-dir", output, ...options];
  const said = await conformance(command);
  const [made] = readdirSync(output);
  if (made === undefined) throw new Error(`${scenario} at ${revision} left no result:\n${said}`);
  return JSON.parse(readFileSync(join(output, made, "checks.json"), "utf8"));
}

/** Revisions as the suite itself lists them: `  - ping [2025-06-18,2025-11-25]`. */
export async function applicableRevisions() {
  const listing = await conformance(["list", "--server"]);
  const lines = [...listing.matchAll(/^ {2}- (\S+) \[([\d,-]+)\]$/gm)];
  return new Map(lines.map(([, scenario, list]) => [scenario, list.split(",")]));
}

export function count(checks, status) {
  return checks.filter((check) => check.status === status).length;
}

export function row(scenario, revision, counts, verdict) {
  console.log([scenario.padEnd(29), revision.padEnd(11), ...counts.map((count) => String(count).padStart(6)), ` ${verdict}`].join(" "));
}

function conformance(options) {
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...options], { timeout: 90_000, maxBuffer: 64 << 20 }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}
