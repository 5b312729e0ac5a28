//! # `description_length`
//!
//! A description has at most 1,024 characters.
//!
//! ## Why
//!
//! The format says so (AS-4). Characters are Unicode scalar values of the value, not bytes of the file; the line end that
//! a block scalar keeps is one of them. Every host pays for each character in every conversation.
//!
//! ## Bad
//!
//! ```yaml
//! description: >-
//!   Plans a rota. First it reads the shifts … (2,000 characters)
//! ```
//!
//! ## Good
//!
//! ```yaml
//! description: Plans a rota. Use when shifts have to be assigned.
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::rules::too_many_bytes::grouped;

pub(crate) static RULE: Rule = Rule {
    name: "description_length",
    level: Level::Deny,
    summary: "a description has at most 1,024 characters",
    check,
};

const LONGEST: usize = 1_024;

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(description) = skill.frontmatter.description() else { continue };
        let count = description.text.chars().count();
        if count > LONGEST {
            let message = format!(
                "a description has at most {} characters, and this one has {}",
                grouped(LONGEST),
                grouped(count)
            );
            findings.push(
                Finding::new(&RULE, &skill.skill_md.path, message).at(description.span.clone()).help(
                    "keep what tells a model when to use the skill, and move the rest into the Markdown",
                ),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn characters_count_and_not_bytes() {
        // AS-4
        check("rota", format!("---\nname: rota\ndescription: {}\n---\n", "文".repeat(1_024)), &[]);
        let long = "a".repeat(1_025);
        check(
            "rota",
            format!("---\nname: rota\ndescription: {long}\n---\n"),
            &[
                &format!(
                    "error[description_length] at {long:?}: a description has at most 1,024 characters, and this one has 1,025"
                ),
                "  keep what tells a model when to use the skill, and move the rest into the Markdown",
            ],
        );
    }

    #[test]
    fn the_value_counts_and_not_the_source() {
        let escaped = "\\u0041".repeat(1_024);
        check("rota", format!("---\nname: rota\ndescription: \"{escaped}\"\n---\n"), &[]);
        let kept = format!("---\nname: rota\ndescription: |\n  {}\nlicense: MIT\n---\n", "a".repeat(1_024));
        let block = format!("|\n  {}", "a".repeat(1_024));
        check(
            "rota",
            kept,
            &[
                &format!(
                    "error[description_length] at {block:?}: a description has at most 1,024 characters, and this one has 1,025"
                ),
                "  keep what tells a model when to use the skill, and move the rest into the Markdown",
            ],
        );
    }
}
