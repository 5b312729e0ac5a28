// Reads a whole catalog with the skills client of the official SDK and holds it against the directory it was made from.
// Usage: sdk-skills.mjs legacy|modern TREE URL|COMMAND... Changes nothing.
import assert from "node:assert/strict";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { connect, report } from "./connect.mjs";
import { pathOf, readTree, uriOf } from "./tree.mjs";

const [era, root, ...target] = process.argv.slice(2);

report(async () => {
  const tree = readTree(root);
  const client = await connect(era, target);
  const skills = new SkillsClient(client);
  assert.equal(skills.supported, true); // SEP-1
  assert.equal(skills.directoryRead, true);

  const listing = await skills.list(); // throws on any entry that breaks SEP-4 to SEP-6
  assert.deepEqual(listing.skills.map((skill) => pathOf(skill.uri)), [...tree.skills.keys()]);
  let reads = 0;
  for (const entry of listing.skills) {
    const { skill } = await skills.get(entry.uri);
    assert.deepEqual(skill, entry); // SEP-8
    for (const { uri } of skill.resources) {
      const file = await skills.read(skill, uri); // HOST-1, HOST-2
      assert.equal(file.verified, true);
      assert.equal(file.bytes.length, tree.files.get(pathOf(uri)).size);
      reads += 1;
    }
    const manifest = await skills.read(skill);
    assert.deepEqual(manifest.frontmatter, skill.frontmatter);
  }
  const directories = await readDirectories(skills, tree);
  await client.close();
  return `${listing.skills.length} skills, ${reads} files read, ${directories}`;
});

async function readDirectories(skills, tree) {
  if (era === "modern") {
    // Version 2.4.0 demands cache hints on directory reads, which SEP-2640 does not define (SEP-12). When a newer
    // version reads them, this fails and the exception goes.
    const [directory] = tree.directories.keys();
    await assert.rejects(skills.readDirectory(uriOf(directory)), /Invalid result for resources\/directory\/read: ttlMs/);
    return "no directories";
  }
  for (const [directory, children] of tree.directories) {
    const { resources } = await skills.readDirectory(uriOf(directory)); // SEP-9
    assert.deepEqual(resources.map((child) => pathOf(child.uri)).sort(), children);
  }
  return `${tree.directories.size} directories`;
}
