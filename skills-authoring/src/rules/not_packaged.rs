//! # `not_packaged`
//!
//! `cargo package` takes along what is embedded.
//!
//! ## Why
//!
//! A package holds nothing from outside of its folder, and no folder with a `Cargo.toml` of its own. What builds here
//! does not build, or has fewer files, for whoever gets the crate from a registry. What `package.exclude` and
//! `.gitignore` keep out cannot be seen from here.
//!
//! ## Bad
//!
//! ```text
//! skills/scaffold/assets/starter/Cargo.toml
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/scaffold/assets/starter/Cargo.toml.template
//! ```

use crate::facts::PackageFacts;
use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::parse::below;
use crate::rule::{Level, Rule};
use crate::wording::ticked;

pub(crate) static RULE: Rule = Rule {
    name: "not_packaged",
    level: Level::Warn,
    summary: "`cargo package` takes along what is embedded",
    check,
};

const MANIFEST: &str = "Cargo.toml";

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    let Some(facts) = options.package.as_ref().filter(|_| !package.skills.is_empty()) else { return };
    if !facts.is_inside() {
        let message = format!(
            "`cargo package` takes files of the package only, and {} is outside of it",
            ticked(&facts.root)
        );
        findings.push(Finding::new(&RULE, "", message).help("move the skills into the package"));
        return;
    }
    let manifests: Vec<(&str, &str)> = package
        .tree
        .entries()
        .iter()
        .filter_map(|entry| Some((folder_of_manifest(&entry.path, facts)?, entry.path.as_str())))
        .filter(|(folder, _)| is_embedded(package, folder))
        .collect();
    for (folder, path) in &manifests {
        // The outermost takes everything below it away.
        if manifests.iter().any(|(other, _)| other != folder && is_in(folder, other)) {
            continue;
        }
        let message = format!(
            "`cargo package` leaves out a folder with a `{MANIFEST}` of its own, so what is in it will be missing"
        );
        let help = format!("give the file another name, such as `{MANIFEST}.template`");
        findings.push(Finding::new(&RULE, path, message).help(help));
    }
}

/// The folder of which `path` is the manifest, whether or not that is embedded. The package's own is no nested one.
fn folder_of_manifest<'p>(path: &'p str, facts: &PackageFacts) -> Option<&'p str> {
    match path.rsplit_once('/') {
        Some((folder, MANIFEST)) => Some(folder),
        None if path == MANIFEST && !facts.root.is_empty() => Some(""),
        _ => None,
    }
}

/// Whether a skill has something in `folder`.
fn is_embedded(package: &Package<'_>, folder: &str) -> bool {
    package.skills.iter().any(|skill| {
        let holds = is_in(folder, skill.directory) && !below(&package.entries, folder).is_empty();
        holds || is_in(skill.directory, folder)
    })
}

/// Whether `path` is `folder` or below it.
fn is_in(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::Globs;
    use crate::rules::testing::body_findings_with;

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    fn found(root: &str, exclude: &[&str], files: &[&str]) -> Vec<String> {
        let mut options = Options::default();
        let exclude: Vec<String> = exclude.iter().map(|glob| (*glob).to_owned()).collect();
        options.exclude = Globs::parse(&exclude).unwrap();
        options.package = Some(PackageFacts::of(Path::new("/ws/app"), Path::new(root), |_| None));
        let files = files.iter().map(|file| (*file, "x")).chain([("b/a/SKILL.md", SKILL)]);
        body_findings_with(&options, &RULE, files)
    }

    #[test]
    fn a_root_outside_of_the_package_fires() {
        assert_eq!(
            found("/ws/skills", &[], &["b/a/Cargo.toml"]),
            [
                "warning : `cargo package` takes files of the package only, and `../skills` is outside of it",
                "  move the skills into the package",
            ]
        );
        assert!(found("/opt/skills", &[], &[])[0].contains("`/opt/skills`"));
    }

    #[test]
    fn a_nested_manifest_fires_once_for_all_it_takes_away() {
        let message = "`cargo package` leaves out a folder with a `Cargo.toml` of its own, so what is in it will be missing";
        let help = "  give the file another name, such as `Cargo.toml.template`";
        let expected = |paths: &[&str]| -> Vec<String> {
            paths.iter().flat_map(|path| [format!("warning {path}: {message}"), help.to_owned()]).collect()
        };
        for files in [&["b/a/x/Cargo.toml"][..], &["b/a/x/Cargo.toml", "b/a/x/A/Cargo.toml", "b/a/x/z"]] {
            assert_eq!(found("/ws/app/skills", &[], files), expected(&["b/a/x/Cargo.toml"]));
        }
        assert_eq!(found("/ws/app/skills", &[], &["b/Cargo.toml"]), expected(&["b/Cargo.toml"]));
        assert_eq!(
            found("/ws/app/skills", &[], &["Cargo.toml", "b/a/Cargo.toml"]),
            expected(&["Cargo.toml"])
        );
        // Leaving the manifest out of the catalog does not help, leaving the folder out does.
        let files = ["b/a/x/Cargo.toml", "b/a/x/main.rs"];
        assert_eq!(found("/ws/app/skills", &["**/Cargo.toml"], &files), expected(&["b/a/x/Cargo.toml"]));
        assert_eq!(found("/ws/app/skills", &["b/a/x"], &files), [""; 0]);
    }

    #[test]
    fn what_is_packaged_or_not_embedded_does_not() {
        assert_eq!(
            found("/ws/app/skills", &[], &["b/a/Cargo.toml.template", "b/a/cargo.toml", "c/Cargo.toml"]),
            [""; 0]
        );
        assert_eq!(found("/ws/app", &[], &["Cargo.toml"]), [""; 0]);
        assert_eq!(
            body_findings_with(&Options::default(), &RULE, [("a/SKILL.md", SKILL), ("a/Cargo.toml", "")]),
            [""; 0]
        );
    }
}
