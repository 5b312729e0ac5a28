//! Why a command could not do its work, in words. Findings are no failures.

use core::fmt;
use std::io;
use std::path::PathBuf;

use skills_authoring::MetadataError;

use crate::terminal::Terminal;

/// What ends a command with 2.
#[derive(Debug)]
#[non_exhaustive]
pub(crate) enum Failure {
    /// No subcommand is named.
    NoCommand,
    /// The working directory is gone.
    NoWorkingDirectory { error: io::Error },
    /// A `Cargo.toml` cannot be read.
    Manifest { path: PathBuf, error: io::Error },
    /// A `Cargo.toml` says what cannot be.
    Metadata { path: PathBuf, errors: Vec<MetadataError> },
    /// No rule has this name.
    UnknownRule { name: String, nearest: Option<&'static str> },
    /// There is more than one root where one can be shown.
    SeveralRoots { roots: Vec<String> },
    /// A file cannot be written.
    Write { path: String, error: io::Error },
    /// The results cannot be printed.
    Output { error: io::Error },
}

impl Failure {
    /// Prints it: one error, or one for each that a `Cargo.toml` has, with its place.
    pub(crate) fn tell(&self, terminal: &mut Terminal) {
        match self {
            Self::Metadata { path, errors } => {
                for error in errors {
                    terminal.error(&error.placed(path));
                }
            }
            failure => terminal.error(&failure.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output { error }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => out.write_str("no command is named; `cargo skills --help` shows them"),
            Self::NoWorkingDirectory { error } => {
                write!(out, "the working directory cannot be found: {error}")
            }
            Self::Manifest { path, error } => write!(out, "cannot read `{}`: {error}", path.display()),
            Self::Metadata { path, errors } => {
                write!(out, "`{}` has {} faults", path.display(), errors.len())
            }
            Self::UnknownRule { name, nearest: Some(nearest) } => {
                write!(out, "unknown rule `{name}`; did you mean `{nearest}`?")
            }
            Self::UnknownRule { name, nearest: None } => {
                write!(out, "unknown rule `{name}`; `cargo skills explain` lists all")
            }
            Self::SeveralRoots { roots } => {
                write!(out, "this package has {} roots; name one of `{}`", roots.len(), roots.join("`, `"))
            }
            Self::Write { path, error } => write!(out, "cannot write `{path}`: {error}"),
            Self::Output { error } => write!(out, "cannot print: {error}"),
        }
    }
}

impl core::error::Error for Failure {}
