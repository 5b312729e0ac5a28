//! # `name_characters`
//!
//! A name has lower-case letters `a`–`z`, digits and single hyphens between them.
//!
//! ## Why
//!
//! The format says so (AS-3). Nothing is trimmed or folded: what stands in the file is what is served.
//!
//! ## Bad
//!
//! ```yaml
//! name: Invoice_Notes
//! ```
//!
//! ## Good
//!
//! ```yaml
//! name: invoice-notes
//! ```

use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::name::{HyphenPlace, NameFault, fault, suggestion};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::letter;
use crate::yaml::{Scalar, spelled};

pub(crate) static RULE: Rule = Rule {
    name: "name_characters",
    level: Level::Error,
    summary: "a name has `a`–`z`, `0`–`9` and single hyphens between them",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(name) = skill.frontmatter.name() else { continue };
        let message = match fault(&name.text) {
            Some(NameFault::Character(wrong)) => {
                format!("a name has only `a`–`z`, `0`–`9` and hyphens, and this one has {}", letter(wrong))
            }
            Some(NameFault::Hyphen(HyphenPlace::Doubled)) => "a name has no two hyphens in a row".to_owned(),
            Some(NameFault::Hyphen(HyphenPlace::End)) => "a name does not end with a hyphen".to_owned(),
            Some(NameFault::Hyphen(HyphenPlace::Start)) => "a name does not start with a hyphen".to_owned(),
            Some(NameFault::NonAscii(_)) | None => continue,
        };
        findings.push(respelled(Finding::new(&RULE, &skill.skill_md.path, message), skill, name));
    }
}

/// Points at the name and spells it right, if anything is left of it.
pub(super) fn respelled(finding: Finding, skill: &Skill<'_>, name: &Scalar) -> Finding {
    let finding = finding.at(name.span.clone());
    let Some(spelling) = suggestion(&name.text) else {
        return finding.help("choose a name of these characters, and give the directory the same");
    };
    let finding = finding.edit("spell it so", name.span.clone(), spelled(&spelling));
    if skill.directory_name() == spelling {
        finding
    } else {
        finding.help(format!("rename the directory to `{spelling}` as well"))
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn other_characters_get_another_spelling() {
        // AS-3
        check(
            "net-notes",
            "---\nname: net_notes\ndescription: Notes.\n---\n",
            &[
                "error[name_characters] at \"net_notes\": a name has only `a`–`z`, `0`–`9` and hyphens, and this one has `_`",
                "  spell it so: \"name: net-notes\"",
            ],
        );
        check(
            "net_notes",
            "---\nname: net_notes\ndescription: Notes.\n---\n",
            &[
                "error[name_characters] at \"net_notes\": a name has only `a`–`z`, `0`–`9` and hyphens, and this one has `_`",
                "  spell it so: \"name: net-notes\"",
                "  rename the directory to `net-notes` as well",
            ],
        );
        check(
            "clips",
            "---\nname: Clips\ndescription: Clips.\n---\n",
            &[
                "error[name_characters] at \"Clips\": a name has only `a`–`z`, `0`–`9` and hyphens, and this one has `C`",
                "  spell it so: \"name: clips\"",
            ],
        );
    }

    #[test]
    fn nothing_is_trimmed() {
        check(
            "clips",
            "---\nname: \"clips \"\ndescription: Clips.\n---\n",
            &[
                "error[name_characters] at \"\\\"clips \\\"\": a name has only `a`–`z`, `0`–`9` and hyphens, and this one has U+0020",
                "  spell it so: \"name: clips\"",
            ],
        );
        check(
            "clips",
            "---\nname: |\n  clips\ndescription: Clips.\n---\n",
            &[
                "error[name_characters] at \"|\\n  clips\": a name has only `a`–`z`, `0`–`9` and hyphens, and this one has U+000A",
                "  spell it so: \"name: clips\"",
            ],
        );
    }

    #[test]
    fn hyphens_stand_alone_and_inside() {
        for (name, message) in [
            ("a--b", "a name has no two hyphens in a row"),
            ("a-b-", "a name does not end with a hyphen"),
            ("-a-b", "a name does not start with a hyphen"),
        ] {
            check(
                "a-b",
                format!("---\nname: {name}\ndescription: Clips.\n---\n"),
                &[&format!("error[name_characters] at {name:?}: {message}"), "  spell it so: \"name: a-b\""],
            );
        }
    }

    #[test]
    fn a_name_of_nothing_else_has_no_spelling() {
        check(
            "clips",
            "---\nname: \"!!\"\ndescription: Clips.\n---\n",
            &[
                "error[name_characters] at \"\\\"!!\\\"\": a name has only `a`–`z`, `0`–`9` and hyphens, and this one has `!`",
                "  choose a name of these characters, and give the directory the same",
                "error[name_mismatch] at \"\\\"!!\\\"\": a skill has the name of its directory, which is `clips`, and not `!!`",
                "  change the name: \"name: clips\"",
            ],
        );
    }
}
