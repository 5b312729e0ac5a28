//! Installs the skills of a catalog into an agent's folder: the one place of the runtime that knows the file system.
//! Not a package manager: no versions, no dependencies, nothing fetched.
//!
//! | situation | what happens |
//! |---|---|
//! | the folder is missing | it is made, with its parents |
//! | the folder is a link | it is followed: the caller named it |
//! | the folder is a file | [`InstallError::NotAFolder`] |
//! | a skill is missing, or a file of it | it is written, as a whole |
//! | a skill is the same | nothing is written, no time changes |
//! | a file was installed before and is older | the skill is swapped for the new one; files that are the same keep time and mode |
//! | a file was installed before and is not in the catalog, or its skill not selected, any more | it is removed, and the folders that it leaves empty |
//! | the same, and another owner installed it too | it stays, for the other owner |
//! | a file was installed before and the user changed it | the skill is left as it is: [`Refusal::Changed`] |
//! | the user deleted a file, or a whole skill | it is written again; [`Installer::only`] leaves a skill out |
//! | a file is there that was not installed, and differs | the skill is left as it is: [`Refusal::Foreign`] |
//! | the same, and it does not differ | it is taken over: from now on it counts as installed |
//! | the user put other files, links or folders into a skill | they stay, also when the skill is replaced or removed |
//! | a link, wherever a file or a folder of ours belongs | the skill is left as it is: [`Refusal::Link`] |
//! | a folder or a device where a file belongs, or a file where a folder does | the skill is left as it is: [`Refusal::Occupied`] |
//! | a name that the file system cannot hold, or only one of two that differ in case | the skill is left as it is: [`Refusal::Name`] |
//! | the process is killed | every skill is the old one or the new one; the next installation completes it and clears up |
//! | one program installs two catalogs to one folder | each needs an [owner](Installer::owner) of its own, else the second takes the place of the first |
//! | two processes install at once | one waits for the other |
//! | the record is damaged | what is left of it counts; files that differ are `Foreign` then |
//! | a file begins with `#!` | it is executable, as far as the umask allows (Unix) |

use alloc::borrow::{Cow, ToOwned as _};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

pub use self::error::InstallError;
pub use self::report::{Installation, InstalledSkill, Refusal, Refused};

use self::error::Context as _;
use self::folder::{Folder, Native, make};
use self::plan::{Changed, Unit, Wish};
use self::record::Record;
use self::state::{Lock, Records, home, recover, write_record};
use self::sweep::Site;
use crate::{Catalog, Skill};

mod error;
mod folder;
mod name;
mod plan;
mod record;
mod report;
mod stage;
mod state;
mod sweep;

#[cfg(test)]
mod tests;

/// Of an owner's name.
const LONGEST_OWNER: usize = 64;

impl Catalog {
    /// Installs the listed skills into an agent's folder of skills: [`installer`](Self::installer) with nothing set.
    ///
    /// ```
    /// # use skills_runtime::{Catalog, embed_skills};
    /// # #[cfg(feature = "macros")]
    /// static SKILLS: Catalog = embed_skills!("tests/fixtures/docs/skills/");
    /// # #[cfg(not(feature = "macros"))]
    /// # static SKILLS: Catalog = Catalog::EMPTY;
    ///
    /// # let temporary = std::env::temp_dir().join(format!("skills-runtime-doc-{}", std::process::id()));
    /// # let agent = temporary.as_path();
    /// let installation = SKILLS.install(agent.join("skills"))?;
    /// # #[cfg(feature = "macros")]
    /// assert_eq!(
    ///     installation.written().collect::<Vec<_>>(),
    ///     ["billing/refunds/SKILL.md", "billing/refunds/references/policy.md"],
    /// );
    /// assert!(SKILLS.install(agent.join("skills"))?.is_unchanged());
    ///
    /// // The user's changes are not overwritten.
    /// # #[cfg(feature = "macros")] {
    /// std::fs::write(agent.join("skills/billing/refunds/SKILL.md"), "Mine.")?;
    /// let installation = SKILLS.install(agent.join("skills"))?;
    /// assert!(!installation.is_complete());
    /// println!("{installation}"); // … refused `billing/refunds`: `billing/refunds/SKILL.md` was changed …
    /// # }
    /// # std::fs::remove_dir_all(temporary)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the file system refuses a step, or the folder is none. What cannot be done without loss is no error but
    /// part of what is returned.
    pub fn install(&'static self, folder: impl AsRef<Path>) -> Result<Installation, InstallError> {
        self.installer().install(folder)
    }

