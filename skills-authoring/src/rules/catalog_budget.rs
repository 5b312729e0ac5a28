//! # `catalog_budget`
//!
//! The names and descriptions of all skills together have at most 8,000 characters.
//!
//! ## Why
//!
//! A host puts the name and the description of every skill before the model on every turn, whether or not one is used,
//! and cuts the list where it gets too long. Skills that are not listed do not count.
//!
//! ## Bad
//!
//! ```text
//! 100 skills with descriptions of 300 characters
//! ```
//!
//! ## Good
//!
//! ```text
//! 100 skills with descriptions of 60 characters
//! ```

use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::rules::too_many_bytes::grouped;
use crate::wording::ticked;

pub(crate) static RULE: Rule = Rule {
    name: "catalog_budget",
    level: Level::Allow,
    summary: "the names and descriptions of all skills together have at most 8,000 characters",
    check,
};

const BUDGET: usize = 8_000;

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    const SHOWN: usize = 5;
    let is_listed = |skill: &&Skill<'_>| !options.unlisted.is_match(&skill.skill_md.path);
    let mut sizes: Vec<(usize, &str)> =
        package.skills.iter().filter(is_listed).map(|skill| (characters(skill), skill.directory)).collect();
    let total: usize = sizes.iter().map(|(characters, _)| characters).sum();
    if total <= BUDGET {
        return;
    }
    sizes.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let longest: Vec<String> = sizes
        .iter()
        .take(SHOWN)
        .map(|(characters, directory)| format!("{} ({})", ticked(directory), grouped(*characters)))
        .collect();
    let message = format!(
        "the names and descriptions of all skills together have at most {} characters; these have {}",
        grouped(BUDGET),
        grouped(total)
    );
    findings.push(
        Finding::new(&RULE, "", message)
            .help(format!("shorten the longest: {}", longest.join(", ")))
            .help("or keep skills out of the list: `unlisted = [..]`"),
    );
}

/// What `skill` adds to a list.
fn characters(skill: &Skill<'_>) -> usize {
    let parts = [skill.frontmatter.name(), skill.frontmatter.description()];
    parts.into_iter().flatten().map(|scalar| scalar.text.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Globs;
    use crate::rules::testing::body_findings_with;

    /// What is found with ten skills of 800 characters each, and some more.
    fn found(more: &str, unlisted: &[&str]) -> Vec<String> {
        let mut options = Options::default();
        options.set_level("catalog_budget", Level::Warn).unwrap();
        let unlisted: Vec<String> = unlisted.iter().map(|glob| (*glob).to_owned()).collect();
        options.unlisted = Globs::parse(&unlisted).unwrap();
        let skill = |name: &str, more: &str| {
            let description = "é".repeat(800 - name.len());
            (
                format!("{name}/SKILL.md"),
                format!("---\nname: {name}\ndescription: {description}{more}\n---\n"),
            )
        };
        let files = (0..10).map(|number| skill(&format!("s{number}"), if number == 3 { more } else { "" }));
        body_findings_with(&options, &RULE, files)
    }

    #[test]
    fn a_catalog_over_the_budget_fires_once() {
        assert_eq!(found("", &[]), [""; 0]);
        assert_eq!(
            found("x", &[]),
            [
                "warning : the names and descriptions of all skills together have at most 8,000 characters; these have 8,001",
                "  shorten the longest: `s3` (801), `s0` (800), `s1` (800), `s2` (800), `s4` (800)",
                "  or keep skills out of the list: `unlisted = [..]`",
            ]
        );
    }

    #[test]
    fn what_is_not_listed_does_not_count() {
        assert_eq!(found("x", &["s9"]), [""; 0]);
    }
}
