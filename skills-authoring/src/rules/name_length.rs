//! # `name_length`
//!
//! A name has 1 to 64 characters.
//!
//! ## Why
//!
//! The format says so (AS-3), and hosts drop a skill whose name is longer.
//!
//! ## Bad
//!
//! ```yaml
//! name: reconcile-every-invoice-of-every-customer-against-every-bank-statement
//! ```
//!
//! ## Good
//!
//! ```yaml
//! name: reconcile-invoices
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::name::{LONGEST, is_name};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::spelled;

pub(crate) static RULE: Rule =
    Rule { name: "name_length", level: Level::Error, summary: "a name has 1 to 64 characters", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(name) = skill.frontmatter.name() else { continue };
        let message = match name.text.chars().count() {
            0 => "a name has at least one character".to_owned(),
            1..=LONGEST => continue,
            count => format!("a name has at most {LONGEST} characters, and this one has {count}"),
        };
        let finding = Finding::new(&RULE, &skill.skill_md.path, message).at(name.span.clone());
        let directory = skill.directory_name();
        findings.push(if is_name(directory) {
            finding.edit("take that of the directory", name.span.clone(), spelled(directory))
        } else {
            finding.help("choose a shorter name, and give the directory the same")
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn sixty_four_characters_pass_and_one_more_does_not() {
        // AS-3
        let name = "n".repeat(64);
        check(&name, format!("---\nname: {name}\ndescription: Long.\n---\n"), &[]);
        check(
            &name,
            format!("---\nname: {name}n\ndescription: Long.\n---\n"),
            &[
                &format!(
                    "error[name_length] at \"{name}n\": a name has at most 64 characters, and this one has 65"
                ),
                &format!("  take that of the directory: \"name: {name}\""),
            ],
        );
        let long = "n".repeat(70);
        check(
            &long,
            format!("---\nname: {long}\ndescription: Long.\n---\n"),
            &[
                &format!(
                    "error[name_length] at \"{long}\": a name has at most 64 characters, and this one has 70"
                ),
                "  choose a shorter name, and give the directory the same",
            ],
        );
    }

    #[test]
    fn an_empty_name_is_too_short() {
        check(
            "rota",
            "---\nname: \"\"\ndescription: Rota.\n---\n",
            &[
                "error[name_length] at \"\\\"\\\"\": a name has at least one character",
                "  take that of the directory: \"name: rota\"",
            ],
        );
    }
}
