//! Several catalogs in one order: how they are looked up together. Not whether they fit together (`merge`).

use core::ptr;

use crate::catalog::Catalog;
use crate::directory::{Child, Directory};
use crate::file::File;
use crate::shelf::{Folder, Found, find_in};
use crate::skill::Skill;
use crate::uri::MalformedEscape;

/// Several catalogs whose URIs are all different, those of prefix directories excepted.
#[derive(Clone, Copy)]
pub(crate) struct Merged<'s> {
    pub(crate) catalogs: &'s [&'static Catalog],
    /// Every skill, in the order of URIs.
    pub(crate) skills: &'s [Skill],
    /// Every file, in the order of URIs.
    pub(crate) files: &'s [File],
    /// The directories that several catalogs have, in the order of URIs.
    pub(crate) shared: &'s [Shared],
    /// The directories of `shared`, as each catalog has them.
    pub(crate) directories: &'s [Directory],
    /// The children of `shared`, once each.
    pub(crate) children: &'s [Child],
    pub(crate) fingerprint: u64,
}

/// A directory that several catalogs have: its ranges of `directories` and of `children`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared {
    pub(crate) uri: &'static str,
    pub(crate) directories: (usize, usize),
    pub(crate) children: (usize, usize),
}

impl<'s> Merged<'s> {
    /// What a client's URI names. A malformed one is malformed for the catalogs of its scheme.
    pub(crate) fn find(self, uri: &str) -> Result<Option<Found>, MalformedEscape> {
        for catalog in self.catalogs {
            if let Some(found) = find_in(catalog, uri)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    pub(crate) fn folder(self, directory: Directory) -> Folder<'s> {
        let shared = self
            .shared
            .binary_search_by(|shared| shared.uri.cmp(directory.uri()))
            .ok()
            .and_then(|at| self.shared.get(at))
            .and_then(|shared| {
                let directories = self.directories.get(shared.directories.0..shared.directories.1)?;
                let children = self.children.get(shared.children.0..shared.children.1)?;
                Some(Folder::Shared { directories, children })
            });
        shared.unwrap_or(Folder::Own(directory))
    }

    /// The row of the directory, where the rows of all catalogs are counted through.
    pub(crate) fn number(self, directory: Directory) -> u32 {
        let before = self.catalogs.iter().take_while(|catalog| !ptr::eq(**catalog, directory.catalog()));
        before.map(|catalog| catalog.directories.len()).sum::<u32>().saturating_add(directory.row())
    }
}
