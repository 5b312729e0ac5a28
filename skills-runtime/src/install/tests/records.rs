//! Records that are damaged, hostile, foreign or newer: nothing outside is touched, nothing of the user's is lost.

use alloc::string::ToString as _;

use sha2::{Digest as _, Sha256};

use super::*;
use crate::sample::Sample;

on_both!(
    a_hostile_record_removes_nothing_elsewhere,
    a_damaged_record_loses_nothing,
    a_newer_record_stops_its_owner,
    the_record_is_what_sha256sum_writes,
);

fn record(folder: &Path) -> PathBuf {
    folder.join(name::STATE).join(OWNER).join("record.sha256")
}

fn line(bytes: &[u8], path: &str) -> String {
    let digest = Sha256::digest(bytes);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{digits}  {path}\n")
}

fn a_hostile_record_removes_nothing_elsewhere<F: Folder>() {
    let temporary = temporary();
    let folder = temporary.path().join("agent/skills");
    let catalog = Sample::new().skill("pdf", "PDF").catalog();
    install::<F>(catalog, &folder).unwrap();
    put(temporary.path(), "victim/SKILL.md", "victim");
    put(&folder, "loose.txt", "in no skill");
    let absolute = temporary.path().join("victim/SKILL.md");
    let mut text = String::from("# skills-runtime record 1\n");
    for path in [
        "../../victim/SKILL.md",
        "pdf/../../../victim/SKILL.md",
        absolute.to_str().unwrap(),
        ".skills-runtime/.lock",
        ".skills-runtime/acme/SKILL.md",
        "..",
        "",
    ] {
        text.push_str(&line(b"victim", path));
        text.push_str(&line(b"", path));
    }
    // A record speaks of skills: a file that lies in none is nobody's.
    text.push_str(&line(b"in no skill", "loose.txt"));
    fs::write(record(&folder), text).unwrap();
    let installation = install::<F>(Sample::new().catalog(), &folder).unwrap();
    assert!(installation.skills.is_empty(), "{installation}");
    assert_eq!(fs::read(absolute).unwrap(), b"victim");
    assert_eq!(files(&tree(&folder)).len(), 2);
    assert!(folder.join(".skills-runtime/.lock").is_file());
}

fn a_damaged_record_loses_nothing<F: Folder>() {
    let [old, new] = ["1", "2"].map(|text| {
        Sample::new().skill("pdf", text).file("pdf/a.txt", "same").skill("xlsx", "same").catalog()
    });
    for damaged in [&b""[..], b"\xff\xfe\0\n", b"# skills-runtime record 1\nba78", &[b'x'; 1 << 20]] {
        let temporary = temporary();
        install::<F>(old, temporary.path()).unwrap();
        put(temporary.path(), "pdf/mine.txt", "mine");
        fs::write(record(temporary.path()), damaged).unwrap();
        let before = tree(temporary.path());
        let installation = install::<F>(new, temporary.path()).unwrap();
        assert_eq!(refused(&installation), [("pdf/SKILL.md", Refusal::Foreign)]);
        assert_eq!(installation.unchanged().collect::<Vec<_>>(), ["xlsx/SKILL.md"]);
        assert_eq!(tree(temporary.path()), before);
        // The version on the disk takes its files over again, and from then on all is well.
        assert!(install::<F>(old, temporary.path()).unwrap().is_unchanged());
        assert!(install::<F>(new, temporary.path()).unwrap().is_complete());
        assert_eq!(files(&tree(temporary.path()))["pdf/mine.txt"], b"mine");
    }
}

fn a_newer_record_stops_its_owner<F: Folder>() {
    let temporary = temporary();
    let catalog = Sample::new().skill("pdf", "PDF").catalog();
    install::<F>(catalog, temporary.path()).unwrap();
    fs::write(record(temporary.path()), "# skills-runtime record 2\n???").unwrap();
    let before = whole_tree(temporary.path());
    for catalog in [catalog, Sample::new().skill("pdf", "newer").catalog()] {
        let error = install::<F>(catalog, temporary.path()).unwrap_err();
        let path = record(temporary.path());
        assert_eq!(
            error.to_string(),
            format!("the record `{}` was written by a newer version", path.display())
        );
    }
    assert_eq!(whole_tree(temporary.path()), before);
    // Another owner's is his: we neither read it nor clear up after him.
    put(temporary.path(), ".skills-runtime/acme/stage/x", "of a newer version");
    let other = Sample::new().skill("other", "Of another owner").catalog();
    assert!(other.installer().owner("other").install_to::<F>(temporary.path()).unwrap().is_complete());
    let mut after = whole_tree(temporary.path());
    assert!(after.contains_key(".skills-runtime/acme/stage/x"));
    after.retain(|path, _| !path.contains("other") && !path.starts_with(".skills-runtime/acme/stage"));
    assert_eq!(after, before);
}

fn the_record_is_what_sha256sum_writes<F: Folder>() {
    let temporary = temporary();
    let catalog = Sample::new().skill("pdf", "PDF").file("pdf/a b.txt", "x").catalog();
    install::<F>(catalog, temporary.path()).unwrap();
    let files = ["pdf/SKILL.md", "pdf/a b.txt"].map(|path| line(catalog.file(path).bytes(), path));
    let text = fs::read_to_string(record(temporary.path())).unwrap();
    assert_eq!(text, format!("# skills-runtime record 1\n{}", files.concat()));
}
