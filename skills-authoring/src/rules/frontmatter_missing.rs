//! # `frontmatter_missing`
//!
//! Line 1 of `SKILL.md` is exactly `---`.
//!
//! ## Why
//!
//! Name and description stand in the frontmatter, and a frontmatter is only one at the very start of the file (AS-2).
//! Some readers look past a blank line, a comment or a trailing blank; others do not see the skill.
//!
//! ## Bad
//!
//! ```markdown
//! <!-- generated, do not edit -->
//! ---
//! name: rota
//! ---
//! ```
//!
//! ## Good
//!
//! ```markdown
//! ---
//! name: rota
//! ---
//! <!-- generated, do not edit -->
//! ```

use crate::finding::{Finding, Findings};
use crate::frontmatter::{Fault, Opening};
use crate::model::{Package, Skill};
use crate::name::suggestion;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::spelled;

pub(crate) static RULE: Rule = Rule {
    name: "frontmatter_missing",
    level: Level::Error,
    summary: "line 1 of `SKILL.md` is exactly `---`",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        if let Some(Fault::Missing(opening)) = skill.frontmatter.fault() {
            findings.push(finding(skill, opening));
        }
    }
}

fn finding(skill: &Skill<'_>, opening: &Opening) -> Finding {
    let new = |message: &str| Finding::new(&RULE, &skill.skill_md.path, message);
    let start = || format!("---\n{}---\n\n", required(skill.directory_name(), "\n"));
    match opening {
        Opening::Above { first, fence } => new(
            "nothing stands above the opening `---`, not even a blank line",
        )
        .at(first.clone())
        .edit("remove what stands above it, or move it below the frontmatter", 0..*fence, ""),
        Opening::Absent { first } => {
            let finding = new("`SKILL.md` starts with frontmatter between two `---` lines").at(first.clone());
            if is_key(skill.source.get(first.clone()).unwrap_or_default()) {
                finding.edit("put a fence above it", 0..0, "---\n")
            } else {
                finding.edit("start with a name and a description", 0..0, start())
            }
        }
        Opening::Blanks { span } => new("no blank follows the three dashes of the opening fence")
            .at(span.clone())
            .edit("remove it", span.clone(), ""),
        Opening::Empty => new(
            "`SKILL.md` starts with frontmatter between two `---` lines, and this file is empty",
        )
        .edit("start with a name and a description", 0..0, start()),
        Opening::LoneCr => new("lines end with LF or CR LF, and those of this file end with CR alone")
            .at(0..3)
            .help("convert the line ends to LF; to every reader the file is a single line"),
        Opening::NotThreeDashes { line } => new("the opening fence is a line of exactly three dashes")
            .at(line.clone())
            .edit("write it so", line.clone(), "---"),
    }
}

/// The two lines that every frontmatter has, for a skill in `directory`.
pub(super) fn required(directory: &str, line_end: &str) -> String {
    let name = suggestion(directory).map_or_else(|| "my-skill".to_owned(), |name| spelled(&name));
    format!("name: {name}{line_end}description: What the skill does, and when to use it.{line_end}")
}

fn is_key(line: &[u8]) -> bool {
    line.starts_with(b"name:") || line.starts_with(b"description:")
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    use crate::rules::testing::check_with;

    const START: &str = "  start with a name and a description: \"---\\nname: rota\\ndescription: What the skill does, \
                         and when to use it.\\n---\"";

    #[test]
    fn line_1_is_the_fence() {
        // AS-2
        check("rota", "---\nname: rota\ndescription: Rota.\n---\n", &[]);
        let mut options = crate::Options::default();
        options.set_level("crlf", crate::Level::Allow).unwrap();
        check_with(&options, "rota", "---\r\nname: rota\r\ndescription: Rota.\r\n---", &[]);
    }

    #[test]
    fn nothing_stands_above_it() {
        for above in ["<!-- generated -->", "", "  "] {
            check(
                "rota",
                format!("{above}\n---\nname: rota\ndescription: Rota.\n---\n# B\n"),
                &[
                    &format!(
                        "error[frontmatter_missing] at {above:?}: nothing stands above the opening `---`, not even a blank line"
                    ),
                    "  remove what stands above it, or move it below the frontmatter: \"---\"",
                ],
            );
        }
    }

    #[test]
    fn a_file_without_one_gets_one() {
        check(
            "rota",
            "# Rota\n\n---\n\ntext\n",
            &[
                "error[frontmatter_missing] at \"# Rota\": `SKILL.md` starts with frontmatter between two `---` lines",
                START,
            ],
        );
        check(
            "Rota!",
            "",
            &[
                "error[frontmatter_missing] at the file: `SKILL.md` starts with frontmatter between two `---` lines, and this file is empty",
                START,
            ],
        );
        check(
            "rota",
            "name: rota\n---\n",
            &[
                "error[frontmatter_missing] at \"name: rota\": `SKILL.md` starts with frontmatter between two `---` lines",
                "  put a fence above it: \"---\"",
            ],
        );
    }

    #[test]
    fn the_fence_is_exactly_three_dashes() {
        check(
            "rota",
            "--- \nname: rota\ndescription: Rota.\n---\n",
            &[
                "error[frontmatter_missing] at \" \": no blank follows the three dashes of the opening fence",
                "  remove it: \"---\"",
            ],
        );
        for line in ["----", "--- # head", "--", " ---"] {
            check(
                "rota",
                format!("{line}\nname: rota\ndescription: Rota.\n---\n"),
                &[
                    &format!(
                        "error[frontmatter_missing] at {line:?}: the opening fence is a line of exactly three dashes"
                    ),
                    "  write it so: \"---\"",
                ],
            );
        }
    }

    #[test]
    fn lone_carriage_returns_make_one_line() {
        check(
            "rota",
            "---\rname: rota\rdescription: Rota.\r---\r# B\r",
            &[
                "error[frontmatter_missing] at \"---\": lines end with LF or CR LF, and those of this file end with CR alone",
                "  convert the line ends to LF; to every reader the file is a single line",
            ],
        );
    }
}
