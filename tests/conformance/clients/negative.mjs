// Shows that each client refuses a catalog in which one thing was changed on the way, and only then.
// Usage: negative.mjs legacy|modern TREE URL. Judges the clients, not the server.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { report } from "./connect.mjs";
import { CHANGES, tamper } from "./tamper.mjs";

const [era, root, url] = process.argv.slice(2);

// What each client says when it has found the change, so that another failure does not pass for it.
const REASONS = {
  "ext-skills": { byte: /Digest mismatch/, length: /Size mismatch/, description: /Frontmatter mismatch/ },
  "sdk-skills": { byte: /digest/i, length: /size|bytes/i, description: /frontmatter/i },
  inspector: {
    byte: /exited with 7[\s\S]*"status":"mismatch"/,
    length: /exited with 7[\s\S]*"status":"mismatch"/,
    description: /exited with 7[\s\S]*"frontmatter":\[\{/,
  },
};

report(async () => {
  let refused = 0;
  for (const change of Object.keys(CHANGES)) {
    const proxy = await tamper(url, change);
    for (const [client, reasons] of Object.entries(REASONS)) {
      const outcome = await run(client, proxy.url);
      const expected = reasons[change];
      if (expected === undefined ? outcome.code !== 0 : outcome.code === 0 || !expected.test(outcome.output)) {
        throw new Error(`${client} with a change of ${change} ended with ${outcome.code}:\n${outcome.output}`);
      }
      if (expected !== undefined) refused += 1;
    }
    if ((proxy.changed() > 0) !== (change !== "nothing")) {
      throw new Error(`the proxy altered ${proxy.changed()} answers for the change "${change}"`);
    }
    proxy.close();
  }
  return `${refused} changed catalogs refused, the unchanged one accepted`;
});

function run(client, target) {
  const script = join(import.meta.dirname, `${client}.mjs`);
  return new Promise((resolve) => {
    execFile(process.execPath, [script, era, root, target], { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, output: `${stderr}${stdout}` }),
    );
  });
}
