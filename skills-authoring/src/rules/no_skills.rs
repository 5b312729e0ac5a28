//! # `no_skills`
//!
//! There is a skill below the root: a folder with a file named exactly `SKILL.md`.
//!
//! ## Why
//!
//! A catalog without a skill is never meant. It comes from a wrong path, from a glob that leaves out too much, or from
//! a container build whose ignore file drops every `*.md`.
//!
//! ## Bad
//!
//! ```text
//! skills/
//!   pdf.md
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/
//!   pdf/
//!     SKILL.md
//! ```

use crate::finding::{Finding, Findings};
use crate::model::{Package, SKILL_MD};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::selection::name_of;
use crate::tree::Entry;

pub(crate) static RULE: Rule = Rule {
    name: "no_skills",
    level: Level::Error,
    summary: "there is a folder with a `SKILL.md` below the root",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    // Whatever is nearly a `SKILL.md` has a finding of its own.
    let is_near = |name: &str| name.eq_ignore_ascii_case(SKILL_MD);
    let is_blind = package.tree.root_fault().is_some() || package.tree.entry("").is_some();
    if is_blind
        || package
            .entries
            .iter()
            .any(|entry| is_near(name_of(&entry.path)) && !options.ordinary.is_match(&entry.path))
    {
        return;
    }
    let mut finding = Finding::new(&RULE, "", "there is no `SKILL.md` in any folder below the root")
        .help("a skill is a folder with a `SKILL.md`, such as `my-skill/SKILL.md`");
    let hidden = package.tree.entries().iter().find(|entry| name_of(&entry.path) == SKILL_MD);
    if let Some(Entry { path, .. }) = hidden {
        let why = if options.ordinary.is_match(path) {
            "is an ordinary file by `ordinary`"
        } else if options.exclude.is_match(path) {
            "is left out by `exclude`"
        } else {
            "lies in a folder that is left out for its name; `include` brings it back"
        };
        finding = finding.help(format!("`{path}` {why}"));
    }
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Globs, Tree, check};

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    fn found(tree: &Tree, options: &Options) -> Vec<&'static str> {
        check(tree, options).findings.iter().map(|finding| finding.rule.name).collect()
    }

    #[test]
    fn a_tree_without_a_skill_md_fires() {
        let options = Options::default();
        // The last is what a container build leaves whose ignore file drops `*.md`.
        let trees = [&[][..], &["README.md", "a/b.md"], &["a/scripts/run.py", "a/assets/logo.png"]];
        for paths in trees {
            let tree = Tree::from_files(paths.iter().map(|path| (*path, "")));
            assert_eq!(found(&tree, &options), ["no_skills"], "{paths:?}");
        }
        assert_eq!(found(&Tree::from_files([("x/y/a/SKILL.md", SKILL)]), &options), [""; 0]);
    }

    #[test]
    fn a_near_miss_is_reported_once() {
        let options = Options::default();
        assert_eq!(found(&Tree::from_files([("a/skill.md", SKILL)]), &options), ["skill_md_spelling"]);
        let link = Content::Link { target: "x".to_owned() };
        assert_eq!(found(&Tree::from_contents([("a/SKILL.md", link)]), &options), ["special_file"]);
        let unreadable = Content::Unreadable { error: "denied".to_owned() };
        assert_eq!(found(&Tree::from_contents([("a/SKILL.md", unreadable)]), &options), ["unreadable"]);
    }

    #[test]
    fn a_skill_md_that_does_not_count_is_named_with_the_reason() {
        let help = |path: &str, exclude: &str, ordinary: &str| {
            let mut options = Options::default();
            options.exclude = Globs::parse(&[exclude.to_owned()]).unwrap();
            options.ordinary = Globs::parse(&[ordinary.to_owned()]).unwrap();
            check(&Tree::from_files([(path, SKILL)]), &options).findings[0].help[1].text.clone()
        };
        assert_eq!(help("a/SKILL.md", "a/**", "x"), "`a/SKILL.md` is left out by `exclude`");
        assert_eq!(help("a/SKILL.md", "x", "a"), "`a/SKILL.md` is an ordinary file by `ordinary`");
        assert_eq!(
            help(".a/SKILL.md", "x", "x"),
            "`.a/SKILL.md` lies in a folder that is left out for its name; `include` brings it back"
        );
    }
}
