//! A tree as skills: which entries count, which folders are skills, and what their frontmatter says. It may be broken:
//! everything that is wrong with it is still in here, for the rules to find.

use core::ops::Range;
use std::sync::OnceLock;

use crate::documents::Documents;
use crate::frontmatter::Frontmatter;
use crate::selection::name_of;
use crate::tree::{Content, Entry, Tree};

/// The name that makes a folder a skill (AS-1).
pub(crate) const SKILL_MD: &str = "SKILL.md";

/// Everything the rules look at.
#[derive(Debug)]
pub struct Package<'t> {
    /// What was read.
    pub(crate) tree: &'t Tree,
    /// The entries that the selection leaves in, sorted by path.
    pub(crate) entries: Vec<&'t Entry>,
    /// The entries that the selection leaves out for their name alone, sorted by path.
    pub(crate) left_out: Vec<&'t Entry>,
    /// The skills, sorted by the path of their folder. A `SKILL.md` of the root itself makes none.
    pub(crate) skills: Vec<Skill<'t>>,
    documents: OnceLock<Documents<'t>>,
}

/// One folder with a `SKILL.md`.
#[derive(Debug)]
pub(crate) struct Skill<'t> {
    /// The path of the folder from the root, never empty.
    pub(crate) directory: &'t str,
    /// The entry of its `SKILL.md`.
    pub(crate) skill_md: &'t Entry,
    /// The bytes of its `SKILL.md`.
    pub(crate) source: &'t [u8],
    /// What its `SKILL.md` begins with.
    pub(crate) frontmatter: Frontmatter,
    /// The entries below the folder, those of nested skills included: a slice of [`Package::entries`].
    pub(crate) entries: Range<usize>,
}

impl<'t> Package<'t> {
    /// `entries` and `left_out` are sorted by path, and `skills` by that of their folder.
    pub(crate) fn new(
        tree: &'t Tree,
        entries: Vec<&'t Entry>,
        left_out: Vec<&'t Entry>,
        skills: Vec<Skill<'t>>,
    ) -> Self {
        Self { tree, entries, left_out, skills, documents: OnceLock::new() }
    }

    /// The Markdown files of the skills, looked at when they are first asked for.
    pub(crate) fn documents(&self) -> &Documents<'t> {
        self.documents.get_or_init(|| Documents::read(self))
    }

    /// The entries that make up `skill`, its `SKILL.md` and nested skills included (SEP-3).
    pub(crate) fn entries_of(&self, skill: &Skill<'_>) -> &[&'t Entry] {
        self.entries.get(skill.entries.clone()).unwrap_or_default()
    }

    /// The files among [`Self::entries_of`], with their bytes.
    pub(crate) fn files_of<'p>(
        &'p self,
        skill: &Skill<'_>,
    ) -> impl Iterator<Item = (&'t str, &'t [u8])> + 'p {
        self.entries_of(skill).iter().copied().filter_map(|entry| match &entry.content {
            Content::File(bytes) => Some((entry.path.as_str(), bytes.as_slice())),
            _ => None,
        })
    }
}

impl Skill<'_> {
    /// The name of the folder, which the skill's name must equal (AS-3).
    pub(crate) fn directory_name(&self) -> &str {
        name_of(self.directory)
    }
}
