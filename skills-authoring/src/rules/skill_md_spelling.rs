//! # `skill_md_spelling`
//!
//! The file that makes a folder a skill is named exactly `SKILL.md`.
//!
//! ## Why
//!
//! The format demands these capitals (AS-1). A file system that ignores case hides the mistake; elsewhere, hosts see a
//! folder that is no skill.
//!
//! ## Bad
//!
//! ```text
//! skills/pdf/skill.md
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/pdf/SKILL.md
//! ```

use crate::finding::{Finding, Findings};
use crate::model::{Package, SKILL_MD};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::selection::{glob_literal, name_of};
use crate::tree::{Content, Entry};

pub(crate) static RULE: Rule = Rule {
    name: "skill_md_spelling",
    level: Level::Error,
    summary: "the file that makes a folder a skill is named exactly `SKILL.md`",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    let near = package.entries.iter().filter(|entry| name_of(&entry.path).eq_ignore_ascii_case(SKILL_MD));
    for entry in near.filter(|entry| !options.ordinary.is_match(&entry.path)) {
        let name = name_of(&entry.path);
        match entry.content {
            Content::Directory if name == SKILL_MD => findings.push(
                Finding::new(&RULE, &entry.path, "`SKILL.md` is a file, and here it is a folder")
                    .help("rename the folder, and write a file named `SKILL.md` in its place"),
            ),
            Content::File(_) | Content::Stray if name != SKILL_MD => {
                findings.push(misspelled(package, entry, name))
            }
            _ => {}
        }
    }
}

fn misspelled(package: &Package<'_>, entry: &Entry, name: &str) -> Finding {
    let folder = entry.path.strip_suffix(name).unwrap_or_default();
    let right = format!("{folder}{SKILL_MD}");
    let finding =
        Finding::new(&RULE, &entry.path, format!("`SKILL.md` is spelled in these capitals, not `{name}`"));
    let finding = match package.tree.entry(&right) {
        Some(_) => finding.help(format!("keep one of the two: `{right}` is there as well")),
        None => finding.help(format!("rename it to `{right}`")),
    };
    finding.help(format!("if it is no skill, say so: `ordinary = [{}]`", glob_literal(&entry.path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Globs, Tree, check};

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    #[test]
    fn other_capitals_fire() {
        // AS-1
        for name in ["skill.md", "Skill.md", "SKILL.MD", "sKiLL.mD"] {
            let tree = Tree::from_files([(format!("a/{name}"), SKILL)]);
            let findings = check(&tree, &Options::default()).findings;
            let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
            assert_eq!((finding.rule, &finding.path), (&RULE, &format!("a/{name}")));
            assert_eq!(finding.message, format!("`SKILL.md` is spelled in these capitals, not `{name}`"));
            assert_eq!(finding.help[0].text, "rename it to `a/SKILL.md`");
        }
    }

    #[test]
    fn both_side_by_side_fire() {
        let tree = Tree::from_files([("a/SKILL.md", SKILL), ("a/skill.md", SKILL)]);
        let findings = check(&tree, &Options::default()).findings;
        let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
        assert_eq!(finding.help[0].text, "keep one of the two: `a/SKILL.md` is there as well");
    }

    #[test]
    fn a_folder_of_that_name_fires() {
        let tree = Tree::from_files([("a/SKILL.md/x", SKILL)]);
        let findings = check(&tree, &Options::default()).findings;
        let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
        assert_eq!((finding.rule, finding.path.as_str()), (&RULE, "a/SKILL.md"));
        assert_eq!(finding.message, "`SKILL.md` is a file, and here it is a folder");
    }

    #[test]
    fn ordinary_and_other_names_do_not() {
        let mut options = Options::default();
        options.ordinary = Globs::parse(&["a/docs/**".to_owned()]).unwrap();
        let tree = Tree::from_files([
            ("a/SKILL.md", SKILL),
            ("a/docs/skill.md", ""),
            ("a/SKILLS.md", ""),
            ("a/skill.txt", ""),
        ]);
        assert_eq!(check(&tree, &options).findings, []);
    }
}
