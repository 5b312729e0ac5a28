//! One skill of a catalog: a directory with a `SKILL.md`. Not a host's view of it: nothing here is activated.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ptr;

use crate::__private::LISTED;
use crate::catalog::Catalog;
use crate::directory::Directory;
use crate::file::File;
use crate::nearest;
use crate::piece::Piece;
use crate::rows::Rows;
use crate::uri::{self, Node};

// The columns of a row.
const ENTRY: usize = 0;
const FRONTMATTER: usize = 2;
const NAME: usize = 4;
const DESCRIPTION: usize = 6;
const PATH: usize = 8;
const FILE: usize = 10;
const DIRECTORY: usize = 11;
const FIRST_FILE: usize = 12;
const END_OF_FILES: usize = 13;
const BODY: usize = 14;
const FLAGS: usize = 15;

/// A skill: a `Copy` handle to a row of a [`Catalog`].
///
/// Two handles are equal when they name the same row of the same catalog (SEP-13: names need not be unique).
#[derive(Clone, Copy)]
pub struct Skill {
    catalog: &'static Catalog,
    row: u32,
}

impl Skill {
    pub(crate) const fn new(catalog: &'static Catalog, row: u32) -> Self {
        Self { catalog, row }
    }

    /// The URI of the skill's `SKILL.md`, by which a client names the skill (SEP-2).
    #[must_use]
    pub const fn uri(self) -> &'static str {
        self.skill_md().uri()
    }

    /// The path of the skill's directory in the catalog: `billing/refunds`.
    #[must_use]
    pub const fn path(self) -> &'static str {
        path(self.catalog, self.row)
    }

    /// The `name` of the frontmatter: 1 to 64 characters, the last segment of [`path`](Self::path) (AS-3).
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.text(NAME)
    }

    /// The `description` of the frontmatter, unescaped (AS-4).
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.text(DESCRIPTION)
    }

    /// The whole frontmatter as the text of a JSON object, every field the author wrote (SEP-4).
    #[must_use]
    pub const fn frontmatter(self) -> &'static str {
        self.text(FRONTMATTER)
    }

    /// The entry as JSON text, `{"uri":…,"frontmatter":…,"resources":[…]}`: what `skills/list` and `skills/get` serve
    /// (SEP-4, SEP-5).
    #[must_use]
    pub const fn entry(self) -> &'static str {
        self.entry_piece().text()
    }

    pub(crate) const fn entry_piece(self) -> Piece {
        Piece::new(self.catalog, self.word(ENTRY), self.word(ENTRY + 1))
    }

    /// The Markdown of `SKILL.md` after the line that closes the frontmatter, as it is in the file.
    #[must_use]
    pub const fn body(self) -> &'static str {
        match self.skill_md().text() {
            Some(text) => match text.split_at_checked(self.word(BODY) as usize) {
                Some((_, body)) => body,
                None => "",
            },
            None => "",
        }
    }

    /// The skill's `SKILL.md` (AS-1).
    #[must_use]
    pub const fn skill_md(self) -> File {
        File::new(self.catalog, self.word(FILE))
    }

    /// A file of the skill by its path in the skill: `references/policy.md`.
    ///
    /// # Panics
    ///
    /// When there is none; in a `const` that means: it does not compile. The message names the nearest file of the
    /// skill.
    #[must_use]
    #[track_caller]
    pub const fn file(self, path: &str) -> File {
        match self.get_file(path) {
            Some(file) => file,
            None => nearest::no_file_in(self, path),
        }
    }

    /// A file of the skill by its path in the skill, if there is one.
    #[must_use]
    pub const fn get_file(self, path: &str) -> Option<File> {
        match uri::find_below(self.catalog, self.path(), path) {
            Some(Node::File(row)) => Some(File::new(self.catalog, row)),
            _ => None,
        }
    }

    /// Every file of the skill in the order of URIs: those of nested skills too, as in the entry (SEP-3, SEP-5).
    #[must_use]
    pub const fn files(self) -> Rows<File> {
        let (first, end) = self.file_rows();
        Rows::new(self.catalog, first, end)
    }

    /// The skill's own directory.
    #[must_use]
    pub const fn directory(self) -> Directory {
        Directory::new(self.catalog, self.word(DIRECTORY))
    }

    /// The innermost skill around this one, when it is nested (SEP-3).
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        let mut directory = self.directory();
        while let Some(parent) = directory.parent() {
            if let Some(skill) = parent.skill() {
                return Some(skill);
            }
            directory = parent;
        }
        None
    }

    /// Whether `skills/list` shows the skill. `skills/get` answers for it either way (SEP-8).
    #[must_use]
    pub const fn is_listed(self) -> bool {
        self.word(FLAGS) == LISTED
    }

    /// The bytes of all [`files`](Self::files) together: at most 16,777,216 unless the author allowed more (SEP-6).
    #[must_use]
    pub const fn size(self) -> u64 {
        let (first, end) = self.file_rows();
        size_of_rows(self.catalog, first, end)
    }

    /// The catalog that the skill belongs to.
    #[must_use]
    pub const fn catalog(self) -> &'static Catalog {
        self.catalog
    }

    pub(crate) const fn file_rows(self) -> (u32, u32) {
        (self.word(FIRST_FILE), self.word(END_OF_FILES))
    }

    const fn word(self, column: usize) -> u32 {
        self.catalog.skills.word(self.row, column)
    }

    const fn text(self, column: usize) -> &'static str {
        self.catalog.slice(self.word(column), self.word(column + 1))
    }
}

