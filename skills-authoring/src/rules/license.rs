//! # `license`
//!
//! `license` is a text that is not blank.
//!
//! ## Why
//!
//! The format says so (AS-5): it names a license, or a file that came with the skill.
//!
//! ## Bad
//!
//! ```yaml
//! license: 2
//! ```
//!
//! ## Good
//!
//! ```yaml
//! license: Apache-2.0
//! ```

use super::name_type::not_a_string;
use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule =
    Rule { name: "license", level: Level::Deny, summary: "`license` is a text that is not blank", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        if let Some(finding) = finding(skill) {
            findings.push(finding);
        }
    }
}

fn finding(skill: &Skill<'_>) -> Option<Finding> {
    let pair = skill.frontmatter.field("license")?;
    let Some(scalar) = pair.value.as_string() else {
        return not_a_string(&RULE, skill, pair);
    };
    scalar.text.trim().is_empty().then(|| {
        Finding::new(&RULE, &skill.skill_md.path, "`license` has at least one character that is not blank")
            .at(scalar.span.clone())
            .help("name the license, or leave it out")
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn a_license_is_a_text() {
        // AS-5
        check("rota", "---\nname: rota\ndescription: R.\nlicense: MIT\n---\n", &[]);
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nlicense: 2.0\n---\n",
            &[
                "error[license] at \"2.0\": the value of `license` is a string, and this is a number",
                "  put it in quotes: \"license: \\\"2.0\\\"\"",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nlicense: ''\n---\n",
            &[
                "error[license] at \"''\": `license` has at least one character that is not blank",
                "  name the license, or leave it out",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nlicense:\n---\n",
            &[
                "error[license] at \"license\": the value of `license` is a string, and there is none",
                "  write it behind the colon",
            ],
        );
    }

    #[test]
    fn a_number_without_json_form_is_found_once() {
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nlicense: .inf\n---\n",
            &[
                "error[no_json_form] at \".inf\": a number in frontmatter is finite, as JSON has no form for any other",
                "  put it in quotes: \"license: \\\".inf\\\"\"",
            ],
        );
    }
}
