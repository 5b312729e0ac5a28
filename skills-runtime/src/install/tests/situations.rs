//! The table of the module: one test for each situation, on both kinds of folders.

use alloc::string::ToString as _;
use core::time::Duration;
use std::time::SystemTime;

use super::*;
use crate::sample::{Sample, odd};

on_both!(
    a_missing_folder_is_made_with_everything_in_it,
    an_unchanged_installation_writes_nothing,
    a_newer_catalog_replaces_what_differs_and_no_more,
    what_is_gone_from_the_catalog_is_removed,
    what_the_user_changed_stays_until_he_gives_it_up,
    what_was_there_before_stays_unless_it_is_the_same,
    what_the_user_deleted_is_written_again,
    what_the_user_added_survives_replacement_and_removal,
    owners_do_not_touch_each_others_skills,
    a_skill_of_two_owners_goes_with_the_last,
    a_selection_may_grow_and_shrink_around_nested_skills,
    a_dry_run_tells_what_is_done_then,
    a_folder_that_is_a_file_is_an_error,
    a_folder_where_a_file_belongs_stays,
);

/// Two skills, one nested in another, and a third alone.
fn first() -> Sample {
    Sample::new()
        .skill("acme/billing", "Bills")
        .file("acme/billing/scripts/run.sh", "#!/bin/sh\necho 1\n")
        .file("acme/billing/same.txt", "the same")
        .file("acme/billing/old/only.txt", "gone later")
        .skill("acme/billing/refunds", "Refunds")
        .file("acme/billing/refunds/policy.md", "30 days")
        .skill("pdf", "PDF")
        .file("pdf/empty", "")
}

/// A version later: `acme/billing` has changed, `pdf` is gone, `xlsx` is new.
fn second() -> Sample {
    Sample::new()
        .skill("acme/billing", "Bills, better")
        .file("acme/billing/scripts/run.sh", "#!/bin/sh\necho 2\n")
        .file("acme/billing/same.txt", "the same")
        .file("acme/billing/references/new.md", "new")
        .skill("acme/billing/refunds", "Refunds")
        .file("acme/billing/refunds/policy.md", "14 days")
        .skill("xlsx", "XLSX")
}

fn a_missing_folder_is_made_with_everything_in_it<F: Folder>() {
    // SEP-2, SEP-3: the folder is the URI without its scheme; nested skills lie in it.
    let temporary = temporary();
    let folder = temporary.path().join("agent/skills");
    let catalog = first().catalog();
    let installation = install::<F>(catalog, &folder).unwrap();
    assert_eq!(files(&tree(&folder)), files_of(catalog));
    assert_eq!(installation.written().count(), catalog.files().len());
    let skills: Vec<&str> = installation.skills.iter().map(|skill| skill.path.as_str()).collect();
    assert_eq!(skills, ["acme/billing", "pdf"]);
    assert!(installation.is_complete() && !installation.is_unchanged());
    no_leftovers(&folder);
}

fn an_unchanged_installation_writes_nothing<F: Folder>() {
    let temporary = temporary();
    let catalog = odd();
    install::<F>(catalog, temporary.path()).unwrap();
    let before = times(temporary.path());
    let installation = install::<F>(catalog, temporary.path()).unwrap();
    assert!(installation.is_unchanged(), "{installation}");
    // SEP-8: the unlisted skill is not there, and the listed one in its folder is.
    let installed = catalog.files().filter(|file| {
        !matches!(file.path(), "acme/internal/secret/SKILL.md" | "acme/internal/secret/key.txt")
    });
    assert!(installed.clone().count() == catalog.files().len() - 2);
    let mut expected: Vec<&str> = installed.map(|file| file.path()).collect();
    expected.sort_unstable();
    assert_eq!(installation.unchanged().collect::<Vec<_>>(), expected);
    assert_eq!(times(temporary.path()), before);
}

fn a_newer_catalog_replaces_what_differs_and_no_more<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    install::<F>(first().catalog(), folder).unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(10_000);
    let same = folder.join("acme/billing/same.txt");
    fs::File::options().write(true).open(&same).unwrap().set_modified(long_ago).unwrap();

    let catalog = second().catalog();
    let installation = install::<F>(catalog, folder).unwrap();
    assert_eq!(files(&tree(folder)), files_of(catalog));
    let billing = &installation.skills[0];
    assert_eq!(
        billing.written,
        [
            "acme/billing/SKILL.md",
            "acme/billing/references/new.md",
            "acme/billing/refunds/policy.md",
            "acme/billing/scripts/run.sh",
        ]
    );
    assert_eq!(billing.unchanged, ["acme/billing/refunds/SKILL.md", "acme/billing/same.txt"]);
    assert_eq!(billing.removed, ["acme/billing/old/only.txt"]);
    if core::any::type_name::<F>() == core::any::type_name::<Native>() && cfg!(unix) {
        assert_eq!(fs::metadata(same).unwrap().modified().unwrap(), long_ago, "linked, not copied");
    }
    assert!(!folder.join("acme/billing/old").exists());
    no_leftovers(folder);
}

