//! What an owner wrote to a folder: paths and digests, in the format of `sha256sum`. Not a claim that any of it is
//! still there, and nothing that could lead out of the folder.

use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt::Write as _;
use core::ops::Bound;
use core::str::from_utf8;
use std::fs::File;
use std::io::{self, Read as _};

use sha2::{Digest as _, Sha256};

use super::name::Naming;

/// The first line, up to the number of the version.
const HEADER: &str = "# skills-runtime record ";
const VERSION: &str = "1";

pub(super) type Digest = [u8; 32];

/// Paths, each with every content that its owner wrote there and may find again: two while it is replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    files: BTreeMap<String, BTreeSet<Digest>>,
}

impl Record {
    /// Reads a record. What is not a line of one is passed over, and so is every path that leads elsewhere: a file is
    /// only ever removed at a path below the folder, and when its content has the digest beside it.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, NewerVersion> {
        let mut record = Self::default();
        for line in bytes.split(|byte| *byte == b'\n') {
            let Ok(line) = from_utf8(line) else { continue };
            match line.strip_prefix(HEADER) {
                Some(VERSION) => {}
                Some(version) if version.parse::<u32>().is_ok() => return Err(NewerVersion),
                _ => {
                    if let Some((path, digest)) = parse_line(line) {
                        record.insert(path, digest);
                    }
                }
            }
        }
        Ok(record)
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = String::from(HEADER);
        text.push_str(VERSION);
        text.push('\n');
        for (path, digests) in &self.files {
            for digest in digests {
                digest.iter().for_each(|byte| _ = write!(text, "{byte:02x}"));
                _ = writeln!(text, "  {path}");
            }
        }
        text
    }

    pub(super) fn insert(&mut self, path: &str, digest: Digest) {
        self.files.entry(path.to_owned()).or_default().insert(digest);
    }

    pub(super) fn extend(&mut self, other: &Self) {
        for (path, digests) in &other.files {
            self.files.entry(path.clone()).or_default().extend(digests);
        }
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Whether the owner may have written this content there.
    pub(super) fn knows(&self, path: &str, digest: &Digest) -> bool {
        self.files.get(path).is_some_and(|digests| digests.contains(digest))
    }

    /// The part below a folder.
    pub(super) fn below(&self, folder: &str) -> Self {
        let files = below(&self.files, folder);
        Self { files: files.map(|(path, digests)| (path.clone(), digests.clone())).collect() }
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The folders that have a `SKILL.md`.
    pub(super) fn skills(&self) -> impl Iterator<Item = &str> {
        self.paths().filter_map(|path| path.strip_suffix("/SKILL.md"))
    }
}

/// The record cannot be understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NewerVersion;

/// The folders that lie in no other, in order.
pub(super) fn outermost<'p>(folders: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
    let folders: BTreeSet<&str> = folders.collect();
    let inside = |folder: &str| {
        let mut parents = folder.match_indices('/').filter_map(|(at, _)| folder.get(..at));
        parents.any(|parent| folders.contains(parent))
    };
    folders.iter().copied().filter(|folder| !inside(folder)).collect()
}

/// The part of a map of paths below a folder.
pub(super) fn below<'m, K: Borrow<str> + Ord, V>(
    map: &'m BTreeMap<K, V>,
    folder: &str,
) -> impl Iterator<Item = (&'m K, &'m V)> + use<'m, K, V> {
    let start = alloc::format!("{folder}/");
    let from = map.range::<str, _>((Bound::Included(start.as_str()), Bound::Unbounded));
    from.take_while(move |(path, _)| Borrow::<str>::borrow(*path).starts_with(&start))
}

/// The SHA-256 of what a file holds.
pub(super) fn digest(mut file: File) -> io::Result<Digest> {
    let mut hasher = Sha256::new();
    let mut buffer = alloc::vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize().into()),
            read => hasher.update(buffer.get(..read).unwrap_or_default()),
        }
    }
}

fn parse_line(line: &str) -> Option<(&str, Digest)> {
    let (digits, path) = line.split_once("  ")?;
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    let mut digest = Digest::default();
    let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if pairs.len() != digest.len() || !hexadecimal || !Naming::HERE.admits(path) {
        return None;
    }
    for (byte, pair) in digest.iter_mut().zip(pairs) {
        *byte = u8::from_str_radix(from_utf8(pair).ok()?, 16).ok()?;
    }
    Some((path, digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "# skills-runtime record 1\n\
        ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  pdf/SKILL.md\n\
        e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  pdf/SKILL.md\n\
        e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  pdf/a  b/empty\n";

    #[test]
    fn what_is_written_is_read_again() {
        let record = Record::parse(SAMPLE.as_bytes()).unwrap();
        assert_eq!(record.to_text(), SAMPLE);
        assert_eq!(record.paths().collect::<Vec<_>>(), ["pdf/SKILL.md", "pdf/a  b/empty"]);
        let [abc, empty]: [Digest; 2] = [&b"abc"[..], b""].map(|bytes| Sha256::digest(bytes).into());
        assert!(record.knows("pdf/SKILL.md", &abc) && record.knows("pdf/SKILL.md", &empty));
        assert!(record.knows("pdf/a  b/empty", &empty) && !record.knows("pdf/a  b/empty", &abc));
        assert!(!record.knows("pdf", &empty));
    }

    #[test]
    fn what_is_damaged_or_hostile_is_passed_over() {
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let lines = [
            alloc::format!("{digest}  ../../etc/passwd"),
            alloc::format!("{digest}  /etc/passwd"),
            alloc::format!("{digest}  a/../../b"),
            alloc::format!("{digest}  .skills-runtime/.lock"),
            alloc::format!("{digest}  a\0b"),
            alloc::format!("{digest}  "),
            alloc::format!("{digest} one/space"),
            alloc::format!("+{}  signed/digit", &digest[1..]),
            alloc::format!("{}  short/digest", &digest[2..]),
            alloc::format!("{digest}00  long/digest"),
            String::from("héé  no/digest"),
            String::new(),
        ];
        let mut bytes = lines.join("\n").into_bytes();
        bytes.extend(b"\n\xff\xfe\n");
        bytes.extend(SAMPLE.as_bytes());
        assert_eq!(Record::parse(&bytes), Record::parse(SAMPLE.as_bytes()));
        for len in 0..SAMPLE.len() {
            let cut = Record::parse(&SAMPLE.as_bytes()[..len]).unwrap();
            let all = Record::parse(SAMPLE.as_bytes()).unwrap();
            let known = cut.paths().filter(|path| all.has(path)).count();
            assert!(known + 1 >= cut.paths().count(), "at most the cut line is another path");
        }
    }

    #[test]
    fn a_newer_version_is_not_guessed_at() {
        assert_eq!(Record::parse(b"# skills-runtime record 2\n"), Err(NewerVersion));
        assert_eq!(Record::parse(b"# skills-runtime record of mine\n"), Ok(Record::default()));
    }

    #[test]
    fn folders_in_folders_are_not_outermost() {
        let folders = ["a", "a-b", "a/b", "b/c", "a-b/x/y", "b/c/d"];
        assert_eq!(outermost(folders.into_iter()), ["a", "a-b", "b/c"]);
        let map: BTreeMap<&str, ()> = ["a", "a-b/x", "a/b", "a/b/c", "a0"].map(|path| (path, ())).into();
        assert!(below(&map, "a").map(|(path, ())| *path).eq(["a/b", "a/b/c"]));
    }
}
