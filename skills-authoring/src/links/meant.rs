//! What a path that names nothing was meant to name, and how to write that. Never certain, so only ever a suggestion.

use super::destination::{decoded, encoded, split};
use super::{Site, joined};
use crate::selection::name_of;
use crate::spelling::nearest;

/// Shorter names are too like each other for one to be a slip for another.
const SHORTEST: usize = 3;

impl<'t> Site<'_, 't> {
    /// The entry of the skill that `written` may mean: the same but for capitals, backslashes, an extension, a letter or
    /// two, or the folder.
    pub(crate) fn meant(&self, written: &str) -> Option<&'t str> {
        let plain = decoded(split(written).0).replace('\\', "/");
        let wanted: Vec<String> = [self.folder, self.skill.directory]
            .into_iter()
            .filter_map(|folder| joined(folder, plain.trim_start_matches('/')))
            .collect();
        let first = |find: &dyn Fn(&str) -> Option<&'t str>| wanted.iter().find_map(|path| find(path));
        first(&|path| self.entry(path))
            .or_else(|| first(&|path| only(self.all().filter(|entry| is_same_but_for_case(entry, path)))))
            .or_else(|| first(&|path| only(self.all().filter(|entry| is_with_extension(entry, path)))))
            .or_else(|| first(&|path| self.nearest_beside(path)))
            .or_else(|| first(&|path| self.elsewhere(path)))
    }

    /// `entry` as a destination in the file of this site, with the query and the fragment of `like`.
    pub(crate) fn destination(&self, entry: &str, like: &str) -> String {
        let (path, suffix) = split(like);
        let from: Vec<&str> = self.folder.split('/').collect();
        let to: Vec<&str> = entry.split('/').collect();
        let shared = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
        let up = from.iter().skip(shared).map(|_| "..");
        let segments: Vec<&str> = up.chain(to.iter().copied().skip(shared)).collect();
        let mut written = encoded(&segments.join("/"));
        // A colon in the first segment would make it a scheme.
        let has_scheme = segments.first().is_some_and(|first| first.contains(':'));
        if written.is_empty() || has_scheme || (path.starts_with("./") && !written.starts_with("..")) {
            written.insert_str(0, "./");
        }
        if path.ends_with('/') && !written.ends_with('/') && self.has_folder(&segments.join("/")) {
            written.push('/');
        }
        written + suffix
    }

    /// `entry` as a path from the root of the skill.
    pub(crate) fn below_skill<'e>(&self, entry: &'e str) -> &'e str {
        entry.strip_prefix(self.skill.directory).map_or(entry, |rest| rest.trim_start_matches('/'))
    }

    /// Every entry of the skill that may be named.
    fn all(&self) -> impl Iterator<Item = &'t str> {
        let entries = self.package.entries_of(self.skill).iter();
        entries.filter_map(|entry| self.entry(&entry.path))
    }

    /// The entry in the same folder whose name is spelled most like that of `path`.
    fn nearest_beside(&self, path: &str) -> Option<&'t str> {
        let (folder, name) = path.rsplit_once('/')?;
        let beside = |entry: &&'t str| entry.rsplit_once('/').is_some_and(|(above, _)| above == folder);
        if stem_of(name).chars().count() < SHORTEST {
            return None;
        }
        let name = nearest(name, self.all().filter(beside).map(name_of))?;
        self.entry(&format!("{folder}/{name}"))
    }

    /// The only entry of this name in any folder, or the one whose whole path is spelled most like `path`.
    fn elsewhere(&self, path: &str) -> Option<&'t str> {
        let name = name_of(path);
        if stem_of(name).chars().count() < SHORTEST {
            return None;
        }
        let namesakes = self.all().filter(|entry| is_same_but_for_case(name_of(entry), name));
        only(namesakes)
            .or_else(|| nearest(path, self.all().filter(|entry| stem_of(name_of(entry)).len() >= SHORTEST)))
    }
}

/// The one of `entries`, if it is the only one.
fn only<'t>(mut entries: impl Iterator<Item = &'t str>) -> Option<&'t str> {
    let first = entries.next()?;
    entries.next().is_none().then_some(first)
}

fn is_same_but_for_case(entry: &str, path: &str) -> bool {
    entry.eq_ignore_ascii_case(path) || (!path.is_ascii() && entry.to_lowercase() == path.to_lowercase())
}

/// Whether `entry` is `path` with an extension that the author left off.
fn is_with_extension(entry: &str, path: &str) -> bool {
    let extension = entry.strip_prefix(path).and_then(|rest| rest.strip_prefix('.'));
    extension.is_some_and(|extension| !extension.is_empty() && !extension.contains('/'))
}

fn stem_of(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