fn what_is_gone_from_the_catalog_is_removed<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    put(folder, "mine/SKILL.md", "a skill of the user");
    install::<F>(first().catalog(), folder).unwrap();
    let none = Sample::new().catalog();
    let installation = install::<F>(none, folder).unwrap();
    assert_eq!(installation.removed().count(), first().catalog().files().len());
    assert_eq!(files(&tree(folder)).into_keys().collect::<Vec<_>>(), ["mine/SKILL.md"]);
    assert!(!folder.join("acme").exists() && !folder.join("pdf").exists());
    no_leftovers(folder);
    let again = install::<F>(none, folder).unwrap();
    assert!(again.skills.is_empty() && again.is_unchanged());
}

fn what_the_user_changed_stays_until_he_gives_it_up<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    install::<F>(first().catalog(), folder).unwrap();
    put(folder, "acme/billing/refunds/policy.md", "my policy");
    put(folder, "pdf/empty", "mine");
    let before = tree(folder);

    // Neither replaced nor removed, and the others go on.
    let installation = install::<F>(second().catalog(), folder).unwrap();
    let expected = [("acme/billing/refunds/policy.md", Refusal::Changed), ("pdf/empty", Refusal::Changed)];
    assert_eq!(refused(&installation), expected);
    assert_eq!(installation.written().collect::<Vec<_>>(), ["xlsx/SKILL.md"]);
    let mut after = tree(folder);
    after.retain(|path, _| !path.starts_with("xlsx"));
    assert_eq!(after, before);
    let text = installation.to_string();
    assert!(
        text.contains(
            "\nrefused `pdf`: `pdf/empty` was changed since it was installed\nwritten `xlsx/SKILL.md`"
        ) && text.starts_with("1 files written, 0 files unchanged, 0 files removed, 2 skills refused"),
        "{text}"
    );

    let forced = second().catalog().installer().owner(OWNER).overwrite_changed();
    let installation = forced.install_to::<F>(folder).unwrap();
    assert!(installation.is_complete(), "{installation}");
    assert_eq!(files(&tree(folder)), files_of(second().catalog()));
    no_leftovers(folder);
}

fn what_was_there_before_stays_unless_it_is_the_same<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    let catalog = first().catalog();
    put(folder, "pdf/SKILL.md", catalog.file("pdf/SKILL.md").bytes());
    put(folder, "acme/billing/same.txt", "not the same");
    let installation = install::<F>(catalog, folder).unwrap();
    assert_eq!(refused(&installation), [("acme/billing/same.txt", Refusal::Foreign)]);
    assert_eq!(installation.unchanged().collect::<Vec<_>>(), ["pdf/SKILL.md"]);
    assert_eq!(installation.written().collect::<Vec<_>>(), ["pdf/empty"]);
    assert_eq!(files(&tree(folder))["acme/billing/same.txt"], b"not the same");
    assert!(!folder.join("acme/billing/SKILL.md").exists());
    // From now on it counts as installed.
    let installation = install::<F>(second().catalog(), folder).unwrap();
    assert_eq!(installation.removed().collect::<Vec<_>>(), ["pdf/SKILL.md", "pdf/empty"]);

    let forced = catalog.installer().owner(OWNER).overwrite_changed().install_to::<F>(folder).unwrap();
    assert!(forced.is_complete());
    assert_eq!(files(&tree(folder)), files_of(catalog));
}

fn what_the_user_deleted_is_written_again<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    let catalog = first().catalog();
    install::<F>(catalog, folder).unwrap();
    fs::remove_file(folder.join("acme/billing/SKILL.md")).unwrap();
    fs::remove_dir_all(folder.join("pdf")).unwrap();
    let installation = install::<F>(catalog, folder).unwrap();
    let written: Vec<&str> = installation.written().collect();
    assert_eq!(written, ["acme/billing/SKILL.md", "pdf/SKILL.md", "pdf/empty"]);
    assert_eq!(files(&tree(folder)), files_of(catalog));
    fs::remove_dir_all(folder.join("acme")).unwrap();
    fs::remove_dir_all(folder.join("pdf")).unwrap();
    let installation = install::<F>(Sample::new().catalog(), folder).unwrap();
    assert!(installation.is_unchanged() && installation.skills.is_empty());
}

