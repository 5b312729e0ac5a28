//! One directory of a catalog and its direct children. Not recursive, and never the root, which has no URI.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter;
use core::ptr;

use crate::__private::NONE;
use crate::catalog::Catalog;
use crate::file::{File, last_segment};
use crate::piece::Piece;
use crate::rows::Rows;
use crate::skill::Skill;

// The columns of a row.
const RESOURCE: usize = 0;
const URI: usize = 2;
const PATH: usize = 4;
const PARENT: usize = 6;
const FIRST_CHILD: usize = 7;
const END_OF_CHILDREN: usize = 8;
const SKILL: usize = 9;

/// A directory: a skill's own, one inside a skill, or a prefix directory above skills. A `Copy` handle to a row of a
/// [`Catalog`].
///
/// Two handles are equal when they name the same row of the same catalog.
#[derive(Clone, Copy)]
pub struct Directory {
    catalog: &'static Catalog,
    row: u32,
}

impl Directory {
    pub(crate) const fn new(catalog: &'static Catalog, row: u32) -> Self {
        Self { catalog, row }
    }

    /// The canonical URI, without a trailing slash: `skill://billing/refunds` (SEP-9).
    #[must_use]
    pub const fn uri(self) -> &'static str {
        self.text(URI)
    }

    /// The path in the catalog, not encoded: `billing/refunds`.
    #[must_use]
    pub const fn path(self) -> &'static str {
        path(self.catalog, self.row)
    }

    /// The last segment of the path.
    #[must_use]
    pub const fn name(self) -> &'static str {
        last_segment(self.path())
    }

    /// The `Resource` object as JSON text, with the media type `inode/directory` (SEP-9).
    #[must_use]
    pub const fn resource(self) -> &'static str {
        self.resource_piece().text()
    }

    pub(crate) const fn resource_piece(self) -> Piece {
        Piece::new(self.catalog, self.word(RESOURCE), self.word(RESOURCE + 1))
    }

    /// The directory around this one; `None` at the top of the catalog.
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        match self.word(PARENT) {
            NONE => None,
            row => Some(Self::new(self.catalog, row)),
        }
    }

    /// The direct children, files and directories together in the order of their URIs.
    #[must_use]
    pub const fn children(self) -> Rows<Child> {
        let (first, end) = self.child_rows();
        Rows::new(self.catalog, first, end)
    }

    /// The skill whose root this directory is.
    #[must_use]
    pub const fn skill(self) -> Option<Skill> {
        match self.word(SKILL) {
            NONE => None,
            row => Some(Skill::new(self.catalog, row)),
        }
    }

    /// The catalog that the directory belongs to.
    #[must_use]
    pub const fn catalog(self) -> &'static Catalog {
        self.catalog
    }

    /// Every skill that has what is in the directory, the innermost first; none for a prefix directory.
    pub(crate) fn skills_around(self) -> impl Iterator<Item = Skill> {
        iter::successors(Some(self), |directory| directory.parent()).filter_map(Self::skill)
    }

    /// Every skill whose `SKILL.md` is in the directory or in one below it.
    pub(crate) fn skills_below(self) -> impl Iterator<Item = Skill> {
        // The URIs below a directory follow each other.
        let below = move |row| {
            let rest = Skill::new(self.catalog, row).uri().strip_prefix(self.uri());
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let first = first_skill_after(self.catalog, self.uri());
        (first..self.catalog.skills.len())
            .take_while(move |&row| below(row))
            .map(move |row| Skill::new(self.catalog, row))
    }

    pub(crate) const fn row(self) -> u32 {
        self.row
    }

    pub(crate) const fn child_rows(self) -> (u32, u32) {
        (self.word(FIRST_CHILD), self.word(END_OF_CHILDREN))
    }

    const fn word(self, column: usize) -> u32 {
        self.catalog.directories.word(self.row, column)
    }

    const fn text(self, column: usize) -> &'static str {
        self.catalog.slice(self.word(column), self.word(column + 1))
    }
}

