//! # `name_non_ascii`
//!
//! A name has no letters beyond `a`–`z`.
//!
//! ## Why
//!
//! The format allows `a`–`z` only (AS-3). One of its validators lets any lower-case letter pass, the official conformance
//! check none. Where the rule is allowed, the segment of the URI is the name percent-encoded, and directory and name must
//! have the same bytes.
//!
//! ## Bad
//!
//! ```yaml
//! name: café-rota
//! ```
//!
//! ## Good
//!
//! ```yaml
//! name: cafe-rota
//! ```

use super::name_characters::respelled;
use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::name::{NameFault, fault};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::letter;

pub(crate) static RULE: Rule = Rule {
    name: "name_non_ascii",
    level: Level::Deny,
    summary: "a name has no letters beyond `a`–`z`",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(name) = skill.frontmatter.name() else { continue };
        if let Some(NameFault::NonAscii(beyond)) = fault(&name.text) {
            let message =
                format!("a name has no letters beyond `a`–`z`, and this one has {}", letter(beyond));
            findings.push(respelled(Finding::new(&RULE, &skill.skill_md.path, message), skill, name));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    use crate::rules::testing::check_with;
    use crate::{Level, Options};

    #[test]
    fn accents_are_dropped_and_other_scripts_are_not_guessed() {
        // AS-3
        check(
            "café-list",
            "---\nname: café-list\ndescription: List.\n---\n",
            &[
                "error[name_non_ascii] at \"café-list\": a name has no letters beyond `a`–`z`, and this one has `é`",
                "  spell it so: \"name: cafe-list\"",
                "  rename the directory to `cafe-list` as well",
            ],
        );
        check(
            "写作",
            "---\nname: 写作\ndescription: List.\n---\n",
            &[
                "error[name_non_ascii] at \"写作\": a name has no letters beyond `a`–`z`, and this one has `写`",
                "  choose a name of these characters, and give the directory the same",
            ],
        );
    }

    #[test]
    fn capitals_and_punctuation_are_another_fault() {
        check(
            "École",
            "---\nname: École\ndescription: List.\n---\n",
            &[
                "error[name_characters] at \"École\": a name has only `a`–`z`, `0`–`9` and hyphens, and this one has `É`",
                "  spell it so: \"name: ecole\"",
                "  rename the directory to `ecole` as well",
            ],
        );
    }

    #[test]
    fn when_allowed_the_bytes_still_have_to_agree() {
        let mut options = Options::default();
        options.set_level("name_non_ascii", Level::Allow).unwrap();
        check_with(&options, "café-list", "---\nname: café-list\ndescription: List.\n---\n", &[]);
        check_with(
            &options,
            "cafe\u{301}-list",
            "---\nname: café-list\ndescription: List.\n---\n",
            &[
                "error[name_mismatch] at \"café-list\": a skill has the name of its directory byte for byte, and `café-list` is composed in only one of the two",
                "  give both the same name, of `a`–`z`, `0`–`9` and hyphens",
            ],
        );
    }
}
