//! What one caller is served: one catalog or several, seen in part or whole. Not how several became one (`merge`), and
//! not who sees what (`server`).

use core::slice;

use crate::annotations::Extra;
use crate::catalog::Catalog;
use crate::directory::{Child, Directory};
use crate::file::File;
use crate::merged::Merged;
use crate::skill::Skill;
use crate::uri::{self, MalformedEscape, Node};

/// What a caller sees of the skills. Asked more than once for one answer, so it has to say the same each time.
pub(crate) trait View {
    /// Whether the skill exists for the caller at all.
    fn shows(&self, skill: Skill) -> bool;

    /// Whether lists have the skill, if it exists (SEP-8).
    fn lists(&self, skill: Skill) -> bool;

    /// What the `Resource` of the file says beyond the embedded one.
    fn extra(&self, file: File) -> Extra;
}

/// The catalogs, as one caller sees them.
#[derive(Clone, Copy)]
pub(crate) struct Shelf<'s> {
    stock: Stock<'s>,
    /// `None` sees everything as it was embedded.
    view: Option<&'s dyn View>,
}

#[derive(Clone, Copy)]
enum Stock<'s> {
    One(&'static Catalog),
    #[cfg_attr(not(feature = "session"), expect(dead_code, reason = "only a server merges catalogs"))]
    Several(Merged<'s>),
}

/// A directory with all of its children, whichever catalogs they come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Folder<'s> {
    /// Of one catalog alone.
    Own(Directory),
    /// A prefix directory of several catalogs: as each of them has it, and the children of all of them.
    Shared { directories: &'s [Directory], children: &'s [Child] },
}

/// What has a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    File(File),
    Directory(Directory),
}

impl<'s> Shelf<'s> {
    /// One catalog, seen whole.
    pub(crate) const fn of(catalog: &'static Catalog) -> Self {
        Self { stock: Stock::One(catalog), view: None }
    }

    /// A hash over all text: another build has another.
    pub(crate) fn fingerprint(self) -> u64 {
        match self.stock {
            Stock::One(catalog) => catalog.fingerprint,
            Stock::Several(merged) => merged.fingerprint,
        }
    }

    /// How many skills there are, seen or not.
    pub(crate) fn skills(self) -> u32 {
        match self.stock {
            Stock::One(catalog) => catalog.skills.len(),
            Stock::Several(merged) => length(merged.skills),
        }
    }

    /// How many files there are, seen or not.
    pub(crate) fn files(self) -> u32 {
        match self.stock {
            Stock::One(catalog) => catalog.files.len(),
            Stock::Several(merged) => length(merged.files),
        }
    }

    /// The skill at a position in the order of URIs, if lists show it.
    pub(crate) fn listed_skill(self, position: u32) -> Option<Skill> {
        match self.stock {
            Stock::One(catalog) => (position < catalog.skills.len()).then(|| Skill::new(catalog, position)),
            Stock::Several(merged) => merged.skills.get(position as usize).copied(),
        }
        .filter(|skill| self.lists(*skill))
    }

    /// The file at a position in the order of URIs, if it is one of a skill that lists show.
    pub(crate) fn listed_file(self, position: u32) -> Option<File> {
        match self.stock {
            Stock::One(catalog) => (position < catalog.files.len()).then(|| File::new(catalog, position)),
            Stock::Several(merged) => merged.files.get(position as usize).copied(),
        }
        .filter(|file| file.skills().any(|skill| self.lists(skill)))
    }

    /// Every skill that lists show, in the order of URIs.
    pub(crate) fn listed_skills(self) -> impl Iterator<Item = Skill> {
        (0..self.skills()).filter_map(move |position| self.listed_skill(position))
    }

    /// What a client's URI names, if the caller sees it.
    pub(crate) fn find(self, uri: &str) -> Result<Option<Found>, MalformedEscape> {
        let found = match self.stock {
            Stock::One(catalog) => find_in(catalog, uri)?,
            Stock::Several(merged) => merged.find(uri)?,
        };
        Ok(found.filter(|found| match *found {
            Found::File(file) => self.shows_file(file),
            Found::Directory(directory) => self.shows_folder(self.folder(directory)),
        }))
    }

