//! # `name_missing`
//!
//! A skill has a name.
//!
//! ## Why
//!
//! The format demands it (AS-3), and it is the last segment of the skill's URI (SEP-2). A `name` below `metadata` is
//! another key.
//!
//! ## Bad
//!
//! ```yaml
//! description: Plans a rota.
//! ```
//!
//! ## Good
//!
//! ```yaml
//! name: rota
//! description: Plans a rota.
//! ```

use super::misspelled_field::is_told;
use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::name::suggestion;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::spelled;

pub(crate) static RULE: Rule =
    Rule { name: "name_missing", level: Level::Error, summary: "a skill has a name", check };

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(mapping) = skill.frontmatter.mapping() else { continue };
        if mapping.get("name").is_some() || is_told(mapping, "name", options) {
            continue;
        }
        let finding = Finding::new(&RULE, &skill.skill_md.path, "the frontmatter of a skill has a `name`")
            .at(skill.frontmatter.opening());
        findings.push(match suggestion(skill.directory_name()) {
            Some(name) => {
                let at = skill.frontmatter.between().start;
                let line = format!("name: {}{}", spelled(&name), skill.frontmatter.line_end());
                finding.edit("add it", at..at, line)
            }
            None => finding.help("add it, and give the directory the same name"),
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn the_directory_gives_the_name() {
        // AS-3
        check(
            "rota",
            "---\ndescription: Rota.\nx:\n  name: other\n---\n",
            &[
                "error[name_missing] at \"---\": the frontmatter of a skill has a `name`",
                "  add it: \"name: rota\"",
            ],
        );
        check(
            "写作",
            "---\ndescription: Rota.\n---\n",
            &[
                "error[name_missing] at \"---\": the frontmatter of a skill has a `name`",
                "  add it, and give the directory the same name",
            ],
        );
    }

    #[test]
    fn the_line_ends_are_those_of_the_author() {
        check(
            "2024",
            "---\r\ndescription: Rota.\r\n---\r\n",
            &[
                "error[name_missing] at \"---\": the frontmatter of a skill has a `name`",
                "  add it: \"name: \\\"2024\\\"\\r\"",
                "warning[crlf] at \"\\r\": lines of `SKILL.md` end with LF, since a checkout elsewhere may change CR LF and with it the digest",
                "  add the line `SKILL.md text eol=lf` to `.gitattributes`, and check the file out again",
            ],
        );
    }
}
