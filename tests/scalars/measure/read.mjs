// Reads with the npm package named by the first argument, `yaml` or `js-yaml`: one JSON string a line in, one JSON pair a
// line out. A string without a line end is a scalar, read as `k: <scalar>`, and the pair is its type and value; one with
// is a document, and the pair is `json` and the JSON of it. It resolves nothing itself.

import { createInterface } from "node:readline";

const name = process.argv[2];
const library = await import(name);
const load = name === "yaml" ? (text) => library.parse(text, { logLevel: "error" }) : (library.load ?? library.default.load);

function reading(scalar) {
  const text = scalar.includes("\n") ? scalar : `k: ${scalar}\n`;
  let document;
  try {
    document = load(text);
  } catch {
    return ["error", ""];
  }
  if (text === scalar) return ["json", JSON.stringify(document)];
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
