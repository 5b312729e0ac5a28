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

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::name::suggestion;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::spelled;

pub(crate) static RULE: Rule =
    Rule { name: "name_missing", level: Level::Error, summary: "a skill has a name", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(mapping) = skill.frontmatter.mapping().filter(|mapping| mapping.get("name").is_none())
        else {
            continue;
        };
        let finding = Finding::new(&RULE, &skill.skill_md.path, "the frontmatter of a skill has a `name`");
        let other_case =
            mapping.pairs.iter().find(|pair| pair.name().is_some_and(|key| key.eq_ignore_ascii_case("name")));
        findings.push(if let Some(pair) = other_case {
            finding.at(pair.key.span()).edit("keys are in lower case", pair.key.span(), "name")
        } else {
            let at = skill.frontmatter.between().start;
            let finding = finding.at(skill.frontmatter.opening());
            match suggestion(skill.directory_name()) {
                Some(name) => {
                    let line = format!("name: {}{}", spelled(&name), skill.frontmatter.line_end());
                    finding.edit("add it", at..at, line)
                }
                None => finding.help("add it, and give the directory the same name"),
            }
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
            "---\ndescription: Rota.\nmetadata:\n  name: other\n---\n",
            &[
                "error[name_missing] at \"---\": the frontmatter of a skill has a `name`",
                "  add it: \"name: rota\"",
            ],
        );
        check(
            "2024",
            "---\r\ndescription: Rota.\r\n---\r\n",
            &[
                "warning[crlf] at \"\\r\": lines of `SKILL.md` end with LF, since a checkout elsewhere may change CR LF and with it the digest",
                "  add a line to `.gitattributes`: `SKILL.md text eol=lf`",
                "error[name_missing] at \"---\": the frontmatter of a skill has a `name`",
                "  add it: \"name: \\\"2024\\\"\\r\"",
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
    fn a_capital_key_is_another_key() {
        check(
            "rota",
            "---\nName: rota\ndescription: Rota.\n---\n",
            &[
                "error[name_missing] at \"Name\": the frontmatter of a skill has a `name`",
                "  keys are in lower case: \"name: rota\"",
            ],
        );
    }
}
