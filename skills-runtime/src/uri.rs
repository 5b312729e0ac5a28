//! From a path or a URI to the row it names: one pass of hashing, one comparison. Not the syntax of URIs in general.
//!
//! Percent-escapes are decoded while hashing and while comparing, so equivalent spellings of a URI find the same row.
//! An encoded slash is part of no name, a raw `?` or `#` starts what no URI of ours has, and no stored path ends in a
//! slash: none of the three finds anything.

use crate::__private::NONE;
use crate::catalog::Catalog;
use crate::hash::{Hasher, hash, same, scan};

/// A row of the catalog that has a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    File(u32),
    Directory(u32),
}

impl Node {
    pub(crate) const fn from_word(word: u32) -> Self {
        if word.is_multiple_of(2) { Self::File(word / 2) } else { Self::Directory(word / 2) }
    }
}

/// A `%` that two hexadecimal digits do not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MalformedEscape;

/// Looks up what a user of the catalog wrote: a URI of the catalog's scheme, else a path.
pub(crate) const fn find(catalog: &Catalog, path_or_uri: &str) -> Result<Option<Node>, MalformedEscape> {
    match strip_scheme(catalog, path_or_uri) {
        Some(encoded) => find_encoded(catalog, encoded),
        None => Ok(probe(catalog, hash(path_or_uri.as_bytes()), Key::Path(path_or_uri.as_bytes()))),
    }
}

/// Looks up what a client sent: a URI and nothing else.
pub(crate) const fn find_uri(catalog: &Catalog, uri: &str) -> Result<Option<Node>, MalformedEscape> {
    match strip_scheme(catalog, uri) {
        Some(encoded) => find_encoded(catalog, encoded),
        None => Ok(None),
    }
}

/// Looks up a path below the directory at the path `base`.
pub(crate) const fn find_below(catalog: &Catalog, base: &str, path: &str) -> Option<Node> {
    let (base, path) = (base.as_bytes(), path.as_bytes());
    let mut hasher = Hasher::new();
    let mut at = 0;
    while at < base.len() {
        hasher.push(base[at]);
        at += 1;
    }
    hasher.push(b'/');
    at = 0;
    while at < path.len() {
        hasher.push(path[at]);
        at += 1;
    }
    probe(catalog, hasher.finish(), Key::Below(base, path))
}

/// What follows `scheme://`, when `uri` starts with the catalog's own.
pub(crate) const fn strip_scheme<'k>(catalog: &Catalog, uri: &'k str) -> Option<&'k [u8]> {
    let (scheme, uri) = (catalog.scheme.as_bytes(), uri.as_bytes());
    match uri.split_at_checked(scheme.len()) {
        Some((start, [b':', b'/', b'/', rest @ ..])) if same(start, scheme) => Some(rest),
        _ => None,
    }
}

