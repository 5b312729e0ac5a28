//! # `untracked_directory`
//!
//! Cargo notices a new file below the root.
//!
//! ## Why
//!
//! Stable Rust does not tell cargo that a macro has listed a directory: a file that is edited is noticed, one that is
//! added is not, and the program keeps the old catalog until something else changes. A build script of one line tells
//! cargo to watch the directory. One that names nothing to watch has cargo watch the whole package, which is enough for a
//! root in it.
//!
//! ## Bad
//!
//! ```text
//! embed_skills!("skills/"); // and no build.rs
//! ```
//!
//! ## Good
//!
//! ```text
//! // build.rs
//! fn main() { println!("cargo::rerun-if-changed=skills"); }
//! ```

use crate::facts::{BuildScript, PackageFacts};
use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "untracked_directory",
    level: Level::Warn,
    summary: "cargo notices a new file below the root",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    let Some(facts) = &options.package else { return };
    if package.tree.root_fault().is_some() {
        return;
    }
    let reason = match &facts.build_script {
        BuildScript::Unknown => return,
        BuildScript::Absent => "the package has no build script",
        BuildScript::Source(source) if watches(source, facts) => return,
        BuildScript::Source(_) => "the build script of the package does not watch it",
    };
    let watched = if facts.root.is_empty() { "." } else { &facts.root };
    findings.push(
        Finding::new(&RULE, "", format!("cargo does not notice a new file in this folder, as {reason}"))
            .help(format!(
                "have `build.rs` say: fn main() {{ println!(\"cargo::rerun-if-changed={watched}\"); }}"
            )),
    );
}

/// Whether the build script `source` has cargo watch the root, as far as its text tells.
fn watches(source: &str, facts: &PackageFacts) -> bool {
    const WATCH: &str = "rerun-if-changed";
    if !source.contains("rerun-if") {
        return facts.is_inside();
    }
    source.match_indices(WATCH).filter_map(|(at, _)| source.get(at + WATCH.len()..)).any(|rest| {
        let Some(path) = rest.strip_prefix('=') else { return false };
        let path = path.split(['"', '\\', '\n']).next().unwrap_or_default().trim();
        // What is put together while the script runs cannot be told.
        path.is_empty() || path.contains('{') || covers(path, &facts.root)
    })
}

/// Whether `root` is `path` or below it.
fn covers(path: &str, root: &str) -> bool {
    let segments = |path| str::split(path, '/').filter(|segment| !matches!(*segment, "" | "."));
    if path.starts_with('/') != root.starts_with('/') {
        return false;
    }
    let mut below = segments(root);
    // A `..` is no folder of the package: `.` is not above it.
    segments(path).all(|segment| below.next() == Some(segment)) && below.next() != Some("..")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::rules::testing::body_findings_with;

    /// What is found for `root` in a package with this build script.
    fn found(root: &str, script: Option<&str>) -> Vec<String> {
        let mut options = Options::default();
        options.package =
            Some(PackageFacts::of(Path::new("/ws/app"), &Path::new("/ws/app").join(root), |path| {
                script.filter(|_| path.ends_with("build.rs")).map(str::to_owned)
            }));
        body_findings_with(&options, &RULE, [("a/SKILL.md", "---\nname: a\ndescription: x\n---\n")])
    }

    fn watching(path: &str) -> String {
        format!("fn main() {{\n    println!(\"cargo::rerun-if-changed={path}\");\n}}\n")
    }

    #[test]
    fn a_package_without_build_script_is_told_what_to_write() {
        for (root, watched) in [("skills", "skills"), ("a/b", "a/b"), ("../skills", "../skills"), (".", ".")]
        {
            assert_eq!(
                found(root, None),
                [
                    "warning : cargo does not notice a new file in this folder, as the package has no build script".to_owned(),
                    format!("  have `build.rs` say: {}", watching(watched).trim_end().replace("\n    ", " ").replace('\n', " ")),
                ]
            );
        }
    }

    #[test]
    fn a_script_that_watches_the_root_or_a_folder_above_it_is_enough() {
        for (root, path) in [
            ("skills", "skills"),
            ("skills", "skills/"),
            ("skills", "./skills"),
            ("skills", "."),
            ("a/b/skills", "a"),
            ("../skills", "../skills"),
            ("../skills", ".."),
            ("/opt/skills", "/opt"),
            ("skills", "{}"),
            ("skills", "{root}/x"),
        ] {
            assert_eq!(found(root, Some(&watching(path))), [""; 0], "{root} {path}");
            assert_eq!(found(root, Some(&watching(path).replace("::", ":"))), [""; 0], "{root} {path}");
        }
        let several = "println!(\"cargo::rerun-if-changed=build.rs\\ncargo::rerun-if-changed=skills\\n\")";
        assert_eq!(found("skills", Some(several)), [""; 0]);
    }

    #[test]
    fn a_script_that_watches_something_else_is_not() {
        for (root, path) in [
            ("skills", "build.rs"),
            ("skills", "skills/a"),
            ("skills", "skillset"),
            ("../skills", "skills"),
            ("../skills", "."),
            ("/opt/skills", "."),
        ] {
            assert!(
                found(root, Some(&watching(path)))[0]
                    .ends_with("the build script of the package does not watch it")
            );
        }
        assert_eq!(found("skills", Some("println!(\"cargo::rerun-if-env-changed=X\")")).len(), 2);
    }

    #[test]
    fn a_script_that_names_nothing_watches_the_package() {
        assert_eq!(found("skills", Some("fn main() {}")), [""; 0]);
        assert_eq!(found("../skills", Some("fn main() {}")).len(), 2);
    }

    #[test]
    fn without_facts_nothing_is_said() {
        let files = [("a/SKILL.md", "---\nname: a\ndescription: x\n---\n")];
        assert_eq!(body_findings_with(&Options::default(), &RULE, files), [""; 0]);
    }
}
