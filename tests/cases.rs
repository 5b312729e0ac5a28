//! Mistakes that authors make, each with the outcome it must have.

#[path = "cases/case.rs"]
mod case;
#[path = "cases/frontmatter.rs"]
mod frontmatter;
#[path = "cases/tree.rs"]
mod tree;

use std::collections::BTreeMap;
use std::path::Path;

use case::{Case, Outcome};
use serde_json::Value;
use skills_authoring::{Content, Options, PackageFacts, Report, Severity, Tree, check};

#[test]
fn every_case_has_its_outcome() {
    let mut wrong = Vec::new();
    for case in frontmatter::CASES.iter().chain(tree::CASES) {
        let (Outcome::Warns(rules) | Outcome::Fails(rules)) = case.outcome else {
            continue;
        };
        let report = check(&Tree::from_files(case.files.iter().copied()), &Options::default());
        let fails = matches!(case.outcome, Outcome::Fails(_));
        if found(&report) != rules || report.checked.is_none() != fails {
            wrong.push(format!("{}: {:?}, not {rules:?}", case.name, report.findings));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn clean_cases_have_no_finding() {
    for case in frontmatter::CASES.iter().chain(tree::CASES) {
        if matches!(case.outcome, Outcome::Builds) {
            let report = check(&Tree::from_files(case.files.iter().copied()), &Options::default());
            assert_eq!(report.findings, [], "{}", case.name);
            assert!(report.checked.is_some(), "{}", case.name);
        }
    }
}

#[test]
fn what_is_served_is_what_the_reader_of_the_conformance_suite_reads() {
    // SEP-4, HOST-2: `cases/served.tsv` has the frontmatter of every skill that passes, and what `yaml` 2 makes of it.
    let mut served = BTreeMap::new();
    for case in frontmatter::CASES.iter().chain(tree::CASES) {
        let tree = Tree::from_files(case.files.iter().copied());
        let Some(checked) = check(&tree, &Options::default()).checked else { continue };
        for skill in checked.skills() {
            let Some(Content::File(bytes)) =
                tree.entry(&checked.files()[skill.skill_md].source).map(|entry| &entry.content)
            else {
                panic!("{} has no file", case.name);
            };
            let (_, rest) = str::from_utf8(bytes).unwrap().split_once('\n').unwrap();
            let (frontmatter, _) = rest.split_once("\n---").unwrap();
            let json: Value = serde_json::from_str(&skill.entry[skill.frontmatter.clone()]).unwrap();
            served.insert(format!("{frontmatter}\n"), json);
        }
    }
    assert!(served.len() > 30, "{}", served.len());
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/served.tsv");
    if std::env::var_os("UPDATE_CASES").is_some() {
        let rows = served.keys().map(|text| serde_json::to_string(text).unwrap() + "\n");
        std::fs::write(table, rows.collect::<String>()).unwrap();
        panic!("the frontmatters are listed; scalars/measure/measure has them read");
    }
    let table = std::fs::read_to_string(table).unwrap();
    let rows = table.split_terminator('\n').map(|line| {
        let (frontmatter, json) = line.split_once('\t').unwrap();
        (serde_json::from_str(frontmatter).unwrap(), serde_json::from_str(json).unwrap())
    });
    let read: BTreeMap<String, Value> = rows.collect();
    assert!(read.keys().eq(served.keys()), "the cases changed: UPDATE_CASES=1, then scalars/measure/measure");
    assert_eq!(served, read);
}

#[test]
fn a_description_counts_characters_not_bytes() {
    // AS-4: 1,024 characters of three bytes each pass; one ASCII character more does not.
    let longest = "写".repeat(1024);
    assert_eq!(found(&described("cjk-max", &longest)), [""; 0]);
    let over = described("ascii-over", &"a".repeat(1025));
    assert_eq!(found(&over), ["description_length"]);
    assert!(over.findings[0].message.contains("1025") || over.findings[0].message.contains("1,025"));
}

#[test]
fn limits_are_inclusive() {
    // SEP-6: 512 files and 16,777,216 bytes are allowed; one more of either is not.
    let skill_md = skill_md("many", "Plain helper used as a control.");
    let files = |count: usize| {
        let mut files = vec![("many/SKILL.md".to_owned(), skill_md.clone())];
        files.extend((1..count).map(|n| (format!("many/d/{n:03}.txt"), format!("{n}\n").into_bytes())));
        files
    };
    assert_eq!(found(&check_files(files(512))), [""; 0]);
    assert_eq!(found(&check_files(files(513))), ["too_many_files"]);

    let bytes = |total: usize| {
        let blob = vec![0; total - skill_md.len()];
        vec![("many/SKILL.md".to_owned(), skill_md.clone()), ("many/blob.bin".to_owned(), blob)]
    };
    assert_eq!(found(&check_files(bytes(16_777_216))), [""; 0]);
    assert_eq!(found(&check_files(bytes(16_777_217))), ["too_many_bytes"]);
}

#[test]
fn a_tree_without_markdown_fails() {
    // What an ignore file does to a container build: every `*.md` is gone.
    let report = check_files(vec![("kept/run.sh".to_owned(), b"#!/bin/sh\n".to_vec())]);
    assert_eq!(found(&report), ["no_skills"]);
    assert!(report.checked.is_none());
}

#[test]
fn what_cargo_package_drops_warns() {
    // B51: a template of a package among the assets. Leaving its manifest out of the catalog changes nothing.
    let files = [
        ("scaffold/SKILL.md".to_owned(), skill_md("scaffold", "Plain helper used as a control.")),
        ("scaffold/assets/logo.png".to_owned(), b"\x89PNG\r\n".to_vec()),
        ("scaffold/assets/starter/Cargo.toml".to_owned(), b"[package]\nname = \"starter\"\n".to_vec()),
        ("scaffold/assets/starter/src/main.rs".to_owned(), b"fn main() {}\n".to_vec()),
    ];
    let mut options = Options::default();
    let read = |path: &Path| path.ends_with("build.rs").then(|| "fn main() {}".to_owned());
    options.package = Some(PackageFacts::of(Path::new("/app"), Path::new("/app/skills"), read));
    let report = check(&Tree::from_files(files), &options);
    assert_eq!(found(&report), ["not_packaged"]);
    assert_eq!(report.findings[0].path, "scaffold/assets/starter/Cargo.toml");
    assert!(report.checked.is_some());
}

#[cfg(unix)]
#[test]
fn links_fail_wherever_they_point() {
    use std::os::unix::fs::symlink;

    let cases = [
        ("link-out", "notes.txt", "../../outside.txt"),
        ("link-in", "copy.md", "real.md"),
        ("link-dead", "gone-link.md", "gone.md"),
        ("link-loop", "loop.md", "loop.md"),
        ("link-up", "up", "."),
    ];
    for (name, link, target) in cases {
        let root = tempfile::tempdir().unwrap();
        let skill = root.path().join(name);
        std::fs::create_dir(&skill).unwrap();
        std::fs::write(skill.join("SKILL.md"), skill_md(name, "Plain helper used as a control.")).unwrap();
        std::fs::write(skill.join("real.md"), "real\n").unwrap();
        symlink(target, skill.join(link)).unwrap();
        let report = check(&Tree::read(root.path()), &Options::default());
        assert_eq!(found(&report), ["special_file"], "{name}");
        assert_eq!(report.findings[0].path, format!("{name}/{link}"));
    }
}

#[cfg(unix)]
#[test]
fn a_linked_manifest_fails_once() {
    let root = tempfile::tempdir().unwrap();
    let skill = root.path().join("link-main");
    std::fs::create_dir(&skill).unwrap();
    std::fs::write(skill.join("MAIN.md"), skill_md("link-main", "Linked manifest.")).unwrap();
    std::os::unix::fs::symlink("MAIN.md", skill.join("SKILL.md")).unwrap();
    let report = check(&Tree::read(root.path()), &Options::default());
    assert_eq!(found(&report), ["special_file"]);
    assert!(report.checked.is_none());
}

#[cfg(unix)]
#[test]
fn pipes_are_reported_and_never_opened() {
    let root = tempfile::tempdir().unwrap();
    let skill = root.path().join("piped");
    std::fs::create_dir(&skill).unwrap();
    std::fs::write(skill.join("SKILL.md"), skill_md("piped", "Plain helper used as a control.")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(skill.join("pipe")).status().unwrap();
    assert!(made.success());
    let report = check(&Tree::read(root.path()), &Options::default());
    assert_eq!(found(&report), ["special_file"]);
}

#[cfg(unix)]
#[test]
fn mode_bits_do_not_reach_the_catalog() {
    use std::os::unix::fs::PermissionsExt;

    let entry = |mode: u32| {
        let root = tempfile::tempdir().unwrap();
        let skill = root.path().join("exec-bit");
        std::fs::create_dir(&skill).unwrap();
        std::fs::write(skill.join("SKILL.md"), skill_md("exec-bit", "Plain helper used as a control."))
            .unwrap();
        let script = skill.join("run.sh");
        std::fs::write(&script, "#!/bin/sh\necho hi\n").unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(mode)).unwrap();
        let report = check(&Tree::read(root.path()), &Options::default());
        report.checked.unwrap().skills()[0].entry.clone()
    };
    assert_eq!(entry(0o755), entry(0o644));
}

/// The rules of the findings, in the order in which they are reported.
fn found(report: &Report) -> Vec<&'static str> {
    let fails = report.findings.iter().any(|finding| finding.severity == Severity::Error);
    assert_eq!(report.checked.is_none(), fails, "the gate opens exactly when no finding is an error");
    report.findings.iter().map(|finding| finding.rule.name).collect()
}

fn described(name: &str, description: &str) -> Report {
    check_files(vec![(format!("{name}/SKILL.md"), skill_md(name, description))])
}

fn check_files(files: Vec<(String, Vec<u8>)>) -> Report {
    check(&Tree::from_files(files), &Options::default())
}

fn skill_md(name: &str, description: &str) -> Vec<u8> {
    format!("---\nname: {name}\ndescription: {description}\n---\n# Control\n").into_bytes()
}
