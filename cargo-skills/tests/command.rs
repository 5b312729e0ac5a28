//! The command as a process: exit codes, streams, formats, roots, and what `fix` writes. What rules find is tested where
//! they are.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use skills_authoring::{Options, Tree, check, render};
use skills_runtime::{Catalog, Era, Frame, Policy, Query, embed_skills};
use tempfile::TempDir;

/// What a run left behind.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

/// A folder in which commands run.
struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.run_in("", arguments)
    }

    /// Runs in a folder below.
    fn run_in(&self, below: &str, arguments: &[&str]) -> Run {
        finish(command(&self.path(below)).args(arguments))
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-skills"));
    command.current_dir(folder);
    for name in ["CARGO_TERM_COLOR", "CLICOLOR_FORCE", "COLUMNS", "NO_COLOR"] {
        command.env_remove(name);
    }
    command
}

fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does it.\n---\nDo it.\n")
}

/// Two errors, one of which has a certain edit, and a warning.
const BROKEN: &str = "---\nname: bag\ndescription: \"\"\nmetadata:\n  version: 1.10\n---   \nPack: it\n";

/// A warning alone.
const BLANKS: &str = "---\nname: tea\ndescription: Makes tea.\n---  \nPour.\n";

#[test]
fn findings_at_error_level_are_1_and_warnings_alone_0() {
    let folder = Folder::new(&[
        ("clean/pdf/SKILL.md", &skill("pdf")),
        ("warned/tea/SKILL.md", BLANKS),
        ("broken/bag/SKILL.md", BROKEN),
    ]);
    let run = folder.run(&["check", "clean"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    assert_eq!(run.err, "     Checked clean (1 skill, 1 file)\n");

    let run = folder.run(&["check", "warned/"]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.starts_with("warning[skills::fence_space]: "), "{}", run.out);
    assert_eq!(
        run.err,
        "warning: `warned` generated 1 warning (run `cargo skills fix warned` to apply 1 suggestion)\n     \
         Checked warned (1 skill, 1 file)\n"
    );
    let run = folder.run(&["check", "warned", "--deny", "fence_space"]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.starts_with("error[skills::fence_space]: "), "{}", run.out);

    let run = folder.run(&["check", "./broken"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.err,
        "error: `broken` cannot be embedded due to 2 errors; 1 warning emitted (run `cargo skills fix broken` to apply 2 \
         suggestions)\n"
    );
    // The current directory stands before no path, as in what the compiler prints.
    let run = folder.run_in("broken", &["check", ".", "--format", "concise"]);
    assert!(run.out.starts_with("bag/SKILL.md:3:14: error["), "{}", run.out);
    assert!(run.err.starts_with("error: `.` cannot be embedded due to 2 errors"), "{}", run.err);
    let run = folder.run_in("broken/bag", &["check", "./", "--format", "concise"]);
    assert!(run.out.contains(": error[skills::skill_at_root]: "), "{}", run.out);
    // A folder that is not there is a finding as well.
    let run = folder.run(&["check", "gone"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.out.starts_with("error[skills::root_not_found]: ") && run.out.contains(" --> gone\n"),
        "{}",
        run.out
    );
}

#[test]
fn what_cannot_be_asked_for_is_2() {
    let folder = Folder::new(&[("skills/pdf/SKILL.md", &skill("pdf"))]);
    for (arguments, said) in [
        (&["chek"][..], "unrecognized subcommand 'chek'"),
        (&[], "Usage: cargo-skills [OPTIONS] <COMMAND>"),
        (&["check", "--format", "xml"], "[possible values: full, concise, json, sarif, github]"),
        (&["check", "--deny", "crfl"], "unknown rule `crfl`; did you mean `crlf`?"),
        (&["check", "--allow", "name_length"], "`name_length` cannot be lowered"),
        (&["check", "a", "b"], "unexpected argument 'b' found"),
        (&["explain", "fence_spaces"], "unknown rule `fence_spaces`; did you mean `fence_space`?"),
        (&["explain", "zzz"], "unknown rule `zzz`; `cargo skills explain` lists all"),
        (&["manifest", "--format", "json"], "unexpected argument '--format' found"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.err.contains(said) && run.out.is_empty(), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn it_is_called_through_cargo_and_by_its_own_name() {
    let folder = Folder::new(&[("skills/bag/SKILL.md", BROKEN)]);
    let (through_cargo, alone) = (folder.run(&["skills", "check"]), folder.run(&["check"]));
    assert_eq!(
        (through_cargo.code, &through_cargo.out, &through_cargo.err),
        (alone.code, &alone.out, &alone.err)
    );
    for (arguments, usage) in [
        (&["skills", "check", "--help"][..], "Usage: cargo skills check [OPTIONS] [DIR]\n"),
        (&["check", "--help"], "Usage: cargo-skills check [OPTIONS] [DIR]\n"),
        (&["skills", "--help"], "Usage: cargo skills [OPTIONS] <COMMAND>\n"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(0));
        assert!(run.out.contains(usage) && run.err.is_empty(), "{}", run.out);
    }
    let version = folder.run(&["skills", "--version"]);
    assert_eq!(version.out, concat!("cargo-skills ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_finding_is_shown_however_many_there_are() {
    let files: Vec<_> = (0..80).map(|n| (format!("skills/s{n}/SKILL.md"), skill("other"))).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let folder = Folder::new(&files);
    let run = folder.run(&["check", "--allow", "duplicate_name"]);
    assert_eq!(run.out.matches("error[skills::name_mismatch]: ").count(), 80);
    assert_eq!(run.err, "error: `skills` cannot be embedded due to 80 errors\n");
}

#[test]
fn each_format_holds_the_same_findings() {
    let folder = Folder::new(&[
        (
            "Cargo.toml",
            "[package.metadata.skills.a]\n[package.metadata.skills.b]\nallow = ['untracked_directory']\n",
        ),
        ("a/bag/SKILL.md", BROKEN),
        ("b/tea/SKILL.md", BLANKS),
    ]);
    let with = |format: &str| folder.run(&["check", "-q", "-A", "untracked_directory", "--format", format]);
    let rules = ["description_blank", "metadata_value", "fence_space", "fence_space"];
    let places = ["a/bag/SKILL.md:3:14", "a/bag/SKILL.md:5:12", "a/bag/SKILL.md:6:4", "b/tea/SKILL.md:4:4"];

    let full = with("full");
    let shown: Vec<_> =
        full.out.lines().filter_map(|line| line.split_once("--> ")).map(|(_, place)| place).collect();
    assert_eq!(shown, places, "{}", full.out);
    assert!(!full.out.contains('\u{1b}'));
    let concise = with("concise").out;
    let shown: Vec<_> = concise.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(shown, places);
    let json: Value = serde_json::from_str(&with("json").out).unwrap();
    let shown: Vec<_> =
        json.as_array().unwrap().iter().map(|finding| finding["rule"].as_str().unwrap()).collect();
    assert_eq!(shown, rules);
    let sarif: Value = serde_json::from_str(&with("sarif").out).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let shown: Vec<_> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
    assert_eq!(shown, rules);
    let github = with("github").out;
    assert_eq!(
        github.lines().map(|line| line.split(' ').next().unwrap()).collect::<Vec<_>>(),
        ["::error", "::error", "::warning", "::warning"]
    );
    for format in ["full", "concise", "json", "sarif", "github"] {
        let run = with(format);
        assert_eq!(run.code, Some(1), "{format}");
        // Errors are told even to who wants no progress.
        assert!(
            run.err.starts_with("error: `a` cannot be embedded") && run.err.lines().count() == 1,
            "{}",
            run.err
        );
    }
}

#[test]
fn colours_are_for_terminals_and_for_who_wants_them() {
    let folder = Folder::new(&[("skills/bag/SKILL.md", BROKEN), ("skills/empty/SKILL.md", "")]);
    let plain = folder.run(&["check"]);
    assert!(!plain.out.contains('\u{1b}') && !plain.err.contains('\u{1b}'));
    let coloured = folder.run(&["check", "--color", "always"]);
    assert!(coloured.out.contains("\u{1b}[") && coloured.err.contains("\u{1b}["));
    let from_cargo = finish(command(&folder.path("")).arg("check").env("CARGO_TERM_COLOR", "always"));
    assert_eq!((from_cargo.out, from_cargo.err), (coloured.out.clone(), coloured.err));
    let never =
        finish(command(&folder.path("")).args(["check", "--color", "never"]).env("CLICOLOR_FORCE", "1"));
    assert_eq!(never.out, plain.out);
    assert_eq!(anstream::adapter::strip_str(&coloured.out).to_string(), plain.out);
    // Without colours it is what the library has without them.
    let tree = Tree::read(&folder.path("skills"));
    let findings = check(&tree, &Options::default()).findings;
    let root = render::Root { findings: &findings, tree: &tree, base: "skills" };
    assert_eq!(render::full_for_command(&[root], render::Style::Plain), plain.out);
}

#[test]
fn the_roots_are_those_of_the_package_around() {
    let folder = Folder::new(&[
        (
            "app/Cargo.toml",
            "[package]\nname = \"app\"\n\n[package.metadata.skills.\"own/\"]\nexclude = [\"drafts\"]\n\n\
                            [package.metadata.skills.\"../shared\"]\nwarn = [\"description_length\"]\n",
        ),
        ("app/own/pdf/SKILL.md", &skill("pdf")),
        ("app/own/drafts/x/SKILL.md", "no skill yet"),
        ("app/src/deep/lib.rs", ""),
        ("app/skills/never/SKILL.md", "not a root"),
        ("shared/csv/SKILL.md", &skill("csv").replace("Does it.", &"x".repeat(1_100))),
        ("plain/Cargo.toml", "[package]\nname = \"plain\"\n"),
        ("plain/skills/tea/SKILL.md", BLANKS),
    ]);
    let without = ["check", "-A", "untracked_directory", "-A", "not_packaged", "--format", "concise"];
    for (below, up) in [("app", ""), ("app/src/deep", "../../")] {
        let run = folder.run_in(below, &without);
        assert_eq!(run.code, Some(0), "{}", run.out);
        let place = format!("{up}../shared/csv/SKILL.md:3:14: warning[skills::description_length]: ");
        assert!(run.out.starts_with(&place) && run.out.lines().count() == 1, "{}", run.out);
        assert!(run.err.contains(&format!("Checked {up}own (1 skill, 1 file)\n")), "{}", run.err);
    }
    // Without roots it is `skills`, beside `Cargo.toml` or here.
    for (below, shown) in [("plain", "skills"), ("plain/skills/tea", "../../skills")] {
        let run = folder.run_in(below, &without);
        assert!(run.out.starts_with(&format!("{shown}/tea/SKILL.md:4:4: warning[")), "{}", run.out);
    }
    let run = folder.run(&without);
    assert!(run.out.starts_with("skills: error[skills::root_not_found]: "), "{}", run.out);
    // A folder that is named has the options that its package gives it.
    for (below, dir) in [("", "app/own"), ("app/src", "../own/"), ("app/own", "."), ("plain", "../app/own")] {
        let run = folder.run_in(below, &["check", dir, "-A", "untracked_directory"]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{dir}");
    }
    // One that only the package here knows of too.
    let run =
        folder.run_in("app", &["check", "../shared", "--format", "concise", "-A", "untracked_directory"]);
    assert_eq!(run.code, Some(0), "{}", run.out);
    let run = folder.run(&["check", "shared"]);
    assert_eq!(run.code, Some(1));
}

#[test]
fn arguments_win_over_the_manifest_and_the_last_over_the_first() {
    let folder = Folder::new(&[
        (
            "Cargo.toml",
            "[package.metadata.skills.skills]\ndeny = [\"fence_space\"]\nallow = [\"untracked_directory\"]\n",
        ),
        ("skills/tea/SKILL.md", BLANKS),
    ]);
    let code = |arguments: &[&str]| folder.run(&[&["check"], arguments].concat()).code;
    assert_eq!(code(&[]), Some(1));
    assert_eq!(code(&["--warn", "fence_space"]), Some(0));
    assert_eq!(code(&["--allow", "skills::fence_space"]), Some(0));
    assert_eq!(code(&["--deny", "fence_space"]), Some(1));
    assert_eq!(code(&["-A", "fence_space", "-D", "fence_space"]), Some(1));
    assert_eq!(code(&["-D", "fence_space", "-A", "fence_space"]), Some(0));
    folder.write("skills/tea/SKILL.md", &format!("{BLANKS}{}", "More.\n".repeat(600)));
    assert_eq!(code(&["-A", "fence_space"]), Some(0));
    assert_eq!(code(&["-A", "fence_space", "-D", "pedantic"]), Some(1), "the body is long");
    assert_eq!(code(&["-A", "fence_space", "-D", "pedantic", "-A", "long_body"]), Some(0));
}

#[test]
fn a_mistake_in_the_manifest_has_its_place() {
    let folder = Folder::new(&[
        (
            "app/Cargo.toml",
            "[package]\nname = \"app\"\n[package.metadata.skills.skills]\nexlude = [\"x\"]\nscheme = \"A\"\n",
        ),
        ("app/skills/pdf/SKILL.md", &skill("pdf")),
        ("app/src/lib.rs", ""),
    ]);
    let run = folder.run_in("app/src", &["check"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    let lines: Vec<_> = run.err.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "error: `package.metadata.skills.skills.exlude` is no option; did you mean `exclude`?",
            " --> ../Cargo.toml:4:1",
        ]
    );
    assert!(
        lines[2].starts_with("error: `package.metadata.skills.skills.scheme`: ")
            && lines[3] == " --> ../Cargo.toml:5:10"
    );
}

static HTTP: Catalog = embed_skills!("../examples/http/skills", allow(not_packaged, untracked_directory));
static STDIO: Catalog = embed_skills!("../examples/stdio/skills", allow(not_packaged, untracked_directory));
static CHOSEN: Catalog = embed_skills!(
    "../examples/http/skills",
    prefix = "acme",
    scheme = "acme+skill",
    exclude = ["brand-assets"],
    unlisted = ["incident-review/timeline"],
    allow(not_packaged, untracked_directory),
);

#[test]
fn the_manifest_is_what_a_server_answers() {
    // SEP-4, SEP-5, SEP-7, SEP-8
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("examples");
    let folder = Folder::new(&[(
        "Cargo.toml",
        &format!(
            "[package.metadata.skills.{:?}]\nprefix = \"acme\"\nscheme = \"acme+skill\"\nexclude = [\"brand-assets\"]\n\
             unlisted = [\"incident-review/timeline\"]\n",
            examples.join("http/skills")
        ),
    )]);
    let http = examples.join("http/skills");
    let elsewhere = Folder::new(&[]);
    for (run, catalog, listed) in [
        (elsewhere.run(&["manifest", http.to_str().unwrap()]), &HTTP, 5),
        (elsewhere.run(&["manifest", examples.join("stdio/skills").to_str().unwrap()]), &STDIO, 3),
        (folder.run(&["manifest"]), &CHOSEN, 3),
    ] {
        let mut answer = String::new();
        let query = Query::ListSkills { cursor: None };
        let frame = Frame { era: Era::Legacy, server_info: None };
        catalog.answer(query, &Policy::new()).unwrap().write(&frame, &mut answer).unwrap();
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert_eq!(run.out, format!("{answer}\n"));
        let parsed: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(parsed["skills"].as_array().unwrap().len(), listed);
    }
}

#[test]
fn what_cannot_be_embedded_has_no_manifest_and_no_list() {
    let folder = Folder::new(&[
        ("bad/bag/SKILL.md", BROKEN),
        ("two/Cargo.toml", "[package.metadata.skills.a]\n[package.metadata.skills.b]\n"),
    ]);
    for name in ["manifest", "list"] {
        let run = folder.run(&[name, "bad"]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
        assert!(run.err.starts_with("error[skills::description_blank]: "), "{}", run.err);
        assert!(
            !run.err.contains("warning[") && run.err.contains("`bad` cannot be embedded due to 2 errors")
        );
    }
    let run = folder.run_in("two", &["manifest"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (Some(2), "error: this package has 2 roots; name one of `a`, `b`\n")
    );
}

#[test]
fn a_list_is_cut_to_the_terminal() {
    let folder = Folder::new(&[
        ("skills/team/pdf/SKILL.md", &skill("pdf").replace("Does it.", &"word ".repeat(100))),
        ("skills/team/pdf/form.txt", "12345"),
    ]);
    let wide = folder.run(&["list"]);
    assert_eq!(wide.code, Some(0));
    let words = "word ".repeat(100);
    let expected = format!(
        "skills (1 skill, 2 files, 544 B)\n└── team/\n    └── pdf  2 files  544 B  {}\n",
        words.trim()
    );
    assert_eq!(wide.out, expected);
    let narrow = finish(command(&folder.path("")).arg("list").env("COLUMNS", "40"));
    assert_eq!(
        narrow.out,
        "skills (1 skill, 2 files, 544 B)\n└── team/\n    └── pdf  2 files  544 B  word word…\n"
    );
}

#[test]
fn a_rule_is_explained() {
    let folder = Folder::new(&[]);
    for name in ["fence_space", "skills::fence_space"] {
        let run = folder.run(&["explain", name]);
        let rule = skills_authoring::Rule::named("fence_space").unwrap();
        assert_eq!(run.code, Some(0));
        assert_eq!(run.out.trim_end(), rule.explanation().trim_end());
    }
    let all = folder.run(&["explain"]).out;
    assert_eq!(all.lines().count(), skills_authoring::RULES.len());
    for (line, rule) in all.lines().zip(skills_authoring::RULES) {
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(words[..2], [rule.name, rule.level.word()]);
        assert!(line.ends_with(rule.summary), "{line}");
    }
}

#[test]
fn fix_writes_what_is_certain_and_nothing_else() {
    let folder = Folder::new(&[
        ("skills/bag/SKILL.md", BROKEN),
        ("skills/tea/SKILL.md", BLANKS),
        ("skills/tea/notes.md", "---\nyes: no\n--- \n"),
        ("skills/pdf/SKILL.md", &skill("pdf")),
    ]);
    let before = fs::metadata(folder.path("skills/pdf/SKILL.md")).unwrap().modified().unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        fs::set_permissions(folder.path("skills/tea/SKILL.md"), fs::Permissions::from_mode(0o640)).unwrap();
    }

    let run = folder.run(&["fix", "--dry-run"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.out,
        "--- skills/bag/SKILL.md\n+++ skills/bag/SKILL.md\n@@ -2,6 +2,6 @@\n name: bag\n description: \"\"\n metadata:\n\
         -  version: 1.10\n----   \n+  version: \"1.10\"\n+---\n Pack: it\n\
         --- skills/tea/SKILL.md\n+++ skills/tea/SKILL.md\n@@ -1,5 +1,5 @@\n ---\n name: tea\n description: Makes tea.\n\
         ----  \n+---\n Pour.\n"
    );
    assert_eq!(
        (folder.read("skills/bag/SKILL.md").as_str(), folder.read("skills/tea/SKILL.md").as_str()),
        (BROKEN, BLANKS)
    );

    let run = folder.run(&["fix"]);
    assert_eq!(run.code, Some(1), "what is not certain is left");
    assert_eq!(
        run.err,
        "       Fixed skills/bag/SKILL.md (2 edits)\n       Fixed skills/tea/SKILL.md (1 edit)\n\
         error: `skills` cannot be embedded due to 1 error\n"
    );
    assert_eq!(
        folder.read("skills/bag/SKILL.md"),
        "---\nname: bag\ndescription: \"\"\nmetadata:\n  version: \"1.10\"\n---\nPack: it\n"
    );
    assert_eq!(folder.read("skills/tea/SKILL.md"), BLANKS.replace("---  ", "---"));
    assert_eq!(folder.read("skills/tea/notes.md"), "---\nyes: no\n--- \n");
    assert_eq!(fs::metadata(folder.path("skills/pdf/SKILL.md")).unwrap().modified().unwrap(), before);
    assert_eq!(fs::read_dir(folder.path("skills/tea")).unwrap().count(), 2, "nothing is left beside it");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        let mode = fs::metadata(folder.path("skills/tea/SKILL.md")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    let again = folder.run(&["fix", "--dry-run"]);
    assert_eq!((again.code, again.out.as_str()), (Some(0), ""));
    let report = folder.run(&["check", "--format", "concise"]).out;
    assert!(!report.contains("metadata_value") && !report.contains("fence_space"), "{report}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_ends_nothing_badly() {
    let files: Vec<_> = (0..400).map(|n| (format!("skills/s{n}/SKILL.md"), skill("other"))).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let folder = Folder::new(&files);
    for arguments in [&["check"][..], &["check", "--format", "json"], &["explain"], &["--help"]] {
        let mut command = command(&folder.path(""));
        let mut child =
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(!err.contains("panicked") && !err.contains("cannot print"), "{err}");
        assert_eq!(output.status.code(), Some(i32::from(arguments[0] == "check")), "{arguments:?}");
    }
    // A full disk is another matter.
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = finish(command(&folder.path("")).arg("explain").stdout(full));
    assert_eq!(run.code, Some(2));
    assert!(run.err.starts_with("error: cannot print: "), "{}", run.err);
}
