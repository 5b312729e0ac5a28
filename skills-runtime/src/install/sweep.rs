//! What is left when a skill was swapped: our old files go, everything else returns to its place. After a kill it is
//! the same. Not the swap (`stage`).

use alloc::string::String;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::InstallError;
use super::error::Context as _;
use super::folder::{Entry, Folder, Kind, Place, entry_at, locate, make, prune, split, walk};
use super::record::{Record, digest, outermost};
use super::state::SWAP;

/// What one owner's installation works with.
pub(super) struct Site<'r, F> {
    pub(super) folder: &'r F,
    /// The owner's folder.
    pub(super) home: &'r F,
    /// Where that is.
    pub(super) path: PathBuf,
    /// Everything that the owner may have written, is about to write, or may give up.
    pub(super) known: &'r Record,
    /// What others have written.
    pub(super) others: &'r Record,
}

impl<F: Folder> Site<'_, F> {
    /// Puts a whole skill back whose place is empty: where two folders cannot be swapped in one step, a kill between
    /// two steps leaves it so.
    pub(super) fn restore(&self) -> Result<(), InstallError> {
        let Place::Folder(swap) = self.swapped()? else { return Ok(()) };
        for root in outermost(self.known.skills()).into_iter().map(Path::new) {
            let (parent, name) = split(root);
            let Some((from, _)) = entry_at(&swap, root).at(self.path.join(root))? else { continue };
            if let Place::Missing = locate(self.folder, root).at(root)? {
                from.rename(name, &make(self.folder, parent)?, name).at(root)?;
            }
        }
        Ok(())
    }

    /// Empties the folder of swapped trees, and removes it.
    pub(super) fn finish(&self) -> Result<(), InstallError> {
        let Place::Folder(swap) = self.swapped()? else { return Ok(()) };
        let entries = walk(&swap).at(&self.path)?;
        for (path, entry) in entries.iter().filter(|(_, entry)| entry.kind != Kind::Folder) {
            let (parent, name) = split(path);
            if let Place::Folder(from) = locate(&swap, parent).at(path)? {
                self.settle(&from, name, path, *entry)?;
            }
        }
        for (path, _) in entries.iter().rev().filter(|(_, entry)| entry.kind == Kind::Folder) {
            let (parent, name) = split(path);
            if let Place::Folder(from) = locate(&swap, parent).at(path)? {
                from.remove_folder(name).at(path)?;
            }
        }
        prune(self.home, Path::new(SWAP)).at(&self.path)
    }

    /// Removes a file that was swapped out, or returns it to its place.
    fn settle(&self, from: &F, name: &OsStr, path: &Path, entry: Entry) -> Result<(), InstallError> {
        let there = entry_at(self.folder, path).at(path)?;
        if there.as_ref().is_some_and(|(_, there)| there.is_same_file(entry)) {
            return from.remove_file(name).at(path);
        }
        let is_ours = self.is_ours(from, name, path, entry)?;
        match there {
            // A file of several owners is not ours alone to remove, but ours to bring up to date.
            None if is_ours && !key(path).is_some_and(|path| self.others.has(&path)) => {
                from.remove_file(name).at(path)
            }
            None => {
                let to = make(self.folder, split(path).0)?;
                from.rename(name, &to, name).at(path)
            }
            Some(_) if is_ours => from.remove_file(name).at(path),
            // Changed in the moment of the swap: what the user wrote is worth more than what we can write again.
            Some((to, there)) if self.is_ours(&to, name, path, there)? => {
                from.replace(name, &to, name).at(path)
            }
            Some(_) => Err(InstallError::Leftover { path: self.path.join(SWAP).join(path) }),
        }
    }

    fn is_ours(&self, folder: &F, name: &OsStr, path: &Path, entry: Entry) -> Result<bool, InstallError> {
        match key(path) {
            Some(key) if entry.kind == Kind::File && self.known.has(&key) => {
                let found = folder.read(name).and_then(digest).at(path)?;
                Ok(self.known.knows(&key, &found))
            }
            _ => Ok(false),
        }
    }

    fn swapped(&self) -> Result<Place<F>, InstallError> {
        match locate(self.home, Path::new(SWAP)).at(&self.path)? {
            Place::Blocked { at, .. } => Err(InstallError::NotAFolder { path: self.path.join(at) }),
            place => Ok(place),
        }
    }
}

/// A path as records have it.
pub(super) fn key(path: &Path) -> Option<String> {
    let mut key = String::new();
    for name in path {
        if !key.is_empty() {
            key.push('/');
        }
        key.push_str(name.to_str()?);
    }
    Some(key)
}