fn what_the_user_added_survives_replacement_and_removal<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    install::<F>(first().catalog(), folder).unwrap();
    let added = [
        "acme/billing/notes.md",
        "acme/billing/old/mine.txt",
        "acme/billing/scripts/__pycache__/run.pyc",
        "pdf/mine/deep/er.txt",
        "pdf/references/x.md",
    ];
    for path in added {
        put(folder, path, path);
    }
    fs::create_dir_all(folder.join("acme/billing/empty folder")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", folder.join("pdf/link")).unwrap();

    let installation = install::<F>(second().catalog(), folder).unwrap();
    assert!(installation.is_complete(), "{installation}");
    let after = tree(folder);
    let mut expected = files_of(second().catalog());
    expected.extend(added.map(|path| (path, path.as_bytes())));
    assert_eq!(files(&after), expected);
    assert!(after["acme/billing/empty folder"] == Node::Folder);
    #[cfg(unix)]
    assert_eq!(after["pdf/link"], Node::Link("nowhere".into()));
    no_leftovers(folder);
    // What is left of `pdf` is the user's alone.
    assert!(install::<F>(second().catalog(), folder).unwrap().is_unchanged());
    assert_eq!(tree(folder), after);
}

fn owners_do_not_touch_each_others_skills<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    let [one, other] =
        [Sample::new().skill("a", "A"), Sample::new().skill("a/b", "B").skill("c", "C")].map(Sample::catalog);
    let other = |catalog: &'static Catalog, folder| {
        catalog.installer().owner("other").install_to::<F>(folder).unwrap();
        other
    };
    let of_other = other(Sample::new().skill("a/b", "B").skill("c", "C").catalog(), folder);
    install::<F>(one, folder).unwrap();
    // A newer `a` carries the other owner's `a/b` along, and the end of `a` leaves it.
    install::<F>(Sample::new().skill("a", "A, better").catalog(), folder).unwrap();
    install::<F>(Sample::new().catalog(), folder).unwrap();
    assert_eq!(files(&tree(folder)), files_of(of_other));
    assert!(of_other.installer().owner("other").install_to::<F>(folder).unwrap().is_unchanged());
    no_leftovers(folder);
}

fn a_skill_of_two_owners_goes_with_the_last<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    let pack = |text| Sample::new().skill("pack", text).file("pack/data.txt", text).catalog();
    let by = |owner: &str, catalog: &'static Catalog| {
        catalog.installer().owner(owner).install_to::<F>(folder).unwrap()
    };
    by("one", pack("v1"));
    assert!(by("two", pack("v1")).is_unchanged());
    // One brings it up to date; the other, which has not, leaves it.
    assert_eq!(by("one", pack("v2")).written().count(), 2);
    assert_eq!(refused(&by("two", pack("v1"))).len(), 2);
    assert_eq!(by("two", pack("v2")).unchanged().count(), 2);
    by("one", Sample::new().catalog());
    assert_eq!(files(&tree(folder)), files_of(pack("v2")));
    by("two", Sample::new().catalog());
    assert!(tree(folder).is_empty());
    no_leftovers(folder);
}

fn a_selection_may_grow_and_shrink_around_nested_skills<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    let catalog = first().catalog();
    let only = |paths: &'static [&'static str]| {
        let installer = catalog.installer().owner(OWNER).only(|skill| paths.contains(&skill.path()));
        installer.install_to::<F>(folder).unwrap()
    };
    only(&["acme/billing/refunds"]);
    let inner: Vec<&str> = catalog.skill("acme/billing/refunds").files().map(|file| file.path()).collect();
    assert_eq!(files(&tree(folder)).into_keys().collect::<Vec<_>>(), inner);
    // SEP-3: with the outer skill come the files of all nested ones.
    only(&["acme/billing"]);
    assert_eq!(files(&tree(folder)).len(), catalog.skill("acme/billing").files().len());
    let installation = only(&["acme/billing/refunds"]);
    assert_eq!(files(&tree(folder)).into_keys().collect::<Vec<_>>(), inner);
    assert_eq!(installation.skills[0].unchanged, inner);
    only(&[]);
    assert!(tree(folder).is_empty());
    no_leftovers(folder);
    // SEP-8: an unlisted skill is installed when it is asked for.
    let secret = odd().installer().owner(OWNER).only(|skill| !skill.is_listed());
    let installation = secret.install_to::<F>(folder).unwrap();
    assert!(installation.written().any(|path| path == "acme/internal/secret/key.txt"));
}

