//! # `long_body`
//!
//! The body of a `SKILL.md` has at most 500 lines and about 5,000 tokens.
//!
//! ## Why
//!
//! All of it is in the context of a model as soon as the skill is used (AS-6). What is needed now and then belongs into
//! files that the body links to. Tokens are estimated: about four Latin letters make one, and so does one Chinese
//! character.
//!
//! ## Bad
//!
//! ```text
//! skills/pdf/SKILL.md               # 1,200 lines
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/pdf/SKILL.md               # 80 lines
//! skills/pdf/references/forms.md
//! skills/pdf/references/tables.md
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::rules::too_many_bytes::grouped;

pub(crate) static RULE: Rule = Rule {
    name: "long_body",
    level: Level::Allow,
    summary: "the body of a `SKILL.md` has at most 500 lines and about 5,000 tokens",
    check,
};

const LINES: usize = 500;
const TOKENS: usize = 5_000;

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    if options.level(&RULE) == Level::Allow {
        return;
    }
    for skill in &package.skills {
        let start = skill.frontmatter.body_start();
        let body = skill.source.get(start..).unwrap_or_default();
        let Ok(body) = core::str::from_utf8(body) else { continue };
        let lines = body.lines().count();
        let tokens = tokens(body);
        let says = match (lines > LINES, tokens > TOKENS) {
            (false, false) => continue,
            (true, false) => format!("{} lines", grouped(lines)),
            (false, true) => format!("about {} tokens", grouped(tokens)),
            (true, true) => format!("{} lines and about {} tokens", grouped(lines), grouped(tokens)),
        };
        let first = body.lines().next().unwrap_or_default().len();
        findings.push(
            Finding::new(
                &RULE,
                &skill.skill_md.path,
                format!(
                    "the body of a skill has at most {LINES} lines and about {} tokens, and this one has {says}",
                    grouped(TOKENS)
                ),
            )
            .at(start..start + first)
            .label("starts here")
            .help("move what is needed now and then into files of its own, and link to them"),
        );
    }
}

/// About how many tokens a model makes of `text`.
fn tokens(text: &str) -> usize {
    let characters = text.chars().count();
    // A character of two bytes counts as half a foreign one, one of three as one: counting bytes is cheap where code runs
    // unoptimised, and closer to what models do.
    let foreign = ((text.len() - characters) / 2).min(characters);
    (characters - foreign) / 4 + foreign
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::body_findings_with;

    fn found(body: &str) -> Vec<String> {
        let mut options = Options::default();
        options.set_level("long_body", Level::Warn).unwrap();
        let skill = format!("---\nname: a\ndescription: x\n---\n{body}");
        body_findings_with(&options, &RULE, [("a/SKILL.md", skill)])
    }

    #[test]
    fn a_long_body_fires() {
        // AS-6
        let head = "warning a/SKILL.md \"x\": the body of a skill has at most 500 lines and about 5,000 tokens, and this one has";
        assert_eq!(
            found(&"x\n".repeat(501)),
            [
                format!("{head} 501 lines"),
                "  move what is needed now and then into files of its own, and link to them".to_owned(),
            ]
        );
        assert_eq!(found(&format!("x\n{}", "word ".repeat(4_010)))[0], format!("{head} about 5,013 tokens"));
        assert_eq!(found(&format!("x\n{}", "写".repeat(5_001)))[0], format!("{head} about 5,001 tokens"));
        assert_eq!(
            found(&format!("x{}{}", "\n".repeat(600), "写".repeat(5_001)))[0],
            format!("{head} 601 lines and about 5,151 tokens")
        );
    }

    #[test]
    fn limits_are_inclusive() {
        assert_eq!(found(&"x\n".repeat(500)), [""; 0]);
        assert_eq!(found(&"x".repeat(20_003)), [""; 0]);
        assert_eq!(found(""), [""; 0]);
    }

    #[test]
    fn it_is_silent_until_it_is_asked_for() {
        let skill = format!("---\nname: a\ndescription: x\n---\n{}", "x\n".repeat(501));
        assert_eq!(body_findings_with(&Options::default(), &RULE, [("a/SKILL.md", skill)]), [""; 0]);
    }
}