/// What a stored path is compared with.
#[derive(Clone, Copy)]
enum Key<'k> {
    Path(&'k [u8]),
    /// Well formed and without a raw `?` or `#`: it was hashed.
    Encoded(&'k [u8]),
    /// A directory and the path below it.
    Below(&'k [u8], &'k [u8]),
}

const fn find_encoded(catalog: &Catalog, encoded: &[u8]) -> Result<Option<Node>, MalformedEscape> {
    // Most URIs have no escape: they are their paths.
    let (hash, special) = scan(encoded);
    if !special {
        return Ok(probe(catalog, hash, Key::Path(encoded)));
    }
    let mut hasher = Hasher::new();
    let mut at = 0;
    while at < encoded.len() {
        match decode(encoded, at) {
            // A raw `?` or `#`, an encoded slash: no path of a catalog can be meant.
            Some((b'?' | b'#', next)) if next - at == 1 => return Ok(None),
            Some((b'/', next)) if next - at == 3 => return Ok(None),
            Some((byte, next)) => {
                hasher.push(byte);
                at = next;
            }
            None => return Err(MalformedEscape),
        }
    }
    Ok(probe(catalog, hasher.finish(), Key::Encoded(encoded)))
}

#[expect(clippy::cast_possible_truncation, reason = "the two halves of the hash are what is wanted")]
const fn probe(catalog: &Catalog, hash: u64, key: Key<'_>) -> Option<Node> {
    let (start, tag) = (hash as u32, (hash >> 32) as u32);
    let slots = catalog.index.len();
    let mut step = 0;
    while step < slots {
        // The number of slots is a power of two.
        let slot = start.wrapping_add(step) & (slots - 1);
        let word = catalog.index.word(slot, 1);
        if word == NONE {
            return None;
        }
        if catalog.index.word(slot, 0) == tag {
            let path = catalog.slice(catalog.index.word(slot, 2), catalog.index.word(slot, 3));
            if names(key, path.as_bytes()) {
                return Some(Node::from_word(word));
            }
        }
        step += 1;
    }
    None
}

/// Whether the key is the one of `path`.
const fn names(key: Key<'_>, path: &[u8]) -> bool {
    match key {
        Key::Path(key) => same(key, path),
        Key::Encoded(key) => {
            let (mut at, mut len) = (0, 0);
            while at < key.len() {
                match decode(key, at) {
                    Some((byte, next)) if len < path.len() && path[len] == byte => {
                        at = next;
                        len += 1;
                    }
                    _ => return false,
                }
            }
            len == path.len()
        }
        Key::Below(base, rest) => match path.split_at_checked(base.len()) {
            Some((start, [b'/', end @ ..])) => same(start, base) && same(end, rest),
            _ => false,
        },
    }
}

/// The byte at `at`, decoded, and where the next one starts; `None` for a malformed escape. `at` lies inside the key.
const fn decode(key: &[u8], at: usize) -> Option<(u8, usize)> {
    let byte = key[at];
    if byte != b'%' {
        return Some((byte, at + 1));
    }
    if key.len() - at < 3 {
        return None;
    }
    match (digit(key[at + 1]), digit(key[at + 2])) {
        (Some(high), Some(low)) => Some((high << 4 | low, at + 3)),
        _ => None,
    }
}

const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use core::hash::{Hash, Hasher};
    use std::collections::hash_map::DefaultHasher;

    use super::*;
    use crate::sample::{Sample, odd, ten_thousand};

    #[test]
    fn equivalent_escapes_find_the_same_row() {
        // SEP-10: a read answers for every spelling of the URI, with the canonical one in the result.
        let catalog = odd();
        for (file, seed) in catalog.files().zip(0_u64..) {
            let row = find_uri(catalog, file.uri());
            assert!(matches!(row, Ok(Some(Node::File(_)))), "{}", file.uri());
            for round in 0..50 {
                let spelling = respell(file.path(), seed * 50 + round);
                assert_eq!(find_uri(catalog, &spelling), row, "{spelling}");
            }
        }
    }

    /// The URI of a path with some characters escaped that need not be, in digits of either case.
    fn respell(path: &str, seed: u64) -> String {
        let mut uri = String::from("skill://");
        for (byte, at) in path.bytes().zip(0_usize..) {
            let mut hasher = DefaultHasher::new();
            (seed, at).hash(&mut hasher);
            let plain = byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte);
            match hasher.finish() % 4 {
                _ if byte == b'/' => uri.push('/'),
                0 | 1 if plain => uri.push(char::from(byte)),
                0 | 2 => uri.push_str(&format!("%{byte:02x}")),
                _ => uri.push_str(&format!("%{byte:02X}")),
            }
        }
        uri
    }

    #[test]
    fn paths_are_not_decoded_and_uris_are() {
        let catalog = odd();
        let path = "acme/billing/refunds/nested/inner/a b/%2F.txt";
        assert!(matches!(find(catalog, path), Ok(Some(Node::File(_)))));
        assert_eq!(find(catalog, "acme/billing/refunds/nested/inner/a%20b/%252F.txt"), Ok(None));
        assert_eq!(
            find(catalog, path),
            find(catalog, "skill://acme/billing/refunds/nested/inner/a b/%252F.txt")
        );
        assert_eq!(find_uri(catalog, path), Ok(None));
    }

    #[test]
    fn what_is_no_uri_of_ours_finds_nothing() {
        let catalog = odd();
        for uri in [
            "",
            "skill://",
            "skill:///",
            "skill:/acme",
            "skill:acme",
            "acme",
            "SKILL://acme",
            "skills://acme",
            "other://acme",
            "skill://acme/",
            "skill://acme//billing",
            "skill:///acme",
            "skill://acme/./billing",
            "skill://acme/billing/../billing",
            "skill://ACME",
            "skill://acme%2Fbilling",
            "skill://acme%2fbilling",
            "skill://acme?",
            "skill://acme#",
            "skill://acme/billing/refunds/SKILL.md?x=1",
            "skill://acme/billing/refunds/SKILL.md#top",
            "skill://acme/billing/refunds/100%25%20caf%C3%A9%20#1?+.md",
            "skill://acme/billing/refunds/SKILL.md/",
            "skill://acme/billing/refunds/SKILL.md%00",
            "skill://acme/billing/refunds/SKILL",
            "skill://acme/billing/refunds/nested/inner/a%20b/%2F.txt",
        ] {
            assert_eq!(find_uri(catalog, uri), Ok(None), "{uri}");
        }
    }

    #[test]
    fn a_malformed_escape_is_told_from_an_unknown_uri() {
        let catalog = odd();
        for uri in [
            "skill://%",
            "skill://acme%",
            "skill://acme%2",
            "skill://acme%2/",
            "skill://%zz",
            "skill://%+1/a",
        ] {
            assert_eq!(find_uri(catalog, uri), Err(MalformedEscape), "{uri}");
        }
        // A path has no escapes.
        assert_eq!(find(catalog, "acme%"), Ok(None));
    }

    #[test]
    fn a_path_with_the_same_hash_is_told_apart() {
        for (key, path, same) in [
            (Key::Path(b"a/b"), "a/b", true),
            (Key::Path(b"a/b"), "a/bc", false),
            (Key::Encoded(b"%61/b"), "a/b", true),
            (Key::Encoded(b"%61/b"), "a/bc", false),
            (Key::Encoded(b"%61/bc"), "a/b", false),
            (Key::Encoded(b"%62/b"), "a/b", false),
            (Key::Below(b"a", b"b/c"), "a/b/c", true),
            (Key::Below(b"a", b"b/c"), "x/b/c", false),
            (Key::Below(b"a", b"b/c"), "a/b/d", false),
            (Key::Below(b"a", b"b/c"), "a-b/c", false),
            (Key::Below(b"a", b"b/c"), "a", false),
        ] {
            assert_eq!(names(key, path.as_bytes()), same, "{path}");
        }
    }

    #[test]
    fn another_scheme_has_the_same_structure() {
        // SEP-2
        let catalog = Sample::new().scheme("github").skill("owner/repo/pdf", "PDF").catalog();
        assert!(matches!(find_uri(catalog, "github://owner/repo/pdf/SKILL.md"), Ok(Some(Node::File(0)))));
        assert_eq!(find_uri(catalog, "skill://owner/repo/pdf/SKILL.md"), Ok(None));
    }

    #[test]
    fn below_a_directory_the_path_is_relative() {
        let catalog = odd();
        let base = "acme/billing/refunds";
        assert_eq!(
            find_below(catalog, base, "SKILL.md"),
            find(catalog, "acme/billing/refunds/SKILL.md").unwrap()
        );
        assert!(find_below(catalog, base, "references").is_some());
        for path in ["", "/SKILL.md", "skill.md", "../refunds/SKILL.md", "references/", "-old/SKILL.md"] {
            assert_eq!(find_below(catalog, base, path), None, "{path}");
        }
    }

    #[test]
    fn every_row_of_many_is_found() {
        let catalog = ten_thousand();
        for (file, row) in catalog.files().zip(0..) {
            assert_eq!(find_uri(catalog, file.uri()), Ok(Some(Node::File(row))));
        }
        for (directory, row) in catalog.directories().zip(0..) {
            assert_eq!(find(catalog, directory.path()), Ok(Some(Node::Directory(row))));
        }
        assert_eq!(find(catalog, "group-0/skill-10000"), Ok(None));
    }
}