fn a_dry_run_tells_what_is_done_then<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path().join("skills");
    let dry = |catalog: &'static Catalog| {
        catalog.installer().owner(OWNER).dry_run().install_to::<F>(&folder).unwrap()
    };
    let told = dry(first().catalog());
    assert!(!folder.exists());
    assert_eq!(told, install::<F>(first().catalog(), &folder).unwrap());
    put(&folder, "pdf/empty", "mine");
    put(&folder, "acme/billing/notes.md", "mine");
    let before = times(&folder);
    let told = dry(second().catalog());
    assert_eq!(times(&folder), before);
    assert_eq!(told, install::<F>(second().catalog(), &folder).unwrap());
    assert_eq!(dry(second().catalog()), install::<F>(second().catalog(), &folder).unwrap());
}

fn a_folder_that_is_a_file_is_an_error<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path().join("skills");
    fs::write(&folder, "a file").unwrap();
    let dry = first().catalog().installer().dry_run().install_to::<F>(&folder);
    for error in [dry.unwrap_err(), install::<F>(first().catalog(), &folder).unwrap_err()] {
        assert!(matches!(&error, InstallError::NotAFolder { path } if *path == folder), "{error:?}");
    }
    fs::remove_file(&folder).unwrap();
    put(&folder, name::STATE, "a file");
    let error = install::<F>(first().catalog(), &folder).unwrap_err();
    assert_eq!(error.to_string(), format!("`{}` is not a folder", folder.join(name::STATE).display()));
    assert_eq!(files(&whole_tree(&folder)).len(), 1);
}

fn a_folder_where_a_file_belongs_stays<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path();
    put(folder, "pdf/empty/mine.txt", "a folder where a file belongs");
    put(folder, "acme", "a file where a folder belongs");
    let before = tree(folder);
    for installer in [first().catalog().installer(), first().catalog().installer().overwrite_changed()] {
        let installation = installer.install_to::<F>(folder).unwrap();
        assert_eq!(refused(&installation), [("acme", Refusal::Occupied), ("pdf/empty", Refusal::Occupied)]);
        assert_eq!(tree(folder), before);
    }
}

#[cfg(unix)]
#[test]
fn scripts_are_executable_and_stay_what_the_user_made_them() {
    use std::os::unix::fs::PermissionsExt as _;
    let temporary = temporary();
    let mode = |path: &str| fs::metadata(temporary.path().join(path)).unwrap().permissions().mode() & 0o111;
    let version = |text: &str| {
        let sample = Sample::new().skill("pdf", text).file("pdf/run.sh", "#!/bin/sh\n");
        sample.file("pdf/late.sh", "\n#!/bin/sh\n").file("pdf/hash", "#").catalog()
    };
    install::<Native>(version("1"), temporary.path()).unwrap();
    assert_ne!(mode("pdf/run.sh") & 0o100, 0);
    assert_eq!((mode("pdf/SKILL.md"), mode("pdf/late.sh"), mode("pdf/hash")), (0, 0, 0));
    for (path, bits) in [("pdf/run.sh", 0o644), ("pdf/hash", 0o755)] {
        fs::set_permissions(temporary.path().join(path), fs::Permissions::from_mode(bits)).unwrap();
    }
    assert!(install::<Native>(version("1"), temporary.path()).unwrap().is_unchanged());
    install::<Native>(version("2"), temporary.path()).unwrap();
    assert_eq!((mode("pdf/run.sh"), mode("pdf/hash")), (0, 0o111));
}

#[test]
fn an_owner_is_a_name() {
    let temporary = temporary();
    let catalog = Sample::new().skill("pdf", "PDF").catalog();
    let long = "a".repeat(65);
    for owner in ["", ".", ".lock", "..", "a/b", "a b", "é", "../x", long.as_str()] {
        let error = catalog.installer().owner(owner).install(temporary.path()).unwrap_err();
        assert!(matches!(error, InstallError::InvalidOwner { .. }), "{error}");
    }
    assert!(whole_tree(temporary.path()).is_empty());
    for owner in ["a", "acme-cli_2.0", &long[..64]] {
        catalog.installer().owner(owner).install(temporary.path()).unwrap();
    }
    // Without a name it is the executable's.
    catalog.install(temporary.path()).unwrap();
    let executable = std::env::current_exe().unwrap();
    let name = executable.file_stem().unwrap();
    assert!(temporary.path().join(name::STATE).join(name).join("record.sha256").is_file());
}
