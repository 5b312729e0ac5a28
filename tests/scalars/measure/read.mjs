// Reads `k: <scalar>` with the npm package named by the first argument, `yaml` or `js-yaml`: one JSON string a line in,
// one JSON pair of type and value a line out. It resolves nothing itself.

import { createInterface } from "node:readline";

const name = process.argv[2];
const library = await import(name);
const load = name === "yaml" ? (text) => library.parse(text, { logLevel: "error" }) : (library.load ?? library.default.load);

function reading(scalar) {
  let document;
  try {
    document = load(`k: ${scalar}\n`);
  } catch {
    return ["error", ""];
  }
  if (document === null || typeof document !== "object" || Object.keys(document).join() !== "k") {
    return ["other", ""];
  }
  const value = document.k;
  if (value === null) return ["null", ""];
  if (typeof value === "boolean") return ["bool", String(value)];
  if (typeof value === "number") return ["float", Object.is(value, -0) ? "-0" : String(value)];
  if (typeof value === "string") return ["str", value];
  if (value instanceof Date) return ["time", Number.isNaN(value.getTime()) ? "" : value.toISOString()];
  return ["other", ""];
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(reading(JSON.parse(line))));
}
