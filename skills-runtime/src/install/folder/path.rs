//! Folders as paths, for systems without `openat`: each step looks for links first. Not proof against someone who puts
//! a link there between the look and the step.

use alloc::vec::Vec;
use std::ffi::{OsStr, OsString};
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::{Entry, Folder, Kind, Mode};

pub(in crate::install) struct Checked {
    root: PathBuf,
    below: PathBuf,
}

impl Checked {
    /// The path of an entry, after a look at every folder on the way.
    fn path(&self, name: &OsStr) -> io::Result<PathBuf> {
        let mut path = self.root.clone();
        for name in &self.below {
            path.push(name);
            if !fs::symlink_metadata(&path)?.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
        }
        path.push(name);
        Ok(path)
    }
}

impl Folder for Checked {
    fn open(path: &Path) -> io::Result<Self> {
        if fs::metadata(path)?.is_dir() {
            Ok(Self { root: path.into(), below: PathBuf::new() })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    fn again(&self) -> io::Result<Self> {
        Ok(Self { root: self.root.clone(), below: self.below.clone() })
    }

    fn folder(&self, name: &OsStr) -> io::Result<Self> {
        if fs::symlink_metadata(self.path(name)?)?.is_dir() {
            Ok(Self { root: self.root.clone(), below: self.below.join(name) })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    fn entry(&self, name: &OsStr) -> io::Result<Option<Entry>> {
        let kind = match fs::symlink_metadata(self.path(name)?) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
            Ok(found) if found.is_file() => Kind::File,
            Ok(found) if found.is_dir() => Kind::Folder,
            Ok(found) if found.is_symlink() => Kind::Link,
            Ok(_) => Kind::Special,
        };
        Ok(Some(Entry { kind, identity: None }))
    }

    fn names(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(self.path(OsStr::new(""))?)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    fn read(&self, name: &OsStr) -> io::Result<fs::File> {
        let path = self.path(name)?;
        if fs::symlink_metadata(&path)?.is_file() {
            fs::File::open(path)
        } else {
            Err(io::ErrorKind::InvalidInput.into())
        }
    }

    fn open_lock(&self, name: &OsStr) -> io::Result<fs::File> {
        let path = self.path(name)?;
        match fs::symlink_metadata(&path) {
            Ok(found) if !found.is_file() => return Err(io::ErrorKind::InvalidInput.into()),
            _ => {}
        }
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        match opened.as_ref().map_err(io::Error::kind) {
            Err(io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) => self.read(name),
            _ => opened,
        }
    }

    fn write(&self, name: &OsStr, bytes: &[u8], _: Mode) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(self.path(name)?)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn create_folder(&self, name: &OsStr) -> io::Result<()> {
        fs::create_dir(self.path(name)?)
    }

    fn link(&self, _: &OsStr, _: &Self, _: &OsStr) -> io::Result<()> {
        // Two names of one file could not be told from two files.
        Err(io::ErrorKind::Unsupported.into())
    }

    fn rename(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        if to.entry(to_name)?.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.replace(name, to, to_name)
    }

    fn replace(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        fs::rename(self.path(name)?, to.path(to_name)?)
    }

    fn exchange(&self, _: &OsStr, _: &Self, _: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn remove_file(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.path(name)?)
    }

    fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_dir(self.path(name)?)
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}
