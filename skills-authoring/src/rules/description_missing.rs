//! # `description_missing`
//!
//! A skill has a description.
//!
//! ## Why
//!
//! The format demands it (AS-4), and it is all that a model sees of a skill before reading it. A `description` below
//! `metadata` is another key.
//!
//! ## Bad
//!
//! ```yaml
//! name: rota
//! ```
//!
//! ## Good
//!
//! ```yaml
//! name: rota
//! description: Plans a rota. Use when shifts have to be assigned.
//! ```

use super::misspelled_field::is_told;
use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule =
    Rule { name: "description_missing", level: Level::Error, summary: "a skill has a description", check };

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(mapping) = skill.frontmatter.mapping() else { continue };
        if mapping.get("description").is_some() || is_told(mapping, "description", options) {
            continue;
        }
        findings.push(
            Finding::new(&RULE, &skill.skill_md.path, "the frontmatter of a skill has a `description`")
                .at(skill.frontmatter.opening())
                .help("add a line `description: …` that says what the skill does, and when to use it"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn a_description_elsewhere_does_not_count() {
        // AS-4
        check(
            "rota",
            "---\nname: rota\nx:\n  description: Rota.\n---\n",
            &[
                "error[description_missing] at \"---\": the frontmatter of a skill has a `description`",
                "  add a line `description: …` that says what the skill does, and when to use it",
            ],
        );
    }
}
