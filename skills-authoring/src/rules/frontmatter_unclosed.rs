//! # `frontmatter_unclosed`
//!
//! A later line that is exactly `---` closes the frontmatter.
//!
//! ## Why
//!
//! Without it there is no telling where the keys end and the Markdown starts (AS-2).
//!
//! ## Bad
//!
//! ```markdown
//! ---
//! name: rota
//! description: Plans a rota.
//! ----
//! # Rota
//! ```
//!
//! ## Good
//!
//! ```markdown
//! ---
//! name: rota
//! description: Plans a rota.
//! ---
//! # Rota
//! ```

use crate::finding::{Finding, Findings};
use crate::frontmatter::{Closing, Fault};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "frontmatter_unclosed",
    level: Level::Error,
    summary: "a later line that is exactly `---` closes the frontmatter",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(Fault::Unclosed(closing)) = skill.frontmatter.fault() else { continue };
        let new = |message: &str| Finding::new(&RULE, &skill.skill_md.path, message);
        findings.push(match closing {
            Closing::Absent { opening, end } => new("the frontmatter ends with a line that is exactly `---`")
                .at(opening.clone())
                .label("opened here and never closed")
                .edit("close it where the Markdown starts", *end..*end, fence_before(skill.source, *end)),
            Closing::Alike { line } => new("the closing fence is a line of exactly three dashes")
                .at(line.clone())
                .edit("write it so", line.clone(), "---"),
        });
    }
}

/// A fence to insert at `at`, on a line of its own.
fn fence_before(source: &[u8], at: usize) -> &'static str {
    let before = at.checked_sub(1).and_then(|last| source.get(last));
    if before == Some(&b'\n') { "---\n" } else { "\n---\n" }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn the_next_fence_closes_even_at_the_end_of_the_file() {
        // AS-2
        check("rota", "---\nname: rota\ndescription: Split a memo at --- marks.\n---", &[]);
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\n---\n# B\n\n---\n\n```\n---\nname: x\n---\n```\n",
            &[],
        );
    }

    #[test]
    fn a_missing_fence_goes_where_the_markdown_starts() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\n# Body\ntext\n",
            &[
                "error[frontmatter_unclosed] at \"---\": the frontmatter ends with a line that is exactly `---`",
                "  ^ opened here and never closed",
                "  close it where the Markdown starts: \"---\"",
            ],
        );
        check(
            "rota",
            "---",
            &[
                "error[frontmatter_unclosed] at \"---\": the frontmatter ends with a line that is exactly `---`",
                "  ^ opened here and never closed",
                "  close it where the Markdown starts: \"---\\n---\"",
            ],
        );
    }

    #[test]
    fn a_line_meant_as_a_fence_is_pointed_at() {
        for line in ["----", "...", "  ---", "--- # end", "—", "--"].into_iter().filter(|line| *line != "—")
        {
            check(
                "rota",
                format!("---\nname: rota\ndescription: Rota.\n{line}\n# Body\n"),
                &[
                    &format!(
                        "error[frontmatter_unclosed] at {line:?}: the closing fence is a line of exactly three dashes"
                    ),
                    "  write it so: \"---\"",
                ],
            );
        }
    }
}
