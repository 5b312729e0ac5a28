//! Every step of an installation fails in turn, and at every step that changes something a process is killed: each
//! skill is the old one or the new one, nothing of the user's is lost, and the next installation completes it.

use std::process::{Command, Stdio};
use std::sync::LazyLock;

use super::faulty::{Fault, Faulty, with_fault};
use super::*;
use crate::sample::Sample;

on_both!(every_step_fails_in_turn, an_installation_is_killed_at_every_step);

/// Which test the killed process runs, at which step it is killed, and where it installs.
const KILL: &str = "SKILLS_INSTALL_KILL";
const AT: &str = "SKILLS_INSTALL_AT";

/// What the user has in the folder: in skills that are replaced, removed, carried along, and beside them.
const MINE: [&str; 5] = [
    "mine/SKILL.md",
    "acme/billing/notes.md",
    "acme/billing/old/mine.txt",
    "pdf/cache/x.pyc",
    "acme/loose.txt",
];

/// Whole skills, outermost ones.
const SKILLS: [&str; 5] = ["acme/billing", "changed", "pdf", "same", "new/prefix/xlsx"];

static OLD: LazyLock<&'static Catalog> = LazyLock::new(|| {
    Sample::new()
        .skill("acme/billing", "Bills")
        .file("acme/billing/scripts/run.sh", "#!/bin/sh\necho 1\n")
        .file("acme/billing/same.txt", "the same")
        .file("acme/billing/old/gone.txt", "gone later")
        .skill("acme/billing/refunds", "Refunds")
        .skill("changed", "The user changes it")
        .skill("pdf", "PDF")
        .file("pdf/references/forms.md", "forms")
        .skill("same", "It stays")
        .catalog()
});

static NEW: LazyLock<&'static Catalog> = LazyLock::new(|| {
    Sample::new()
        .skill("acme/billing", "Bills, better")
        .file("acme/billing/scripts/run.sh", "#!/bin/sh\necho 2\n")
        .file("acme/billing/same.txt", "the same")
        .file("acme/billing/references/new.md", "new")
        .skill("acme/billing/refunds", "Refunds, better")
        .skill("changed", "The user changed it")
        .skill("new/prefix/xlsx", "XLSX")
        .file("new/prefix/xlsx/data.bin", [0, 255])
        .skill("same", "It stays")
        .catalog()
});

/// The old version, with what the user did since.
fn prepare<F: Folder>(folder: &Path) {
    install::<F>(&OLD, folder).unwrap();
    for path in MINE {
        put(folder, path, path);
    }
    put(folder, "changed/SKILL.md", "my own");
}

/// What a skill consists of, without the user's additions.
fn skill<'t, V: Clone>(files: &BTreeMap<&'t str, V>, skill: &str) -> BTreeMap<&'t str, V> {
    let below = record::below(files, skill).filter(|(path, _)| !MINE.contains(path));
    below.map(|(path, bytes)| (*path, bytes.clone())).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Gap {
    Never,
    /// A skill may be missing until the next installation.
    Possible,
}

/// Each skill is entirely old or entirely new; the user's files are in place, or on their way to it.
fn nothing_is_half(folder: &Path, gap: Gap, context: &str) {
    let whole = whole_tree(folder);
    let there = tree(folder);
    let there = files(&there);
    for path in SKILLS {
        let (was, becomes, is) = (files_of(&OLD), files_of(&NEW), skill(&there, path));
        let is_whole = is == skill(&was, path) || is == skill(&becomes, path);
        let is_gap = gap == Gap::Possible && is.is_empty();
        let is_users = path == "changed" && is["changed/SKILL.md"] == b"my own";
        assert!(is_whole || is_gap || is_users, "{context}: {path} is {:?}", is.keys());
    }
    for path in MINE {
        let swapped = format!("{}/{OWNER}/swap/{path}", name::STATE);
        let found = there.get(path).copied().or_else(|| files(&whole).get(swapped.as_str()).copied());
        assert_eq!(found, Some(path.as_bytes()), "{context}");
    }
}

/// The next installation completes it and leaves nothing behind.
fn it_is_completed<F: Folder>(folder: &Path, context: &str) {
    let installation = install::<F>(&NEW, folder).unwrap();
    assert_eq!(refused(&installation), [("changed/SKILL.md", Refusal::Changed)], "{context}");
    let mut expected = files_of(&NEW);
    expected.extend(MINE.map(|path| (path, path.as_bytes())));
    expected.insert("changed/SKILL.md", b"my own");
    assert_eq!(files(&tree(folder)), expected, "{context}");
    assert!(!folder.join("pdf/references").exists(), "{context}");
    no_leftovers(folder);
    let before = times(folder);
    assert!(install::<F>(&NEW, folder).unwrap().written().next().is_none());
    assert_eq!(times(folder), before, "{context}");
}

fn every_step_fails_in_turn<F: Folder>() {
    let kinds = [io::ErrorKind::StorageFull, io::ErrorKind::PermissionDenied, io::ErrorKind::Other];
    let mut step = 0;
    loop {
        let temporary = temporary();
        let folder = temporary.path();
        prepare::<F>(folder);
        let kind = kinds[step as usize % kinds.len()];
        let (installed, reached) = with_fault(step, Fault::Fail(kind), || install::<Faulty<F>>(&NEW, folder));
        let context = format!("step {step} fails with {kind}, {:?}", installed.as_ref().map(|_| ()));
        nothing_is_half(folder, Gap::Never, &context);
        it_is_completed::<F>(folder, &context);
        if !reached {
            assert!(installed.is_ok() && step > 200, "{context}");
            break;
        }
        step += 1;
    }
}

