//! One file of a catalog: its bytes and what the manifest says of them. Not the way to it (`catalog`, `skill`).

use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter;
use core::ptr;

use crate::__private::Content;
use crate::catalog::Catalog;
use crate::directory::Directory;
use crate::piece::Piece;
use crate::skill::Skill;

// The columns of a row.
const RESOURCE: usize = 0;
const URI: usize = 2;
const PATH: usize = 4;
const MEDIA_TYPE: usize = 6;
const DIGEST: usize = 8;
const DIRECTORY: usize = 9;
const SKILL: usize = 10;

const DIGEST_BYTES: usize = 32;
#[expect(clippy::cast_possible_truncation, reason = "64")]
const DIGEST_DIGITS: u32 = 2 * DIGEST_BYTES as u32;

/// A file of a skill: a `Copy` handle to a row of a [`Catalog`].
///
/// Two handles are equal when they name the same row of the same catalog.
#[derive(Clone, Copy)]
pub struct File {
    catalog: &'static Catalog,
    row: u32,
}

impl File {
    pub(crate) const fn new(catalog: &'static Catalog, row: u32) -> Self {
        Self { catalog, row }
    }

    /// The canonical URI: `skill://billing/refunds/references/policy.md` (SEP-2).
    #[must_use]
    pub const fn uri(self) -> &'static str {
        self.text_of(URI)
    }

    /// The path in the catalog, not encoded: `billing/refunds/references/policy.md`.
    #[must_use]
    pub const fn path(self) -> &'static str {
        path(self.catalog, self.row)
    }

    /// The last segment of the path.
    #[must_use]
    pub const fn name(self) -> &'static str {
        last_segment(self.path())
    }

    /// The bytes, exactly as they were hashed.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        match self.content() {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }

    /// The text, when the file is UTF-8 without NUL; what is `None` here is served as a blob (SEP-10).
    #[must_use]
    pub const fn text(self) -> Option<&'static str> {
        match self.content() {
            Content::Text(text) => Some(text),
            Content::Bytes(_) => None,
        }
    }

    /// The SHA-256 of the bytes (SEP-5).
    #[must_use]
    pub const fn digest(self) -> [u8; DIGEST_BYTES] {
        let mut digest = [0; DIGEST_BYTES];
        let (pairs, _) = self.digest_hex().as_bytes().as_chunks::<2>();
        let mut at = 0;
        while at < digest.len() && at < pairs.len() {
            let [high, low] = pairs[at];
            digest[at] = nibble(high) << 4 | nibble(low);
            at += 1;
        }
        digest
    }

    /// The SHA-256 of the bytes as 64 lower-case hexadecimal digits, without `sha256:` (SEP-5).
    #[must_use]
    pub const fn digest_hex(self) -> &'static str {
        self.catalog.slice(self.word(DIGEST), DIGEST_DIGITS)
    }

    /// The length in bytes (SEP-5).
    #[must_use]
    pub const fn size(self) -> u64 {
        self.bytes().len() as u64
    }

    /// The media type: `text/markdown` for `SKILL.md` (SEP-11).
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        self.text_of(MEDIA_TYPE)
    }

    /// The `Resource` object as JSON text, the same in `resources/list` and in directory reads (SEP-9, SEP-11).
    #[must_use]
    pub const fn resource(self) -> &'static str {
        self.resource_piece().text()
    }

    pub(crate) const fn resource_piece(self) -> Piece {
        Piece::new(self.catalog, self.word(RESOURCE), self.word(RESOURCE + 1))
    }

    /// The directory that holds the file.
    #[must_use]
    pub const fn directory(self) -> Directory {
        Directory::new(self.catalog, self.word(DIRECTORY))
    }

    /// The innermost skill that the file belongs to.
    #[must_use]
    pub const fn skill(self) -> Skill {
        Skill::new(self.catalog, self.word(SKILL))
    }

    /// Every skill that has the file in its entry, the innermost first (SEP-3).
    pub fn skills(self) -> impl Iterator<Item = Skill> {
        iter::successors(Some(self.skill()), |skill| skill.parent())
    }

    /// The catalog that the file belongs to.
    #[must_use]
    pub const fn catalog(self) -> &'static Catalog {
        self.catalog
    }

    /// The skill whose `SKILL.md` this is.
    pub(crate) const fn as_skill(self) -> Option<Skill> {
        let skill = self.skill();
        if skill.skill_md().row == self.row { Some(skill) } else { None }
    }

    const fn content(self) -> Content {
        self.catalog.content(self.row)
    }

    const fn word(self, column: usize) -> u32 {
        self.catalog.files.word(self.row, column)
    }

    const fn text_of(self, column: usize) -> &'static str {
        self.catalog.slice(self.word(column), self.word(column + 1))
    }
}

