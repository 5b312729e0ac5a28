// One connection with the official client, to a URL or to a command, in the era asked for. Judges nothing but the era.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export const ERAS = { legacy: "2025-11-25", modern: "2026-07-28" };

/** `target` is `[url]` or `[command, ...arguments]`; `era` is a key of `ERAS`. */
export async function connect(era, target) {
  const [first, ...rest] = target;
  const transport = /^https?:/.test(first)
    ? new StreamableHTTPClientTransport(new URL(first))
    : new StdioClientTransport({ command: first, args: rest, stderr: "ignore" });
  const client = new Client(
    { name: "skills-conformance", version: "0.1.0" },
    { versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: ERAS[era] } } },
  );
  await client.connect(transport);
  if (client.getNegotiatedProtocolVersion() !== ERAS[era]) {
    throw new Error(`asked for ${ERAS[era]}, the connection speaks ${client.getNegotiatedProtocolVersion()}`);
  }
  return client;
}

/** Runs a check and turns its outcome into one line and an exit code. */
export async function report(check) {
  try {
    console.log(await check());
  } catch (error) {
    console.error(error?.stack ?? String(error));
    process.exit(1);
  }
  process.exit(0);
}
