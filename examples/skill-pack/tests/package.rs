//! What `cargo publish` would send, and what `cargo add` would bring: the skills, all of them, and nothing that serves
//! them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use billing_skills::SKILLS;
use skills_runtime::File;

#[test]
fn the_package_holds_every_skill_and_no_more() {
    let listed = cargo(&["package", "--list", "--allow-dirty", "--offline"]);
    let packaged: BTreeSet<&str> = listed.lines().filter(|path| path.starts_with("skills/")).collect();
    let embedded: BTreeSet<&str> =
        SKILLS.files().map(File::path).filter_map(|path| path.strip_prefix("billing/")).collect();
    assert_eq!(
        packaged.iter().filter_map(|path| path.strip_prefix("skills/")).collect::<BTreeSet<_>>(),
        embedded
    );
    assert!(embedded.contains("bank-reconciliation/scripts/match.py"));

    let rest: Vec<&str> =
        listed.lines().filter(|path| !packaged.contains(path) && !path.starts_with('.')).collect();
    assert_eq!(rest, ["Cargo.lock", "Cargo.toml", "Cargo.toml.orig", "build.rs", "src/lib.rs"]);
}

#[test]
fn a_pack_brings_no_server() {
    let tree = cargo(&["tree", "--edges", "normal,no-proc-macro", "--prefix", "none", "--offline"]);
    let crates: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(crates, ["billing-skills", "skills-runtime"]);
}

#[test]
fn a_pack_has_its_name_in_its_skills() {
    assert_eq!(SKILLS.module(), "billing_skills");
    assert!(SKILLS.skills().all(|skill| skill.uri().starts_with("skill://billing/")));
}

fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    #[expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
    let output = Command::new(cargo).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}
