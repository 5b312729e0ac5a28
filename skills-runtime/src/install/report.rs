//! What an installation did, or would do, skill by skill. Not what stopped one (`error`).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// What an installation did; after a dry run, what one would do. Printed, it is a line for each change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Installation {
    /// The outermost skills, by path: those selected, and those installed before and not selected any more.
    pub skills: Vec<InstalledSkill>,
}

/// What happened to one outermost skill, the skills nested in it included (SEP-3). It is written and removed as a
/// whole: when anything is refused, nothing of it was touched.
///
/// All paths are relative to the folder of the installation, with `/` between names, and in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct InstalledSkill {
    /// The skill's folder.
    pub path: String,
    /// Files that are new or were older.
    pub written: Vec<String>,
    /// Files that were the same already.
    pub unchanged: Vec<String>,
    /// Files that were installed before and are not in the catalog any more.
    pub removed: Vec<String>,
    /// Why the skill was left as it was.
    pub refused: Vec<Refused>,
}

/// A file or folder for whose sake a skill was left as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// Where it is.
    pub path: String,
    /// What is the matter with it.
    pub reason: Refusal,
}

/// What is the matter with a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// It was installed and has been changed since.
    Changed,
    /// It was not installed by this owner, and it differs.
    Foreign,
    /// It is a link, and links are not followed.
    Link,
    /// A folder is where a file belongs, a file where a folder belongs, or it is a device.
    Occupied,
    /// The file system cannot hold the name, or not beside another one that differs in case.
    Name,
}

impl Installation {
    /// Whether no skill was refused.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.refused().next().is_none()
    }

    /// Whether nothing is written, removed or refused: what is on the disk is what is in the catalog.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.is_complete() && self.written().chain(self.removed()).next().is_none()
    }

    /// The files that are new or were older.
    pub fn written(&self) -> impl Iterator<Item = &str> {
        self.skills.iter().flat_map(|skill| &skill.written).map(String::as_str)
    }

    /// The files that were the same already.
    pub fn unchanged(&self) -> impl Iterator<Item = &str> {
        self.skills.iter().flat_map(|skill| &skill.unchanged).map(String::as_str)
    }

    /// The files that were installed before and are not in the catalog any more.
    pub fn removed(&self) -> impl Iterator<Item = &str> {
        self.skills.iter().flat_map(|skill| &skill.removed).map(String::as_str)
    }

    /// What skills were left as they were for.
    pub fn refused(&self) -> impl Iterator<Item = &Refused> {
        self.skills.iter().flat_map(|skill| &skill.refused)
    }
}

impl InstalledSkill {
    pub(super) fn new(path: &str) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    pub(super) fn needs_work(&self) -> bool {
        self.refused.is_empty() && !(self.written.is_empty() && self.removed.is_empty())
    }

    /// Leaves the skill as it is.
    pub(super) fn refuse(&mut self, refused: Refused) {
        self.refused.push(refused);
        self.settle();
    }

    /// Keeps the promise that a refused skill is not touched, and the order of paths.
    pub(super) fn settle(&mut self) {
        if !self.refused.is_empty() {
            self.written.clear();
            self.unchanged.clear();
            self.removed.clear();
        }
        self.refused.sort_by(|one, other| one.path.cmp(&other.path));
        self.refused.dedup();
    }
}

impl Refused {
    pub(super) fn new(path: impl Into<String>, reason: Refusal) -> Self {
        Self { path: path.into(), reason }
    }
}

impl fmt::Display for Installation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.written().count(), "written"),
            (self.unchanged().count(), "unchanged"),
            (self.removed().count(), "removed"),
        ];
        for (count, what) in counts {
            write!(f, "{count} files {what}, ")?;
        }
        let refused = self.skills.iter().filter(|skill| !skill.refused.is_empty()).count();
        write!(f, "{refused} skills refused")?;
        for skill in &self.skills {
            for path in &skill.written {
                write!(f, "\nwritten `{path}`")?;
            }
            for path in &skill.removed {
                write!(f, "\nremoved `{path}`")?;
            }
            for refused in &skill.refused {
                write!(f, "\nrefused `{}`: {refused}", skill.path)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.path.escape_debug(), self.reason)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Changed => "was changed since it was installed",
            Self::Foreign => "was there before and differs",
            Self::Link => "is a link",
            Self::Occupied => "is neither the file nor the folder that belongs there",
            Self::Name => "is a name that the file system cannot hold here",
        })
    }
}
