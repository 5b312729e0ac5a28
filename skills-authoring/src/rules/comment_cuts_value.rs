//! # `comment_cuts_value`
//!
//! No comment cuts an unquoted text short.
//!
//! ## Why
//!
//! A blank and `#` start a comment in YAML, so the rest of the line is not part of the value, and nobody is told.
//!
//! ## Bad
//!
//! ```yaml
//! description: Post the summary to #release-room after a deploy.
//! ```
//!
//! ## Good
//!
//! ```yaml
//! description: "Post the summary to #release-room after a deploy."
//! ```

use core::ops::Range;

use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;
use crate::yaml::{Form, Node, Style, quote};

pub(crate) static RULE: Rule = Rule {
    name: "comment_cuts_value",
    level: Level::Warn,
    summary: "no comment cuts an unquoted text short",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(root) = skill.frontmatter.root() else { continue };
        root.walk(&mut |node| {
            let Node::Mapping(mapping) = node else { return };
            for pair in mapping.pairs.iter().filter(|_| mapping.form == Form::Block) {
                let Node::Scalar(scalar) = &pair.value else { continue };
                let Some(comment) = comment_behind(skill, scalar.span.end) else { continue };
                let is_prose = scalar.text.contains(' ') && scalar.style == Style::Plain;
                if !is_prose || (pair.name() != Some("description") && !is_glued(skill, &comment)) {
                    continue;
                }
                let message = format!(
                    "a blank and `#` start a comment, so this value ends with {}",
                    ticked(last_word(&scalar.text))
                );
                let whole = scalar.span.start..comment.end;
                findings.push(
                    Finding::new(&RULE, &skill.skill_md.path, message)
                        .at(comment)
                        .label("not part of the value")
                        .edit("put the whole text in quotes", whole.clone(), quote(&folded(skill, whole))),
                );
            }
        });
    }
}

/// The comment on the rest of the line from `at` on.
pub(super) fn comment_behind(skill: &Skill<'_>, at: usize) -> Option<Range<usize>> {
    let rest = skill.frontmatter.slice(at..skill.frontmatter.between().end);
    let line = rest.lines().next()?.trim_end();
    let start = line.len() - line.trim_start().len();
    line.trim_start().starts_with('#').then_some(at + start..at + line.len())
}

/// Whether the `#` belongs to the word behind it: a comment for people has a blank there.
fn is_glued(skill: &Skill<'_>, comment: &Range<usize>) -> bool {
    skill.frontmatter.slice(comment.clone()).chars().nth(1).is_some_and(char::is_alphanumeric)
}

fn folded(skill: &Skill<'_>, span: Range<usize>) -> String {
    skill.frontmatter.slice(span).lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn a_cut_text_is_quoted_whole() {
        check(
            "rota",
            "---\nname: rota\ndescription: Post the summary to #release-room after a deploy.\n---\n",
            &[
                "warning[comment_cuts_value] at \"#release-room after a deploy.\": a blank and `#` start a comment, so this value ends with `to`",
                "  ^ not part of the value",
                "  put the whole text in quotes: \"description: \\\"Post the summary to #release-room after a deploy.\\\"\"",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nmetadata:\n  note: see issue\n    number #12\n---\n",
            &[
                "warning[comment_cuts_value] at \"#12\": a blank and `#` start a comment, so this value ends with `number`",
                "  ^ not part of the value",
                "  put the whole text in quotes: \"  note: \\\"see issue number #12\\\"\"",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: Counts the # of shifts\n---\n",
            &[
                "warning[comment_cuts_value] at \"# of shifts\": a blank and `#` start a comment, so this value ends with `the`",
                "  ^ not part of the value",
                "  put the whole text in quotes: \"description: \\\"Counts the # of shifts\\\"\"",
            ],
        );
    }

    #[test]
    fn comments_for_people_and_text_in_quotes_pass() {
        check(
            "rota",
            "---\nname: rota # the folder\ndescription: \"To #room\" # why\nlicense: MIT or so # see below\n---\n",
            &[],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: >-\n  To #room.\nmetadata:\n  a: c#sharp\n# why\n---\n",
            &[],
        );
    }
}
