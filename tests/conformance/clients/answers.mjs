// Exits with 0 when an MCP server answers at the URL, else with 1. Says nothing about what it answers.
const [url] = process.argv.slice(2);
try {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    signal: AbortSignal.timeout(2000),
  });
  await answer.arrayBuffer();
} catch {
  process.exit(1);
}
