//! Whatever catalogs follow each other, whatever the user does between, and wherever a step fails: what holds after
//! every installation.

use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

use super::faulty::{Fault, Faulty, with_fault};
use super::*;
use crate::sample::Sample;

/// Files that a catalog may have: nested skills, prefixes, names that are files in one version and folders in another.
const FILES: [&str; 12] = [
    "a/SKILL.md",
    "a/data.txt",
    "a/scripts/run.sh",
    "a/b/SKILL.md",
    "a/b/data.txt",
    "a/b/c/SKILL.md",
    "p/q/SKILL.md",
    "p/q/data/one.txt",
    "p/q/data/two.txt",
    "p/r/SKILL.md",
    "p/r/x",
    "s/SKILL.md",
];

#[derive(Clone, Debug)]
enum Edit {
    Change(Index, u8),
    Delete(Index),
    Add(&'static str, u8),
}

/// A catalog: which files it has, and which of three contents each.
type Version = Vec<(&'static str, u8)>;

fn version() -> impl Strategy<Value = Version> {
    let files = subsequence(FILES.to_vec(), 0..=FILES.len());
    files.prop_flat_map(|files| {
        let contents = prop::collection::vec(0_u8..3, files.len());
        contents.prop_map(move |contents| files.iter().copied().zip(contents).collect())
    })
}

fn edit() -> impl Strategy<Value = Edit> {
    let added =
        ["a/mine", "a/b/c/d/mine", "p/q/data/mine", "p/mine", "q/mine", "s/SKILL.md", "p/r/x/mine", "a/b"];
    prop_oneof![
        (any::<Index>(), 0_u8..3).prop_map(|(at, content)| Edit::Change(at, content)),
        any::<Index>().prop_map(Edit::Delete),
        (select(added.to_vec()), 0_u8..5).prop_map(|(path, content)| Edit::Add(path, content)),
    ]
}

/// Lays a catalog out; files that lie in no skill are left out.
fn build(files: &[(&'static str, u8)]) -> &'static Catalog {
    let roots: Vec<&str> = files.iter().filter_map(|(path, _)| path.strip_suffix("/SKILL.md")).collect();
    let inside = |path: &str| {
        let mut folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        folders.any(|folder| roots.contains(&folder))
    };
    let files = files.iter().filter(|(path, _)| inside(path));
    let sample = files.fold(Sample::new(), |sample, (path, content)| match path.strip_suffix("/SKILL.md") {
        Some(skill) => sample.skill(skill, &format!("content {content}")),
        None => sample.file(path, format!("content {content}")),
    });
    sample.catalog()
}

/// Does what the user does, as far as it can be done.
fn apply(edits: &[Edit], folder: &Path) {
    for edit in edits {
        let there = tree(folder);
        let there: Vec<&str> = files(&there).into_keys().collect();
        match edit {
            Edit::Change(at, content) if !there.is_empty() => {
                put(folder, at.get::<&str>(&there), format!("mine {content}"));
            }
            Edit::Delete(at) if !there.is_empty() => {
                fs::remove_file(folder.join(at.get::<&str>(&there))).unwrap()
            }
            Edit::Add(path, content) => {
                let path = folder.join(path);
                if fs::create_dir_all(path.parent().unwrap()).is_ok() && !path.exists() {
                    fs::write(path, format!("mine {content}")).unwrap();
                }
            }
            Edit::Change(..) | Edit::Delete(_) => {}
        }
    }
}

/// What is the user's: every file whose content no catalog has.
fn users(tree: &Tree) -> BTreeMap<&str, &[u8]> {
    let mut files = files(tree);
    files.retain(|_, bytes| bytes.starts_with(b"mine"));
    files
}

fn check<F: Folder>(versions: &[(Version, Vec<Edit>)], fault: u32) -> Result<(), TestCaseError> {
    let temporary = temporary();
    let folder = temporary.path();
    let mut before = Tree::new();
    for (version, edits) in versions {
        let catalog = build(version);
        let dry = catalog.installer().owner(OWNER).dry_run().install_to::<F>(folder).unwrap();
        // The first attempt may fail, anywhere; the second completes it.
        let (first, _) = with_fault(fault, Fault::Fail(io::ErrorKind::StorageFull), || {
            install::<Faulty<F>>(catalog, folder)
        });
        let installation = install::<F>(catalog, folder).unwrap();
        if let Ok(first) = &first {
            prop_assert_eq!(first, &dry);
            prop_assert!(installation.written().chain(installation.removed()).next().is_none());
        }
        prop_assert_eq!(refused(&installation), refused(&dry));

        let after = tree(folder);
        prop_assert_eq!(users(&after), users(&before), "nothing of the user's is lost or changed");
        let (of_catalog, now, then) = (files_of(catalog), files(&after), files(&before));
        for skill in &dry.skills {
            let is = |path: &str| path.strip_prefix(&*skill.path).is_some_and(|rest| rest.starts_with("/"));
            let ours = |files: &BTreeMap<&str, &[u8]>| -> BTreeMap<String, Vec<u8>> {
                let ours = files.iter().filter(|(path, bytes)| is(path) && !bytes.starts_with(b"mine"));
                ours.map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec())).collect()
            };
            let expected = if skill.refused.is_empty() { &of_catalog } else { &then };
            prop_assert_eq!(ours(&now), ours(expected), "{} is whole", &skill.path);
        }
        for path in now.keys().filter(|path| now[*path].starts_with(b"content") || path.ends_with("SKILL.md"))
        {
            let known = dry
                .skills
                .iter()
                .any(|skill| path.strip_prefix(&*skill.path).is_some_and(|rest| rest.starts_with("/")));
            prop_assert!(known || now[*path].starts_with(b"mine"), "{} is nobody's", path);
        }
        no_leftovers(folder);
        let times_before = times(folder);
        install::<F>(catalog, folder).unwrap();
        prop_assert_eq!(times(folder), times_before, "a third installation writes nothing");
        apply(edits, folder);
        before = tree(folder);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_on_descriptors(
        versions in prop::collection::vec((version(), prop::collection::vec(edit(), 0..4)), 1..5),
        fault in 0_u32..400,
    ) {
        check::<Native>(&versions, fault)?;
    }

    #[test]
    fn whatever_happens_on_paths(
        versions in prop::collection::vec((version(), prop::collection::vec(edit(), 0..4)), 1..5),
        fault in 0_u32..400,
    ) {
        check::<Checked>(&versions, fault)?;
    }
}