    /// How to install the skills of this catalog.
    pub const fn installer(&'static self) -> Installer {
        Installer {
            catalog: self,
            owner: None,
            select: Skill::is_listed,
            run: Run::Real,
            changed: Changed::Refuse,
        }
    }
}

/// Installs the skills of a [`Catalog`] into a folder: each at its path below it, `billing/refunds` with its prefix and
/// all its files.
///
/// | situation | what happens |
/// |---|---|
/// | a skill is missing, or a file of it | it is written |
/// | a skill is the same | nothing is written, no time changes |
/// | a file was installed before and is older | the skill is swapped for the new one |
/// | a file was installed before and is not in the catalog any more, or its skill not selected | it is removed |
/// | the user changed an installed file, or another file is where one belongs | the skill is left as it is, see [`Refusal`] |
/// | the user put other files into a skill | they stay |
///
/// **A skill is swapped as a whole.** It is built in `.skills-runtime` in the same folder and swapped in one step of
/// the file system, so whoever reads it finds the old one or the new one. Skills nested in another (SEP-3) lie in its
/// folder, so it is the outermost that is swapped, removed or refused. Where the system cannot swap two folders in one
/// step (other systems than Linux, Android and Apple's, and some network file systems), there is a moment without the
/// skill; if the process is killed in it, the next installation restores it.
///
/// **Links are never followed** below the folder, which may itself be one. On Unix every step is relative to an open
/// folder, so this holds against someone who swaps a folder for a link meanwhile. Elsewhere the installer looks before
/// each step, and someone who is faster than that can mislead it. Nowhere does it defend against someone who can
/// write to the folder and uses no link: he can change the skills themselves.
///
/// **Unlisted skills** (SEP-8) are not installed, because a folder has no way not to list them; those nested in a
/// listed skill are among its files. [`only`](Self::only) decides otherwise.
///
/// A record of digests in `.skills-runtime/<owner>/record.sha256` says what was written; `sha256sum --check` reads it.
/// Whoever writes to a file at the very moment of its swap through a handle he opened before, writes to the old file.
///
/// ```
/// # use skills_runtime::Catalog;
/// # static SKILLS: Catalog = Catalog::EMPTY;
/// # let agent = std::env::temp_dir();
/// let would = SKILLS
///     .installer()
///     .owner("acme-cli")
///     .only(|skill| skill.path().starts_with("billing/"))
///     .dry_run()
///     .install(agent.join("no-skills-here"))?;
/// assert!(would.is_unchanged() && !agent.join("no-skills-here").exists());
/// # Ok::<(), skills_runtime::InstallError>(())
/// ```
#[derive(Clone)]
#[must_use = "it does nothing until `install` is called"]
pub struct Installer<S = fn(Skill) -> bool> {
    catalog: &'static Catalog,
    owner: Option<String>,
    select: S,
    run: Run,
    changed: Changed,
}

#[derive(Clone, Copy, Debug)]
enum Run {
    Real,
    Dry,
}

impl<S: Fn(Skill) -> bool> Installer<S> {
    /// Installs the skills that `select` accepts, unlisted ones too, instead of those that are listed. What was
    /// installed before and is not accepted is removed. All files of an accepted skill are installed, those of skills
    /// nested in it included (SEP-3, SEP-5).
    pub fn only<T: Fn(Skill) -> bool>(self, select: T) -> Installer<T> {
        let Self { catalog, owner, run, changed, .. } = self;
        Installer { catalog, owner, select, run, changed }
    }

    /// The name under which it is recorded what was installed: 1 to 64 letters, digits, `-`, `_` and `.`, not a `.`
    /// first. Programs that install to the same folder remove and replace what is recorded under their own name only.
    ///
    /// Without it, it is the name of the executable: a program that may be renamed should set it, and so must one that
    /// installs two catalogs to one folder, for each of them: what an owner does not install any more is removed.
    pub fn owner(mut self, owner: impl Into<String>) -> Self {
        self.owner = Some(owner.into());
        self
    }

    /// Writes nothing, and tells what would be written, removed and refused.
    pub fn dry_run(mut self) -> Self {
        self.run = Run::Dry;
        self
    }

    /// Overwrites and removes files that the user changed, and files that were there before
    /// ([`Refusal::Changed`], [`Refusal::Foreign`]). Links, folders and files that are not in the way stay.
    pub fn overwrite_changed(mut self) -> Self {
        self.changed = Changed::Overwrite;
        self
    }

