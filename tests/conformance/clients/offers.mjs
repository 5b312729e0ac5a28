// What a server offers to clients without the skills extension, through the official client, which checks every result
// against its schemas and structured content against the tool's own. Usage: offers.mjs legacy|modern TREE COMMAND...
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, report } from "./connect.mjs";
import { pathOf, readTree } from "./tree.mjs";

const [era, root, ...target] = process.argv.slice(2);

report(async () => {
  const tree = readTree(root);
  const client = await connect(era, target);
  const { completions, prompts, tools } = client.getServerCapabilities();
  assert.deepEqual({ completions, prompts, tools }, { completions: {}, prompts: {}, tools: {} });
  for (const path of tree.skills.keys()) assert.ok(client.getInstructions().includes(`(skill://${path})`), path);
  await readThroughTools(client, tree);
  await readThroughPrompts(client, tree);
  await readThroughTemplates(client, tree);
  await client.close();
  return `${tree.skills.size} skills and ${tree.files.size} files, by tool, prompt and template`;
});

async function readThroughTools(client, tree) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name), ["list_skills", "load_skill", "read_skill_file"]);
  assert.ok(tools.every(({ annotations }) => annotations.readOnlyHint));
  const listing = await client.callTool({ name: "list_skills", arguments: {} });
  assert.deepEqual(JSON.parse(listing.content[0].text), listing.structuredContent);
  const { skills } = listing.structuredContent;
  assert.deepEqual(skills.map(({ uri }) => pathOf(uri)), [...tree.skills.keys()]);
  for (const { uri } of skills) {
    const { content } = await client.callTool({ name: "load_skill", arguments: { uri } });
    assert.equal(content[0].text, onDisk(uri).toString());
    for (const path of tree.skills.get(pathOf(uri))) {
      const file = `skill://${path.split("/").map(encodeURIComponent).join("/")}`;
      const { content } = await client.callTool({ name: "read_skill_file", arguments: { uri: file } });
      const [{ type, text, resource }] = content;
      const bytes = type === "text" ? Buffer.from(text) : Buffer.from(resource.blob, "base64");
      assert.deepEqual(bytes, onDisk(file), file); // SEP-10
    }
  }
  const wrong = await client.callTool({ name: "load_skill", arguments: { uri: "skill://none/SKILL.md" } });
  assert.equal(wrong.isError, true);
  assert.match(wrong.content[0].text, /skill:\/\/none\/SKILL\.md/);
  await assert.rejects(client.callTool({ name: "run_skill", arguments: {} }), { code: -32602 });
}

async function readThroughPrompts(client, tree) {
  const { prompts } = await client.listPrompts();
  assert.equal(prompts.length, tree.skills.size);
  const texts = [];
  for (const { name } of prompts) {
    const { messages } = await client.getPrompt({ name });
    texts.push(messages[0].content.text);
  }
  assert.deepEqual(texts, [...tree.skills.keys()].map((path) => onDisk(`skill://${path}`).toString()));
}

async function readThroughTemplates(client, tree) {
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map(({ uriTemplate }) => uriTemplate), ["skill://{+path}"]);
  const ref = { type: "ref/resource", uri: resourceTemplates[0].uriTemplate };
  const { completion } = await client.complete({ ref, argument: { name: "path", value: "" } });
  assert.deepEqual(completion.values.map((value) => pathOf(`skill://${value}`)).sort(), [...tree.files.keys()].sort());
  for (const value of completion.values) {
    const { contents } = await client.readResource({ uri: `skill://${value}` });
    assert.equal(contents[0].uri, `skill://${value}`);
  }
}

function onDisk(uri) {
  return readFileSync(join(root, pathOf(uri)));
}
