//! Findings as text: for people, for a terminal and a compiler, and for machines. What is wrong and where was decided
//! before; this only shows it.

mod concise;
mod document;
mod excerpt;
mod full;
mod github;
mod json;
mod place;
mod sarif;

pub use concise::concise;
pub use excerpt::visible;
pub use full::{Style, full, full_for_command};
pub use github::github;
pub use json::json;
pub use sarif::sarif;

use crate::finding::Finding;
use crate::tree::Tree;

/// What was found below one root, with what it takes to show it. A report is about any number of them.
///
/// ```
/// use skills_authoring::render::{Root, concise};
/// use skills_authoring::{Options, Tree, check};
///
/// let tree = Tree::from_files([("pdf/SKILL.md", "---\nname: pfd\ndescription: Fills in forms.\n---\n")]);
/// let report = check(&tree, &Options::default());
/// let root = Root { findings: &report.findings, tree: &tree, base: "app/skills" };
/// let text = concise(&[root]);
/// assert!(text.starts_with("app/skills/pdf/SKILL.md:2:7: error[skills::name_mismatch]: "));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// What [`check`](crate::check) found.
    pub findings: &'a [Finding],
    /// The tree that was checked: spans are bytes of its files.
    pub tree: &'a Tree,
    /// The root as it is to be shown: paths of findings follow it after a `/`. Empty where they are to stand alone.
    pub base: &'a str,
}
