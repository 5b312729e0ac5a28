//! # `description_type`
//!
//! The description of a skill is a string.
//!
//! ## Why
//!
//! Anything else is served as JSON of that type, which is no description (AS-4).
//!
//! ## Bad
//!
//! ```yaml
//! description: 404
//! ```
//!
//! ## Good
//!
//! ```yaml
//! description: "404"
//! ```

use super::name_type::not_a_string;
use crate::finding::Findings;
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "description_type",
    level: Level::Error,
    summary: "the description of a skill is a string",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let found = skill.frontmatter.field("description").and_then(|pair| not_a_string(&RULE, skill, pair));
        if let Some(finding) = found {
            findings.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn only_text_describes() {
        // AS-4
        check(
            "rota",
            "---\nname: rota\ndescription: 404\n---\n",
            &[
                "error[description_type] at \"404\": the value of `description` is a string, and this is a number",
                "  put it in quotes: \"description: \\\"404\\\"\"",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription:\n---\n",
            &[
                "error[description_type] at \"description\": the value of `description` is a string, and there is none",
                "  write it behind the colon",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: #1 in planning\n---\n",
            &[
                "error[description_type] at \"description\": the value of `description` is a string, and there is none",
                "  put it in quotes, as `#` starts a comment: \"description: \\\"#1 in planning\\\"\"",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription:\n  - Plans\n  - Prints\n---\n",
            &[
                "error[description_type] at \"- Plans\\n  - Prints\": the value of `description` is a string, and this is a list",
                "  write it as one text",
            ],
        );
        check("rota", "---\nname: rota\ndescription: \"404\"\n---\n", &[]);
    }
}
