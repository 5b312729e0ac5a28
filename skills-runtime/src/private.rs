//! What an expansion of `embed_skills!` names, and nothing else does: the parts of a catalog and their layout.
//!
//! **Not public API.** It changes without notice, in any release; `skills-macros` is pinned to the exact version.
//!
//! # Layout
//!
//! All text is one literal. Everything else is a row of little-endian `u32` words in a byte string: one token for the
//! compiler, no pointer for the loader. `(at, len)` is a slice of the text, `NONE` is `u32::MAX`, and rows are sorted
//! by the bytes of their URI.
//!
//! | table | words of a row |
//! |---|---|
//! | `skills` | entry (at, len), frontmatter (at, len), name (at, len), description (at, len), path (at, len), file, directory, first file, end of files, start of the body in `SKILL.md`, [`LISTED`] or 0 |
//! | `files` | resource (at, len), uri (at, len), path (at, len), media type (at, len), digest in hex (at), directory, innermost skill |
//! | `directories` | resource (at, len), uri (at, len), path (at, len), parent or `NONE`, first child, end of children, skill whose root it is or `NONE` |
//! | `children` | one node, in the order of URIs, directory by directory |
//! | `index` | tag, node or `NONE`, path (at, len); a power of two of slots, at most three quarters of them taken |
//!
//! The entries stand in a row with a comma between each two, and so do the resources of files: what a list has of them
//! is one slice. A *node* is `2 * file` or `2 * directory + 1`. A *path* is the URI without `scheme://`, percent-decoded. The index
//! hashes paths with [`hash`]: the slot is the low half, masked; the tag is the high half; a taken slot sends the probe
//! to the next one. The path stands in the slot too, so that a lookup need not look at the row. The files of a skill, nested ones included, are the rows from its first file to the end of its
//! files, because every URI below a directory starts with the directory's.

use crate::catalog::Catalog;
pub use crate::hash::hash;

#[cfg(feature = "macros")]
pub use skills_macros::embed_skills;

/// The absent row.
pub const NONE: u32 = u32::MAX;

/// The last word of a row of `skills`: the skill appears in `skills/list`.
pub const LISTED: u32 = 1;

/// Words in a row of [`Parts::skills`].
pub const SKILL_WORDS: usize = 16;

/// Words in a row of [`Parts::files`].
pub const FILE_WORDS: usize = 11;

/// Words in a row of [`Parts::directories`].
pub const DIRECTORY_WORDS: usize = 10;

/// Words in a slot of [`Parts::index`].
pub const INDEX_WORDS: usize = 4;

/// The catalog of `parts`. Nothing is looped over: what the compiler evaluates does not grow with the data.
#[must_use]
pub const fn catalog(parts: Parts) -> Catalog {
    Catalog::from_parts(parts)
}

/// The catalog with the module that embedded it, for messages that have to tell catalogs apart.
#[must_use]
pub const fn embedded_in(module: &'static str, catalog: Catalog) -> Catalog {
    catalog.embedded_in(module)
}

/// What an expansion hands to [`catalog`].
pub struct Parts {
    /// The scheme of every URI, without `://`.
    pub scheme: &'static str,
    /// A hash over all of the text: cursors carry it, so that a cursor of another build is recognized.
    pub fingerprint: u64,
    /// All text.
    pub text: &'static str,
    /// Rows of skills.
    pub skills: &'static [u8],
    /// Rows of files.
    pub files: &'static [u8],
    /// Rows of directories.
    pub directories: &'static [u8],
    /// Nodes.
    pub children: &'static [u8],
    /// Slots of the hash index.
    pub index: &'static [u8],
    /// The bytes of every file, in the order of `files`: the only pointers of a catalog.
    pub contents: &'static [Content],
}

/// The bytes of one file.
#[derive(Clone, Copy)]
pub enum Content {
    /// UTF-8 without NUL.
    Text(&'static str),
    /// Anything else.
    Bytes(&'static [u8]),
}

/// A text file of the length that was hashed.
///
/// # Panics
///
/// While compiling, when the file has another length by now.
#[must_use]
pub const fn text(text: &'static str, hashed_len: usize) -> Content {
    assert!(text.len() == hashed_len, "a skill file changed while the crate was being built; build again");
    Content::Text(text)
}

/// A file of the length that was hashed, served as a blob.
///
/// # Panics
///
/// While compiling, when the file has another length by now.
#[must_use]
pub const fn bytes(bytes: &'static [u8], hashed_len: usize) -> Content {
    assert!(bytes.len() == hashed_len, "a skill file changed while the crate was being built; build again");
    Content::Bytes(bytes)
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn a_file_of_another_length_does_not_compile() {
        // SEP-5: an expansion calls these in a constant, where a panic is an error of the compiler.
        const TEXT: Content = text("é", 2);
        const BYTES: Content = bytes(b"\0", 1);
        assert!(matches!((TEXT, BYTES), (Content::Text("é"), Content::Bytes(b"\0"))));
        for len in [0, 1, 3] {
            assert!(catch_unwind(|| text("é", len)).is_err(), "{len}");
            assert!(catch_unwind(|| bytes(b"\xc3\xa9", len)).is_err(), "{len}");
        }
    }
}
