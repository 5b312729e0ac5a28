// The skills of a directory as the file system has them: what a server of that directory must list. Knows no protocol.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `files`: path → `{size, digest}` of everything inside a skill. `skills`: path of each `SKILL.md` → sorted paths of
 * its files, those of nested skills included. `directories`: path → sorted paths of its direct children.
 */
export function readTree(root) {
  const contents = new Map();
  walk(root, "", contents);
  const roots = [...contents.keys()].filter((path) => path.endsWith("/SKILL.md")).map((path) => path.slice(0, -"/SKILL.md".length));
  const files = new Map([...contents].filter(([path]) => roots.some((skill) => path.startsWith(`${skill}/`))));
  const paths = [...files.keys()].sort();
  const skills = new Map(roots.sort().map((skill) => [`${skill}/SKILL.md`, paths.filter((path) => path.startsWith(`${skill}/`))]));
  return { files, skills, directories: directoriesOf(paths) };
}

/** The path a `skill://` URI stands for, percent-encoding undone, so that equivalent spellings compare equal. */
export function pathOf(uri) {
  if (!uri.startsWith("skill://")) throw new Error(`not a skill:// URI: ${uri}`);
  return uri.slice("skill://".length).split("/").map(decodeURIComponent).join("/");
}

export function uriOf(path) {
  return `skill://${path.split("/").map(encodeURIComponent).join("/")}`;
}

// Left out by the embedding: dot entries and leftovers of interpreters (decision 6 of the specification digest).
const LEFT_OUT = /^(\..*|__pycache__|.*\.pyc)$/;

function walk(root, prefix, contents) {
  for (const entry of readdirSync(join(root, prefix), { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) {
      walk(root, path, contents);
    } else {
      const bytes = readFileSync(join(root, path));
      contents.set(path, { size: bytes.length, digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}` });
    }
  }
}

function directoriesOf(paths) {
  const directories = new Map();
  for (const path of paths) {
    const segments = path.split("/");
    for (let depth = 1; depth < segments.length; depth += 1) {
      const directory = segments.slice(0, depth).join("/");
      const children = directories.get(directory) ?? new Set();
      directories.set(directory, children.add(segments.slice(0, depth + 1).join("/")));
    }
  }
  return new Map([...directories].map(([directory, children]) => [directory, [...children].sort()]));
}
