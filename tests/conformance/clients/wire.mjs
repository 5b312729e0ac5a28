// Checks on the bare HTTP wire what clients hide and what the suite reaches only through tools: the fields and codes
// that differ between eras, and headers that must agree with the body. Usage: wire.mjs URL
import assert from "node:assert/strict";
import { request } from "node:http";
import { ERAS, report } from "./connect.mjs";

const url = new URL(process.argv[2]);
const UNKNOWN = "skill://no-such-skill/SKILL.md";
let checks = 0;

report(async () => {
  const skill = (await post(modern("skills/list"))).body.result.skills[0].uri;
  const directory = skill.slice(0, -"/SKILL.md".length);
  await resultFields(skill, directory);
  await errorCodes();
  await headerAgreement(skill);
  return `${checks} checks`;
});

// SEP-12: every result on 2026-07-28 says that it is complete, four kinds carry cache hints; older revisions have none.
async function resultFields(skill, directory) {
  const cached = [["skills/list"], ["skills/get", { uri: skill }], ["resources/list"], ["resources/read", { uri: skill }]];
  const uncached = [["resources/directory/read", { uri: directory }]];
  for (const [method, params] of [...cached, ...uncached]) {
    const { result } = (await post(modern(method, params))).body;
    same(result.resultType, "complete", `${method}: resultType`);
    const hints = uncached.some(([name]) => name === method) ? [undefined, undefined] : ["number", "public"];
    same([typeof result.ttlMs === "number" ? "number" : result.ttlMs, result.cacheScope], hints, `${method}: cache hints`);

    const older = (await post(legacy(method, params))).body.result;
    same([older.resultType, older.ttlMs, older.cacheScope], [undefined, undefined, undefined], `${method}: none of the three`);
    const { resultType, ttlMs, cacheScope, _meta, ...common } = result;
    same(older, common, `${method}: the rest is the same in both eras`);
  }
}

// SEP-8, SEP-9, SEP-10, SEP-15.
async function errorCodes() {
  const cases = [
    ["skills/get", -32602, -32602],
    ["resources/directory/read", -32602, -32602],
    ["resources/read", -32602, -32002],
  ];
  for (const [method, modernCode, legacyCode] of cases) {
    for (const [message, code] of [[modern(method, { uri: UNKNOWN }), modernCode], [legacy(method, { uri: UNKNOWN }), legacyCode]]) {
      const { error } = (await post(message)).body;
      same(error.code, code, `${method} of an unknown URI`);
      ok(error.message.includes(UNKNOWN), `${method}: the message names the URI: ${error.message}`);
    }
  }
  for (const cursor of ["", "not-a-cursor"]) {
    for (const method of ["skills/list", "resources/list"]) {
      same((await post(modern(method, { cursor }))).body.error?.code, -32602, `${method}: cursor ${JSON.stringify(cursor)}`);
    }
  }
}

// The suite's scenario `http-header-validation` starts with a tool call, so it never gets as far as this on a server
// without tools.
async function headerAgreement(uri) {
  const list = modern("skills/list");
  const read = modern("resources/read", { uri });
  await accepted(list, { "Mcp-Method": undefined, "mcp-method": "skills/list" });
  await accepted(list, { "Mcp-Method": undefined, "MCP-METHOD": "skills/list" });
  await accepted(read, { "Mcp-Name": `  ${uri}  ` });
  await accepted(read, { "Mcp-Name": `=?base64?${Buffer.from(uri).toString("base64")}?=` });
  await mismatch(list, { "Mcp-Method": "resources/list" });
  await mismatch(list, { "Mcp-Method": undefined });
  await mismatch(list, { "Mcp-Method": "SKILLS/LIST" });
  await mismatch(read, { "Mcp-Name": "skill://another/SKILL.md" });
  await mismatch(read, { "Mcp-Name": uri.toUpperCase() });
  await mismatch(read, { "Mcp-Name": undefined });
  await mismatch(list, { "MCP-Protocol-Version": "2025-11-25" });
}

async function accepted(message, headers) {
  const answer = await post(message, headers);
  same([answer.status, answer.body.error], [200, undefined], `accepted: ${JSON.stringify(headers)}`);
}

async function mismatch(message, headers) {
  const answer = await post(message, headers);
  same([answer.status, answer.body?.error?.code, answer.body?.id], [400, -32020, message.body.id], `refused: ${JSON.stringify(headers)}`);
}

function modern(method, params = {}) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": ERAS.modern,
    "io.modelcontextprotocol/clientInfo": { name: "skills-conformance", version: "0.1.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = { "MCP-Protocol-Version": ERAS.modern, "Mcp-Method": method };
  if (method === "resources/read") headers["Mcp-Name"] = params.uri;
  return { headers, body: { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta } } };
}

function legacy(method, params = {}) {
  return { headers: { "MCP-Protocol-Version": ERAS.legacy }, body: { jsonrpc: "2.0", id: 7, method, params } };
}

// Not `fetch`, which normalises the names and trims the values of headers.
function post(message, overrides = {}) {
  const text = JSON.stringify(message.body);
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", "Content-Length": Buffer.byteLength(text) };
  Object.assign(headers, message.headers, overrides);
  for (const [name, value] of Object.entries(headers)) if (value === undefined) delete headers[name];
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers, timeout: 10_000 }, (answer) => {
      parse(answer).then(resolve, reject);
    });
    sent.on("error", reject).on("timeout", () => sent.destroy(new Error("no answer within 10 s")));
    sent.end(text);
  });
}

async function parse(answer) {
  let body = "";
  for await (const chunk of answer) body += chunk;
  return { status: answer.statusCode, body: body === "" ? undefined : JSON.parse(body) };
}

function same(actual, expected, what) {
  checks += 1;
  assert.deepEqual(actual, expected, `${what}: got ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
}

function ok(condition, what) {
  checks += 1;
  assert.ok(condition, what);
}
