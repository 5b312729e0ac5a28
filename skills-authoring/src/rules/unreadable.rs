//! # `unreadable`
//!
//! Everything below the root can be read.
//!
//! ## Why
//!
//! A manifest lists every file of a skill (SEP-5), so a file that cannot be read cannot be skipped.
//!
//! ## Bad
//!
//! ```text
//! ---------- skills/pdf/policy.md
//! ```
//!
//! ## Good
//!
//! ```text
//! -rw-r--r-- skills/pdf/policy.md
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::tree::Content;

pub(crate) static RULE: Rule =
    Rule { name: "unreadable", level: Level::Error, summary: "everything below the root can be read", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for entry in &package.entries {
        if let Content::Unreadable { error } = &entry.content {
            let message = format!("everything below the root is read, and this cannot be: {error}");
            findings.push(
                Finding::new(&RULE, &entry.path, message)
                    .help("make it readable, or leave it out with `exclude`"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tree, check};

    #[test]
    fn the_error_of_the_system_is_shown() {
        let skill = Content::File(b"---\nname: a\ndescription: x\n---\n".to_vec());
        let unreadable = || Content::Unreadable { error: "Permission denied (os error 13)".to_owned() };
        let tree =
            Tree::from_contents([("a/SKILL.md", skill), ("a/x", unreadable()), ("a/.git", unreadable())]);
        let findings = check(&tree, &Options::default()).findings;
        let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
        assert_eq!((finding.rule, finding.path.as_str()), (&RULE, "a/x"));
        assert_eq!(
            finding.message,
            "everything below the root is read, and this cannot be: Permission denied (os error 13)"
        );
    }
}
