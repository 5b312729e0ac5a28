//! # `compatibility`
//!
//! `compatibility` is a text of 1 to 500 characters.
//!
//! ## Why
//!
//! The format says so (AS-5). It is for the few skills that need a certain environment; the others leave it out.
//!
//! ## Bad
//!
//! ```yaml
//! compatibility: [git, docker]
//! ```
//!
//! ## Good
//!
//! ```yaml
//! compatibility: Needs git and docker.
//! ```

use super::name_type::not_a_string;
use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "compatibility",
    level: Level::Deny,
    summary: "`compatibility` is a text of 1 to 500 characters",
    check,
};

const LONGEST: usize = 500;

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        if let Some(finding) = finding(skill) {
            findings.push(finding);
        }
    }
}

fn finding(skill: &Skill<'_>) -> Option<Finding> {
    let pair = skill.frontmatter.field("compatibility")?;
    let Some(scalar) = pair.value.as_string() else {
        return not_a_string(&RULE, skill, pair);
    };
    let new = |message: &str| Finding::new(&RULE, &skill.skill_md.path, message).at(scalar.span.clone());
    if scalar.text.trim().is_empty() {
        return Some(
            new("`compatibility` has at least one character that is not blank")
                .help("say what the skill needs, or leave it out"),
        );
    }
    let count = scalar.text.chars().count();
    let message = format!("`compatibility` has at most {LONGEST} characters, and this one has {count}");
    (count > LONGEST)
        .then(|| new(&message).help("name what the skill needs, and move the rest into the Markdown"))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn a_text_of_up_to_500_characters_passes() {
        // AS-5
        check(
            "rota",
            format!("---\nname: rota\ndescription: R.\ncompatibility: {}\n---\n", "文".repeat(500)),
            &[],
        );
        let long = "a".repeat(501);
        check(
            "rota",
            format!("---\nname: rota\ndescription: R.\ncompatibility: {long}\n---\n"),
            &[
                &format!(
                    "error[compatibility] at {long:?}: `compatibility` has at most 500 characters, and this one has 501"
                ),
                "  name what the skill needs, and move the rest into the Markdown",
            ],
        );
    }

    #[test]
    fn blanks_and_other_types_do_not() {
        check(
            "rota",
            "---\nname: rota\ndescription: R.\ncompatibility: \" \"\n---\n",
            &[
                "error[compatibility] at \"\\\" \\\"\": `compatibility` has at least one character that is not blank",
                "  say what the skill needs, or leave it out",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\ncompatibility: [git, docker]\n---\n",
            &[
                "error[compatibility] at \"[git, docker]\": the value of `compatibility` is a string, and this is a list",
                "  write it as one text",
            ],
        );
    }
}
