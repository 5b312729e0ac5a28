//! The catalog: everything that was embedded, found by path or by URI. Not the layout of its tables (`__private`),
//! and not what a server answers from it (`answer`).

use core::fmt;

use crate::__private::{Content, DIRECTORY_WORDS, FILE_WORDS, INDEX_WORDS, Parts, SKILL_WORDS};
use crate::directory::Directory;
use crate::file::File;
use crate::nearest;
use crate::rows::Rows;
use crate::skill::{self, Skill};
use crate::table::{Table, slice};
use crate::uri::{self, Node};

/// A directory of skills that was checked, hashed and indexed while the crate was compiled.
///
/// It is made by [`embed_skills!`](crate::embed_skills) and lives in a `static`. Everything that it hands out, handles
/// and text alike, is `'static` and read from the binary: no lookup allocates, opens a file or fails for want of one.
///
/// Lookups take a *path*, the names from the root of the catalog joined by `/` (`billing/refunds`), or a *URI*
/// (`skill://billing/refunds`), told apart by the catalog's `scheme://`. URIs match by their decoded segments, so
/// equivalent percent-encodings find the same thing.
///
/// ```
/// use skills_runtime::Catalog;
///
/// static NONE: Catalog = Catalog::EMPTY;
/// assert!(NONE.is_empty());
/// assert!(NONE.get("billing/refunds").is_none());
/// ```
pub struct Catalog {
    pub(crate) scheme: &'static str,
    module: &'static str,
    pub(crate) fingerprint: u64,
    text: &'static str,
    pub(crate) skills: Table<SKILL_WORDS>,
    pub(crate) files: Table<FILE_WORDS>,
    pub(crate) directories: Table<DIRECTORY_WORDS>,
    pub(crate) children: Table<1>,
    pub(crate) index: Table<INDEX_WORDS>,
    contents: &'static [Content],
}

impl Catalog {
    /// A catalog without skills. [`embed_skills!`](crate::embed_skills) falls back to it after it reported errors.
    pub const EMPTY: Self = Self::from_parts(Parts {
        scheme: "skill",
        fingerprint: 0,
        text: "",
        skills: &[],
        files: &[],
        directories: &[],
        children: &[],
        index: &[],
        contents: &[],
    });

    pub(crate) const fn from_parts(parts: Parts) -> Self {
        Self {
            scheme: parts.scheme,
            module: "",
            fingerprint: parts.fingerprint,
            text: parts.text,
            skills: Table::new(parts.skills),
            files: Table::new(parts.files),
            directories: Table::new(parts.directories),
            children: Table::new(parts.children),
            index: Table::new(parts.index),
            contents: parts.contents,
        }
    }

    /// The skill at a path, or at the URI of its `SKILL.md` or of its directory.
    ///
    /// ```compile_fail,E0080
    /// # use skills_runtime::{Catalog, Skill};
    /// # static SKILLS: Catalog = Catalog::EMPTY;
    /// const REFUNDS: Skill = SKILLS.skill("billing/refunds"); // no such skill: does not compile
    /// ```
    ///
    /// # Panics
    ///
    /// When there is none; in a `const` that means: it does not compile. The message names the nearest skill.
    #[must_use]
    #[track_caller]
    pub const fn skill(&'static self, path_or_uri: &str) -> Skill {
        match self.get(path_or_uri) {
            Some(skill) => skill,
            None => nearest::no_skill(self, path_or_uri),
        }
    }

    /// The skill at a path, or at the URI of its `SKILL.md` or of its directory, if there is one.
    #[must_use]
    pub const fn get(&'static self, path_or_uri: &str) -> Option<Skill> {
        match uri::find(self, path_or_uri) {
            Ok(Some(Node::File(row))) => File::new(self, row).as_skill(),
            Ok(Some(Node::Directory(row))) => Directory::new(self, row).skill(),
            Ok(None) | Err(_) => None,
        }
    }

    /// The file at a path or a URI.
    ///
    /// # Panics
    ///
    /// When there is none; in a `const` that means: it does not compile. The message names the nearest file.
    #[must_use]
    #[track_caller]
    pub const fn file(&'static self, path_or_uri: &str) -> File {
        match self.get_file(path_or_uri) {
            Some(file) => file,
            None => nearest::no_file(self, path_or_uri),
        }
    }

    /// The file at a path or a URI, if there is one.
    #[must_use]
    pub const fn get_file(&'static self, path_or_uri: &str) -> Option<File> {
        match uri::find(self, path_or_uri) {
            Ok(Some(Node::File(row))) => Some(File::new(self, row)),
            _ => None,
        }
    }

