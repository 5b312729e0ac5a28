//! What can be wrong with the metadata of a package, in words that name the key and the way out. It finds nothing.

use core::fmt;
use std::path::Path;

use super::TABLE;
use crate::options::{LevelError, Options};
use crate::selection::GlobError;
use crate::uri::{PrefixError, SchemeError};

/// One thing in a `Cargo.toml` that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetadataError {
    /// The key, as it would be written in full; empty when the file is no TOML.
    pub key: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: MetadataFault,
}

/// What can be wrong with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MetadataFault {
    /// The file is no TOML.
    Syntax {
        /// What the reader said.
        said: String,
    },
    /// A root names nothing.
    EmptyRoot,
    /// A root starts with `$`: only the macro knows environment variables of the compiler.
    VariableRoot,
    /// Another key names the same root.
    SameRoot {
        /// The other key.
        other: String,
    },
    /// An option stands where roots are named.
    OptionWithoutRoot,
    /// No option has this name.
    UnknownOption {
        /// The option that is spelled most alike, when one is close.
        nearest: Option<&'static str>,
    },
    /// The value is of another kind than it must be.
    Kind {
        /// What it must be, with an example.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// The list holds nothing.
    EmptyList,
    /// One rule is in two lists, or in one list twice.
    TwoLevels {
        /// The rule.
        rule: String,
    },
    /// The level of a rule cannot be set.
    Level(LevelError),
    /// A glob cannot be used.
    Glob(GlobError),
    /// The prefix cannot be used.
    Prefix(PrefixError),
    /// The scheme cannot be used.
    Scheme(SchemeError),
}

impl MetadataError {
    /// The text with its place below it, as a compiler shows one. `manifest` is the `Cargo.toml` as shown to a person.
    #[must_use]
    pub fn placed(&self, manifest: &Path) -> String {
        format!("{self}\n --> {}:{}:{}", manifest.display(), self.line, self.column)
    }

    /// The texts of all, where only one text can be shown.
    #[must_use]
    pub fn all(errors: &[Self], manifest: &Path) -> String {
        errors.iter().map(|error| error.placed(manifest)).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for MetadataError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = &self.key;
        match &self.fault {
            MetadataFault::Syntax { said } => write!(out, "this is no TOML: {said}"),
            MetadataFault::EmptyRoot => {
                write!(out, "`{key}` names no folder; name the one that holds the skills, such as `skills`")
            }
            MetadataFault::VariableRoot => {
                write!(
                    out,
                    "`{key}` starts with a variable of the compiler; give these options to `embed_skills!`"
                )
            }
            MetadataFault::SameRoot { other } => write!(out, "`{key}` is the same root as `{other}`"),
            MetadataFault::OptionWithoutRoot => {
                write!(out, "`{key}` stands below no root; put it below one: `[{TABLE}.\"skills\"]`")
            }
            MetadataFault::UnknownOption { nearest: Some(nearest) } => {
                write!(out, "`{key}` is no option; did you mean `{nearest}`?")
            }
            MetadataFault::UnknownOption { nearest: None } => {
                write!(out, "`{key}` is no option; there are `{}`", Options::NAMES.join("`, `"))
            }
            MetadataFault::Kind { expected, found } => {
                write!(out, "`{key}` is {expected}, and this is of type {found}")
            }
            MetadataFault::EmptyList => write!(out, "`{key}` is empty; leave it out"),
            MetadataFault::TwoLevels { rule } => {
                write!(out, "`{key}` names `{rule}`, which has a level here already; keep one of the two")
            }
            MetadataFault::Level(error) => write!(out, "`{key}`: {error}"),
            MetadataFault::Glob(error) => write!(out, "`{key}`: {error}"),
            MetadataFault::Prefix(error) => write!(out, "`{key}`: {error}"),
            MetadataFault::Scheme(error) => write!(out, "`{key}`: {error}"),
        }
    }
}

impl core::error::Error for MetadataError {}
