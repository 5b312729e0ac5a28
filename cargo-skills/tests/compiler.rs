//! The command and the compiler side by side: what they say of every case, and what both read from `Cargo.toml`. Shown by
//! building crates.
// Names that differ only in case, colons and backslashes need a file system that takes them.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../tests/cases/case.rs"]
mod case;
#[path = "../../tests/cases/frontmatter.rs"]
mod frontmatter;
#[path = "../../tests/cases/tree.rs"]
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use case::{Case, Outcome};
use serde_json::Value;
use skills_authoring::Rule;
use tempfile::TempDir;

/// A crate of its own that depends on the runtime of this workspace.
struct Crate(TempDir);

impl Crate {
    /// `metadata` follows in its `Cargo.toml`.
    fn new(metadata: &str) -> Self {
        let made = Self(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        made.write("Cargo.toml", manifest(metadata));
        made.write("build.rs", "fn main() {\n    println!(\"cargo::rerun-if-changed=skills\");\n}\n");
        fs::copy(workspace.join("Cargo.lock"), made.path("Cargo.lock")).unwrap();
        made
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// What rustc says about the binary `name`: `skills::` and on, errors and warnings apart.
    fn compile(&self, name: &str) -> (BTreeSet<String>, BTreeSet<String>) {
        let (mut errors, mut warnings) = (BTreeSet::new(), BTreeSet::new());
        for (level, text) in self.messages(name, "") {
            let said = text.find("skills::").and_then(|at| text.get(at..));
            match (level.as_str(), said) {
                // The name of the constant that carries a warning comes first.
                ("warning", Some(_)) => {
                    warnings.insert(text.split_once(": ").unwrap().1.to_owned());
                }
                ("error", Some(text)) => {
                    errors.insert(text.to_owned());
                }
                ("error", None) if !text.starts_with("aborting") => panic!("{text}"),
                _ => {}
            }
        }
        (errors, warnings)
    }

    /// The level and text of every message of rustc about the binary `name` of the package in `folder`.
    fn messages(&self, name: &str, folder: &str) -> Vec<(String, String)> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["check", "--offline", "--quiet", "--message-format=json", "--bin", name, "--target-dir"])
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebuilt"))
            .current_dir(self.path(folder))
            .output()
            .unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        let lines = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let messages = lines.filter_map(|mut line| {
            let message = line["message"].take();
            Some((text(&message["level"])?, text(&message["message"])?))
        });
        messages.collect()
    }

    /// What the command says about `dir`, in the words of the macro: errors and warnings apart.
    fn check(&self, dir: &str) -> (BTreeSet<String>, BTreeSet<String>, Option<i32>) {
        let output = self.command(&["check", dir]);
        let (mut errors, mut warnings) = (BTreeSet::new(), BTreeSet::new());
        for text in String::from_utf8(output.stdout).unwrap().split_terminator("\n\n") {
            let (head, rest) = text.split_once('\n').unwrap();
            let (level, head) = head.split_once('[').unwrap();
            let (rule, message) = head.split_once("]: ").unwrap();
            let said = format!("{rule}: {message}\n{rest}");
            let is_new = if level == "error" { errors.insert(said) } else { warnings.insert(said) };
            assert!(is_new, "said twice: {text}");
        }
        (errors, warnings, output.status.code())
    }

    fn command(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-skills"));
        command.args(arguments).current_dir(self.0.path()).output().unwrap()
    }
}

fn manifest(metadata: &str) -> String {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    format!(
        "[package]\nname = \"rebuilt\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         skills-runtime = {{ path = {:?} }}\n\n[profile.dev]\ndebug = false\n{metadata}",
        workspace.join("skills-runtime")
    )
}

