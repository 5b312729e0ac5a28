//! What rustc prints for every rule and for every mistake in the arguments: one folder per rule below `ui`, the skills
//! beside the program that embeds them. Trees that a checkout cannot hold are made here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// rustc words its errors anew from time to time; what is stored is what this one prints.
const RUSTC: &str = "rustc 1.95.";

/// Where the programs find their skills: `ui` itself, and the trees that are made here.
const VARIABLES: [&str; 2] = ["SKILLS_UI", "SKILLS_MADE"];

#[test]
fn every_mistake_reads_as_it_should() {
    if !rustc().starts_with(RUSTC) {
        println!("skipped: the texts are those of {RUSTC}, this is {}", rustc());
        return;
    }
    // The programs are compiled with the environment of this process, which no safe code can change: it starts itself.
    if VARIABLES.iter().any(|name| std::env::var_os(name).is_none()) {
        let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
        make_trees(&made);
        let status = Command::new(std::env::current_exe().unwrap())
            .args(std::env::args_os().skip(1))
            .args(["every_mistake_reads_as_it_should", "--exact", "--nocapture"])
            .envs(VARIABLES.into_iter().zip([ui(), made]))
            // Cargo sets it for this process. The package of the programs has no build script and must not see it.
            .env_remove("OUT_DIR")
            .status()
            .unwrap();
        assert!(status.success());
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*/*.rs");
    cases.pass("ui/warnings/pass/*.rs");
}

#[test]
fn every_rule_has_a_case() {
    for rule in skills_authoring::RULES {
        let folder = ui().join(rule.name);
        let says = format!("error: skills::{}: ", rule.name);
        let is_said = |path: PathBuf| {
            path.extension().is_some_and(|extension| extension == "stderr")
                && fs::read_to_string(path).unwrap().contains(&says)
        };
        let mut files = fs::read_dir(&folder).unwrap_or_else(|_| panic!("ui/{} is missing", rule.name));
        assert!(files.any(|file| is_said(file.unwrap().path())), "nothing in ui/{} says `{says}`", rule.name);
    }
}

#[test]
fn what_is_stored_depends_on_no_machine() {
    let mut stored = 0;
    for folder in fs::read_dir(ui()).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "stderr") {
                let text = fs::read_to_string(&path).unwrap();
                let shown = path.display();
                assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "{shown} holds a path of this machine");
                assert!(!text.contains("$WORKSPACE"), "{shown} shows a path that is absolute");
                // One name below `/` is a path that no machine has to have; two are a path of the one it was written on.
                for absolute in ["`/", "--> /"].iter().flat_map(|start| text.split(start).skip(1)) {
                    let path = absolute.split(['`', ' ', '\n']).next().unwrap_or_default();
                    assert!(!path.contains('/'), "{shown} shows `/{path}`");
                }
                // Where nothing is written there is nothing to point at but the call.
                let calls = text.matches("originates in the macro").count();
                assert_eq!(calls, text.matches("embed_skills!();").count(), "{shown} talks of macros");
                stored += 1;
            }
        }
    }
    assert!(stored >= skills_authoring::RULES.len());
}

fn ui() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui")
}

fn rustc() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Trees with links, with names and sizes that no checkout should hold, and with what cannot be read.
fn make_trees(folder: &Path) {
    if folder.exists() {
        fs::remove_dir_all(folder).unwrap();
    }
    let write = |path: &str, bytes: &[u8]| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    let skill = |path: &str| {
        let name = path.rsplit('/').next().unwrap();
        let text = format!("---\nname: {name}\ndescription: Does it.\n---\nRead it.\n");
        write(&format!("{path}/SKILL.md"), text.as_bytes());
        text.len()
    };

    for name in ["capitals/SKILL.MD", "lower/skill.md", "title/Skill.md", "folder/SKILL.md/README.md"] {
        write(&format!("skill_md_spelling/{name}"), b"---\nname: x\ndescription: Does it.\n---\n");
    }
    skill("skill_md_spelling/both");
    write("skill_md_spelling/both/skill.md", b"---\nname: both\ndescription: Does it.\n---\n");

    skill("too_many_files/pdf");
    for number in 1..513 {
        write(&format!("too_many_files/pdf/data/{number:03}.txt"), b"");
    }

    let outer = skill("too_many_bytes/outer");
    let inner = skill("too_many_bytes/outer/inner");
    write("too_many_bytes/outer/small.bin", &[0; 4096]);
    write("too_many_bytes/outer/inner/large.bin", &vec![0; 16_777_216 + 1 - 4096 - outer - inner]);

    // Neither may lie in the checkout: forges refuse to take it, and Windows to write it.
    skill("secret/deploy");
    let key = [
        "-----BEGIN ",
        "PRIVATE KEY-----\n",
        &"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(8),
        "-----END ",
        "PRIVATE KEY-----\n",
    ];
    write("secret/deploy/id.pem", key.concat().as_bytes());
    skill("unportable_name/pdf");
    for name in ["what-is-this?.md", "aux.txt", "dot.", "a:b.md"] {
        write(&format!("unportable_name/pdf/{name}"), b"");
    }
    skill("case_collision/pdf");
    write("case_collision/pdf/Forms.md", b"");
    write("case_collision/pdf/forms.md", b"");

    // Roots in a package: that of the programs, which `trybuild` makes.
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tests/trybuild/skills-tests/made");
    let in_package = |path: &str| package.join(path).to_str().unwrap().to_owned();
    skill(&in_package("untracked_directory/pdf"));
    skill(&in_package("not_packaged/scaffold"));
    write(&in_package("not_packaged/scaffold/assets/starter/Cargo.toml"), b"[package]\nname = \"starter\"\n");

    // Reached from the folder in which the programs are compiled: only what is no variable is of a package.
    skill("untracked_directory/pdf");
    skill("not_packaged/pdf");

    make_odd_trees(folder, &skill);
}

#[cfg(unix)]
fn make_odd_trees(folder: &Path, skill: &dyn Fn(&str) -> usize) {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    skill("special_file/pdf");
    let special = folder.join("special_file/pdf");
    symlink("SKILL.md", special.join("inside")).unwrap();
    symlink("/nowhere", special.join("dangling")).unwrap();
    symlink("loop", special.join("loop")).unwrap();
    symlink("..", special.join("up")).unwrap();
    drop(UnixListener::bind(special.join("socket")).unwrap());

    skill("file_name/pdf");
    let names = folder.join("file_name/pdf");
    for name in [b"back\\slash.txt".as_slice(), b"bell\x07.txt", b"latin\xff.txt", b"line\nbreak.txt"] {
        fs::write(names.join(OsStr::from_bytes(name)), "").unwrap();
    }

    // A path that is longer than the system takes cannot be read by anybody, not even by root. It can be made from two
    // halves that are not too long.
    skill("unreadable/pdf");
    let half = |letter: &str| vec![letter.repeat(255); 8].join("/");
    let (lower, upper) = (folder.join("lower"), folder.join("unreadable/pdf").join(half("a")));
    fs::create_dir_all(lower.join(half("b"))).unwrap();
    fs::create_dir_all(&upper).unwrap();
    fs::rename(lower, upper.join("b")).unwrap();
}

#[cfg(not(unix))]
fn make_odd_trees(_: &Path, _: &dyn Fn(&str) -> usize) {}
