//! # `name_type`
//!
//! The name of a skill is a string.
//!
//! ## Why
//!
//! A number or a word like `true` is served as JSON of that type, which is no name (AS-3).
//!
//! ## Bad
//!
//! ```yaml
//! name: 2024
//! ```
//!
//! ## Good
//!
//! ```yaml
//! name: "2024"
//! ```

use super::comment_cuts_value::comment_behind;
use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::{Node, Pair, Value, quote};

pub(crate) static RULE: Rule =
    Rule { name: "name_type", level: Level::Error, summary: "the name of a skill is a string", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let found = skill.frontmatter.field("name").and_then(|pair| not_a_string(&RULE, skill, pair));
        if let Some(finding) = found {
            findings.push(finding);
        }
    }
}

/// What is wrong with the value of `pair`, which should be a string. An alias, a tag or a number that JSON cannot say
/// has a finding of its own.
pub(super) fn not_a_string(rule: &'static Rule, skill: &Skill<'_>, pair: &Pair) -> Option<Finding> {
    match &pair.value {
        Node::Opaque(_) => return None,
        Node::Scalar(scalar) if scalar.value() == Value::Text || !scalar.has_json_form() => return None,
        _ => {}
    }
    let key = pair.name().unwrap_or_default();
    let span = pair.value.span();
    if span.is_empty() {
        let message = format!("the value of `{key}` is a string, and there is none");
        let finding = Finding::new(rule, &skill.skill_md.path, message).at(pair.key.span());
        return Some(match comment_behind(skill, span.end) {
            Some(comment) => {
                let text = quote(skill.frontmatter.slice(comment.clone()));
                finding.edit("put it in quotes, as `#` starts a comment", comment, text)
            }
            None => finding.help("write it behind the colon"),
        });
    }
    let message = format!("the value of `{key}` is a string, and this is {}", pair.value.kind());
    let finding = Finding::new(rule, &skill.skill_md.path, message).at(span.clone());
    Some(match pair.value {
        Node::Scalar(_) => {
            let quoted = quote(skill.frontmatter.slice(span.clone()));
            finding.edit("put it in quotes", span, quoted)
        }
        _ => finding.help("write it as one text"),
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn numbers_booleans_and_null_are_quoted() {
        // AS-3
        let cases = [("2024", "a number"), ("1.0", "a number"), ("true", "a boolean"), ("null", "null")];
        for (name, kind) in cases {
            check(
                name,
                format!("---\nname: {name} # note\ndescription: Rota.\n---\n"),
                &[
                    &format!(
                        "error[name_type] at {name:?}: the value of `name` is a string, and this is {kind}"
                    ),
                    &format!("  put it in quotes: \"name: \\\"{name}\\\" # note\""),
                ],
            );
        }
    }

    #[test]
    fn nothing_and_lists_are_no_names() {
        check(
            "rota",
            "---\nname:\ndescription: Rota.\n---\n",
            &[
                "error[name_type] at \"name\": the value of `name` is a string, and there is none",
                "  write it behind the colon",
            ],
        );
        check(
            "rota",
            "---\nname: [rota]\ndescription: Rota.\n---\n",
            &[
                "error[name_type] at \"[rota]\": the value of `name` is a string, and this is a list",
                "  write it as one text",
            ],
        );
    }

    #[test]
    fn quoted_digits_are_a_name() {
        check("2024", "---\nname: \"2024\"\ndescription: The directory is called 2024.\n---\n", &[]);
        check("2024", "---\nname: '2024'\ndescription: The directory is called 2024.\n---\n", &[]);
    }
}