/// Cases that no file system or no table of bytes can hold.
fn make_odd_cases(made: &Crate) -> Vec<(String, &'static str, &'static [&'static str])> {
    use std::os::unix::fs::symlink;

    const SKILL: &str = "---\nname: odd\ndescription: Plain helper used as a control.\n---\n";
    let mut cases = Vec::new();
    for (name, link, target) in [
        ("link-out", "notes.txt", "../../outside.txt"),
        ("link-in", "copy.md", "SKILL.md"),
        ("link-dead", "gone.md", "nowhere.md"),
        ("link-loop", "loop.md", "loop.md"),
        ("link-up", "up", "."),
    ] {
        made.write(&format!("skills/{name}/odd/SKILL.md"), SKILL);
        symlink(target, made.path(&format!("skills/{name}/odd/{link}"))).unwrap();
        cases.push((format!("skills/{name}"), "error", &["special_file"][..]));
    }
    made.write("skills/linked/odd/MAIN.md", SKILL);
    symlink("MAIN.md", made.path("skills/linked/odd/SKILL.md")).unwrap();
    cases.push(("skills/linked".to_owned(), "error", &["special_file"]));
    made.write("skills/pipe/odd/SKILL.md", SKILL);
    assert!(Command::new("mkfifo").arg(made.path("skills/pipe/odd/pipe")).status().unwrap().success());
    cases.push(("skills/pipe".to_owned(), "error", &["special_file"]));
    cases.push(("skills/gone".to_owned(), "error", &["root_not_found"]));
    for (name, files, rules) in [("most", 512, &[][..]), ("too-many", 513, &["too_many_files"])] {
        for file in 1..files {
            made.write(&format!("skills/{name}/odd/d/{file:03}.txt"), "");
        }
        made.write(&format!("skills/{name}/odd/SKILL.md"), SKILL);
        cases.push((format!("skills/{name}"), if rules.is_empty() { "ok" } else { "error" }, rules));
    }
    cases
}

#[test]
fn the_command_says_what_the_compiler_says_of_every_case() {
    let made = Crate::new("");
    let mut cases = make_odd_cases(&made);
    for case in frontmatter::CASES.iter().chain(tree::CASES) {
        let root = format!("skills/{}", case.name);
        for (path, bytes) in case.files {
            made.write(&format!("{root}/{path}"), bytes);
        }
        let (outcome, rules) = match case.outcome {
            Outcome::Builds => ("ok", &[][..]),
            Outcome::Warns(rules) => ("warning", rules),
            Outcome::Fails(rules) => ("error", rules),
        };
        if rules.iter().all(|rule| Rule::named(rule).is_some()) {
            cases.push((root, outcome, rules));
        }
    }
    assert!(cases.len() > 60, "{}", cases.len());

    // Warnings are only said where nothing fails, so the failing cases are a binary of their own.
    let mut programs = BTreeMap::from([("failing", String::new()), ("passing", String::new())]);
    let mut expected = BTreeMap::from([("failing", BTreeSet::new()), ("passing", BTreeSet::new())]);
    for (at, (root, outcome, rules)) in cases.iter().enumerate() {
        let name = if *outcome == "error" { "failing" } else { "passing" };
        let static_item = format!("pub static C{at}: Catalog = embed_skills!({root:?});\n");
        programs.get_mut(name).unwrap().push_str(&static_item);
        let (errors, warnings, code) = made.check(root);
        assert_eq!(code, Some(i32::from(name == "failing")), "{root}");
        let said = errors.iter().chain(&warnings).map(|text| text.split_once(": ").unwrap().0);
        let said: BTreeSet<_> = said.map(|rule| rule.strip_prefix("skills::").unwrap()).collect();
        assert_eq!(said, rules.iter().copied().collect(), "{root}");
        assert_eq!(errors.len() + warnings.len(), rules.len(), "{root}: {errors:?} {warnings:?}");
        expected.get_mut(name).unwrap().extend(if name == "failing" { errors } else { warnings });
    }
    for (name, statics) in &programs {
        let text = format!("use skills_runtime::{{Catalog, embed_skills}};\n\n{statics}\nfn main() {{}}\n");
        made.write(&format!("src/bin/{name}.rs"), text);
    }
    let (errors, _) = made.compile("failing");
    assert_same(&errors, &expected["failing"]);
    let (errors, warnings) = made.compile("passing");
    assert!(errors.is_empty(), "{errors:?}");
    assert_same(&warnings, &expected["passing"]);
}

#[test]
fn the_build_shows_fifty_and_the_total_and_the_command_all() {
    const SKILLS: usize = 60;
    let made = Crate::new("");
    let mut expected = Vec::new();
    for number in 0..SKILLS {
        let path = format!("skills/s{number:02}/SKILL.md");
        made.write(&path, format!("---\nname: s{number:02}\ndescription: Plan a trip: pick a bag\n---\n"));
        expected.push(format!(" --> {path}:3:14"));
    }
    made.write(
        "src/bin/many.rs",
        "static SKILLS: skills_runtime::Catalog = skills_runtime::embed_skills!(\"skills\");\n\n\
         fn main() {\n    assert!(SKILLS.is_empty());\n}\n",
    );
    let place = |text: &str| text.lines().nth(1).unwrap().to_owned();
    let mut said: Vec<_> =
        made.messages("many", "").into_iter().filter(|(level, _)| level == "error").collect();
    // rustc counts them, and nothing else is an error.
    said.retain(|(_, text)| !text.starts_with("aborting due to 51 previous errors"));
    let mut said: Vec<_> = said.into_iter().map(|(_, text)| text).collect();
    let total = "skills: 50 of 60 such findings are shown; `cargo skills check` shows all";
    assert_eq!(said.pop().unwrap(), total);
    assert!(said.iter().all(|text| text.starts_with("skills::yaml_syntax: ")), "{said:?}");
    assert_eq!(said.iter().map(|text| place(text)).collect::<Vec<_>>(), expected[..50]);
    let (errors, _, code) = made.check("skills");
    assert_eq!(code, Some(1));
    assert_eq!(errors.iter().map(|text| place(text)).collect::<Vec<_>>(), expected);
}

#[test]
fn a_path_is_relative_to_the_package_and_without_a_build_script_that_is_said() {
    // B50: a member of a workspace. The case asks for no finding at all; `untracked_directory` is one, and rightly so, as
    // the crates of the case have no build script. With one, nothing is said.
    let made = Crate::new("");
    made.write("Cargo.toml", "[workspace]\nmembers = [\"crates/app\"]\nresolver = \"3\"\n");
    let member = manifest("").replace("[workspace]\n\n", "").replace("[profile.dev]\ndebug = false\n", "");
    made.write("crates/app/Cargo.toml", member);
    made.write("skills/far/SKILL.md", "---\nname: far\ndescription: At the root of the workspace.\n---\n");
    made.write("crates/app/skills/near/SKILL.md", "---\nname: near\ndescription: In the package.\n---\n");
    made.write(
        "crates/app/src/bin/app.rs",
        "use skills_runtime::{Catalog, Skill, embed_skills};\n\n\
         static SKILLS: Catalog = embed_skills!(\"skills\");\n\
         pub const NEAR: Skill = SKILLS.skill(\"near\");\n\n\
         fn main() {\n    assert!(!SKILLS.is_empty());\n}\n",
    );
    let ours = |folder: &str| {
        let mut said = made.messages("app", folder);
        assert!(said.iter().all(|(level, _)| level == "warning"), "{said:?}");
        said.retain(|(_, text)| text.contains("skills::"));
        said
    };
    for folder in ["", "crates/app"] {
        let said = ours(folder);
        let [(_, text)] = said.as_slice() else { panic!("{said:?}") };
        assert!(
            text.contains("skills::untracked_directory: ") && text.contains("crates/app/skills"),
            "{text}"
        );
    }
    made.write("crates/app/build.rs", "fn main() {\n    println!(\"cargo::rerun-if-changed=skills\");\n}\n");
    assert_eq!(ours("crates/app"), []);
}

/// Fails with the texts that only one of the two has.
fn assert_same(of_compiler: &BTreeSet<String>, of_command: &BTreeSet<String>) {
    let apart: Vec<_> = of_compiler.symmetric_difference(of_command).map(String::as_str).collect();
    assert!(apart.is_empty(), "only one says:\n{}", apart.join("\n\n"));
    assert!(!of_compiler.is_empty());
}

/// One test, because the steps build on each other.
#[test]
fn the_manifest_is_read_by_both_and_the_arguments_of_the_macro_win() {
    let deny = "\n[package.metadata.skills.\"./skills\"]\ndeny = [\"fence_space\"]\nprefix = \"acme\"\n";
    let made = Crate::new(deny);
    made.write("skills/tea/SKILL.md", "---\nname: tea\ndescription: Makes tea.\n--- \nPour.\n");
    let program = |arguments: &str| {
        let text = format!(
            "use skills_runtime::{{Catalog, Skill, embed_skills}};\n\n\
             static SKILLS: Catalog = embed_skills!(\"skills/\"{arguments});\n\
             pub const TEA: Skill = SKILLS.skill(\"acme/tea\");\n\nfn main() {{}}\n"
        );
        made.write("src/bin/tea.rs", text);
    };
    let fails = |after: &str| {
        let (errors, warnings, code) = made.check("skills");
        let found = made.compile("tea");
        assert_eq!(code, Some(1), "{after}");
        assert!(errors.iter().any(|text| text.starts_with("skills::fence_space: ")) && warnings.is_empty());
        assert_same(&found.0, &errors);
    };
    let passes = |after: &str| {
        let (errors, warnings, code) = made.check("skills");
        let found = made.compile("tea");
        assert_eq!(code, Some(0), "{after}");
        assert!(errors.is_empty() && found.0.is_empty(), "{after}: {errors:?} {:?}", found.0);
        assert_eq!(found.1, warnings, "{after}");
    };
    program("");
    fails("what the manifest denies");
    // Nothing but the manifest changes, and the next build reads it.
    made.write(
        "Cargo.toml",
        manifest("\n[package.metadata.skills.skills]\nallow = [\"fence_space\"]\nprefix = \"acme\"\n"),
    );
    passes("a level that became lower");
    made.write("Cargo.toml", manifest(deny));
    fails("a level that became higher again");
    made.write("Cargo.toml", manifest(&deny.replace("acme", "zenith")));
    program(", allow(fence_space), prefix = \"acme\"");
    let (errors, warnings) = made.compile("tea");
    assert!(errors.is_empty() && warnings.is_empty(), "{errors:?} {warnings:?}");

    made.write("Cargo.toml", manifest("\n[package.metadata.skills.skills]\nexlude = [\"x\"]\n"));
    let output = made.command(&["check"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = said.strip_prefix("error: ").unwrap().trim_end();
    assert_eq!(said.lines().nth(1), Some(" --> Cargo.toml:15:1"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["check", "--offline", "--quiet", "--bin", "tea", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebuilt"))
        .current_dir(made.path(""))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(said.lines().all(|line| text.contains(line.trim())), "{text}");
}
