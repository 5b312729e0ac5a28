//! # `misspelled_field`
//!
//! A key that is nearly one of the format is spelled like it.
//!
//! ## Why
//!
//! A reader takes `descriptoin` for a key of its own and the description for missing (AS-5), without a word.
//!
//! ## Bad
//!
//! ```yaml
//! name: rota
//! descriptoin: Plans a rota.
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
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::spelling::edits;
use crate::wording::ticked;
use crate::yaml::Mapping;

pub(crate) static RULE: Rule = Rule {
    name: "misspelled_field",
    level: Level::Deny,
    summary: "a key that is nearly one of the format is spelled like it",
    check,
};

/// The keys that the format defines (AS-3, AS-4, AS-5).
pub(super) const FIELDS: [&str; 6] =
    ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/// Keys that hosts and catalogs are known to use, and words that are near a field and mean something else.
const MEANT: [&str; 48] = [
    "agent",
    "argument-hint",
    "arguments",
    "author",
    "category",
    "color",
    "context",
    "created",
    "data",
    "date",
    "dependencies",
    "disable-model-invocation",
    "effort",
    "examples",
    "globs",
    "homepage",
    "hooks",
    "icon",
    "id",
    "inputs",
    "keywords",
    "language",
    "mode",
    "model",
    "outputs",
    "paths",
    "priority",
    "repository",
    "scope",
    "shell",
    "status",
    "tags",
    "title",
    "tools",
    "triggers",
    "type",
    "updated",
    "user-invocable",
    "version",
    "when_to_use",
    "base",
    "page",
    "home",
    "node",
    "note",
    "time",
    "make",
    "same",
];

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(mapping) = skill.frontmatter.mapping() else { continue };
        for pair in &mapping.pairs {
            let Some((key, field)) = pair.name().and_then(|key| Some((key, meant(key)?))) else { continue };
            let message = format!("a key of the format is spelled `{field}`, and not {}", ticked(key));
            let finding = Finding::new(&RULE, &skill.skill_md.path, message).at(pair.key.span());
            findings.push(match mapping.get(field) {
                Some(other) => {
                    finding.related(other.key.span(), "which is here as well").help("keep one of the two")
                }
                None => finding.edit("spell it so", pair.key.span(), field),
            });
        }
    }
}

/// The field that `key` was meant to be, when it is none itself.
pub(super) fn meant(key: &str) -> Option<&'static str> {
    let lower = key.to_lowercase();
    if FIELDS.contains(&key) || MEANT.contains(&lower.as_str()) || lower == "game" || key.len() > 20 {
        return None;
    }
    let letters: Vec<char> = lower.chars().collect();
    let distance =
        |field: &'static str| Some((edits(&letters, field, if field.len() < 8 { 1 } else { 2 })?, field));
    FIELDS.into_iter().filter_map(distance).min_by_key(|(edits, _)| *edits).map(|(_, field)| field)
}

/// Whether this rule fails the build over a key that was meant to be `field`: it is not missing then, but misspelled.
pub(super) fn is_told(mapping: &Mapping, field: &str, options: &Options) -> bool {
    options.level(&RULE) >= Level::Deny
        && mapping.pairs.iter().any(|pair| pair.name().and_then(meant) == Some(field))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    use super::meant;
    use crate::rules::testing::check_with;
    use crate::{Level, Options};

    #[test]
    fn near_misses_are_spelled_right() {
        // AS-5
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nlicence: MIT\nallowed_tools: Read\n---\n",
            &[
                "error[misspelled_field] at \"licence\": a key of the format is spelled `license`, and not `licence`",
                "  spell it so: \"license: MIT\"",
                "error[misspelled_field] at \"allowed_tools\": a key of the format is spelled `allowed-tools`, and not `allowed_tools`",
                "  spell it so: \"allowed-tools: Read\"",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\ndescriptions: S.\n---\n",
            &[
                "error[misspelled_field] at \"descriptions\": a key of the format is spelled `description`, and not `descriptions`",
                "  and \"description\": which is here as well",
                "  keep one of the two",
            ],
        );
    }

    #[test]
    fn a_required_field_is_not_called_missing_too() {
        let source = "---\nname: rota\ndescriptoin: R.\n---\n";
        check(
            "rota",
            source,
            &[
                "error[misspelled_field] at \"descriptoin\": a key of the format is spelled `description`, and not `descriptoin`",
                "  spell it so: \"description: R.\"",
            ],
        );
        let mut options = Options::default();
        options.set_level("misspelled_field", Level::Warn).unwrap();
        check_with(
            &options,
            "rota",
            source,
            &[
                "error[description_missing] at \"---\": the frontmatter of a skill has a `description`",
                "  add a line `description: …` that says what the skill does, and when to use it",
                "warning[misspelled_field] at \"descriptoin\": a key of the format is spelled `description`, and not `descriptoin`",
                "  spell it so: \"description: R.\"",
            ],
        );
        check(
            "rota",
            "---\nNAME: rota\nDescription: R.\n---\n",
            &[
                "error[misspelled_field] at \"NAME\": a key of the format is spelled `name`, and not `NAME`",
                "  spell it so: \"name: rota\"",
                "error[misspelled_field] at \"Description\": a key of the format is spelled `description`, and not `Description`",
                "  spell it so: \"description: R.\"",
            ],
        );
    }

    #[test]
    fn one_edit_for_a_short_field_and_two_for_a_long_one() {
        let cases = [
            ("nmae", Some("name")),
            ("naem", Some("name")),
            ("names", Some("name")),
            ("namsed", None),
            ("nam", Some("name")),
            ("licens", Some("license")),
            ("lisense", Some("license")),
            ("licenses", Some("license")),
            ("licencse", Some("license")),
            ("lisence", None),
            ("meta-data", Some("metadata")),
            ("metdata", Some("metadata")),
            ("compatability", Some("compatibility")),
            ("desc", None),
            ("allowedTools", Some("allowed-tools")),
            ("disallowed-tools", None),
        ];
        for (key, field) in cases {
            assert_eq!(meant(key), field, "{key}");
        }
        for word in "version model argument-hint tags date base page home node note time make same game mode"
            .split(' ')
        {
            assert_eq!(meant(word), None, "{word}");
        }
    }
}
