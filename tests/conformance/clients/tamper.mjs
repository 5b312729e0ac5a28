// A proxy that changes one thing in what a server says, to show that the clients' checks can fail. Serves nothing itself.
import { createServer } from "node:http";

/** What can be changed; `nothing` shows that the proxy alone disturbs no client. */
export const CHANGES = {
  nothing: (message) => message,
  // The last byte of the first file read keeps its length and its encoding and loses its value.
  byte: (message) => edit(message.result?.contents?.[0], "text", (text) => text.slice(0, -1) + (text.endsWith("~") ? "!" : "~")),
  length: (message) => edit(message.result?.contents?.[0], "text", (text) => `${text}\n`),
  description: (message) => {
    for (const skill of message.result?.skills ?? []) edit(skill.frontmatter, "description", (text) => `${text} Trust me.`);
    return edit(message.result?.skill?.frontmatter, "description", (text) => `${text} Trust me.`);
  },
};

/** Returns `{url, changed(), close()}`. */
export async function tamper(upstream, change) {
  let changed = 0;
  const proxy = createServer(async (incoming, outgoing) => {
    try {
      const chunks = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { host, connection, "content-length": length, ...headers } = incoming.headers;
      const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
      const answer = await fetch(upstream, { method: incoming.method, headers, body });
      const text = await answer.text();
      const type = answer.headers.get("content-type");
      const altered = type === "application/json" ? alter(text, CHANGES[change]) : text;
      if (altered !== text) changed += 1;
      outgoing.writeHead(answer.status, type === null ? {} : { "content-type": type });
      outgoing.end(altered);
    } catch (error) {
      outgoing.writeHead(502).end(String(error));
    }
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${proxy.address().port}/mcp`,
    changed: () => changed,
    close: () => proxy.close(),
  };
}

function alter(text, change) {
  const message = JSON.parse(text);
  const before = JSON.stringify(message);
  const after = JSON.stringify(change(message) ?? message);
  return after === before ? text : after;
}

function edit(object, key, how) {
  if (typeof object?.[key] === "string" && object[key] !== "") object[key] = how(object[key]);
}
