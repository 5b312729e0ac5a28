//! # `fence_space`
//!
//! No blank follows the three dashes of the closing fence.
//!
//! ## Why
//!
//! Some readers look for a line that is exactly `---` and see no frontmatter at all, or one that ends further down.
//!
//! ## Bad
//!
//! ```text
//! ---·
//! ```
//!
//! ## Good
//!
//! ```text
//! ---
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "fence_space",
    level: Level::Warn,
    summary: "no blank follows the three dashes of the closing fence",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let blanks = skill.frontmatter.blanks_after_closing();
        if !blanks.is_empty() {
            findings.push(
                Finding::new(
                    &RULE,
                    &skill.skill_md.path,
                    "no blank follows the three dashes of the closing fence",
                )
                .at(blanks.clone())
                .edit("remove it", blanks, ""),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn the_fence_closes_all_the_same() {
        for blanks in [" ", "\t", "  \t "] {
            check(
                "rota",
                format!("---\nname: rota\ndescription: R.\n---{blanks}\n# B\n---\n"),
                &[
                    &format!(
                        "warning[fence_space] at {blanks:?}: no blank follows the three dashes of the closing fence"
                    ),
                    "  remove it: \"---\"",
                ],
            );
        }
        check("rota", "---\nname: rota\ndescription: R.\n---", &[]);
    }
}
