//! What an installation would do: the catalog, the records and the disk compared, and nothing touched. Not how it is
//! done (`stage`).

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::InstallError;
use super::error::Context as _;
use super::folder::{Entry, Folder, Kind, Place, locate, split};
use super::name::Naming;
use super::record::{Digest, Record, below, digest, outermost};
use super::report::{InstalledSkill, Refusal, Refused};
use crate::{File, Skill};

/// What becomes of a file that differs from everything that its owner wrote there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Changed {
    #[default]
    Refuse,
    Overwrite,
}

/// What there should be, and what was written before.
pub(super) struct Wish<'r> {
    pub(super) files: BTreeMap<&'static str, File>,
    /// The record of the owner.
    pub(super) own: &'r Record,
    /// What other owners have written to the same folder.
    pub(super) others: &'r Record,
    pub(super) changed: Changed,
}

/// An outermost skill: the smallest thing that can be swapped as a whole, because skills nested in it lie in its
/// folder.
pub(super) struct Unit {
    pub(super) root: String,
    /// The files that it will have; none when it is to be removed.
    pub(super) files: BTreeMap<&'static str, File>,
    /// What is done with them.
    pub(super) report: InstalledSkill,
    /// What the user changed, and gave up.
    pub(super) given_up: Record,
}

impl<'r> Wish<'r> {
    pub(super) fn new(skills: &[Skill], own: &'r Record, others: &'r Record, changed: Changed) -> Self {
        let files = skills.iter().flat_map(|skill| skill.files()).map(|file| (file.path(), file));
        Self { files: files.collect(), own, others, changed }
    }

    /// Compares with what lies in `folder`; with `None` there is no folder yet.
    pub(super) fn plan<F: Folder>(
        &self,
        skills: &[Skill],
        folder: Option<&F>,
    ) -> Result<Vec<Unit>, InstallError> {
        let roots = outermost(skills.iter().map(|skill| skill.path()).chain(self.own.skills()));
        roots.into_iter().map(|root| self.unit(root, folder)).collect()
    }

    fn unit<F: Folder>(&self, root: &str, folder: Option<&F>) -> Result<Unit, InstallError> {
        let files = below(&self.files, root);
        let mut unit = Unit {
            root: root.to_owned(),
            files: files.map(|(path, file)| (*path, *file)).collect(),
            report: InstalledSkill::new(root),
            given_up: Record::default(),
        };
        for (path, file) in unit.files.clone() {
            if Naming::HERE.admits(path) {
                self.compare(&mut unit, file, folder).at(path)?;
            } else {
                unit.report.refused.push(Refused::new(path, Refusal::Name));
            }
        }
        for path in self.own.below(root).paths() {
            if !self.files.contains_key(path) && !self.others.has(path) {
                self.retire(&mut unit, path, folder).at(path)?;
            }
        }
        unit.report.settle();
        Ok(unit)
    }

    /// Decides about a file of the catalog.
    fn compare<F: Folder>(&self, unit: &mut Unit, file: File, folder: Option<&F>) -> io::Result<()> {
        let path = file.path();
        let written = match Seen::at(folder, path)? {
            Seen::Missing => true,
            Seen::Blocked { at, kind } => {
                unit.report.refused.push(Refused::new(shown(&at), kind.refusal()));
                return Ok(());
            }
            Seen::File(ref found) if holds(found, file.bytes())? => false,
            Seen::File(_) => match self.stale(unit, path, folder)? {
                Ok(()) => true,
                Err(reason) => {
                    unit.report.refused.push(Refused::new(path, reason));
                    return Ok(());
                }
            },
        };
        let list = if written { &mut unit.report.written } else { &mut unit.report.unchanged };
        list.push(path.to_owned());
        Ok(())
    }

    /// Decides about a file that was written before and is not in the catalog any more.
    fn retire<F: Folder>(&self, unit: &mut Unit, path: &str, folder: Option<&F>) -> io::Result<()> {
        // What is no file any more is not what was written, and belongs to whoever put it there.
        if let Seen::File(_) = Seen::at(folder, path)? {
            match self.stale(unit, path, folder)? {
                Ok(()) => unit.report.removed.push(path.to_owned()),
                Err(reason) => unit.report.refused.push(Refused::new(path, reason)),
            }
        }
        Ok(())
    }

    /// Whether a file that differs may go.
    fn stale<F: Folder>(
        &self,
        unit: &mut Unit,
        path: &str,
        folder: Option<&F>,
    ) -> io::Result<Result<(), Refusal>> {
        let Seen::File(found) = Seen::at(folder, path)? else { return Ok(Ok(())) };
        let found: Digest = digest(found)?;
        if self.own.knows(path, &found) {
            return Ok(Ok(()));
        }
        Ok(match self.changed {
            Changed::Overwrite => {
                unit.given_up.insert(path, found);
                Ok(())
            }
            Changed::Refuse if self.own.has(path) => Err(Refusal::Changed),
            Changed::Refuse => Err(Refusal::Foreign),
        })
    }
}

impl Unit {
    /// The digests of what it will have.
    pub(super) fn record(&self) -> Record {
        let mut record = Record::default();
        for (path, file) in &self.files {
            record.insert(path, file.digest());
        }
        record
    }
}

impl Kind {
    pub(super) const fn refusal(self) -> Refusal {
        match self {
            Self::Link => Refusal::Link,
            Self::File | Self::Folder | Self::Special => Refusal::Occupied,
        }
    }
}

/// What lies at the path of a file.
enum Seen {
    Missing,
    File(fs::File),
    Blocked { at: PathBuf, kind: Kind },
}

impl Seen {
    fn at<F: Folder>(folder: Option<&F>, path: &str) -> io::Result<Self> {
        let Some(folder) = folder else { return Ok(Self::Missing) };
        let (parent, name) = split(Path::new(path));
        match locate(folder, parent)? {
            Place::Missing => Ok(Self::Missing),
            Place::Blocked { at, kind } => Ok(Self::Blocked { at, kind }),
            Place::Folder(folder) => match folder.entry(name)? {
                None => Ok(Self::Missing),
                Some(Entry { kind: Kind::File, .. }) => folder.read(name).map(Self::File),
                Some(Entry { kind, .. }) => Ok(Self::Blocked { at: PathBuf::from(path), kind }),
            },
        }
    }
}

/// A path below the folder as it is reported, `/` between names.
pub(super) fn shown(path: &Path) -> String {
    let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
    names.join("/")
}

/// Whether a file holds exactly these bytes.
fn holds(mut file: &fs::File, bytes: &[u8]) -> io::Result<bool> {
    if file.metadata()?.len() != bytes.len() as u64 {
        return Ok(false);
    }
    let mut buffer = alloc::vec![0; 64 * 1024];
    let mut rest = bytes;
    loop {
        let read = file.read(&mut buffer)?;
        match rest.split_at_checked(read) {
            _ if read == 0 => return Ok(rest.is_empty()),
            Some((start, end)) if buffer.get(..read) == Some(start) => rest = end,
            _ => return Ok(false),
        }
    }
}
