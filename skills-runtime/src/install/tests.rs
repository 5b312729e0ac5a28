//! Folders, catalogs and looks at a disk for the tests of the installer; the tests are below.

mod faults;
mod faulty;
mod links;
mod processes;
mod random;
mod records;
mod situations;

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::fs;
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::folder::path::Checked;
use super::*;

pub(super) const OWNER: &str = "acme";

/// Runs a test on descriptors, and on paths as systems without `openat` have it.
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod native {
            $(#[test] fn $name() { super::$name::<super::Native>(); })*
        }
        mod portable {
            $(#[test] fn $name() { super::$name::<super::Checked>(); })*
        }
    };
}
use on_both;

/// What lies at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    File(Vec<u8>),
    Link(PathBuf),
    Folder,
}

type Tree = BTreeMap<String, Node>;

/// Everything below a folder but the state of installers.
fn tree(folder: &Path) -> Tree {
    let mut all = whole_tree(folder);
    all.retain(|path, _| !path.starts_with(name::STATE));
    all
}

fn whole_tree(folder: &Path) -> Tree {
    let mut found = Tree::new();
    let mut folders = Vec::from([folder.to_owned()]);
    while let Some(path) = folders.pop() {
        let Ok(entries) = fs::read_dir(path) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            let node = if path.is_symlink() {
                Node::Link(fs::read_link(&path).unwrap())
            } else if path.is_dir() {
                folders.push(path.clone());
                Node::Folder
            } else {
                Node::File(fs::read(&path).unwrap())
            };
            found.insert(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned(), node);
        }
    }
    found
}

/// The files of a tree, by path.
fn files(tree: &Tree) -> BTreeMap<&str, &[u8]> {
    let files = tree.iter().filter_map(|(path, node)| match node {
        Node::File(bytes) => Some((path.as_str(), bytes.as_slice())),
        Node::Link(_) | Node::Folder => None,
    });
    files.collect()
}

fn files_of(catalog: &'static Catalog) -> BTreeMap<&'static str, &'static [u8]> {
    catalog.files().map(|file| (file.path(), file.bytes())).collect()
}

/// Nothing but the lock and the records is left in the state.
fn no_leftovers(folder: &Path) {
    let all = whole_tree(folder);
    let left = all.keys().filter_map(|path| path.strip_prefix(name::STATE));
    let left: Vec<&str> = left
        .filter(|path| {
            let owner_alone = path.matches('/').count() <= 1;
            !owner_alone && !path.ends_with("/record.sha256")
        })
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

fn install<F: Folder>(catalog: &'static Catalog, folder: &Path) -> Result<Installation, InstallError> {
    catalog.installer().owner(OWNER).install_to::<F>(folder)
}

fn put(folder: &Path, path: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Why each path was refused.
fn refused(installation: &Installation) -> Vec<(&str, Refusal)> {
    installation.refused().map(|refused| (refused.path.as_str(), refused.reason)).collect()
}

/// A folder in memory, where there is one: the tests of every step sync tens of thousands of files.
fn temporary() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    tempfile::Builder::new().prefix("skills-install").tempdir_in(place).unwrap()
}

/// Tells two states of a folder apart by the times of everything in it.
fn times(folder: &Path) -> BTreeMap<String, std::time::SystemTime> {
    let mut times = BTreeMap::new();
    for path in whole_tree(folder).into_keys().chain([String::new()]) {
        let metadata = fs::symlink_metadata(folder.join(&path)).unwrap();
        times.insert(format!("{path} {}", metadata.len()), metadata.modified().unwrap());
    }
    times
}
