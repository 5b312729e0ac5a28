//! What passed the gate, described once: entries, resources and directories as JSON text, digests computed.

use core::ops::Range;

mod describe;

/// A catalog without a fault: the only thing that can be emitted. Rows are sorted by the bytes of their URI.
#[derive(Clone, Debug)]
pub struct Checked {
    pub(crate) scheme: String,
    pub(crate) skills: Vec<CheckedSkill>,
    pub(crate) files: Vec<CheckedFile>,
    pub(crate) directories: Vec<CheckedDirectory>,
}

/// A skill, as it is served.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedSkill {
    /// `<skill-path>` of its URI, percent-decoded (SEP-2).
    pub path: String,
    /// `name` of the frontmatter.
    pub name: String,
    /// `description` of the frontmatter.
    pub description: String,
    /// `{"uri":…,"frontmatter":…,"resources":[…]}` (SEP-4, SEP-5).
    pub entry: String,
    /// Where the frontmatter stands in `entry`.
    pub frontmatter: Range<usize>,
    /// Where the 64 hex digits of the digest of each of `files` start in `entry`.
    pub digests: Vec<usize>,
    /// Its files, nested skills included (SEP-3): rows of [`Checked::files`].
    pub files: Range<usize>,
    /// Its `SKILL.md`: a row of [`Checked::files`].
    pub skill_md: usize,
    /// Its directory: a row of [`Checked::directories`].
    pub directory: usize,
    /// The byte of `SKILL.md` at which the Markdown starts.
    pub body: usize,
    /// Whether `skills/list` shows it.
    pub listed: bool,
}

/// A file of at least one skill.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedFile {
    /// Its URI without `scheme://`, percent-decoded.
    pub path: String,
    /// Its URI.
    pub uri: String,
    /// Where it lies below the root, with `/`.
    pub source: String,
    /// Text or not, by its bytes.
    pub kind: FileKind,
    /// Its length in bytes.
    pub size: usize,
    /// Its media type.
    pub media_type: String,
    /// `{"uri":…,"name":…,…}`: the `Resource` object of this file, wherever one is shown.
    pub resource: String,
    /// The directory it lies in: a row of [`Checked::directories`].
    pub directory: usize,
    /// The innermost skill it belongs to: a row of [`Checked::skills`].
    pub skill: usize,
}

/// Whether a file is served as `text` or as `blob`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// UTF-8 without NUL.
    Text,
    /// Anything else.
    Bytes,
}

/// A directory of the namespace: of a skill, or a prefix above skills (SEP-9).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedDirectory {
    /// Its URI without `scheme://`, percent-decoded.
    pub path: String,
    /// Its URI, without a trailing slash.
    pub uri: String,
    /// Its `Resource` object.
    pub resource: String,
    /// The directory it lies in; none for a first segment.
    pub parent: Option<usize>,
    /// What lies directly in it, sorted by URI.
    pub children: Vec<Child>,
    /// The skill whose root it is.
    pub skill: Option<usize>,
}

/// A direct child of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// A row of [`Checked::files`].
    File(usize),
    /// A row of [`Checked::directories`].
    Directory(usize),
}

impl Checked {
    /// The scheme of every URI, without `://`.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The skills.
    #[must_use]
    pub fn skills(&self) -> &[CheckedSkill] {
        &self.skills
    }

    /// The files.
    #[must_use]
    pub fn files(&self) -> &[CheckedFile] {
        &self.files
    }

    /// The directories.
    #[must_use]
    pub fn directories(&self) -> &[CheckedDirectory] {
        &self.directories
    }
}
