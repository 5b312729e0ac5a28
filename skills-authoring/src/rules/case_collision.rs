//! # `case_collision`
//!
//! Two names in one folder differ in more than capitals.
//!
//! ## Why
//!
//! On file systems that ignore case, which macOS and Windows have, a checkout keeps one of the two files. The catalog
//! built there is another one, with other digests.
//!
//! ## Bad
//!
//! ```text
//! skills/pdf/Forms.md
//! skills/pdf/forms.md
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/pdf/forms.md
//! skills/pdf/tax-forms.md
//! ```

use std::collections::HashMap;

use crate::finding::{Finding, Findings};
use crate::model::{Package, SKILL_MD};
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "case_collision",
    level: Level::Warn,
    summary: "two names in one folder differ in more than capitals",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    let mut seen = HashMap::new();
    for entry in &package.entries {
        let (folder, name) = entry.path.rsplit_once('/').unwrap_or(("", &entry.path));
        // `skill_md_spelling` is about these.
        if name.eq_ignore_ascii_case(SKILL_MD) {
            continue;
        }
        if let Some(other) = seen.insert((folder, name.to_lowercase()), name) {
            findings.push(
                Finding::new(&RULE, &entry.path, format!("`{name}` and `{other}` differ only in case"))
                    .help("rename one of the two"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tree, check};

    fn found(paths: &[&str]) -> Vec<(String, String)> {
        const SKILL: &str = "---\nname: a\ndescription: x\n---\n";
        let tree = Tree::from_files(paths.iter().chain(&["a/SKILL.md"]).map(|path| (*path, SKILL)));
        let findings = check(&tree, &Options::default()).findings.into_iter();
        let found = findings.filter(|finding| *finding.rule == RULE);
        found.map(|finding| (finding.path, finding.message)).collect()
    }

    #[test]
    fn twins_in_one_folder_fire() {
        let shown = |path: &str, message: &str| (path.to_owned(), message.to_owned());
        assert_eq!(
            found(&["a/Read.md", "a/read.md", "a/READ.md"]),
            [
                shown("a/Read.md", "`Read.md` and `READ.md` differ only in case"),
                shown("a/read.md", "`read.md` and `Read.md` differ only in case"),
            ]
        );
        assert_eq!(found(&["a/É.md", "a/é.md"]), [shown("a/é.md", "`é.md` and `É.md` differ only in case")]);
    }

    #[test]
    fn folders_fire_once_for_all_they_hold() {
        let message = "`b` and `B` differ only in case".to_owned();
        assert_eq!(found(&["a/B/x", "a/B/y", "a/b/x", "a/b/Y"]), [("a/b".to_owned(), message)]);
    }

    #[test]
    fn the_same_name_elsewhere_does_not() {
        assert_eq!(found(&["a/b/x.md", "a/c/X.md", "a/x.txt"]), []);
        assert_eq!(found(&["a/skill.md"]), []);
    }
}
