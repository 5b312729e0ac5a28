//! # `metadata_value`
//!
//! A metadata value is a string.
//!
//! ## Why
//!
//! The format says so (AS-5). Unquoted, `1.10` is the number 1.1 by the time a host shows it.
//!
//! ## Bad
//!
//! ```yaml
//! metadata:
//!   version: 1.10
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   version: "1.10"
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::{Node, Value, quote};

pub(crate) static RULE: Rule =
    Rule { name: "metadata_value", level: Level::Deny, summary: "a metadata value is a string", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        for pair in skill.frontmatter.metadata() {
            let Node::Scalar(scalar) = &pair.value else { continue };
            if scalar.value() == Value::Text || !scalar.has_json_form() {
                continue;
            }
            let message = format!("a metadata value is a string, and this is {}", pair.value.kind());
            let finding = Finding::new(&RULE, &skill.skill_md.path, message).at(pair.blamed());
            let written = skill.frontmatter.slice(scalar.span.clone());
            let blank = if scalar.span.is_empty() { " " } else { "" };
            let quoted = format!("{blank}{}", quote(written));
            findings.push(finding.edit("put it in quotes", scalar.span.clone(), quoted));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn the_text_of_the_author_is_kept() {
        // AS-5
        for (value, kind) in [
            ("1.10", "a number"),
            ("0x10", "a number"),
            ("1e3", "a number"),
            ("~", "null"),
            ("True", "a boolean"),
        ] {
            check(
                "rota",
                format!("---\nname: rota\ndescription: Rota.\nmetadata:\n  version: {value}\n---\n"),
                &[
                    &format!(
                        "error[metadata_value] at {value:?}: a metadata value is a string, and this is {kind}"
                    ),
                    &format!("  put it in quotes: \"  version: \\\"{value}\\\"\""),
                ],
            );
        }
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nmetadata:\n  owner:\n  team: x\n---\n",
            &[
                "error[metadata_value] at \"owner\": a metadata value is a string, and this is null",
                "  put it in quotes: \"  owner: \\\"\\\"\"",
            ],
        );
    }

    #[test]
    fn strings_pass_and_one_scalar_is_one_finding() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nmetadata:\n  version: 1.10.0\n  b: \"1\"\n---\n",
            &[],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nmetadata:\n  a: .inf\n---\n",
            &[
                "error[no_json_form] at \".inf\": a number in frontmatter is finite, as JSON has no form for any other",
                "  put it in quotes: \"  a: \\\".inf\\\"\"",
            ],
        );
    }
}
