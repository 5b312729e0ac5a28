//! # `duplicate_key`
//!
//! A mapping has each key once, at any depth.
//!
//! ## Why
//!
//! Of two values with the same key, some readers keep the first, some the last, and some refuse the file, so a host that
//! compares what it reads with what is served refuses the skill (HOST-2).
//!
//! ## Bad
//!
//! ```yaml
//! name: rota
//! description: Plans a rota.
//! description: Plans shifts.
//! ```
//!
//! ## Good
//!
//! ```yaml
//! name: rota
//! description: Plans a rota of shifts.
//! ```

use std::collections::HashMap;

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;
use crate::yaml::{Mapping, Node};

pub(crate) static RULE: Rule =
    Rule { name: "duplicate_key", level: Level::Error, summary: "a mapping has each key once", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(root) = skill.frontmatter.root() else { continue };
        root.walk(&mut |node| {
            if let Node::Mapping(mapping) = node {
                duplicates(&skill.skill_md.path, mapping, findings);
            }
        });
    }
}

fn duplicates(path: &str, mapping: &Mapping, findings: &mut Findings<'_>) {
    let mut seen = HashMap::new();
    for pair in &mapping.pairs {
        let Some(name) = pair.name() else { continue };
        let span = pair.key.span();
        let Some(first) = seen.get(name).cloned() else {
            seen.insert(name, span);
            continue;
        };
        findings.push(
            Finding::new(
                &RULE,
                path,
                format!("a mapping has each key once, and {} stands here again", ticked(name)),
            )
            .at(span)
            .related(first, "first here")
            .help("keep one of the two"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn both_places_are_shown() {
        check(
            "rota",
            "---\nname: rota\ndescription: First.\n\"description\": Second.\ndescription: Third.\n---\n",
            &[
                "error[duplicate_key] at \"\\\"description\\\"\": a mapping has each key once, and `description` stands here again",
                "  and \"description\": first here",
                "  keep one of the two",
                "error[duplicate_key] at \"description\": a mapping has each key once, and `description` stands here again",
                "  and \"description\": first here",
                "  keep one of the two",
            ],
        );
    }

    #[test]
    fn depth_is_no_excuse() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nx:\n  - {a: 1, b: 2, a: 3}\n---\n",
            &[
                "error[duplicate_key] at \"a\": a mapping has each key once, and `a` stands here again",
                "  and \"a\": first here",
                "  keep one of the two",
            ],
        );
    }

    #[test]
    fn the_same_key_elsewhere_is_another_key() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nmetadata:\n  license: other\n  License: b\n---\n",
            &[],
        );
    }
}