/// The first skill whose URI starts with `directory/` or is sorted after all that do.
fn first_skill_after(catalog: &'static Catalog, directory: &str) -> u32 {
    let (mut first, mut end) = (0, catalog.skills.len());
    while first < end {
        let middle = first + (end - first) / 2;
        let uri = Skill::new(catalog, middle).uri();
        let head = uri.get(..directory.len()).unwrap_or(uri);
        let before = match head.cmp(directory) {
            Ordering::Less => true,
            Ordering::Equal => uri.as_bytes().get(directory.len()).is_none_or(|byte| *byte < b'/'),
            Ordering::Greater => false,
        };
        if before { first = middle + 1 } else { end = middle }
    }
    first
}

/// A direct child of a [`Directory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Child {
    /// A file.
    File(File),
    /// A directory.
    Directory(Directory),
}

impl Child {
    /// The canonical URI.
    #[must_use]
    pub const fn uri(self) -> &'static str {
        match self {
            Self::File(file) => file.uri(),
            Self::Directory(directory) => directory.uri(),
        }
    }

    /// The last segment of the path.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::File(file) => file.name(),
            Self::Directory(directory) => directory.name(),
        }
    }

    /// The `Resource` object as JSON text (SEP-9).
    #[must_use]
    pub const fn resource(self) -> &'static str {
        match self {
            Self::File(file) => file.resource(),
            Self::Directory(directory) => directory.resource(),
        }
    }
}

pub(crate) const fn path(catalog: &Catalog, row: u32) -> &'static str {
    let (at, len) = path_place(catalog, row);
    catalog.slice(at, len)
}

/// Where the path stands in the text of the catalog, and its length.
pub(crate) const fn path_place(catalog: &Catalog, row: u32) -> (u32, u32) {
    (catalog.directories.word(row, PATH), catalog.directories.word(row, PATH + 1))
}

impl fmt::Debug for Directory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Directory")
            .field("uri", &self.uri())
            .field("children", &self.children().len())
            .finish_non_exhaustive()
    }
}

impl PartialEq for Directory {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.catalog, other.catalog) && self.row == other.row
    }
}

impl Eq for Directory {}

impl Hash for Directory {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self.catalog, state);
        self.row.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::*;
    use crate::sample::odd;

    #[test]
    fn prefix_directories_are_directories_too() {
        // SEP-9
        let catalog = odd();
        let acme = catalog.directory("skill://acme");
        assert_eq!((acme.path(), acme.name(), acme.parent(), acme.skill()), ("acme", "acme", None, None));
        let names: Vec<&str> = acme.children().map(Child::name).collect();
        assert_eq!(names, ["billing", "billing-old", "internal"]);
        let billing = catalog.directory("acme/billing");
        assert_eq!(billing.parent(), Some(acme));
        assert!(billing.resource().contains(r#""mimeType":"inode/directory""#));
    }

    #[test]
    fn children_lead_to_everything_exactly_once() {
        // SEP-9
        let catalog = odd();
        let (mut files, mut directories) =
            (0, catalog.directories().filter(|top| top.parent().is_none()).count());
        for directory in catalog.directories() {
            assert!(directory.children().map(Child::uri).is_sorted());
            for child in directory.children() {
                match child {
                    Child::File(file) => {
                        assert_eq!(file.directory(), directory);
                        files += 1;
                    }
                    Child::Directory(child) => {
                        assert_eq!(child.parent(), Some(directory));
                        directories += 1;
                    }
                }
            }
        }
        assert_eq!((files, directories), (catalog.files().len(), catalog.directories().len()));
    }

    #[test]
    fn printed_it_has_its_uri() {
        let text = format!("{:?}", odd().directory("acme/billing").children());
        assert_eq!(
            text,
            r#"[Directory(Directory { uri: "skill://acme/billing/refunds", children: 6, .. })]"#
        );
    }
}