    /// The directory with its children in all catalogs.
    pub(crate) fn folder(self, directory: Directory) -> Folder<'s> {
        match self.stock {
            Stock::One(_) => Folder::Own(directory),
            Stock::Several(merged) => merged.folder(directory),
        }
    }

    /// A number that no other directory has.
    pub(crate) fn number(self, folder: Folder<'s>) -> u32 {
        match (self.stock, folder.directories()) {
            (Stock::One(_), [directory, ..]) => directory.row(),
            (Stock::Several(merged), [directory, ..]) => merged.number(*directory),
            (_, []) => u32::MAX,
        }
    }

    /// The child at a place in the directory, if the caller sees it.
    pub(crate) fn child(self, folder: Folder<'s>, position: u32) -> Option<Child> {
        folder.child(position).filter(|child| match *child {
            Child::File(file) => self.shows_file(file),
            Child::Directory(directory) => self.shows_folder(self.folder(directory)),
        })
    }

    /// Whether the skill exists for the caller.
    pub(crate) fn shows(self, skill: Skill) -> bool {
        self.view.is_none_or(|view| view.shows(skill))
    }

    /// What the caller is told about a file beyond what was embedded.
    pub(crate) fn extra(self, file: File) -> Extra {
        self.view.map_or(Extra::NONE, |view| view.extra(file))
    }

    fn lists(self, skill: Skill) -> bool {
        match self.view {
            Some(view) => view.lists(skill) && view.shows(skill),
            None => skill.is_listed(),
        }
    }

    /// A file belongs to every skill around it, and is there for whoever sees one of them (SEP-3).
    fn shows_file(self, file: File) -> bool {
        self.view.is_none_or(|view| file.skills().any(|skill| view.shows(skill)))
    }

    /// A directory is there if something in it is.
    fn shows_folder(self, folder: Folder<'s>) -> bool {
        let Some(view) = self.view else { return true };
        folder.directories().iter().any(|&directory| {
            directory.skills_around().any(|skill| view.shows(skill))
                || directory.skills_below().any(|skill| view.shows(skill))
        })
    }
}

#[cfg(feature = "session")]
impl<'s> Shelf<'s> {
    /// Several catalogs, seen whole.
    pub(crate) const fn of_several(merged: Merged<'s>) -> Self {
        Self { stock: Stock::Several(merged), view: None }
    }

    /// The same, as `view` sees it.
    pub(crate) const fn seen_by(self, view: &'s dyn View) -> Self {
        Self { view: Some(view), ..self }
    }
}

impl Folder<'_> {
    /// How many children there are, seen or not.
    pub(crate) fn len(self) -> u32 {
        match self {
            Self::Own(directory) => {
                let (first, end) = directory.child_rows();
                end.saturating_sub(first)
            }
            Self::Shared { children, .. } => length(children),
        }
    }

    fn child(self, position: u32) -> Option<Child> {
        match self {
            Self::Own(directory) => directory.children().nth(position as usize),
            Self::Shared { children, .. } => children.get(position as usize).copied(),
        }
    }

    fn directories(&self) -> &[Directory] {
        match self {
            Self::Own(directory) => slice::from_ref(directory),
            Self::Shared { directories, .. } => directories,
        }
    }
}

/// What a client's URI names in one catalog.
pub(crate) fn find_in(catalog: &'static Catalog, uri: &str) -> Result<Option<Found>, MalformedEscape> {
    Ok(uri::find_uri(catalog, uri)?.map(|node| match node {
        Node::File(row) => Found::File(File::new(catalog, row)),
        Node::Directory(row) => Found::Directory(Directory::new(catalog, row)),
    }))
}

fn length<T>(items: &[T]) -> u32 {
    u32::try_from(items.len()).unwrap_or(u32::MAX)
}
