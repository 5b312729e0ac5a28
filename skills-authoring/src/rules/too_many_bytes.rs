//! # `too_many_bytes`
//!
//! The files of a skill have at most 16,777,216 bytes together, those of nested skills included.
//!
//! ## Why
//!
//! That much is what every host must accept (SEP-6); a larger skill may be refused.
//!
//! ## Bad
//!
//! ```text
//! skills/fonts/SKILL.md
//! skills/fonts/assets/all-fonts.zip   40 MB
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/fonts/SKILL.md
//! skills/fonts/assets/inter.woff2   0.1 MB
//! ```

use core::cmp::Reverse;

use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "too_many_bytes",
    level: Level::Deny,
    summary: "the files of a skill have at most 16,777,216 bytes together",
    check,
};

const MOST: usize = 16 * 1024 * 1024;

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let size = package.files_of(skill).fold(0_usize, |sum, (_, bytes)| sum.saturating_add(bytes.len()));
        if size > MOST {
            let (most, size) = (grouped(MOST), grouped(size));
            findings.push(
                Finding::new(
                    &RULE,
                    skill.directory,
                    format!("the files of a skill have at most {most} bytes together; these have {size}"),
                )
                .help(largest(package, skill))
                .help("shrink the largest files, split the skill, or leave some out with `exclude`"),
            );
        }
    }
}

/// Names the five largest files of `skill`.
pub(super) fn largest(package: &Package<'_>, skill: &Skill<'_>) -> String {
    let mut files: Vec<_> =
        package.files_of(skill).map(|(path, bytes)| (Reverse(bytes.len()), path)).collect();
    files.sort_unstable();
    let named: Vec<String> = files
        .iter()
        .take(5)
        .map(|(Reverse(size), path)| {
            let path =
                path.strip_prefix(skill.directory).and_then(|path| path.strip_prefix('/')).unwrap_or(path);
            format!("`{path}` ({} bytes)", grouped(*size))
        })
        .collect();
    format!("the largest files are {}", named.join(", "))
}

/// A number with a comma before each group of three digits.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tree, check};

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    fn found(sizes: &[usize]) -> Vec<Finding> {
        let files = sizes.iter().enumerate().map(|(at, size)| (format!("a/f{at}"), vec![0; *size]));
        let skill = ("a/SKILL.md".to_owned(), SKILL.as_bytes().to_vec());
        check(&Tree::from_files(files.chain([skill])), &Options::default()).findings
    }

    #[test]
    fn sixteen_mebibytes_are_the_most() {
        // SEP-6: inclusive.
        let room = MOST - SKILL.len();
        assert_eq!(found(&[room]), []);
        let findings = found(&[room, 1]);
        let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
        assert_eq!((finding.rule, finding.path.as_str()), (&RULE, "a"));
        assert_eq!(
            finding.message,
            "the files of a skill have at most 16,777,216 bytes together; these have 16,777,217"
        );
    }

    #[test]
    fn the_five_largest_files_are_named() {
        let findings = found(&[1, 7_000_000, 3, 9_000_000, 3, 999_999, 2]);
        assert_eq!(
            findings[0].help[0].text,
            "the largest files are `f3` (9,000,000 bytes), `f1` (7,000,000 bytes), `f5` (999,999 bytes), \
             `SKILL.md` (31 bytes), `f2` (3 bytes)"
        );
    }
}
