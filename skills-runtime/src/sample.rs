//! Catalogs for unit tests, laid out by hand as `__private` documents it; not the emitter of `skills-macros`, and
//! without its checks.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::__private::{Content, LISTED, NONE, Parts, catalog, hash};
use crate::Catalog;

/// Nested skills, prefix directories, an unlisted skill, an ordinary `SKILL.md`, names that need escapes, a binary and
/// an empty file.
pub(crate) fn odd() -> &'static Catalog {
    Sample::new()
        .skill("acme/billing/refunds", "Decide \"refunds\"")
        .file(
            "acme/billing/refunds/references/policy.md",
            "Within 30 days.\r\n\tSay \"yes\" \\ \u{1}\u{2028}é\n",
        )
        .file("acme/billing/refunds/100% café #1?+.md", "odd")
        .file("acme/billing/refunds/empty", "")
        .file("acme/billing/refunds/logo.bin", [0, 159, 146, 150, 255])
        .skill("acme/billing/refunds/nested/inner", "Nested")
        .file("acme/billing/refunds/nested/inner/a b/%2F.txt", "an escape in a name")
        .skill("acme/billing-old", "Sorts before a slash")
        .skill("acme/internal/secret", "Unlisted")
        .unlisted("acme/internal/secret")
        .file("acme/internal/secret/key.txt", "nul\0")
        .skill("acme/internal/secret/known", "Listed inside an unlisted skill")
        .skill("scaffold", "Has a template")
        .ordinary("scaffold/assets/template")
        .file("scaffold/assets/template/SKILL.md", "---\nname: {{name}}\n---\n")
        .catalog()
}

/// As many skills of two files each.
pub(crate) fn many(skills: usize) -> &'static Catalog {
    let sample = (0..skills).fold(Sample::new(), |sample, number| {
        let path = alloc::format!("group-{}/skill-{number}", number % 7);
        sample.skill(&path, "One of many").file(&alloc::format!("{path}/data.txt"), path.as_bytes())
    });
    sample.catalog()
}

/// [`many`] of them, laid out once for all tests.
pub(crate) fn ten_thousand() -> &'static Catalog {
    static CATALOG: LazyLock<&'static Catalog> = LazyLock::new(|| many(10_000));
    *CATALOG
}

/// A tree of files by path, and how to lay it out.
pub(crate) struct Sample {
    scheme: &'static str,
    files: BTreeMap<String, Vec<u8>>,
    unlisted: BTreeSet<String>,
    ordinary: BTreeSet<String>,
    wrong_digests: BTreeSet<String>,
}

impl Sample {
    pub(crate) fn new() -> Self {
        Self {
            scheme: "skill",
            files: BTreeMap::new(),
            unlisted: BTreeSet::new(),
            ordinary: BTreeSet::new(),
            wrong_digests: BTreeSet::new(),
        }
    }

    pub(crate) fn scheme(mut self, scheme: &'static str) -> Self {
        self.scheme = scheme;
        self
    }

    /// Adds a file.
    pub(crate) fn file(mut self, path: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.files.insert(path.to_owned(), bytes.as_ref().to_vec());
        self
    }

    /// Adds the `SKILL.md` of the skill in the directory `path`, with a frontmatter of name and description.
    pub(crate) fn skill(self, path: &str, description: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let text = alloc::format!("---\nname: {name}\ndescription: {description}\n---\n# {name}\n");
        self.file(&alloc::format!("{path}/SKILL.md"), text)
    }

    /// Keeps the skill in the directory `path` out of lists.
    pub(crate) fn unlisted(mut self, path: &str) -> Self {
        self.unlisted.insert(path.to_owned());
        self
    }

    /// Makes the `SKILL.md` in the directory `path` an ordinary file.
    pub(crate) fn ordinary(mut self, path: &str) -> Self {
        self.ordinary.insert(path.to_owned());
        self
    }

    #[cfg(feature = "verify")]
    /// Records another digest for a file than its bytes have.
    pub(crate) fn wrong_digest(mut self, path: &str) -> Self {
        self.wrong_digests.insert(path.to_owned());
        self
    }

