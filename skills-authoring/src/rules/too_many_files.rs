//! # `too_many_files`
//!
//! A skill has at most 512 files, its `SKILL.md` and the files of nested skills included.
//!
//! ## Why
//!
//! That many is what every host must accept (SEP-6); a larger skill may be refused.
//!
//! ## Bad
//!
//! ```text
//! skills/icons/SKILL.md
//! skills/icons/assets/   2,000 files
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/icons/SKILL.md
//! skills/icons/assets/icons.zip
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::rules::too_many_bytes::{grouped, largest};

pub(crate) static RULE: Rule =
    Rule { name: "too_many_files", level: Level::Deny, summary: "a skill has at most 512 files", check };

const MOST: usize = 512;

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let count = package.files_of(skill).count();
        if count > MOST {
            findings.push(
                Finding::new(
                    &RULE,
                    skill.directory,
                    format!("a skill has at most {MOST} files; this one has {}", grouped(count)),
                )
                .help(largest(package, skill))
                .help("split the skill, pack files together, or leave some out with `exclude`"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tree, check};

    /// What is found in a skill of `outer` files, nested ones included, and a nested one of `inner`.
    fn found(outer: usize, inner: usize) -> Vec<(String, String)> {
        let skill = |name: &str| format!("---\nname: {name}\ndescription: x\n---\n");
        let mut files = vec![("a/SKILL.md".to_owned(), skill("a")), ("a/b/SKILL.md".to_owned(), skill("b"))];
        files.extend((1..inner).map(|at| (format!("a/b/{at}"), String::new())));
        files.extend((inner + 1..outer).map(|at| (format!("a/{at}"), String::new())));
        let findings = check(&Tree::from_files(files), &Options::default()).findings;
        assert!(findings.iter().all(|finding| *finding.rule == RULE));
        findings.into_iter().map(|finding| (finding.path, finding.message)).collect()
    }

    #[test]
    fn five_hundred_and_twelve_files_are_the_most() {
        // SEP-6: inclusive, and nested files count in every enclosing skill.
        assert_eq!(found(512, 1), []);
        let message = |count: usize| format!("a skill has at most 512 files; this one has {count}");
        assert_eq!(found(513, 1), [("a".to_owned(), message(513))]);
        assert_eq!(found(513, 512), [("a".to_owned(), message(513))]);
        assert_eq!(found(514, 513), [("a".to_owned(), message(514)), ("a/b".to_owned(), message(513))]);
    }
}
