//! # `duplicate_name`
//!
//! No two skills of a catalog have the same name.
//!
//! ## Why
//!
//! Names in a listing should be unique (SEP-13). Hosts show skills by name, and must tell two of one name apart by their
//! paths, which says less to a person and to a model.
//!
//! ## Bad
//!
//! ```text
//! skills/billing/refunds/SKILL.md
//! skills/support/refunds/SKILL.md
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/billing/refunds/SKILL.md
//! skills/support/refund-questions/SKILL.md
//! ```

use std::collections::HashMap;

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "duplicate_name",
    level: Level::Warn,
    summary: "no two skills of a catalog have the same name",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    let mut seen = HashMap::new();
    for skill in &package.skills {
        let Some(name) = skill.frontmatter.name() else { continue };
        let text: &str = name.text.as_ref();
        let first = *seen.entry(text).or_insert(skill.directory);
        if first != skill.directory {
            let message = format!("the skill at `{first}` has the name `{text}` too");
            findings.push(
                Finding::new(&RULE, &skill.skill_md.path, message)
                    .at(name.span.clone())
                    .help("give one of the two another name, and its folder the same"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tree, check};

    #[test]
    fn the_later_of_two_fires() {
        // SEP-13
        let skill = |name: &str| format!("---\nname: {name}\ndescription: x\n---\n");
        let tree = Tree::from_files([
            ("x/a/SKILL.md", skill("a")),
            ("a/SKILL.md", skill("a")),
            ("b/SKILL.md", skill("b")),
            ("b/a/SKILL.md", skill("a")),
        ]);
        let report = check(&tree, &Options::default());
        let shown: Vec<_> = report
            .findings
            .iter()
            .map(|finding| {
                (finding.rule, finding.path.as_str(), finding.span.clone(), finding.message.as_str())
            })
            .collect();
        let message = "the skill at `a` has the name `a` too";
        assert_eq!(
            shown,
            [(&RULE, "b/a/SKILL.md", Some(10..11), message), (&RULE, "x/a/SKILL.md", Some(10..11), message)]
        );
        assert!(report.checked.is_some());
    }
}
