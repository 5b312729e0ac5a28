//! # `name_mismatch`
//!
//! A skill has the name of its directory, byte for byte.
//!
//! ## Why
//!
//! The format demands it (AS-3), and the directory is a segment of the skill's URI, whose last must be the name (SEP-2).
//!
//! ## Bad
//!
//! ```yaml
//! # in old-rota/SKILL.md
//! name: rota
//! ```
//!
//! ## Good
//!
//! ```yaml
//! # in rota/SKILL.md
//! name: rota
//! ```

use unicode_normalization::UnicodeNormalization as _;

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::name::{is_name, suggestion};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;
use crate::yaml::spelled;

pub(crate) static RULE: Rule = Rule {
    name: "name_mismatch",
    level: Level::Error,
    summary: "a skill has the name of its directory",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(name) = skill.frontmatter.name() else { continue };
        let directory = skill.directory_name();
        // Another rule has the root, the empty name, and the name that the directory's spelling would mend.
        let mended = suggestion(&name.text);
        if directory.is_empty()
            || name.text.is_empty()
            || name.text == directory
            || mended.as_deref() == Some(directory)
        {
            continue;
        }
        let message = if name.text.nfc().eq(directory.nfc()) {
            format!(
                "a skill has the name of its directory byte for byte, and {} is composed in only one of the two",
                ticked(&name.text)
            )
        } else {
            format!(
                "a skill has the name of its directory, which is {}, and not {}",
                ticked(directory),
                ticked(&name.text)
            )
        };
        let mut finding = Finding::new(&RULE, &skill.skill_md.path, message).at(name.span.clone());
        if is_name(directory) {
            finding = finding.edit("change the name", name.span.clone(), spelled(directory));
        }
        if is_name(&name.text) {
            finding = finding.help(format!("or rename the directory to `{}`", name.text));
        }
        if finding.help.is_empty() {
            finding = finding.help("give both the same name, of `a`–`z`, `0`–`9` and hyphens");
        }
        findings.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn there_are_two_ways_out() {
        // AS-3, SEP-2
        check(
            "old-rota",
            "---\nname: rota\ndescription: Rota.\n---\n",
            &[
                "error[name_mismatch] at \"rota\": a skill has the name of its directory, which is `old-rota`, and not `rota`",
                "  change the name: \"name: old-rota\"",
                "  or rename the directory to `rota`",
            ],
        );
        check(
            "on",
            "---\nname: rota\ndescription: Rota.\n---\n",
            &[
                "error[name_mismatch] at \"rota\": a skill has the name of its directory, which is `on`, and not `rota`",
                "  change the name: \"name: \\\"on\\\"\"",
                "  or rename the directory to `rota`",
            ],
        );
        check(
            "Old Rota",
            "---\nname: rota\ndescription: Rota.\n---\n",
            &[
                "error[name_mismatch] at \"rota\": a skill has the name of its directory, which is `Old Rota`, and not `rota`",
                "  or rename the directory to `rota`",
            ],
        );
    }

    #[test]
    fn only_the_last_segment_counts() {
        check("billing/rota", "---\nname: rota\ndescription: Rota.\n---\n", &[]);
    }
}