    /// Lays the tree out, for as long as the tests run.
    pub(crate) fn catalog(self) -> &'static Catalog {
        Box::leak(Box::new(self.owned()))
    }

    /// Lays the tree out.
    pub(crate) fn owned(self) -> Catalog {
        catalog(self.parts())
    }

    fn parts(&self) -> Parts {
        let rows = self.rows();
        let mut text = String::new();
        let skills = self.skills(&rows, &mut text);
        let files = self.files(&rows, &mut text);
        let (directories, children) = self.directories(&rows, &mut text);
        let index = index(&rows, &mut text);
        let contents = rows.files.iter().map(|(_, path)| {
            let bytes: &'static [u8] = leak(self.files[*path].clone());
            match core::str::from_utf8(bytes) {
                Ok(text) if !text.contains('\0') => crate::__private::text(text, bytes.len()),
                _ => crate::__private::bytes(bytes, bytes.len()),
            }
        });
        let contents: Vec<Content> = contents.collect();
        Parts {
            scheme: self.scheme,
            fingerprint: hash(text.as_bytes()),
            text: String::leak(text),
            skills: table(&skills),
            files: table(&files),
            directories: table(&directories),
            children: table(&children),
            index: table(&index),
            contents: leak(contents),
        }
    }

    /// The order of the rows: that of encoded URIs, which is not that of paths.
    fn rows(&self) -> Ordered<'_> {
        let mut files: Vec<(String, &str)> =
            self.files.keys().map(|path| (self.uri(path), path.as_str())).collect();
        files.sort_unstable();
        let mut paths = BTreeSet::new();
        for path in self.files.keys() {
            let mut rest = path.as_str();
            while let Some(parent) = parent(rest) {
                paths.insert(parent);
                rest = parent;
            }
        }
        let mut directories: Vec<(String, &str)> =
            paths.into_iter().map(|path| (self.uri(path), path)).collect();
        directories.sort_unstable();
        let skills = files.iter().filter_map(|(_, path)| path.strip_suffix("/SKILL.md"));
        let skills: Vec<&str> = skills.filter(|path| !self.ordinary.contains(*path)).collect();
        Ordered {
            file_rows: files.iter().enumerate().map(|(row, (_, path))| (*path, word(row))).collect(),
            directory_rows: directories
                .iter()
                .enumerate()
                .map(|(row, (_, path))| (*path, word(row)))
                .collect(),
            skill_rows: skills.iter().enumerate().map(|(row, path)| (*path, word(row))).collect(),
            files,
            directories,
            skills,
        }
    }

    fn skills(&self, rows: &Ordered<'_>, text: &mut String) -> Vec<u32> {
        let mut table = Vec::new();
        let entries: Vec<String> = rows.skills.iter().map(|path| self.entry(rows, path)).collect();
        let entries = put_row(text, &entries);
        for (path, entry) in rows.skills.iter().zip(entries) {
            let skill_md = alloc::format!("{path}/SKILL.md");
            let frontmatter = self.frontmatter(&skill_md);
            let files = self.files_below(rows, path);
            let source = core::str::from_utf8(&self.files[&skill_md]).expect("text");
            let body = source[4..].find("\n---\n").map_or(source.len(), |at| at + 4 + "\n---\n".len());
            table.extend(entry);
            table.extend(put(text, &frontmatter.to_string()));
            table.extend(put(text, frontmatter["name"].as_str().unwrap_or_default()));
            table.extend(put(text, frontmatter["description"].as_str().unwrap_or_default()));
            table.extend(put(text, path));
            table.extend([rows.file_rows[skill_md.as_str()], rows.directory_rows[path]]);
            table.extend([word(files.start), word(files.end), word(body)]);
            table.push(if self.unlisted.contains(*path) { 0 } else { LISTED });
        }
        table
    }

    fn files_below(&self, rows: &Ordered<'_>, path: &str) -> Range<usize> {
        let root = alloc::format!("{}/", self.uri(path));
        let first = rows.files.partition_point(|(uri, _)| *uri < root);
        first..first + rows.files[first..].iter().take_while(|(uri, _)| uri.starts_with(&root)).count()
    }

    fn entry(&self, rows: &Ordered<'_>, path: &str) -> String {
        let skill_md = alloc::format!("{path}/SKILL.md");
        let resources = rows.files[self.files_below(rows, path)].iter().map(|(uri, path)| {
            let digest = alloc::format!("sha256:{}", self.digest(path));
            json!({"uri": uri, "digest": digest, "size": self.files[*path].len()})
        });
        let resources: Vec<Value> = resources.collect();
        let frontmatter = self.frontmatter(&skill_md);
        json!({"uri": self.uri(&skill_md), "frontmatter": frontmatter, "resources": resources}).to_string()
    }

    fn files(&self, rows: &Ordered<'_>, text: &mut String) -> Vec<u32> {
        let mut table = Vec::new();
        let resources: Vec<String> =
            rows.files.iter().map(|(uri, path)| self.resource(rows, uri, path)).collect();
        let resources = put_row(text, &resources);
        for ((uri, path), resource) in rows.files.iter().zip(resources) {
            let directory = parent(path).expect("every file lies in a skill");
            let mut around = directory;
            while !rows.skill_rows.contains_key(around) {
                around = parent(around).expect("every file lies in a skill");
            }
            table.extend(resource);
            table.extend(put(text, uri));
            table.extend(put(text, path));
            table.extend(put(text, media_type(path)));
            table.push(put(text, &self.digest(path))[0]);
            table.extend([rows.directory_rows[directory], rows.skill_rows[around]]);
        }
        table
    }

    fn resource(&self, rows: &Ordered<'_>, uri: &str, path: &str) -> String {
        let (directory, name) = path.rsplit_once('/').expect("every file lies in a skill");
        let mut resource = json!({"uri": uri, "name": name, "mimeType": media_type(path)});
        if name == "SKILL.md" && rows.skill_rows.contains_key(directory) {
            let frontmatter = self.frontmatter(path);
            resource["name"] = frontmatter["name"].clone();
            resource["description"] = frontmatter["description"].clone();
        }
        resource.to_string()
    }

    /// The rows of directories, and those of children.
    fn directories(&self, rows: &Ordered<'_>, text: &mut String) -> (Vec<u32>, Vec<u32>) {
        let mut children: BTreeMap<&str, Vec<(&str, u32)>> = BTreeMap::new();
        for ((uri, path), row) in rows.files.iter().zip(0..) {
            children.entry(parent(path).unwrap_or_default()).or_default().push((uri, 2 * row));
        }
        for ((uri, path), row) in rows.directories.iter().zip(0..) {
            children.entry(parent(path).unwrap_or_default()).or_default().push((uri, 2 * row + 1));
        }
        let (mut table, mut nodes) = (Vec::new(), Vec::new());
        for (uri, path) in &rows.directories {
            let resource =
                json!({"uri": uri, "name": path.rsplit('/').next(), "mimeType": "inode/directory"});
            table.extend(put(text, &resource.to_string()));
            table.extend(put(text, uri));
            table.extend(put(text, path));
            table.push(parent(path).map_or(NONE, |parent| rows.directory_rows[parent]));
            table.push(word(nodes.len()));
            let mut children = children.remove(path).expect("no directory is empty");
            children.sort_unstable();
            nodes.extend(children.into_iter().map(|(_, node)| node));
            table.push(word(nodes.len()));
            table.push(rows.skill_rows.get(path).copied().unwrap_or(NONE));
        }
        (table, nodes)
    }

    fn uri(&self, path: &str) -> String {
        let mut uri = alloc::format!("{}://", self.scheme);
        for byte in path.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                    uri.push(char::from(byte))
                }
                _ => uri.push_str(&alloc::format!("%{byte:02X}")),
            }
        }
        uri
    }

    fn digest(&self, path: &str) -> String {
        let mut hasher = Sha256::new();
        hasher.update(&self.files[path]);
        if self.wrong_digests.contains(path) {
            hasher.update("wrong");
        }
        hasher.finalize().iter().map(|byte| alloc::format!("{byte:02x}")).collect()
    }

    /// The lines `key: value` between the fences.
    fn frontmatter(&self, path: &str) -> Value {
        let text = core::str::from_utf8(&self.files[path]).expect("text");
        let lines = text.lines().skip(1).take_while(|line| *line != "---");
        let fields: Map<String, Value> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(key, value)| (key.to_owned(), Value::from(value)))
            .collect();
        Value::Object(fields)
    }
}

