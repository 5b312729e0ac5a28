//! # `frontmatter_type`
//!
//! The frontmatter is a mapping of keys to values.
//!
//! ## Why
//!
//! Name and description are looked up in it (AS-3, AS-4); in a list, a line of text or nothing they cannot be.
//!
//! ## Bad
//!
//! ```yaml
//! - name: rota
//! - description: Plans a rota.
//! ```
//!
//! ## Good
//!
//! ```yaml
//! name: rota
//! description: Plans a rota.
//! ```

use super::frontmatter_missing::required;
use crate::finding::{Finding, Findings};
use crate::frontmatter::{Fault, NotMapping};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule =
    Rule { name: "frontmatter_type", level: Level::Error, summary: "the frontmatter is a mapping", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        if let Some(Fault::NotMapping(instead)) = skill.frontmatter.fault() {
            findings.push(finding(skill, instead));
        }
    }
}

fn finding(skill: &Skill<'_>, instead: &NotMapping) -> Finding {
    let kind = instead.kind.unwrap_or("empty");
    let message = format!("a frontmatter is a mapping of keys to values, and this one is {kind}");
    let finding = Finding::new(&RULE, &skill.skill_md.path, message).at(instead.span.clone());
    match instead.kind {
        None => {
            let at = skill.frontmatter.between().start;
            let lines = required(skill.directory_name(), skill.frontmatter.line_end());
            finding.edit("give it a name and a description", at..at, lines)
        }
        Some(_) if skill.frontmatter.slice(instead.span.clone()).starts_with("name:") => {
            finding.help("put a blank between each colon and the value: `name: value`")
        }
        Some(_) => {
            finding.help("write one `key: value` to a line, without dashes or brackets before the keys")
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn an_empty_one_is_filled_in() {
        for nothing in ["", "\n", "# nothing yet\n"] {
            let source = format!("---\n{nothing}---\n# B\n");
            let at = source.trim_end_matches("\n# B\n").to_owned();
            check(
                "rota",
                &source,
                &[
                    &format!(
                        "error[frontmatter_type] at {at:?}: a frontmatter is a mapping of keys to values, and this one is empty"
                    ),
                    "  give it a name and a description: \"name: rota\\ndescription: What the skill does, and when to use it.\"",
                ],
            );
        }
    }

    #[test]
    fn a_list_or_a_text_is_none() {
        check(
            "rota",
            "---\n- name: rota\n- description: Rota.\n---\n",
            &[
                "error[frontmatter_type] at \"- name: rota\\n- description: Rota.\": a frontmatter is a mapping of keys to values, and this one is a list",
                "  write one `key: value` to a line, without dashes or brackets before the keys",
            ],
        );
        check(
            "rota",
            "---\nname:rota\ndescription:Rota.\n---\n",
            &[
                "error[frontmatter_type] at \"name:rota\\ndescription:Rota.\": a frontmatter is a mapping of keys to values, and this one is a string",
                "  put a blank between each colon and the value: `name: value`",
            ],
        );
    }

    #[test]
    fn braces_make_a_mapping() {
        check("rota", "---\n{name: rota, description: Rota.}\n---\n", &[]);
    }
}