    /// Installs into a folder, which is made if it is missing. It waits while another process installs to it.
    ///
    /// # Errors
    ///
    /// When the file system refuses a step, the folder is none, or the [owner](Self::owner) is not one. The next
    /// installation completes what was begun.
    pub fn install(&self, folder: impl AsRef<Path>) -> Result<Installation, InstallError> {
        self.install_to::<Native>(folder.as_ref())
    }

    fn install_to<F: Folder>(&self, path: &Path) -> Result<Installation, InstallError> {
        let owner = self.owner_name()?;
        let skills: Vec<Skill> = self.catalog.skills().filter(|skill| (self.select)(*skill)).collect();
        let done = match self.run {
            Run::Dry => self.rehearse(&skills, &owner, open::<F>(path)?.as_ref()),
            Run::Real => self.perform(&skills, &owner, &open_or_make::<F>(path)?),
        };
        done.map_err(|error| error.within(path))
    }

    fn rehearse<F: Folder>(
        &self,
        skills: &[Skill],
        owner: &str,
        folder: Option<&F>,
    ) -> Result<Installation, InstallError> {
        let lock = folder.map(Lock::shared).transpose()?;
        let records = folder.map_or_else(|| Ok(Records::default()), |folder| Records::read(folder, owner))?;
        let units = Wish::new(skills, &records.own, &records.others, self.changed).plan(skills, folder)?;
        drop(lock);
        Ok(report(units))
    }

    fn perform<F: Folder>(
        &self,
        skills: &[Skill],
        owner: &str,
        folder: &F,
    ) -> Result<Installation, InstallError> {
        let lock = Lock::exclusive(folder)?;
        recover(folder)?;
        let Records { own, others } = Records::read(folder, owner)?;
        let mut units = Wish::new(skills, &own, &others, self.changed).plan(skills, Some(folder))?;
        let home = make(folder, &home(owner))?;
        // Before anything is touched the record says what will be there, so that a kill leaves nothing unknown.
        let mut known = own.clone();
        for unit in units.iter().filter(|unit| unit.report.needs_work()) {
            known.extend(&unit.record());
            known.extend(&unit.given_up);
        }
        write_record(&home, owner, &known)?;
        let site = Site { folder, home: &home, path: state::home(owner), known: &known, others: &others };
        let mut record = Record::default();
        for unit in &mut units {
            if unit.report.needs_work() {
                site.apply(unit)?;
            }
            let is_refused = !unit.report.refused.is_empty();
            record.extend(&if is_refused { own.below(&unit.root) } else { unit.record() });
        }
        write_record(&home, owner, &record)?;
        drop(lock);
        Ok(report(units))
    }

    fn owner_name(&self) -> Result<Cow<'_, str>, InstallError> {
        let owner = match &self.owner {
            Some(owner) => Cow::Borrowed(owner.as_str()),
            None => Cow::Owned(executable_name()),
        };
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let is_valid = (1..=LONGEST_OWNER).contains(&owner.len())
            && !owner.starts_with('.')
            && owner.bytes().all(allowed);
        if is_valid { Ok(owner) } else { Err(InstallError::InvalidOwner { owner: owner.into_owned() }) }
    }
}

impl<S> fmt::Debug for Installer<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Installer")
            .field("catalog", self.catalog)
            .field("owner", &self.owner)
            .field("run", &self.run)
            .field("changed", &self.changed)
            .finish_non_exhaustive()
    }
}

/// Skills of which there is nothing, and should be nothing, are not worth a word.
fn report(units: Vec<Unit>) -> Installation {
    let skills = units.into_iter().map(|unit| unit.report);
    Installation { skills: skills.filter(|skill| *skill != InstalledSkill::new(&skill.path)).collect() }
}

fn open<F: Folder>(path: &Path) -> Result<Option<F>, InstallError> {
    match F::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Err(InstallError::NotAFolder { path: path.into() })
        }
        opened => opened.map(Some).at(path),
    }
}

fn open_or_make<F: Folder>(path: &Path) -> Result<F, InstallError> {
    if let Some(folder) = open(path)? {
        return Ok(folder);
    }
    fs::create_dir_all(path).at(path)?;
    F::open(path).at(path)
}

/// The name of the executable, as far as it can name an owner.
fn executable_name() -> String {
    let path = std::env::current_exe().unwrap_or_default();
    let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name = name.chars().map(|c| if allowed(c) { c } else { '-' }).take(LONGEST_OWNER);
    let name: String = name.collect();
    if name.is_empty() || name.starts_with('.') { "skills".to_owned() } else { name }
}
