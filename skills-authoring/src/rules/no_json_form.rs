//! # `no_json_form`
//!
//! A number is finite, and a whole number is at most 2^53 in size.
//!
//! ## Why
//!
//! Frontmatter is served as JSON (SEP-4), which has no infinity and no not-a-number, and whose readers round larger
//! numbers. The value that arrives is then not the one in the file, and hosts refuse the skill (HOST-2).
//!
//! ## Bad
//!
//! ```yaml
//! metadata:
//!   account: 9007199254740993
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   account: "9007199254740993"
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::{Node, Value, quote};

pub(crate) static RULE: Rule = Rule {
    name: "no_json_form",
    level: Level::Error,
    summary: "a number is finite and at most 2^53 in size",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(root) = skill.frontmatter.root() else { continue };
        root.walk(&mut |node| {
            let Node::Scalar(scalar) = node else { return };
            if scalar.has_json_form() {
                return;
            }
            let message = match scalar.value() {
                Value::LongInteger => {
                    "a whole number in frontmatter is at most 2^53 in size, as JSON readers round larger ones"
                }
                _ => "a number in frontmatter is finite, as JSON has no form for any other",
            };
            findings.push(Finding::new(&RULE, &skill.skill_md.path, message).at(scalar.span.clone()).edit(
                "put it in quotes",
                scalar.span.clone(),
                quote(skill.frontmatter.slice(scalar.span.clone())),
            ));
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn what_json_cannot_say_is_quoted() {
        for value in [".inf", "-.INF", ".nan", "1e999"] {
            check(
                "rota",
                format!("---\nname: rota\ndescription: Rota.\nx: [{value}]\n---\n"),
                &[
                    &format!(
                        "error[no_json_form] at {value:?}: a number in frontmatter is finite, as JSON has no form for any other"
                    ),
                    &format!("  put it in quotes: \"x: [\\\"{value}\\\"]\""),
                ],
            );
        }
        for value in ["9007199254740993", "-9007199254740993", "0xFFFFFFFFFFFFFFFF"] {
            check(
                "rota",
                format!("---\nname: rota\ndescription: Rota.\nmetadata:\n  a: {value}\n---\n"),
                &[
                    &format!(
                        "error[no_json_form] at {value:?}: a whole number in frontmatter is at most 2^53 in size, as JSON readers round larger ones"
                    ),
                    &format!("  put it in quotes: \"  a: \\\"{value}\\\"\""),
                ],
            );
        }
    }

    #[test]
    fn what_json_can_say_passes() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nx: [9007199254740992, 1.5, \".inf\", inf]\n---\n",
            &[],
        );
    }
}