fn an_installation_is_killed_at_every_step<F: Folder>() {
    let is_native = core::any::type_name::<F>() == core::any::type_name::<Native>();
    let (test, gap) = match is_native && cfg!(unix) {
        true => ("install::tests::faults::killed_native", Gap::Never),
        false => ("install::tests::faults::killed_portable", Gap::Possible),
    };
    let mut step = 0;
    loop {
        let temporary = temporary();
        let folder = temporary.path();
        prepare::<F>(folder);
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", test])
            .env(KILL, format!("{step}"))
            .env(AT, folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        let context = format!("killed at step {step}");
        nothing_is_half(folder, gap, &context);
        // Twice in the same place, and by another owner: whoever comes first clears up.
        if step % 3 == 1 {
            let other = Sample::new().skill("other", "Of another owner").catalog();
            other.installer().owner("other").install_to::<F>(folder).unwrap();
            nothing_is_half(folder, Gap::Never, &context);
            Sample::new().catalog().installer().owner("other").install_to::<F>(folder).unwrap();
        }
        it_is_completed::<F>(folder, &context);
        if status.success() {
            assert!(step > 40, "{context}");
            break;
        }
        step += 1;
    }
}

#[test]
#[ignore = "kills its process; a test above runs it in one of its own"]
fn killed_native() {
    be_killed::<Native>();
}

#[test]
#[ignore = "kills its process; a test above runs it in one of its own"]
fn killed_portable() {
    be_killed::<Checked>();
}

fn be_killed<F: Folder>() {
    let (Ok(step), Some(folder)) = (std::env::var(KILL), std::env::var_os(AT)) else { return };
    let (done, _) =
        with_fault(step.parse().unwrap(), Fault::Kill, || install::<Faulty<F>>(&NEW, Path::new(&folder)));
    done.unwrap();
}

#[test]
fn a_file_changed_in_the_moment_of_the_swap_is_not_lost() {
    // The swap happened, and the process ended before it looked at what it had swapped out.
    for restored in ["acme/billing/SKILL.md", "acme/billing/old/gone.txt"] {
        let (temporary, swapped) = stopped_after_the_swap(restored);
        fs::write(swapped, "written at the last moment").unwrap();
        let installation = install::<Native>(&NEW, temporary.path()).unwrap();
        assert_eq!(files(&tree(temporary.path()))[restored], b"written at the last moment");
        assert_eq!(refused(&installation), [(restored, Refusal::Changed)]);
        no_leftovers(temporary.path());
    }
}

#[test]
fn two_names_that_are_one_to_the_file_system_are_refused() {
    // What a file system that ignores case answers when `README.md` is written beside `Readme.md`.
    let taken = Fault::Fail(io::ErrorKind::AlreadyExists);
    let catalog = Sample::new().skill("a", "A").file("a/README.md", "x").file("a/Readme.md", "x").catalog();
    let mut refusals = Vec::new();
    for step in 0.. {
        let temporary = temporary();
        let (done, reached) =
            with_fault(step, taken, || install::<Faulty<Native>>(catalog, temporary.path()));
        if let Ok(done) = done {
            assert_eq!(temporary.path().join("a").exists(), done.is_complete());
            refusals.extend(refused(&done).into_iter().map(|(path, reason)| (path.to_owned(), reason)));
        }
        assert!(install::<Native>(catalog, temporary.path()).unwrap().is_complete());
        no_leftovers(temporary.path());
        if !reached {
            break;
        }
    }
    for path in ["a/README.md", "a/Readme.md", "a/SKILL.md"] {
        assert!(refusals.contains(&(path.to_owned(), Refusal::Name)), "{refusals:?}");
    }
}

#[test]
fn of_two_changed_files_for_one_place_none_is_lost() {
    let path = "acme/billing/SKILL.md";
    let (temporary, swapped) = stopped_after_the_swap(path);
    fs::write(&swapped, "one").unwrap();
    put(temporary.path(), path, "another");
    let error = install::<Native>(&NEW, temporary.path()).unwrap_err();
    assert!(matches!(&error, InstallError::Leftover { path } if *path == swapped), "{error}");
    assert_eq!(fs::read(&swapped).unwrap(), b"one");
    assert_eq!(files(&tree(temporary.path()))[path], b"another");
    // With one of them out of the way it goes on.
    fs::remove_file(&swapped).unwrap();
    assert_eq!(refused(&install::<Native>(&NEW, temporary.path()).unwrap()), [(path, Refusal::Changed)]);
    no_leftovers(temporary.path());
}

/// An installation that failed when `acme/billing` was swapped, and where its old file lies now.
fn stopped_after_the_swap(file: &str) -> (tempfile::TempDir, PathBuf) {
    for step in 0.. {
        let temporary = temporary();
        let folder = temporary.path();
        install::<Native>(&OLD, folder).unwrap();
        let fail = Fault::Fail(io::ErrorKind::Other);
        let (done, _) = with_fault(step, fail, || install::<Faulty<Native>>(&NEW, folder));
        let swapped = folder.join(name::STATE).join(OWNER).join("swap").join(file);
        if swapped.exists() && folder.join("acme/billing/references/new.md").exists() {
            return (temporary, swapped);
        }
        assert!(done.is_err() || step < 200, "no step between the swap and the end");
    }
    unreachable!("it ends")
}
