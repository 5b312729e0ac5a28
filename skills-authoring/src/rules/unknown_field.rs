//! # `unknown_field`
//!
//! A key is one that the format defines.
//!
//! ## Why
//!
//! The format defines six keys (AS-5); a host ignores what it does not know, and two hosts may take the same key for two
//! things. It is served as it stands.
//!
//! ## Bad
//!
//! ```yaml
//! owner: desk-3
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   owner: desk-3
//! ```

use super::misspelled_field::{FIELDS, meant};
use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;
use crate::yaml::{Form, Node, quote};

pub(crate) static RULE: Rule = Rule {
    name: "unknown_field",
    level: Level::Warn,
    summary: "a key is one that the format defines",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(mapping) = skill.frontmatter.mapping() else { continue };
        for pair in &mapping.pairs {
            let Some(key) = pair.name().filter(|key| !FIELDS.contains(key) && meant(key).is_none()) else {
                continue;
            };
            let message = format!("the format does not define the key {}", ticked(key));
            let finding = Finding::new(&RULE, &skill.skill_md.path, message).at(pair.key.span());
            findings.push(match &pair.value {
                // What reads like a placeholder is a list of one to YAML.
                Node::Sequence(list) if list.form == Form::Flow && list.items.len() == 1 => finding
                    .help("keep it if a host knows it: it is served as it stands, which is a list")
                    .edit(
                        "or put it in quotes, if it is text",
                        list.span.clone(),
                        quote(skill.frontmatter.slice(list.span.clone())),
                    ),
                _ => finding.help(
                    "move it below `metadata`, or keep it if a host knows it: it is served as it stands",
                ),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Options;
    use crate::rules::testing::check_with;

    const HELP: &str = "  move it below `metadata`, or keep it if a host knows it: it is served as it stands";

    #[test]
    fn other_keys_warn_and_brackets_are_asked_about() {
        // AS-5
        check_with(
            &Options::default(),
            "rota",
            "---\nname: rota\ndescription: R.\nversion: 2.5.1\nargument-hint: [query]\nuser-invocable: false\n---\n",
            &[
                "warning[unknown_field] at \"version\": the format does not define the key `version`",
                HELP,
                "warning[unknown_field] at \"argument-hint\": the format does not define the key `argument-hint`",
                "  keep it if a host knows it: it is served as it stands, which is a list",
                "  or put it in quotes, if it is text: \"argument-hint: \\\"[query]\\\"\"",
                "warning[unknown_field] at \"user-invocable\": the format does not define the key `user-invocable`",
                HELP,
            ],
        );
    }

    #[test]
    fn the_six_keys_pass() {
        check_with(
            &Options::default(),
            "rota",
            "---\nname: rota\ndescription: R.\nlicense: MIT\ncompatibility: git\nmetadata: {a: b}\nallowed-tools: Read\n---\n",
            &[],
        );
    }
}