pub(crate) const fn path(catalog: &Catalog, row: u32) -> &'static str {
    let (at, len) = path_place(catalog, row);
    catalog.slice(at, len)
}

/// Where the path stands in the text of the catalog, and its length.
pub(crate) const fn path_place(catalog: &Catalog, row: u32) -> (u32, u32) {
    (catalog.files.word(row, PATH), catalog.files.word(row, PATH + 1))
}

pub(crate) const fn last_segment(path: &'static str) -> &'static str {
    let bytes = path.as_bytes();
    let mut start = bytes.len();
    while start > 0 && bytes[start - 1] != b'/' {
        start -= 1;
    }
    match path.split_at_checked(start) {
        Some((_, name)) => name,
        None => path,
    }
}

const fn nibble(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => 0,
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("uri", &self.uri())
            .field("size", &self.size())
            .field("digest", &self.digest_hex())
            .finish_non_exhaustive()
    }
}

impl PartialEq for File {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.catalog, other.catalog) && self.row == other.row
    }
}

impl Eq for File {}

impl Hash for File {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self.catalog, state);
        self.row.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use sha2::{Digest, Sha256};

    use crate::sample::odd;

    #[test]
    fn every_part_of_a_file() {
        // SEP-2, SEP-5, SEP-11
        let file = odd().file("acme/billing/refunds/100% café #1?+.md");
        assert_eq!(file.uri(), "skill://acme/billing/refunds/100%25%20caf%C3%A9%20%231%3F%2B.md");
        assert_eq!((file.name(), file.media_type()), ("100% café #1?+.md", "text/markdown"));
        assert_eq!((file.bytes(), file.text(), file.size()), (&b"odd"[..], Some("odd"), 3));
        assert_eq!(
            (file.directory().path(), file.skill().path()),
            ("acme/billing/refunds", "acme/billing/refunds")
        );
    }

    #[test]
    fn digests_in_both_forms_are_those_of_the_bytes() {
        // SEP-5
        for file in odd().files() {
            let expected: [u8; 32] = Sha256::digest(file.bytes()).into();
            assert_eq!(file.digest(), expected);
            let hex: alloc::string::String = expected.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(file.digest_hex(), hex);
        }
    }

    #[test]
    fn bytes_that_are_no_text_have_none() {
        // SEP-10
        let catalog = odd();
        assert_eq!(catalog.file("acme/billing/refunds/logo.bin").text(), None);
        assert_eq!(catalog.file("acme/internal/secret/key.txt").text(), None);
        assert_eq!(catalog.file("acme/billing/refunds/empty").text(), Some(""));
    }

    #[test]
    fn an_ordinary_skill_md_belongs_to_the_skill_around_it() {
        let catalog = odd();
        let file = catalog.file("scaffold/assets/template/SKILL.md");
        assert_eq!(file.skill(), catalog.skill("scaffold"));
        assert_eq!(file.as_skill(), None);
        assert_eq!(catalog.get("scaffold/assets/template"), None);
        assert_eq!(catalog.get(file.uri()), None);
    }

    #[test]
    fn printed_it_has_its_uri_size_and_digest_and_not_its_bytes() {
        let file = odd().file("acme/billing/refunds/empty");
        let expected = r#"File { uri: "skill://acme/billing/refunds/empty", size: 0, digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", .. }"#;
        assert_eq!(format!("{file:?}"), expected);
    }
}
