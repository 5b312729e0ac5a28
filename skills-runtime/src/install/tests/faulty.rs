//! A disk whose n-th step fails, or kills the process; a file is written by half then. Not a disk of its own: it stands
//! before another.

use core::cell::Cell;

use alloc::vec::Vec;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::Path;

use crate::install::folder::{Entry, Folder, Mode};

/// What the step does instead of its work.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    Fail(io::ErrorKind),
    Kill,
}

std::thread_local! {
    static NEXT: Cell<Option<(u32, Fault)>> = const { Cell::new(None) };
}

/// Does `work` with a fault at a step, counted from 0. The second half says whether the step was reached.
pub(super) fn with_fault<T>(step: u32, fault: Fault, work: impl FnOnce() -> T) -> (T, bool) {
    NEXT.set(Some((step, fault)));
    let done = work();
    (done, NEXT.take().is_none())
}

/// Counts a step that only looks. A kill there is a kill before the next step that changes something.
fn look() -> io::Result<()> {
    match NEXT.get() {
        Some((_, Fault::Fail(_))) => change(|| {}),
        _ => Ok(()),
    }
}

fn change(half: impl FnOnce()) -> io::Result<()> {
    match NEXT.get() {
        None => Ok(()),
        Some((0, fault)) => {
            NEXT.set(None);
            half();
            match fault {
                Fault::Fail(kind) => Err(kind.into()),
                Fault::Kill => std::process::abort(),
            }
        }
        Some((left, fault)) => {
            NEXT.set(Some((left - 1, fault)));
            Ok(())
        }
    }
}

pub(super) struct Faulty<F>(F);

impl<F: Folder> Folder for Faulty<F> {
    fn open(path: &Path) -> io::Result<Self> {
        look()?;
        F::open(path).map(Self)
    }

    fn again(&self) -> io::Result<Self> {
        look()?;
        self.0.again().map(Self)
    }

    fn folder(&self, name: &OsStr) -> io::Result<Self> {
        look()?;
        self.0.folder(name).map(Self)
    }

    fn entry(&self, name: &OsStr) -> io::Result<Option<Entry>> {
        look()?;
        self.0.entry(name)
    }

    fn names(&self) -> io::Result<Vec<OsString>> {
        look()?;
        self.0.names()
    }

    fn read(&self, name: &OsStr) -> io::Result<fs::File> {
        look()?;
        self.0.read(name)
    }

    fn open_lock(&self, name: &OsStr) -> io::Result<fs::File> {
        change(|| {})?;
        self.0.open_lock(name)
    }

    fn write(&self, name: &OsStr, bytes: &[u8], mode: Mode) -> io::Result<()> {
        change(|| {
            _ = self.0.write(name, bytes.split_at(bytes.len() / 2).0, mode);
        })?;
        self.0.write(name, bytes, mode)
    }

    fn create_folder(&self, name: &OsStr) -> io::Result<()> {
        change(|| {})?;
        self.0.create_folder(name)
    }

    fn link(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        change(|| {})?;
        self.0.link(name, &to.0, to_name)
    }

    fn rename(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        change(|| {})?;
        self.0.rename(name, &to.0, to_name)
    }

    fn replace(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        change(|| {})?;
        self.0.replace(name, &to.0, to_name)
    }

    fn exchange(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        change(|| {})?;
        self.0.exchange(name, &to.0, to_name)
    }

    fn remove_file(&self, name: &OsStr) -> io::Result<()> {
        change(|| {})?;
        self.0.remove_file(name)
    }

    fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        change(|| {})?;
        self.0.remove_folder(name)
    }

    fn sync(&self) -> io::Result<()> {
        change(|| {})?;
        self.0.sync()
    }
}
