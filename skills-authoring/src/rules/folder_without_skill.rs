//! # `folder_without_skill`
//!
//! A folder with files is a skill, lies in one, or leads to one.
//!
//! ## Why
//!
//! Files outside of every skill are not served, so a folder of them is a skill whose `SKILL.md` was forgotten, or does
//! not belong below the root.
//!
//! ## Bad
//!
//! ```text
//! skills/pdf/forms.md
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/pdf/SKILL.md
//! skills/pdf/forms.md
//! ```

use std::collections::BTreeMap;

use crate::finding::{Finding, Findings};
use crate::model::{Package, SKILL_MD};
use crate::options::Options;
use crate::parse::below;
use crate::rule::{Level, Rule};
use crate::selection::{glob_literal, name_of};
use crate::tree::Content;

pub(crate) static RULE: Rule = Rule {
    name: "folder_without_skill",
    level: Level::Warn,
    summary: "a folder with files is a skill, lies in one, or leads to one",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    // A skill in the root would have everything, and without any skill there is one finding already.
    if package.skills.is_empty() || package.entries.iter().any(|entry| entry.path == SKILL_MD) {
        return;
    }
    let mut leads_on = BTreeMap::new();
    let mut last = "";
    for entry in &package.entries {
        let (folder, _) = entry.path.rsplit_once('/').unwrap_or_default();
        if folder.is_empty() || folder == last || !matches!(entry.content, Content::File(_) | Content::Stray)
        {
            continue;
        }
        last = folder;
        // From the top: the first folder with nothing like a `SKILL.md` in it; what lies in a skill is never asked.
        let ends = folder.match_indices('/').map(|(end, _)| end).chain([folder.len()]);
        for folder in ends.filter_map(|end| folder.get(..end)) {
            // A folder called `SKILL.md` is a fault of another rule.
            if name_of(folder).eq_ignore_ascii_case(SKILL_MD) {
                break;
            }
            let leads_on =
                *leads_on.entry(folder).or_insert_with(|| leads_to_a_skill(package, options, folder));
            if !leads_on || is_skill(package, folder) {
                break;
            }
        }
    }
    let topmost = leads_on.iter().filter(|(_, leads_on)| !**leads_on).map(|(folder, _)| *folder);
    for folder in topmost {
        findings.push(
            Finding::new(&RULE, folder, "no skill has the files of this folder, so they are not served")
                .help(format!("to make it a skill, add `{folder}/{SKILL_MD}`"))
                .help(format!("to keep it out: `exclude = [{}]`", glob_literal(folder))),
        );
    }
}

/// Whether there is a `SKILL.md` below `folder`, or something meant to be one; not one that is said to be ordinary.
fn leads_to_a_skill(package: &Package<'_>, options: &Options, folder: &str) -> bool {
    let entries = package.entries.get(below(&package.entries, folder)).unwrap_or_default();
    entries.iter().any(|entry| {
        name_of(&entry.path).eq_ignore_ascii_case(SKILL_MD) && !options.ordinary.is_match(&entry.path)
    })
}

fn is_skill(package: &Package<'_>, folder: &str) -> bool {
    package.skills.binary_search_by_key(&folder, |skill| skill.directory).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Globs, Tree, check};

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    fn found(paths: &[&str]) -> Vec<String> {
        let mut options = Options::default();
        options.exclude = Globs::parse(&["drafts".to_owned()]).unwrap();
        let tree = Tree::from_files(paths.iter().map(|path| (*path, SKILL)));
        let findings = check(&tree, &options).findings.into_iter();
        findings.filter(|finding| *finding.rule == RULE).map(|finding| finding.path).collect()
    }

    #[test]
    fn the_topmost_folder_is_named() {
        assert_eq!(
            found(&["a/SKILL.md", "b/c/x", "b/d/y", "e/f/a/SKILL.md", "e/g/h/x", "e/README.md"]),
            ["b", "e/g"]
        );
    }

    #[test]
    fn folders_of_skills_and_on_the_way_to_them_are_not() {
        assert_eq!(found(&["a/SKILL.md", "a/b/c/x", "README.md", "x/y/a/SKILL.md", "x/z.md"]), [""; 0]);
        assert_eq!(found(&["a/SKILL.md", "a/a/SKILL.md", "a/b/x", "drafts/x"]), [""; 0]);
        assert_eq!(found(&["a/SKILL.md", "stray.md"]), [""; 0]);
        assert_eq!(found(&["a/SKILL.md", "b/SKILL.md/README.md", "c/skill.md/x"]), [""; 0]);
    }

    #[test]
    fn what_another_rule_says_is_not_said_twice() {
        assert_eq!(found(&["a/x"]), [""; 0]);
        assert_eq!(found(&["a/SKILL.md", "b/skill.md", "b/x"]), [""; 0]);
        assert_eq!(found(&["SKILL.md", "a/SKILL.md", "b/x"]), [""; 0]);
    }

    #[test]
    fn an_ordinary_skill_md_leads_nowhere() {
        let mut options = Options::default();
        options.ordinary = Globs::parse(&["a".to_owned()]).unwrap();
        let tree = Tree::from_files(["a/SKILL.md", "a/notes.md", "b/SKILL.md"].map(|path| (path, SKILL)));
        let findings = check(&tree, &options).findings.into_iter();
        let found: Vec<_> =
            findings.filter(|finding| *finding.rule == RULE).map(|finding| finding.path).collect();
        assert_eq!(found, ["a"]);
    }
}
