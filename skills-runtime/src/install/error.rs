//! Why an installation stopped. Not why a skill was left as it is (`report`): that stops nothing.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why an installation stopped. The skills before it are installed, the others are as they were, and the next
/// installation completes it.
#[derive(Debug)]
#[non_exhaustive]
pub enum InstallError {
    /// The file system refused a step.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder to install to, or one that the installer keeps its record in, is a file, or below it a link.
    NotAFolder {
        /// Where it is.
        path: PathBuf,
    },
    /// The record was written by a newer version of this crate.
    NewerRecord {
        /// Where it is.
        path: PathBuf,
    },
    /// The owner is not 1 to 64 letters, digits, `-`, `_` and `.`, or begins with a `.`.
    InvalidOwner {
        /// What was given.
        owner: String,
    },
    /// A killed installation left a file that someone changed since, and another one is at its place.
    Leftover {
        /// Where it is. Move it, or the one at its place, and install again.
        path: PathBuf,
    },
}

impl InstallError {
    /// The same with its path below `folder`.
    pub(super) fn within(mut self, folder: &Path) -> Self {
        match &mut self {
            Self::Io { path, .. }
            | Self::NotAFolder { path }
            | Self::NewerRecord { path }
            | Self::Leftover { path } => *path = folder.join(&*path),
            Self::InvalidOwner { .. } => {}
        }
        self
    }
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, .. } => write!(f, "cannot install `{}`", path.display()),
            Self::NotAFolder { path } => write!(f, "`{}` is not a folder", path.display()),
            Self::NewerRecord { path } => {
                write!(f, "the record `{}` was written by a newer version", path.display())
            }
            Self::InvalidOwner { owner } => write!(
                f,
                "the owner `{}` is not 1 to 64 letters, digits, `-`, `_` and `.`",
                owner.escape_debug()
            ),
            Self::Leftover { path } => write!(
                f,
                "`{}` was changed after an installation was killed, and another file is at its place",
                path.display()
            ),
        }
    }
}

impl Error for InstallError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// Says where a step was refused.
pub(super) trait Context<T> {
    fn at(self, path: impl AsRef<Path>) -> Result<T, InstallError>;
}

impl<T> Context<T> for io::Result<T> {
    fn at(self, path: impl AsRef<Path>) -> Result<T, InstallError> {
        self.map_err(|source| InstallError::Io { path: path.as_ref().into(), source })
    }
}
