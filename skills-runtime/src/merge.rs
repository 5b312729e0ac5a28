//! Several catalogs become one: whether they fit together, and their common order. Not the lookups in it (`merged`).

use alloc::vec::Vec;
use core::fmt;
use core::iter;

use crate::__private::hash;
use crate::catalog::Catalog;
use crate::directory::{Child, Directory};
use crate::file::File;
use crate::merged::{Merged, Shared};
use crate::skill::Skill;

/// Why catalogs cannot be served by one server. `first` and `second` are the modules whose `embed_skills!` made the two
/// catalogs: see [`Catalog::module`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// Two catalogs have something at the same URI that is not merely a prefix directory of both.
    ServedTwice {
        /// What both of them serve.
        uri: &'static str,
        /// The one that was named first.
        first: &'static str,
        /// The one that was named after it.
        second: &'static str,
    },
    /// What one catalog has would lie inside a skill of the other, whose manifest does not list it (SEP-3, SEP-5).
    InsideSkill {
        /// The URI of the directory that both have.
        uri: &'static str,
        /// The `SKILL.md` of the skill around that directory.
        skill: &'static str,
        /// The catalog of the skill.
        first: &'static str,
        /// The catalog that has something inside it.
        second: &'static str,
    },
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ServedTwice { uri, first, second } => write!(
                f,
                "{uri} is served twice: by the skills embedded in `{first}` and by those in `{second}`; give one of \
                 the two a `prefix`"
            ),
            Self::InsideSkill { uri, skill, first, second } => write!(
                f,
                "{uri} has files of `{second}`, but it belongs to the skill {skill} of `{first}`, which does not list \
                 them; give one of the two a `prefix`"
            ),
        }
    }
}

impl core::error::Error for MergeError {}

/// Catalogs that fit together, and everything in them in the order of URIs.
#[derive(Debug)]
pub(crate) struct Merge {
    catalogs: Vec<&'static Catalog>,
    skills: Vec<Skill>,
    files: Vec<File>,
    shared: Vec<Shared>,
    directories: Vec<Directory>,
    children: Vec<Child>,
    fingerprint: u64,
}

impl Merge {
    /// Time and memory grow with the number of files; a single catalog needs no merge.
    pub(crate) fn new(catalogs: Vec<&'static Catalog>) -> Result<Self, MergeError> {
        let files = sorted(catalogs.iter().flat_map(|catalog| catalog.files()), File::uri);
        let directories = sorted(catalogs.iter().flat_map(|catalog| catalog.directories()), Directory::uri);
        refuse_twice(&files, &directories)?;
        let fingerprint = catalogs.iter().flat_map(|catalog| catalog.fingerprint.to_le_bytes());
        let mut merge = Self {
            skills: sorted(catalogs.iter().flat_map(|catalog| catalog.skills()), Skill::uri),
            files,
            shared: Vec::new(),
            directories: Vec::new(),
            children: Vec::new(),
            fingerprint: hash(&fingerprint.collect::<Vec<u8>>()),
            catalogs,
        };
        for same in directories.chunk_by(|a, b| a.uri() == b.uri()).filter(|same| same.len() > 1) {
            refuse_inside(same)?;
            merge.share(same);
        }
        Ok(merge)
    }

    pub(crate) fn merged(&self) -> Merged<'_> {
        Merged {
            catalogs: &self.catalogs,
            skills: &self.skills,
            files: &self.files,
            shared: &self.shared,
            directories: &self.directories,
            children: &self.children,
            fingerprint: self.fingerprint,
        }
    }

    /// Enters a directory that several catalogs have, with what is in it in any of them.
    fn share(&mut self, same: &[Directory]) {
        let Some(first) = same.first() else { return };
        let mut children = sorted(same.iter().flat_map(|directory| directory.children()), Child::uri);
        // A directory below that is shared as well.
        children.dedup_by_key(|child| child.uri());
        let directories = (self.directories.len(), self.directories.len() + same.len());
        self.directories.extend(same);
        let start = self.children.len();
        self.children.append(&mut children);
        self.shared.push(Shared { uri: first.uri(), directories, children: (start, self.children.len()) });
    }
}

/// A stable order: of what has the same URI, the earlier catalog's comes first.
fn sorted<T: Copy>(items: impl Iterator<Item = T>, uri: impl Fn(T) -> &'static str) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_by_key(|item| uri(*item));
    items
}

fn refuse_twice(files: &[File], directories: &[Directory]) -> Result<(), MergeError> {
    if let Some((first, second)) = iter::zip(files, files.iter().skip(1)).find(|(a, b)| a.uri() == b.uri()) {
        return Err(MergeError::ServedTwice {
            uri: first.uri(),
            first: first.catalog().module(),
            second: second.catalog().module(),
        });
    }
    for file in files {
        let at = directories.binary_search_by(|directory| directory.uri().cmp(file.uri()));
        if let Some(directory) = at.ok().and_then(|at| directories.get(at)) {
            return Err(MergeError::ServedTwice {
                uri: file.uri(),
                first: file.catalog().module(),
                second: directory.catalog().module(),
            });
        }
    }
    Ok(())
}

fn refuse_inside(same: &[Directory]) -> Result<(), MergeError> {
    for outer in same {
        let other = same.iter().find(|directory| !core::ptr::eq(directory.catalog(), outer.catalog()));
        if let (Some(skill), Some(other)) = (outer.skills_around().next(), other) {
            return Err(MergeError::InsideSkill {
                uri: outer.uri(),
                skill: skill.uri(),
                first: outer.catalog().module(),
                second: other.catalog().module(),
            });
        }
    }
    Ok(())
}