pub(crate) const fn path(catalog: &Catalog, row: u32) -> &'static str {
    let (at, len) = path_place(catalog, row);
    catalog.slice(at, len)
}

/// Where the path stands in the text of the catalog, and its length.
pub(crate) const fn path_place(catalog: &Catalog, row: u32) -> (u32, u32) {
    (catalog.skills.word(row, PATH), catalog.skills.word(row, PATH + 1))
}

pub(crate) const fn size_of_rows(catalog: &'static Catalog, first: u32, end: u32) -> u64 {
    let mut size = 0;
    let mut row = first;
    while row < end {
        size += File::new(catalog, row).size();
        row += 1;
    }
    size
}

impl fmt::Debug for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Skill")
            .field("uri", &self.uri())
            .field("files", &self.files().len())
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}

impl PartialEq for Skill {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.catalog, other.catalog) && self.row == other.row
    }
}

impl Eq for Skill {}

impl Hash for Skill {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self.catalog, state);
        self.row.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use alloc::vec::Vec;

    use serde_json::Value;

    use crate::sample::{Sample, odd};

    #[test]
    fn every_part_of_a_skill() {
        // AS-1, AS-3, AS-4, SEP-2
        let skill = odd().skill("acme/billing/refunds");
        assert_eq!(skill.uri(), "skill://acme/billing/refunds/SKILL.md");
        assert_eq!((skill.path(), skill.name()), ("acme/billing/refunds", "refunds"));
        assert_eq!(skill.description(), "Decide \"refunds\"");
        assert_eq!(skill.body(), "# refunds\n");
        assert_eq!(skill.skill_md().name(), "SKILL.md");
        assert_eq!(skill.directory().skill(), Some(skill));
        assert!(skill.is_listed());
        let frontmatter: Value = serde_json::from_str(skill.frontmatter()).unwrap();
        let entry: Value = serde_json::from_str(skill.entry()).unwrap();
        // SEP-4
        assert_eq!(entry["frontmatter"], frontmatter);
        assert_eq!(frontmatter["description"], skill.description());
    }

    #[test]
    fn files_of_nested_skills_belong_to_both() {
        // SEP-3, SEP-6
        let catalog = odd();
        let (outer, inner) =
            (catalog.skill("acme/billing/refunds"), catalog.skill("acme/billing/refunds/nested/inner"));
        let files: Vec<_> = outer.files().collect();
        assert_eq!(files.len(), 7);
        assert!(inner.files().len() == 2 && inner.files().all(|file| files.contains(&file)));
        assert!(inner.files().all(|file| file.skill() == inner));
        assert_eq!(outer.size(), files.iter().map(|file| file.size()).sum::<u64>());
        assert_eq!(inner.parent(), Some(outer));
        assert_eq!(outer.parent(), None);
        assert_eq!(outer.file("nested/inner/SKILL.md"), inner.skill_md());
    }

    #[test]
    fn a_name_that_starts_like_another_is_another() {
        // `acme/billing-old` sorts between `acme/billing` and `acme/billing/`.
        let catalog = odd();
        assert_eq!(catalog.skill("acme/billing-old").files().len(), 1);
        assert_eq!(catalog.directory("acme/billing").children().len(), 1);
    }

    #[test]
    fn an_unlisted_skill_says_so() {
        // SEP-8
        let catalog = odd();
        assert!(!catalog.skill("acme/internal/secret").is_listed());
        assert!(catalog.skill("acme/internal/secret/known").is_listed());
    }

    #[test]
    fn equal_means_the_same_row_of_the_same_catalog() {
        // SEP-13
        let [one, other] =
            [0, 1].map(|_| Sample::new().skill("a/pdf", "PDF").skill("b/pdf", "PDF").catalog());
        let skills: HashSet<_> = one.skills().chain(other.skills()).chain(one.skills()).collect();
        assert_eq!(skills.len(), 4);
        assert_eq!(one.skill("a/pdf"), one.skill("skill://a/pdf"));
        assert_ne!(one.skill("a/pdf"), other.skill("a/pdf"));
        assert_ne!(one.skill("a/pdf"), one.skill("b/pdf"));
        let files: HashSet<_> = one.files().chain(other.files()).collect();
        let directories: HashSet<_> = one.directories().chain(other.directories()).collect();
        assert_eq!((files.len(), directories.len()), (4, 8));
    }
}