    /// The directory at a path or a URI: a skill, a directory inside one, or a prefix directory above skills.
    ///
    /// # Panics
    ///
    /// When there is none; in a `const` that means: it does not compile. The message names the nearest directory.
    #[must_use]
    #[track_caller]
    pub const fn directory(&'static self, path_or_uri: &str) -> Directory {
        match self.get_directory(path_or_uri) {
            Some(directory) => directory,
            None => nearest::no_directory(self, path_or_uri),
        }
    }

    /// The directory at a path or a URI, if there is one.
    #[must_use]
    pub const fn get_directory(&'static self, path_or_uri: &str) -> Option<Directory> {
        match uri::find(self, path_or_uri) {
            Ok(Some(Node::Directory(row))) => Some(Directory::new(self, row)),
            _ => None,
        }
    }

    /// Every skill, unlisted ones included, in the order of their URIs.
    #[must_use]
    pub const fn skills(&'static self) -> Rows<Skill> {
        Rows::new(self, 0, self.skills.len())
    }

    /// Every file of every skill, once each, in the order of their URIs.
    #[must_use]
    pub const fn files(&'static self) -> Rows<File> {
        Rows::new(self, 0, self.files.len())
    }

    /// Every directory, prefix directories included, in the order of their URIs.
    #[must_use]
    pub const fn directories(&'static self) -> Rows<Directory> {
        Rows::new(self, 0, self.directories.len())
    }

