//! # `excluded_dotfile`
//!
//! A name that starts with a dot is left out, and so it is said which ones are.
//!
//! ## Why
//!
//! Dot entries belong to editors, version control and systems, and may hold what nobody wants to publish, so none is
//! embedded unasked. Some are meant, though, such as a template's `.editorconfig`. What version control and systems
//! leave everywhere goes without a word: `.git`, `.github`, `.venv`, `.DS_Store`, `.gitignore`, `.gitattributes`,
//! `.gitkeep`, and the swap files of editors.
//!
//! ## Bad
//!
//! ```text
//! skills/scaffold/assets/.editorconfig
//! ```
//!
//! ## Good
//!
//! ```text
//! embed_skills!("skills/", include = ["scaffold/assets/.editorconfig"]);
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::selection::{glob_literal, name_of};

pub(crate) static RULE: Rule = Rule {
    name: "excluded_dotfile",
    level: Level::Warn,
    summary: "a name that starts with a dot is left out unless `include` names it",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for entry in &package.left_out {
        let name = name_of(&entry.path);
        if !name.starts_with('.') || is_expected(name) {
            continue;
        }
        let glob = glob_literal(&entry.path);
        findings.push(
            Finding::new(&RULE, &entry.path, format!("`{name}` starts with a dot and is left out"))
                .help(format!("to embed it after all: `include = [{glob}]`"))
                .help(format!("to leave it out without this warning: `exclude = [{glob}]`")),
        );
    }
}

fn is_expected(name: &str) -> bool {
    const NAMES: [&str; 7] =
        [".git", ".github", ".venv", ".DS_Store", ".gitignore", ".gitattributes", ".gitkeep"];
    NAMES.contains(&name) || is_swap_file(name)
}

/// `.*.sw?`
fn is_swap_file(name: &str) -> bool {
    let (stem, end) = name.rsplit_once('.').unwrap_or_default();
    stem.starts_with('.') && end.starts_with("sw") && end.chars().count() == 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Globs, Tree, check};

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    fn found(include: &[&str], exclude: &[&str], paths: &[&str]) -> Vec<String> {
        let globs = |patterns: &[&str]| {
            Globs::parse(&patterns.iter().map(|pattern| (*pattern).to_owned()).collect::<Vec<_>>()).unwrap()
        };
        let mut options = Options::default();
        options.include = globs(include);
        options.exclude = globs(exclude);
        let tree = Tree::from_files(paths.iter().chain(&["a/SKILL.md"]).map(|path| (*path, SKILL)));
        let findings = check(&tree, &options).findings.into_iter();
        findings.filter(|finding| *finding.rule == RULE).map(|finding| finding.path).collect()
    }

    #[test]
    fn a_dot_entry_is_named_once() {
        assert_eq!(
            found(
                &[],
                &[],
                &["a/.env", "a/.config/x/y", "a/.config/z", ".editorconfig", "a/.swap", "a/.x.swab"]
            ),
            [".editorconfig", "a/.config", "a/.env", "a/.swap", "a/.x.swab"]
        );
    }

    #[test]
    fn what_is_expected_or_decided_is_not() {
        let expected =
            ["a/.git/HEAD", ".github/x.yml", "a/.venv/x", "a/.DS_Store", ".gitignore", ".gitattributes"];
        assert_eq!(found(&[], &[], &expected), [""; 0]);
        assert_eq!(
            found(&[], &[], &["a/.gitkeep", "a/.x.md.swp", "a/.x.swo", "a/x.pyc", "a/Thumbs.db"]),
            [""; 0]
        );
        assert_eq!(found(&["a/.env"], &["a/.npmrc"], &["a/.env", "a/.npmrc"]), [""; 0]);
        assert_eq!(found(&["a/.config/x"], &[], &["a/.config/x", "a/.config/y"]), [""; 0]);
    }

    #[test]
    fn both_ways_out_are_shown() {
        let tree = Tree::from_files([("a/SKILL.md", SKILL), ("a/.env", "")]);
        let findings = check(&tree, &Options::default()).findings;
        let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
        assert_eq!(finding.message, "`.env` starts with a dot and is left out");
        assert_eq!(finding.help[0].text, "to embed it after all: `include = [\"a/.env\"]`");
        assert_eq!(finding.help[1].text, "to leave it out without this warning: `exclude = [\"a/.env\"]`");
    }
}
