//! Builds a skill beside its place and swaps it in as a whole. Not the decision to (`plan`).

use alloc::string::String;
use core::iter;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use super::InstallError;
use super::error::Context as _;
use super::folder::{
    Entry, Folder, Kind, Mode, Place, entry_at, locate, make, prune, remove_tree, split, walk,
};
use super::plan::{Unit, shown};
use super::record::digest;
use super::report::{Refusal, Refused};
use super::state::{STAGE, SWAP};
use super::sweep::{Site, key};
use crate::File;

impl<F: Folder> Site<'_, F> {
    /// Brings a skill from what it is on the disk to what it is in the plan; or refuses to, when the disk is not what
    /// it was planned for any more.
    pub(super) fn apply(&self, unit: &mut Unit) -> Result<(), InstallError> {
        let root = PathBuf::from(&unit.root);
        let swapped = match locate(self.folder, &root).at(&root)? {
            Place::Blocked { at, kind } => Err(Refused::new(shown(&at), kind.refusal())),
            Place::Missing => self.bring_in(unit, &root)?,
            Place::Folder(old) => self.exchange(unit, &root, &old)?,
        };
        if let Err(refused) = swapped {
            unit.report.refuse(refused);
        }
        remove_tree(self.home, OsStr::new(STAGE)).at(&root)?;
        if unit.files.is_empty() || !unit.report.refused.is_empty() {
            prune(self.folder, &root).at(&root)?;
        }
        Ok(())
    }

    /// A skill that is not there yet.
    fn bring_in(&self, unit: &Unit, root: &Path) -> Result<Result<(), Refused>, InstallError> {
        if let Err(refused) = self.build(unit, None)? {
            return Ok(Err(refused));
        }
        let (parent, name) = split(root);
        let parent = make(self.folder, parent)?;
        match self.home.rename(OsStr::new(STAGE), &parent, name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Ok(Err(Refused::new(&unit.root, Refusal::Foreign)));
            }
            renamed => renamed.at(root)?,
        }
        parent.sync().at(root)?;
        Ok(Ok(()))
    }

    /// A skill that takes the place of another version of itself, or of its remains.
    fn exchange(&self, unit: &Unit, root: &Path, old: &F) -> Result<Result<(), Refused>, InstallError> {
        if let Err(refused) = self.build(unit, Some(old))? {
            return Ok(Err(refused));
        }
        let (parent, name) = split(root);
        let out = make(self.home, &Path::new(SWAP).join(parent))?;
        let Place::Folder(place) = locate(self.folder, parent).at(root)? else {
            return Ok(Err(Refused::new(&unit.root, Refusal::Occupied)));
        };
        self.home.rename(OsStr::new(STAGE), &out, name).at(root)?;
        self.swap(&out, &place, name).at(root)?;
        let changed = self.changed_meanwhile(unit, &out, name).at(root)?;
        if changed.is_some() {
            self.swap(&out, &place, name).at(root)?;
        }
        place.sync().at(root)?;
        self.finish()?;
        Ok(changed.map_or(Ok(()), Err))
    }

    /// Swaps two folders of the same name: in one step, or where there is no such step, in three.
    fn swap(&self, out: &F, place: &F, name: &OsStr) -> io::Result<()> {
        match out.exchange(name, place, name) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            exchanged => return exchanged,
        }
        let stage = OsStr::new(STAGE);
        out.rename(name, self.home, stage)?;
        place.rename(name, out, name)?;
        self.home.rename(stage, place, name).or_else(|error| {
            // The skill must not be missing for the sake of a better one.
            out.rename(name, place, name)?;
            Err(error)
        })
    }

    /// What the user changed between the plan and the swap.
    fn changed_meanwhile(&self, unit: &Unit, out: &F, name: &OsStr) -> io::Result<Option<Refused>> {
        let old = out.folder(name)?;
        let Place::Folder(new) = locate(self.folder, Path::new(&unit.root))? else { return Ok(None) };
        let mine = self.known.below(&unit.root);
        for path in mine.paths().filter(|path| is_replaced(unit, path)) {
            let below = below_root(unit, path);
            let Some((from, entry)) = entry_at(&old, below)? else { continue };
            if entry_at(&new, below)?.is_some_and(|(_, there)| there.is_same_file(entry)) {
                continue;
            }
            if entry.kind != Kind::File {
                return Ok(Some(Refused::new(path, entry.kind.refusal())));
            }
            if !self.known.knows(path, &digest(from.read(split(below).1)?)?) {
                return Ok(Some(Refused::new(path, Refusal::Changed)));
            }
        }
        Ok(None)
    }

    /// Builds the skill: its files, and whatever else lies in its folder.
    fn build(&self, unit: &Unit, old: Option<&F>) -> Result<Result<(), Refused>, InstallError> {
        let stage = OsStr::new(STAGE);
        remove_tree(self.home, stage).at(&unit.root)?;
        self.home.create_folder(stage).at(&unit.root)?;
        let tree = self.home.folder(stage).at(&unit.root)?;
        for (path, file) in &unit.files {
            if let Err(refused) = taken(self.put(unit, &tree, old, *file), path)? {
                return Ok(Err(refused));
            }
        }
        if let Some(old) = old
            && let Err(refused) = self.carry_over(unit, &tree, old)?
        {
            return Ok(Err(refused));
        }
        let folders = walk(&tree).at(&unit.root)?.into_iter();
        let folders = folders.filter(|(_, entry)| entry.kind == Kind::Folder).map(|(path, _)| path);
        for path in folders.chain(iter::once(PathBuf::new())) {
            if let Place::Folder(folder) = locate(&tree, &path).at(&path)? {
                folder.sync().at(&path)?;
            }
        }
        Ok(Ok(()))
    }

    /// Puts a file of the catalog into the tree: the one on the disk where it is the same, with its time and its mode.
    fn put(&self, unit: &Unit, tree: &F, old: Option<&F>, file: File) -> Result<(), InstallError> {
        let below = below_root(unit, file.path());
        let (parent, name) = split(below);
        let to = make(tree, parent)?;
        if let Some(old) = old
            && has(&unit.report.unchanged, file.path())
            && let Some((from, Entry { kind: Kind::File, .. })) = entry_at(old, below).at(file.path())?
            && from.link(name, &to, name).is_ok()
        {
            return Ok(());
        }
        let mode = if file.bytes().starts_with(b"#!") { Mode::Executable } else { Mode::Data };
        to.write(name, file.bytes(), mode).at(file.path())
    }

    /// Gives everything that is not ours a second name in the tree, so that no moment is without it. What cannot have
    /// one is moved after the swap (`sweep`).
    fn carry_over(&self, unit: &Unit, tree: &F, old: &F) -> Result<Result<(), Refused>, InstallError> {
        for (path, entry) in walk(old).at(&unit.root)? {
            let Some(whole) = key(&Path::new(&unit.root).join(&path)) else { continue };
            if let Err(refused) = taken(self.carry(unit, tree, old, (&path, &whole), entry), &whole)? {
                return Ok(Err(refused));
            }
        }
        Ok(Ok(()))
    }

    fn carry(
        &self,
        unit: &Unit,
        tree: &F,
        old: &F,
        (path, whole): (&Path, &str),
        entry: Entry,
    ) -> Result<(), InstallError> {
        if entry.kind == Kind::Folder {
            if self.known.below(whole).paths().next().is_none() {
                make(tree, path)?;
            }
            return Ok(());
        }
        if is_replaced(unit, whole) {
            return Ok(());
        }
        let (parent, name) = split(path);
        let to = make(tree, parent)?;
        let Place::Folder(from) = locate(old, parent).at(whole)? else { return Ok(()) };
        match from.link(name, &to, name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error).at(whole),
            _ => Ok(()),
        }
    }
}

/// Whether the file at a path is written or removed, or the same; not carried over.
fn is_replaced(unit: &Unit, path: &str) -> bool {
    unit.files.contains_key(path) || has(&unit.report.removed, path)
}

/// Looks into a list of a report, which is in order.
fn has(list: &[String], path: &str) -> bool {
    list.binary_search_by(|other| other.as_str().cmp(path)).is_ok()
}

/// The path in the skill of a path in the folder.
fn below_root<'p>(unit: &Unit, path: &'p str) -> &'p Path {
    Path::new(path.strip_prefix(&unit.root).unwrap_or_default().trim_start_matches('/'))
}

/// Says what a name that should be free, and is not, means for a tree that is ours alone: on a file system that
/// ignores case, two names can be one.
fn taken(put: Result<(), InstallError>, path: &str) -> Result<Result<(), Refused>, InstallError> {
    match put {
        Err(InstallError::Io { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {
            Ok(Err(Refused::new(path, Refusal::Name)))
        }
        Err(InstallError::NotAFolder { .. }) => Ok(Err(Refused::new(path, Refusal::Name))),
        put => put.map(Ok),
    }
}
