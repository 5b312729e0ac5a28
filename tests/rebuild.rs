//! What `cargo build` notices once the documented line stands in `build.rs`: shown by building a crate again and again.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

const BUILD_RS: &str = "fn main() {\n    println!(\"cargo::rerun-if-changed=skills\");\n}\n";

/// Prints each embedded file with its bytes.
const MAIN_RS: &str = r#"
use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("skills/");

fn main() {
    for file in SKILLS.files() {
        println!("{} {:?}", file.path(), file.bytes());
    }
}
"#;

/// A crate of its own that depends on the runtime of this workspace.
struct Crate {
    folder: TempDir,
}

impl Crate {
    fn new(build_rs: Option<&str>) -> Self {
        let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let made = Self { folder: tempfile::tempdir_in(tmp).unwrap() };
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let manifest = format!(
            "[package]\nname = \"rebuilt\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
             skills-runtime = {{ path = {:?} }}\n\n[profile.dev]\ndebug = false\n",
            workspace.join("skills-runtime")
        );
        made.write("Cargo.toml", &manifest);
        made.write("src/main.rs", MAIN_RS);
        if let Some(build_rs) = build_rs {
            made.write("build.rs", build_rs);
        }
        fs::copy(workspace.join("Cargo.lock"), made.path("Cargo.lock")).unwrap();
        made.skill("skills/pdf", "pdf");
        made.write("skills/pdf/notes.md", "One.\n");
        made.skill("skills/csv", "csv");
        made
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn skill(&self, folder: &str, name: &str) {
        let text = format!("---\nname: {name}\ndescription: Does what {name} does.\n---\nDo it.\n");
        self.write(&format!("{folder}/SKILL.md"), &text);
    }

    fn rename(&self, from: &str, to: &str) {
        fs::rename(self.path(from), self.path(to)).unwrap();
    }

    fn remove(&self, path: &str) {
        let path = self.path(path);
        if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
    }

    /// Moves a file of that age into place, as `mv` and `tar` do: its own time says nothing about the move.
    fn move_in(&self, path: &str, text: &str, age: Duration) {
        self.write("elsewhere", text);
        let file = File::options().write(true).open(self.path("elsewhere")).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
        self.rename("elsewhere", path);
    }

    /// Builds as a user would, without the network: what is needed was fetched for this test.
    fn build(&self) -> Output {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Command::new(cargo)
            .args(["build", "--offline", "--quiet", "--target-dir"])
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebuilt"))
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }

    /// What the binary of the last build says is in it.
    fn embedded(&self) -> BTreeSet<String> {
        let binary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebuilt/debug/rebuilt");
        let output = Command::new(binary).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// What lies below `skills`, in the same words.
    fn on_disk(&self) -> BTreeSet<String> {
        let root = self.path("skills");
        let mut found = BTreeSet::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let relative = path.strip_prefix(&root).unwrap().display().to_string();
                    found.insert(format!("{relative} {:?}", fs::read(&path).unwrap()));
                }
            }
        }
        found
    }

    /// Builds, and fails unless the binary holds what is on disk now.
    fn is_current(&self, after: &str) {
        let output = self.build();
        assert!(output.status.success(), "{after}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(self.embedded(), self.on_disk(), "after {after}");
    }
}

/// One test, because all of it shares a target directory and so the dependencies built there.
#[test]
fn the_next_build_notices_every_change() {
    let one = Crate::new(Some(BUILD_RS));
    one.is_current("the first build");

    one.write("skills/pdf/notes.md", "Two.\n");
    one.is_current("editing a file");
    one.write("skills/pdf/more/deep/er.txt", "");
    one.is_current("adding a folder");
    one.move_in("skills/pdf/more/old.bin", "\0", Duration::from_hours(24 * 365));
    one.is_current("moving an old file in");
    one.rename("skills/pdf/more/old.bin", "skills/pdf/more/new.bin");
    one.is_current("renaming a file");
    one.rename("skills/pdf/more", "skills/pdf/less");
    one.is_current("renaming a folder");
    one.remove("skills/pdf/less/deep");
    one.is_current("removing a folder");
    one.remove("skills/pdf/notes.md");
    one.is_current("removing a file");

    one.skill("skills/pdf/forms", "forms");
    one.is_current("adding a skill in a skill");
    one.rename("skills/csv", "skills/tsv");
    let output = one.build();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains("skills::name_mismatch: "), "{text}");
    assert!(text.contains("--> skills/tsv/SKILL.md:2:7"), "{text}");
    one.skill("skills/tsv", "tsv");
    one.is_current("renaming a skill");
    one.remove("skills/tsv");
    one.is_current("removing a skill");

    without_the_line_an_added_file_is_missed();
    a_warning_is_said_once_by_each_build_cached_or_not();
}

/// Why the line is documented: rustc watches the files it included, and no folder.
fn without_the_line_an_added_file_is_missed() {
    let one = Crate::new(None);
    one.is_current("the first build");
    one.write("skills/pdf/added.md", "Three.\n");
    assert!(one.build().status.success());
    assert_ne!(one.embedded(), one.on_disk());
    one.write("skills/pdf/notes.md", "Four.\n");
    one.is_current("editing a file that was included");
}

/// Cargo replays the warnings of a crate that it need not build again, in the words of the build that had them.
fn a_warning_is_said_once_by_each_build_cached_or_not() {
    let one = Crate::new(Some(BUILD_RS));
    one.write("skills/odd/SKILL.md", "---\nname: odd\ndescription: Has a field.\nauthor: Jo\n---\nDo it.\n");
    for build in ["the first", "a cached", "another cached"] {
        let output = one.build();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        assert_eq!(said.matches("--> skills/odd/SKILL.md:4:").count(), 1, "{build} build: {said}");
        assert_eq!(said.matches("skills::").count(), 1, "{build} build: {said}");
    }
}