    /// How many skills there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.skills.len() as usize
    }

    /// Whether there is no skill at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.skills.len() == 0
    }

    /// The scheme of every URI, without `://`.
    #[must_use]
    pub const fn scheme(&self) -> &'static str {
        self.scheme
    }

    /// The module whose `embed_skills!` made the catalog, as `module_path!` says it: `billing_skills`. Empty for
    /// [`EMPTY`](Self::EMPTY).
    #[must_use]
    pub const fn module(&self) -> &'static str {
        self.module
    }

    pub(crate) const fn embedded_in(self, module: &'static str) -> Self {
        Self { module, ..self }
    }

    /// The bytes of all files together; a file that several skills list counts once.
    #[must_use]
    pub const fn size(&'static self) -> u64 {
        skill::size_of_rows(self, 0, self.files.len())
    }

    pub(crate) const fn text(&self) -> &'static str {
        self.text
    }

    pub(crate) const fn slice(&self, at: u32, len: u32) -> &'static str {
        slice(self.text, at, len)
    }

    pub(crate) const fn content(&self, file: u32) -> Content {
        let file = file as usize;
        if file < self.contents.len() { self.contents[file] } else { Content::Bytes(&[]) }
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalog")
            .field("scheme", &self.scheme)
            .field("skills", &self.skills.len())
            .field("files", &self.files.len())
            .field("directories", &self.directories.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use alloc::format;

    use super::*;
    use crate::__private::{LISTED, NONE, catalog, hash, text};
    use crate::sample::{many, odd};

    const TEXT: &str = concat!(
        "skill://a/b/SKILL.md",
        "text/markdown",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );

    /// The skill `a/b` with its `SKILL.md`, laid out by the compiler as an expansion is.
    static TINY: Catalog = catalog(Parts {
        scheme: "skill",
        fingerprint: 1,
        text: TEXT,
        skills: &bytes::<16, 64>([0, 0, 0, 0, 10, 1, 0, 0, 8, 3, 0, 1, 0, 1, 0, LISTED]),
        files: &bytes::<11, 44>([0, 0, 0, 20, 8, 12, 20, 13, 33, 1, 0]),
        directories: &bytes::<20, 80>([0, 0, 0, 9, 8, 1, NONE, 0, 1, NONE, 0, 0, 0, 11, 8, 3, 0, 1, 2, 0]),
        children: &bytes::<2, 8>([3, 0]),
        index: &bytes::<32, 128>(index([("a/b/SKILL.md", 0), ("a", 1), ("a/b", 3)])),
        contents: &[text("abc", 3)],
    });

    const fn bytes<const WORDS: usize, const BYTES: usize>(words: [u32; WORDS]) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let mut at = 0;
        while at < BYTES {
            bytes[at] = words[at / 4].to_le_bytes()[at % 4];
            at += 1;
        }
        bytes
    }

    /// Every path starts where `TEXT` has the first one.
    const fn index(nodes: [(&str, u32); 3]) -> [u32; 32] {
        const EMPTY: [u32; 4] = [0, NONE, 0, 0];
        let mut index = [EMPTY; 8];
        let mut at = 0;
        while at < nodes.len() {
            let (path, node) = nodes[at];
            let hash = hash(path.as_bytes());
            let mut slot = (hash & 7) as usize;
            while index[slot][1] != NONE {
                slot = (slot + 1) & 7;
            }
            index[slot] = [(hash >> 32) as u32, node, 8, path.len() as u32];
            at += 1;
        }
        let mut words = [0; 32];
        at = 0;
        while at < words.len() {
            words[at] = index[at / 4][at % 4];
            at += 1;
        }
        words
    }

    // SEP-2, SEP-5, SEP-9: all of it known to the compiler.
    const SKILL: Skill = TINY.skill("a/b");
    const BY_URI: Skill = TINY.skill("skill://a/%62/SKILL.md");
    const MISSING: Option<Skill> = TINY.get("a/c");
    const FILE: File = SKILL.file("SKILL.md");
    const DIGEST: [u8; 32] = FILE.digest();
    const PARENT: Option<Directory> = SKILL.directory().parent();
    const NAME: &str = SKILL.name();
    const SIZE: u64 = SKILL.size();
    const CHILDREN: Rows<crate::Child> = TINY.directory("a/b").children();

    #[test]
    fn lookups_work_in_constants() {
        assert_eq!((SKILL, MISSING), (BY_URI, None));
        assert_eq!((NAME, SIZE, SKILL.path(), SKILL.uri()), ("b", 3, "a/b", "skill://a/b/SKILL.md"));
        assert_eq!((FILE.name(), FILE.text(), FILE.media_type()), ("SKILL.md", Some("abc"), "text/markdown"));
        assert_eq!(DIGEST[..4], [0xba, 0x78, 0x16, 0xbf]);
        assert_eq!(PARENT.map(Directory::uri), Some("skill://a"));
        assert!(CHILDREN.eq([crate::Child::File(FILE)]));
    }

    #[test]
    fn a_skill_is_found_by_path_and_by_three_uris() {
        let catalog = odd();
        for skill in catalog.skills() {
            for key in [skill.path(), skill.uri(), skill.directory().uri(), skill.skill_md().path()] {
                assert_eq!(catalog.get(key), Some(skill), "{key}");
            }
        }
        for key in
            ["", "acme", "skill://acme/billing", "acme/billing/refunds/references", "refunds", "skill://%"]
        {
            assert_eq!(catalog.get(key), None, "{key}");
        }
    }

    #[test]
    fn files_and_directories_are_found_by_path_and_by_uri() {
        let catalog = odd();
        for file in catalog.files() {
            assert_eq!(
                (catalog.get_file(file.path()), catalog.get_file(file.uri())),
                (Some(file), Some(file))
            );
            assert_eq!((catalog.get_directory(file.path()), catalog.get_directory(file.uri())), (None, None));
        }
        for directory in catalog.directories() {
            let found = (catalog.get_directory(directory.path()), catalog.get_directory(directory.uri()));
            assert_eq!(found, (Some(directory), Some(directory)));
            assert_eq!((catalog.get_file(directory.path()), catalog.get_file(directory.uri())), (None, None));
        }
    }

    #[test]
    fn lengths_add_up() {
        for (skills, catalog) in [(0, many(0)), (1, many(1)), (6, odd()), (100, many(100))] {
            assert_eq!((catalog.len(), catalog.is_empty()), (skills, skills == 0));
            assert_eq!(catalog.size(), catalog.files().map(File::size).sum::<u64>());
        }
    }

    #[test]
    fn a_damaged_catalog_does_not_panic() {
        let garbage: &'static [u8] = &[0xa5; 4_096];
        let catalog: &'static Catalog = Box::leak(Box::new(catalog(Parts {
            scheme: "skill",
            fingerprint: 0,
            text: "skill",
            skills: garbage,
            files: garbage,
            directories: garbage,
            children: garbage,
            index: garbage,
            contents: &[],
        })));
        for skill in catalog.skills() {
            let _ = (skill.uri(), skill.body(), skill.parent(), skill.size(), format!("{skill:?}"));
            let _ = skill.get_file("x");
        }
        for directory in catalog.directories() {
            let _ = (directory.parent(), directory.children().take(3).map(crate::Child::uri).count());
        }
        assert_eq!(catalog.get("skill://a"), None);
        assert!(catalog.files().all(|file| file.bytes().is_empty() && file.digest() == [0; 32]));
    }
}
