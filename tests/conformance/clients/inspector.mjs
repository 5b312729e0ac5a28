// Lets the MCP Inspector verify a catalog, and holds its report against the directory the catalog was made from.
// Usage: inspector.mjs legacy|modern TREE URL|COMMAND... Changes nothing.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { report } from "./connect.mjs";
import { pathOf, readTree } from "./tree.mjs";

const [era, root, ...target] = process.argv.slice(2);
const packageFile = createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/package.json");
const inspector = join(dirname(packageFile), "clients/launcher/build/index.js");

report(async () => {
  const tree = readTree(root);
  const transport = /^https?:/.test(target[0]) ? "http" : "stdio";
  const reports = await verify(transport);
  for (const skill of reports) {
    assert.deepEqual([skill.ok, skill.outcome, skill.conformance, skill.frontmatter], [true, "verified", [], []]);
  }
  const seen = reports.map((skill) => [pathOf(skill.uri), skill.files.map((file) => [pathOf(file.uri), file.status]).sort()]);
  const expected = [...tree.skills].map(([skill, paths]) => [skill, paths.map((path) => [path, "verified"])]);
  assert.deepEqual(seen, expected);
  const files = reports.reduce((sum, skill) => sum + skill.files.length, 0);
  return `${reports.length} skills, ${files} files verified`;
});

// Rejects when the inspector exits with anything but 0: 7 means that a check failed, 8 that one could not be made.
async function verify(transport) {
  // The inspector keeps a catalog of servers at home; this one must neither read nor leave one.
  const home = mkdtempSync(join(tmpdir(), "inspector-"));
  const options = ["--transport", transport, "--protocol-era", era, "--method", "skills/list", "--verify", "--require-digests"];
  try {
    const output = await new Promise((resolve, reject) => {
      const child = [inspector, "--cli", ...target, ...options, "--format", "json"];
      execFile(process.execPath, child, { env: { ...process.env, HOME: home }, timeout: 60_000 }, (error, stdout, stderr) =>
        error ? reject(new Error(`inspector exited with ${error.code}\n${stderr}${stdout}`)) : resolve(stdout),
      );
    });
    return output.trim().split("\n").map((line) => JSON.parse(line));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
