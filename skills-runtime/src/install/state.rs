//! The folder in which installers keep a lock and each owner its record. Not the skills beside it.

use alloc::string::String;
use alloc::vec::Vec;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::InstallError;
use super::error::Context as _;
use super::folder::{Entry, Folder, Kind, Mode, Place, locate, make, remove_tree};
use super::name::STATE;
use super::record::{NewerVersion, Record};
use super::sweep::Site;

/// No owner begins with a dot.
const LOCK: &str = ".lock";
const RECORD: &str = "record.sha256";
const NEXT_RECORD: &str = "record.new";
/// Trees under construction. Nothing in it is the user's.
pub(super) const STAGE: &str = "stage";
/// Trees on their way in or out, at the paths they have in the folder.
pub(super) const SWAP: &str = "swap";

/// A record with a million files stays below.
const LONGEST_RECORD: u64 = 256 * 1024 * 1024;

/// What the records say: the owner's, and all others' together.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) own: Record,
    pub(super) others: Record,
}

/// Holds the lock of a folder until it is dropped, or the process ends, however it ends.
pub(super) struct Lock(#[expect(dead_code, reason = "it is held")] fs::File);

impl Lock {
    /// Waits until no other process installs to the folder.
    pub(super) fn exclusive<F: Folder>(folder: &F) -> Result<Self, InstallError> {
        let state = make(folder, Path::new(STATE))?;
        let path = Path::new(STATE).join(LOCK);
        let lock = state.open_lock(OsStr::new(LOCK)).at(&path)?;
        uninterrupted(|| lock.lock()).at(&path)?;
        Ok(Self(lock))
    }

    /// Waits for the same, and writes nothing. There is no lock where nothing was installed.
    pub(super) fn shared<F: Folder>(folder: &F) -> Result<Option<Self>, InstallError> {
        let path = Path::new(STATE).join(LOCK);
        match locate(folder, Path::new(STATE)).at(STATE)? {
            Place::Missing => Ok(None),
            Place::Blocked { at, .. } => Err(InstallError::NotAFolder { path: at }),
            Place::Folder(state) => {
                if state.entry(OsStr::new(LOCK)).at(&path)?.is_none() {
                    return Ok(None);
                }
                let lock = state.read(OsStr::new(LOCK)).at(&path)?;
                uninterrupted(|| lock.lock_shared()).at(&path)?;
                Ok(Some(Self(lock)))
            }
        }
    }
}

impl Records {
    /// Reads the records of every owner.
    pub(super) fn read<F: Folder>(folder: &F, owner: &str) -> Result<Self, InstallError> {
        let mut records = Self::default();
        for (name, home) in owners(folder)? {
            match read_record(&home, &self::home(&name)) {
                record if name == owner => records.own = record?,
                // A newer program's: what it wrote is not in our record, so it is safe from us.
                Err(InstallError::NewerRecord { .. }) => {}
                record => records.others.extend(&record?),
            }
        }
        Ok(records)
    }
}

/// Finishes what killed installations began, whoever began them.
pub(super) fn recover<F: Folder>(folder: &F) -> Result<(), InstallError> {
    for (owner, home) in owners(folder)? {
        let path = self::home(&owner);
        if let Err(InstallError::NewerRecord { .. }) = read_record(&home, &path) {
            continue;
        }
        remove_tree(&home, OsStr::new(STAGE)).at(path.join(STAGE))?;
        remove_tree(&home, OsStr::new(NEXT_RECORD)).at(path.join(NEXT_RECORD))?;
        if home.entry(OsStr::new(SWAP)).at(path.join(SWAP))?.is_some() {
            let records = Records::read(folder, &owner)?;
            let site = Site { folder, home: &home, path, known: &records.own, others: &records.others };
            site.restore()?;
            site.finish()?;
        }
    }
    Ok(())
}

/// Puts a record in the place of the one before, in one step; one that says the same stays.
pub(super) fn write_record<F: Folder>(home: &F, owner: &str, record: &Record) -> Result<(), InstallError> {
    let path = record_path(owner);
    if read_record(home, &self::home(owner))? == *record {
        return Ok(());
    }
    let (next, name) = (OsStr::new(NEXT_RECORD), OsStr::new(RECORD));
    remove_tree(home, next).at(&path)?;
    home.write(next, record.to_text().as_bytes(), Mode::Data).at(&path)?;
    home.replace(next, home, name).at(&path)?;
    home.sync().at(&path)
}

/// The folder of an owner.
pub(super) fn home(owner: &str) -> PathBuf {
    Path::new(STATE).join(owner)
}

fn record_path(owner: &str) -> PathBuf {
    home(owner).join(RECORD)
}

/// Every owner that has a folder, in order.
fn owners<F: Folder>(folder: &F) -> Result<Vec<(String, F)>, InstallError> {
    let state = match locate(folder, Path::new(STATE)).at(STATE)? {
        Place::Folder(state) => state,
        Place::Missing => return Ok(Vec::new()),
        Place::Blocked { at, .. } => return Err(InstallError::NotAFolder { path: at }),
    };
    let mut owners = Vec::new();
    for name in state.names().at(STATE)? {
        let Some(Entry { kind: Kind::Folder, .. }) = state.entry(&name).at(STATE)? else { continue };
        if let Some(owner) = name.to_str() {
            owners.push((String::from(owner), state.folder(&name).at(home(owner))?));
        }
    }
    owners.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(owners)
}

fn read_record<F: Folder>(home: &F, path: &Path) -> Result<Record, InstallError> {
    let path = path.join(RECORD);
    if home.entry(OsStr::new(RECORD)).at(&path)?.is_none() {
        return Ok(Record::default());
    }
    let mut bytes = Vec::new();
    let file = home.read(OsStr::new(RECORD)).at(&path)?;
    file.take(LONGEST_RECORD).read_to_end(&mut bytes).at(&path)?;
    Record::parse(&bytes).map_err(|NewerVersion| InstallError::NewerRecord { path })
}

fn uninterrupted(mut step: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    loop {
        match step() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