/// The rows of every table and back.
struct Ordered<'s> {
    files: Vec<(String, &'s str)>,
    directories: Vec<(String, &'s str)>,
    skills: Vec<&'s str>,
    file_rows: BTreeMap<&'s str, u32>,
    directory_rows: BTreeMap<&'s str, u32>,
    skill_rows: BTreeMap<&'s str, u32>,
}

fn index(rows: &Ordered<'_>, text: &mut String) -> Vec<u32> {
    let files = rows.file_rows.iter().map(|(path, row)| (path, 2 * row));
    let nodes = files.chain(rows.directory_rows.iter().map(|(path, row)| (path, 2 * row + 1)));
    let slots = (nodes.clone().count() * 4).div_ceil(3).next_power_of_two();
    let mut index = vec![[0, NONE, 0, 0]; slots];
    for (path, node) in nodes {
        let hash = hash(path.as_bytes());
        let mut slot = (hash & 0xffff_ffff) as usize & (slots - 1);
        while index[slot][1] != NONE {
            slot = (slot + 1) & (slots - 1);
        }
        let [at, len] = put(text, path);
        index[slot] = [(hash >> 32) as u32, node, at, len];
    }
    index.concat()
}

fn parent(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(parent, _)| parent)
}

fn media_type(path: &str) -> &'static str {
    if path.ends_with(".md") { "text/markdown" } else { "application/octet-stream" }
}

/// Appends pieces with a comma between each two and gives their places.
fn put_row(text: &mut String, pieces: &[String]) -> Vec<[u32; 2]> {
    let mut places = Vec::new();
    for piece in pieces {
        if !places.is_empty() {
            text.push(',');
        }
        places.push(put(text, piece));
    }
    places
}

/// Appends `piece` and gives its place.
fn put(text: &mut String, piece: &str) -> [u32; 2] {
    let at = text.len();
    text.push_str(piece);
    [word(at), word(piece.len())]
}

fn table(words: &[u32]) -> &'static [u8] {
    leak(words.iter().flat_map(|word| word.to_le_bytes()).collect())
}

fn word(value: usize) -> u32 {
    u32::try_from(value).expect("small")
}

fn leak<T>(vec: Vec<T>) -> &'static [T] {
    Vec::leak(vec)
}
