//! # `allowed_tools`
//!
//! `allowed-tools` is one text with blanks between the tools.
//!
//! ## Why
//!
//! The format says so (AS-5). A list, or commas, is what other formats have; hosts that read it by the letter find no such
//! tool. It is served as it stands.
//!
//! ## Bad
//!
//! ```yaml
//! allowed-tools: Read, Write
//! ```
//!
//! ## Good
//!
//! ```yaml
//! allowed-tools: Read Write
//! ```

use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::{Node, quote, written};

pub(crate) static RULE: Rule = Rule {
    name: "allowed_tools",
    level: Level::Warn,
    summary: "`allowed-tools` is one text with blanks between the tools",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        if let Some(finding) = finding(skill) {
            findings.push(finding);
        }
    }
}

fn finding(skill: &Skill<'_>) -> Option<Finding> {
    let pair = skill.frontmatter.field("allowed-tools")?;
    let new = |message: &str| Finding::new(&RULE, &skill.skill_md.path, message).at(pair.blamed());
    match &pair.value {
        Node::Opaque(_) => None,
        Node::Scalar(scalar) if pair.value.as_string().is_none() => {
            let message = format!("`allowed-tools` is one text, and this is {}", pair.value.kind());
            let finding = new(&message);
            Some(if scalar.span.is_empty() || !scalar.has_json_form() {
                finding.help("name the tools with blanks between them, or leave it out")
            } else {
                finding.edit(
                    "put it in quotes",
                    scalar.span.clone(),
                    quote(skill.frontmatter.slice(scalar.span.clone())),
                )
            })
        }
        Node::Scalar(scalar) => {
            let tools = split(&scalar.text)?;
            let finding = new("`allowed-tools` is one text with blanks between the tools, not commas");
            Some(finding.edit("leave the commas out", scalar.span.clone(), written(&tools.join(" "))))
        }
        Node::Sequence(list) => {
            let finding = new("`allowed-tools` is one text with blanks between the tools, not a list");
            let tools: Option<Vec<&str>> =
                list.items.iter().map(|item| item.as_string().map(|scalar| scalar.text.trim())).collect();
            Some(match tools {
                Some(tools) if !tools.is_empty() => {
                    let text = format!(": {}", written(&tools.join(" ")));
                    finding.edit("write it on one line", pair.key.span().end..list.span.end, text)
                }
                _ => finding.help("name the tools on one line, with blanks between them"),
            })
        }
        Node::Mapping(_) => Some(
            new("`allowed-tools` is one text with blanks between the tools, not a mapping")
                .help("name the tools on one line, with blanks between them"),
        ),
    }
}

/// The tools of a text that separates them by commas. A comma within parentheses belongs to its tool.
fn split(text: &str) -> Option<Vec<&str>> {
    let mut depth = 0_usize;
    let tools: Vec<&str> = text
        .split(|letter| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            letter == ',' && depth == 0
        })
        .map(str::trim)
        .collect();
    (tools.len() > 1).then(|| tools.into_iter().filter(|tool| !tool.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn a_text_with_blanks_passes() {
        // AS-5
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nallowed-tools: Read Bash(git:*) Edit(a, b)\n---\n",
            &[],
        );
    }

    #[test]
    fn commas_and_lists_become_blanks() {
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nallowed-tools: Read, Bash(a, b),Edit\n---\n",
            &[
                "warning[allowed_tools] at \"Read, Bash(a, b),Edit\": `allowed-tools` is one text with blanks between the tools, not commas",
                "  leave the commas out: \"allowed-tools: Read Bash(a, b) Edit\"",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nallowed-tools:\n  - Read\n  - Bash(git:*)\n---\n",
            &[
                "warning[allowed_tools] at \"- Read\\n  - Bash(git:*)\": `allowed-tools` is one text with blanks between the tools, not a list",
                "  write it on one line: \"allowed-tools: Read Bash(git:*)\"",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nallowed-tools: [\"*\", \"Edit\"]\n---\n",
            &[
                "warning[allowed_tools] at \"[\\\"*\\\", \\\"Edit\\\"]\": `allowed-tools` is one text with blanks between the tools, not a list",
                "  write it on one line: \"allowed-tools: \\\"* Edit\\\"\"",
            ],
        );
    }

    #[test]
    fn nothing_and_other_types_warn() {
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nallowed-tools:\n---\n",
            &[
                "warning[allowed_tools] at \"allowed-tools\": `allowed-tools` is one text, and this is null",
                "  name the tools with blanks between them, or leave it out",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nallowed-tools: {Read: a}\n---\n",
            &[
                "warning[allowed_tools] at \"{Read: a}\": `allowed-tools` is one text with blanks between the tools, not a mapping",
                "  name the tools on one line, with blanks between them",
            ],
        );
    }
}
