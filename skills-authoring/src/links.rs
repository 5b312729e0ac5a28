//! Where a link of a skill leads: what kind of destination it is, which file or folder it names, and which one it may
//! have meant. Where destinations are written in a text, `markdown` knows.

mod destination;
mod meant;
mod spoken;

use std::collections::HashMap;

use crate::model::{Package, Skill};
use crate::parse::below;
use crate::tree::Content;

pub(crate) use destination::{encoded, with_scheme};

use destination::{Destination, decoded, is_placeholder};

/// A place from which relative paths lead: a folder of a skill.
#[derive(Clone, Copy)]
pub(crate) struct Site<'p, 't> {
    package: &'p Package<'t>,
    pub(crate) skill: &'p Skill<'t>,
    /// The folder of the file that is read.
    folder: &'t str,
}

/// What a destination leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lead<'t> {
    /// Nothing that this catalog could know: a URL, a place in the same file, something to be filled in.
    Elsewhere,
    /// The file or folder at this path from the root.
    Entry(&'t str),
    /// Nothing, though it would be in the skill: the path from the root, seen from the folder of the file.
    Nothing(String),
    /// Out of the skill.
    Outside(Outside),
}

/// How a destination leaves the skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outside {
    /// By `..`; the path from the root, unless it leads out of that too.
    Relative(Option<String>),
    /// By a first slash; the path behind it.
    Absolute(String),
    /// To the files of one machine: a drive, a home folder, a `file:` URL.
    Machine,
}

impl<'p, 't> Site<'p, 't> {
    /// The site of the file at `path`, in the innermost skill that has it.
    pub(crate) fn of(package: &'p Package<'t>, skills: &HashMap<&str, usize>, path: &'t str) -> Option<Self> {
        let folder = path.rsplit_once('/')?.0;
        let above = folder.match_indices('/').rev().filter_map(|(end, _)| folder.get(..end));
        let skill = [folder].into_iter().chain(above).find_map(|folder| skills.get(folder))?;
        Some(Self { package, skill: package.skills.get(*skill)?, folder })
    }

    /// Where `written`, a destination, leads: from the folder of the file, else from the root of the skill, as authors
    /// write both.
    pub(crate) fn follow(&self, written: &str) -> Lead<'t> {
        let path = match Destination::of(written) {
            Destination::Elsewhere => return Lead::Elsewhere,
            Destination::Machine => return Lead::Outside(Outside::Machine),
            Destination::Absolute(path) => {
                return Lead::Outside(Outside::Absolute(decoded(path).into_owned()));
            }
            Destination::Relative(path) => path,
        };
        let plain = decoded(path);
        if let Some(entry) = self.named(&plain).or_else(|| self.named(path)) {
            return Lead::Entry(entry);
        }
        match joined(self.folder, &plain.replace('\\', "/")) {
            Some(path) if self.is_inside(&path) => Lead::Nothing(path),
            path => Lead::Outside(Outside::Relative(path)),
        }
    }

    /// The file or folder of the skill that `path`, a plain relative path, names.
    pub(crate) fn named(&self, path: &str) -> Option<&'t str> {
        [self.folder, self.skill.directory]
            .into_iter()
            .filter_map(|folder| joined(folder, path))
            .find_map(|path| self.entry(&path))
    }

    /// Whether the skill has a folder that `name` names.
    pub(crate) fn has_folder(&self, name: &str) -> bool {
        self.named(name).is_some_and(|path| match self.package.tree.entry(path) {
            Some(entry) => matches!(entry.content, Content::Directory),
            None => false,
        })
    }

    /// The skill whose folder or `SKILL.md` is at `path` from the root.
    pub(crate) fn skill_at(&self, path: &str) -> Option<&'p Skill<'t>> {
        let is_it = |skill: &&Skill<'_>| skill.directory == path || skill.skill_md.path == path;
        self.package.skills.iter().find(is_it)
    }

    /// Whether something is at `path` from the root, but is left out of the catalog.
    pub(crate) fn is_left_out(&self, path: &str) -> bool {
        let above = path.match_indices('/').filter_map(|(end, _)| path.get(..end));
        let is_left_out = |path: &str| match self.package.tree.entry(path) {
            Some(entry) => matches!(entry.content, Content::LeftOut) || self.entry(path).is_none(),
            None => false,
        };
        self.is_inside(path) && above.chain([path]).filter(|path| self.is_inside(path)).any(is_left_out)
    }

    /// The entry of the skill at `path` from the root. A folder counts when something is in it.
    fn entry(&self, path: &str) -> Option<&'t str> {
        if path == self.skill.directory {
            return Some(self.skill.directory);
        }
        if !self.is_inside(path) {
            return None;
        }
        let entries = &self.package.entries;
        let at = entries.binary_search_by(|entry| entry.path.as_str().cmp(path)).ok()?;
        let entry = *entries.get(at)?;
        let is_empty = matches!(entry.content, Content::Directory) && below(entries, path).is_empty();
        (!is_empty).then_some(entry.path.as_str())
    }

    fn is_inside(&self, path: &str) -> bool {
        path.strip_prefix(self.skill.directory).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// `path`, seen from `folder`, as a path from the root; nothing when it leads out of that.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut segments: Vec<&str> = folder.split('/').collect();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()?),
            _ => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}
