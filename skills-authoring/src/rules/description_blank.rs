//! # `description_blank`
//!
//! A description has more than blanks.
//!
//! ## Why
//!
//! An empty description says nothing about when to use the skill, and the format refuses it (AS-4).
//!
//! ## Bad
//!
//! ```yaml
//! description: "   "
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

pub(crate) static RULE: Rule = Rule {
    name: "description_blank",
    level: Level::Error,
    summary: "a description has more than blanks",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(description) = skill.frontmatter.description() else { continue };
        if description.text.trim().is_empty() {
            findings.push(
                Finding::new(
                    &RULE,
                    &skill.skill_md.path,
                    "a description has at least one character that is not blank",
                )
                .at(description.span.clone())
                .help("say what the skill does, and when to use it"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn blanks_do_not_describe() {
        // AS-4
        for value in ["\"   \"", "''", "\"\\n\\t\"", "\"\u{3000}\""] {
            check(
                "rota",
                format!("---\nname: rota\ndescription: {value}\n---\n"),
                &[
                    &format!(
                        "error[description_blank] at {value:?}: a description has at least one character that is not blank"
                    ),
                    "  say what the skill does, and when to use it",
                ],
            );
        }
        check("rota", "---\nname: rota\ndescription: .\n---\n", &[]);
    }
}
