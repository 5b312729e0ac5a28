//! Reads a directory of Agent Skills, checks it against the authoring rules and describes what passes.
//!
//! ```text
//! directory ── Tree::read ──▶ Tree ── parse ──▶ Package ── check ──▶ findings ── render ──▶ text
//!                                                  │
//!                                                  └─ the gate: no finding at error level ──▶ Checked
//! ```
//!
//! Parsing never fails: whatever the bytes are, there is a [`Package`], and what is wrong with it becomes findings.
//! [`Checked`] can only be had from [`check`], so whoever holds one holds a catalog that a conforming server may serve.
//!
//! ```
//! use skills_authoring::{Options, Tree, check, render};
//!
//! let tree = Tree::from_files([("pdf/SKILL.md", "---\nname: pdf\n---\nFill in the form.\n")]);
//! let report = check(&tree, &Options::default());
//! let text = render::full(&report.findings[0], &tree, "skills");
//! assert!(text.starts_with("skills::description_missing: "));
//! ```
//!
//! With the feature `include_dir`, `Tree::from(&DIR)` takes a directory that `include_dir!` has embedded, so that what a
//! program carries already can be checked by a test.
//!
//! This crate knows directories, YAML, rules and digests. It knows no token, no protocol method, and prints nothing.

mod check;
mod configured;
mod credentials;
mod digest;
mod documents;
mod facts;
mod finding;
mod fix;
mod frontmatter;
mod invisible;
mod links;
mod manifest;
mod markdown;
mod media;
mod mentions;
mod metadata;
mod model;
mod name;
mod options;
mod parallel;
mod parse;
#[cfg(test)]
mod random;
mod rule;
mod rules;
mod selection;
mod source;
mod spelling;
mod tree;
mod uri;
mod wording;
mod yaml;

pub mod render;

pub use check::{Report, check};
pub use configured::Configured;
pub use facts::PackageFacts;
pub use finding::{Edit, Finding, Help, Severity};
pub use fix::{Fixed, certain_edit, fix};
pub use manifest::{Checked, CheckedDirectory, CheckedFile, CheckedSkill, Child, FileKind};
pub use metadata::{Metadata, MetadataError, MetadataFault};
pub use model::Package;
pub use options::{LevelError, Options};
pub use rule::{Level, RULES, Rule};
pub use selection::{GlobError, Globs};
pub use spelling::nearest;
pub use tree::{Content, Entry, Tree};
pub use uri::{PrefixError, SchemeError};
