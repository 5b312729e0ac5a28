// Asks a server everything it can be asked, in both eras, and prints each answer as it came. Judges nothing: two
// transcripts are there to be compared. Usage: transcript.mjs URL
import { ERAS } from "./connect.mjs";

const [url] = process.argv.slice(2);
const UNKNOWN = "skill://no-such-skill/SKILL.md";

const listing = JSON.parse(await ask("legacy", "skills/list"));
const files = [...new Set(listing.result.skills.flatMap((skill) => skill.resources.map((file) => file.uri)))];
const directories = [...new Set(files.flatMap(directoriesAbove))];

await ask("legacy", "initialize", { protocolVersion: ERAS.legacy, capabilities: {}, clientInfo: { name: "transcript", version: "0" } });
await ask("legacy", "ping");
await ask("modern", "server/discover");
for (const era of Object.keys(ERAS)) {
  for (const method of ["skills/list", "resources/list", "resources/templates/list", "no/such/method"]) {
    await ask(era, method);
  }
  for (const skill of listing.result.skills) await ask(era, "skills/get", { uri: skill.uri });
  for (const uri of files) await ask(era, "resources/read", { uri });
  for (const uri of directories) await ask(era, "resources/directory/read", { uri });
  for (const method of ["skills/get", "resources/read", "resources/directory/read"]) await ask(era, method, { uri: UNKNOWN });
}
await send("GET", {}, undefined);
await send("POST", {}, "not json");

async function ask(era, method, params = {}) {
  const headers = { "mcp-protocol-version": ERAS[era] };
  const message = { jsonrpc: "2.0", id: `${era} ${method}`, method, params: { ...params } };
  if (era === "modern") {
    message.params._meta = {
      "io.modelcontextprotocol/protocolVersion": ERAS.modern,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    headers["mcp-method"] = method;
    if (method === "resources/read") headers["mcp-name"] = params.uri;
  }
  return send("POST", headers, JSON.stringify(message));
}

async function send(verb, headers, body) {
  const answer = await fetch(url, {
    method: verb,
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  console.log(`> ${verb} ${JSON.stringify(headers)} ${body ?? ""}\n< ${answer.status} ${answer.headers.get("content-type")}\n${text}`);
  return text;
}

function directoriesAbove(uri) {
  const segments = uri.slice("skill://".length).split("/");
  return segments.slice(0, -1).map((_, depth) => `skill://${segments.slice(0, depth + 1).join("/")}`);
}
