//! Skills that the macro embedded, as files in an agent's folder: through the public interface alone. How the installer
//! stands faults, kills and links is tested beside it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use skills_runtime::{Catalog, Refusal, embed_skills};

static FIRST: Catalog = embed_skills!("install/first/", prefix = "acme");
static SECOND: Catalog =
    embed_skills!("install/second/", prefix = "acme", scheme = "repo", unlisted = ["internal/**"]);

#[test]
fn what_is_installed_is_what_the_author_wrote() {
    // AS-1, SEP-2, SEP-5: the folder of a skill, its bytes, at the path of its URI.
    let agent = tempfile::tempdir().unwrap();
    let folder = agent.path().join("skills");
    FIRST.installer().owner("tests").install(&folder).unwrap();
    assert_eq!(files(&folder.join("acme")), files(&source("first")));

    // An update, a removal, and an unlisted skill that does not come along (SEP-8).
    let installation = SECOND.installer().owner("tests").install(&folder).unwrap();
    let refunds = "acme/billing/refunds";
    assert!(
        installation
            .written()
            .eq(["SKILL.md", "references/policy.md"].map(|file| format!("{refunds}/{file}")))
    );
    assert!(installation.unchanged().eq([format!("{refunds}/scripts/days.sh")]));
    assert!(installation.removed().eq(["acme/xlsx/SKILL.md"]));
    let mut expected = files(&source("second"));
    assert!(expected.remove("internal/secret/SKILL.md").is_some());
    assert_eq!(files(&folder.join("acme")), expected);

    let everything = SECOND.installer().owner("tests").only(|_| true).install(&folder).unwrap();
    assert!(everything.written().eq(["acme/internal/secret/SKILL.md"]));
    assert_eq!(files(&folder.join("acme")), files(&source("second")));
}

#[test]
fn other_tools_find_the_record_and_the_scripts_in_order() {
    let agent = tempfile::tempdir().unwrap();
    SECOND.installer().owner("tests").install(agent.path()).unwrap();
    let check = Command::new("sha256sum")
        .args(["--check", "--strict", "--quiet", ".skills-runtime/tests/record.sha256"])
        .current_dir(agent.path())
        .status();
    if cfg!(target_os = "linux") {
        assert!(check.unwrap().success());
        let script = agent.path().join("acme/billing/refunds/scripts/days.sh");
        let days = Command::new(script).arg("now").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&days.stdout), "0\n");
    }
}

#[test]
fn what_the_user_has_is_reported_and_kept() {
    let agent = tempfile::tempdir().unwrap();
    FIRST.installer().owner("tests").install(agent.path()).unwrap();
    fs::write(agent.path().join("acme/xlsx/SKILL.md"), "mine").unwrap();
    let told = SECOND.installer().owner("tests").dry_run().install(agent.path()).unwrap();
    let installation = SECOND.installer().owner("tests").install(agent.path()).unwrap();
    assert_eq!(told, installation);
    let refused: Vec<_> = installation.refused().map(|file| (file.path.as_str(), file.reason)).collect();
    assert_eq!(refused, [("acme/xlsx/SKILL.md", Refusal::Changed)]);
    assert_eq!(fs::read(agent.path().join("acme/xlsx/SKILL.md")).unwrap(), b"mine");
    assert!(agent.path().join("acme/billing/refunds/references/policy.md").is_file());
}

fn source(version: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("install").join(version)
}

/// Every file below a folder, by path.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(path) = folders.pop() {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}
