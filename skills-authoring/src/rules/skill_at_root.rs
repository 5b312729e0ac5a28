//! # `skill_at_root`
//!
//! The root is a folder of skills, not a skill.
//!
//! ## Why
//!
//! A skill is served at its path from the root, and a skill in the root itself has none: the URI of its `SKILL.md`
//! would lack the segment that must equal its name (SEP-2).
//!
//! ## Bad
//!
//! ```text
//! static SKILLS: Catalog = embed_skills!("skills/pdf"); // holds a SKILL.md
//! ```
//!
//! ## Good
//!
//! ```text
//! static SKILLS: Catalog = embed_skills!("skills");
//! ```

use crate::finding::{Finding, Findings};
use crate::model::{Package, SKILL_MD};
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "skill_at_root",
    level: Level::Error,
    summary: "the root is a folder of skills, not a skill",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    let has_skill_md = package.entries.iter().any(|entry| entry.path == SKILL_MD);
    if has_skill_md && !options.ordinary.is_match(SKILL_MD) {
        findings.push(
            Finding::new(
                &RULE,
                SKILL_MD,
                "a skill is a folder below the root, and here the root itself holds a `SKILL.md`",
            )
            .help("pass the parent of this directory, of which each folder with a `SKILL.md` is a skill"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Globs, Tree, check};

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    #[test]
    fn a_skill_md_in_the_root_fires() {
        // SEP-2
        let tree = Tree::from_files([("SKILL.md", SKILL), ("a/SKILL.md", SKILL)]);
        let findings = check(&tree, &Options::default()).findings;
        let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
        assert_eq!((finding.rule, finding.path.as_str()), (&RULE, "SKILL.md"));
        assert!(finding.help[0].text.starts_with("pass the parent of this directory, "));
    }

    #[test]
    fn an_ordinary_one_does_not() {
        let mut options = Options::default();
        options.ordinary = Globs::parse(&["SKILL.md".to_owned()]).unwrap();
        let tree = Tree::from_files([("SKILL.md", SKILL), ("a/SKILL.md", SKILL)]);
        assert_eq!(check(&tree, &options).findings, []);
    }
}
