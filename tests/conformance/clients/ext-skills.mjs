// Reads a whole catalog with @olaservo/ext-skills and holds it against the directory it was made from.
// Usage: ext-skills.mjs legacy|modern TREE URL|COMMAND... Changes nothing.
import assert from "node:assert/strict";
import {
  checkSkillLimits,
  getSkill,
  listSkills,
  readDirectory,
  readSkill,
  readSkillResource,
  serverSupportsDirectoryRead,
  serverSupportsSkills,
  walkDirectory,
} from "@olaservo/ext-skills/client";
import { connect, report } from "./connect.mjs";
import { pathOf, readTree, uriOf } from "./tree.mjs";

const [era, root, ...target] = process.argv.slice(2);

report(async () => {
  const tree = readTree(root);
  const client = await connect(era, target);
  assert.equal(serverSupportsSkills(client), true); // SEP-1
  assert.equal(serverSupportsDirectoryRead(client), true);

  const entries = await listSkills(client); // SEP-7
  assert.deepEqual(entries.map((entry) => pathOf(entry.uri)), [...tree.skills.keys()]);
  let reads = 0;
  for (const entry of entries) {
    reads += await readWholeSkill(client, tree, entry);
  }
  for (const [directory, children] of tree.directories) {
    await compareDirectory(client, tree, directory, children);
  }
  await expectErrors(client, tree);
  await client.close();
  return `${entries.length} skills, ${reads} files read, ${tree.directories.size} directories`;
});

async function readWholeSkill(client, tree, entry) {
  const skill = pathOf(entry.uri);
  assert.deepEqual(await getSkill(client, entry.uri), entry); // SEP-4, SEP-8
  assert.equal(checkSkillLimits(entry).withinLimits, true); // SEP-6
  const listed = Object.fromEntries(entry.resources.map(({ uri, digest, size }) => [pathOf(uri), { size, digest }]));
  const expected = Object.fromEntries(tree.skills.get(skill).map((path) => [path, tree.files.get(path)]));
  assert.deepEqual(listed, expected); // SEP-3, SEP-5

  await readSkill(client, entry); // HOST-1 and HOST-2: size, digest, frontmatter
  for (const { uri } of entry.resources) {
    await readSkillResource(client, entry, uri); // SEP-10
  }
  const walked = await walkDirectory(client, entry.uri.slice(0, -"/SKILL.md".length));
  assert.deepEqual(walked.map((file) => file.uri).sort(), entry.resources.map((file) => file.uri).sort());
  return entry.resources.length;
}

// SEP-9: prefix directories above skills included, and the same metadata as in the manifest.
async function compareDirectory(client, tree, directory, children) {
  const listing = await readDirectory(client, uriOf(directory));
  assert.deepEqual(listing.resources.map((child) => pathOf(child.uri)).sort(), children);
  for (const child of listing.resources) {
    const path = pathOf(child.uri);
    if (tree.directories.has(path)) {
      assert.equal(child.mimeType, "inode/directory");
    } else {
      assert.equal(child.size, tree.files.get(path).size);
    }
  }
}

async function expectErrors(client, tree) {
  const [skill] = tree.skills.keys();
  const unknown = "skill://no-such-skill/SKILL.md";
  await rejectsWith(-32602, getSkill(client, unknown));
  await rejectsWith(-32602, getSkill(client, uriOf(skill.slice(0, -"/SKILL.md".length))));
  await rejectsWith(-32602, readDirectory(client, uriOf(skill)));
  await rejectsWith(-32602, readDirectory(client, "skill://no-such-skill"));
  // The client hides the older -32002 behind its own code; `wire.mjs` looks at the wire.
  await assert.rejects(client.readResource({ uri: unknown }));
}

async function rejectsWith(code, promise) {
  await assert.rejects(promise, (error) => error.code === code);
}
