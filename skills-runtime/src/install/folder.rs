//! What the installer asks of a file system: names in open folders, links never followed. Not what is done with them
//! (`stage`, `sweep`).

use alloc::vec::Vec;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::InstallError;
use super::error::Context as _;

#[cfg(unix)]
pub(super) mod descriptor;
#[cfg(any(test, not(unix)))]
pub(super) mod path;

#[cfg(unix)]
pub(super) type Native = descriptor::Descriptor;
#[cfg(not(unix))]
pub(super) type Native = path::Checked;

/// An open folder. Every step is on a *name* in it, and none follows a link: this is the whole of what the installer
/// can do to a disk, and what tests make fail, step by step.
pub(super) trait Folder: Sized {
    /// Opens the folder at a path that the caller named; links are followed.
    fn open(path: &Path) -> io::Result<Self>;
    /// Another handle of the same folder.
    fn again(&self) -> io::Result<Self>;
    fn folder(&self, name: &OsStr) -> io::Result<Self>;
    fn entry(&self, name: &OsStr) -> io::Result<Option<Entry>>;
    fn names(&self) -> io::Result<Vec<OsString>>;
    /// Opens a file to read it; what is no regular file is `InvalidInput`.
    fn read(&self, name: &OsStr) -> io::Result<fs::File>;
    /// Opens or makes the file that is locked.
    fn open_lock(&self, name: &OsStr) -> io::Result<fs::File>;
    /// Makes a file that was not there, with its bytes on the disk when this returns.
    fn write(&self, name: &OsStr, bytes: &[u8], mode: Mode) -> io::Result<()>;
    fn create_folder(&self, name: &OsStr) -> io::Result<()>;
    /// Gives a file, or a link, a second name. `Unsupported` where files cannot have two.
    fn link(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()>;
    /// Moves a file or a folder to a name that is free.
    fn rename(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()>;
    /// Moves a file over a file.
    fn replace(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()>;
    /// Swaps two folders in one step. `Unsupported` where the system has no such step.
    fn exchange(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()>;
    fn remove_file(&self, name: &OsStr) -> io::Result<()>;
    /// Removes a folder that is empty.
    fn remove_folder(&self, name: &OsStr) -> io::Result<()>;
    /// Returns when the names in the folder are on the disk.
    fn sync(&self) -> io::Result<()>;
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// Device and inode, where they tell two names of one file from two files.
    pub(super) identity: Option<(u64, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    /// A device, a pipe, a socket.
    Special,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Data,
    Executable,
}

/// Where a path leads when no link is followed.
pub(super) enum Place<F> {
    Folder(F),
    Missing,
    /// Something on the way, or at its end, is no folder.
    Blocked {
        at: PathBuf,
        kind: Kind,
    },
}

impl Entry {
    pub(super) fn is_same_file(self, other: Self) -> bool {
        self.identity.is_some() && self == other
    }
}

/// Walks down from `root`, name by name.
pub(super) fn locate<F: Folder>(root: &F, path: &Path) -> io::Result<Place<F>> {
    let mut folder = root.again()?;
    let mut at = PathBuf::new();
    for name in path {
        at.push(name);
        match folder.entry(name)? {
            None => return Ok(Place::Missing),
            Some(Entry { kind: Kind::Folder, .. }) => folder = folder.folder(name)?,
            Some(Entry { kind, .. }) => return Ok(Place::Blocked { at, kind }),
        }
    }
    Ok(Place::Folder(folder))
}

/// Walks down from `root` and makes the folders that are missing.
pub(super) fn make<F: Folder>(root: &F, path: &Path) -> Result<F, InstallError> {
    let mut folder = root.again().at(path)?;
    let mut at = PathBuf::new();
    for name in path {
        at.push(name);
        match folder.entry(name).at(&at)? {
            None => folder.create_folder(name).at(&at)?,
            Some(Entry { kind: Kind::Folder, .. }) => {}
            Some(_) => return Err(InstallError::NotAFolder { path: at }),
        }
        folder = folder.folder(name).at(&at)?;
    }
    Ok(folder)
}

/// What is at a path, if the way to it is made of folders.
pub(super) fn entry_at<F: Folder>(root: &F, path: &Path) -> io::Result<Option<(F, Entry)>> {
    let (parent, name) = split(path);
    let Place::Folder(folder) = locate(root, parent)? else { return Ok(None) };
    Ok(folder.entry(name)?.map(|entry| (folder, entry)))
}

/// Everything below a folder, parents first.
pub(super) fn walk<F: Folder>(root: &F) -> io::Result<Vec<(PathBuf, Entry)>> {
    let mut found = Vec::new();
    let mut folders = Vec::from([PathBuf::new()]);
    while let Some(path) = folders.pop() {
        let Place::Folder(folder) = locate(root, &path)? else { continue };
        for name in folder.names()? {
            let Some(entry) = folder.entry(&name)? else { continue };
            let path = path.join(&name);
            if entry.kind == Kind::Folder {
                folders.push(path.clone());
            }
            found.push((path, entry));
        }
    }
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(found)
}

/// Removes what is at a name, with everything below it.
pub(super) fn remove_tree<F: Folder>(root: &F, name: &OsStr) -> io::Result<()> {
    match root.entry(name)? {
        None => return Ok(()),
        Some(Entry { kind: Kind::Folder, .. }) => {}
        Some(_) => return root.remove_file(name),
    }
    let tree = root.folder(name)?;
    for (path, entry) in walk(&tree)?.into_iter().rev() {
        let (parent, name) = split(&path);
        let Place::Folder(folder) = locate(&tree, parent)? else { continue };
        match entry.kind {
            Kind::Folder => folder.remove_folder(name)?,
            Kind::File | Kind::Link | Kind::Special => folder.remove_file(name)?,
        }
    }
    root.remove_folder(name)
}

/// Removes the folder at a path and those above it, as long as they are empty.
pub(super) fn prune<F: Folder>(root: &F, path: &Path) -> io::Result<()> {
    for path in path.ancestors().filter(|path| !path.as_os_str().is_empty()) {
        let (parent, name) = split(path);
        let Place::Folder(folder) = locate(root, parent)? else { continue };
        match folder.remove_folder(name) {
            Ok(()) => {}
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound => {}
                io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotADirectory => break,
                _ => return Err(error),
            },
        }
    }
    Ok(())
}

/// The folder and the last name of a path below a root.
pub(super) fn split(path: &Path) -> (&Path, &OsStr) {
    (path.parent().unwrap_or(Path::new("")), path.file_name().unwrap_or_default())
}
