//! # `case_collision`
//!
//! Two names in one folder differ in more than capitals, and in more than how their letters are composed.
//!
//! ## Why
//!
//! On file systems that ignore case, which macOS and Windows have, a checkout keeps one of the two files. The catalog
//! built there is another one, with other digests. macOS also ignores whether `é` is one code point or an `e` and an
//! accent, and nobody sees the difference.
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

use unicode_normalization::UnicodeNormalization as _;

use crate::finding::{Finding, Findings};
use crate::model::{Package, SKILL_MD};
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "case_collision",
    level: Level::Warn,
    summary: "two names in one folder differ in more than capitals or composed letters",
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
        let key = if name.is_ascii() { name.to_ascii_lowercase() } else { folded(name) };
        if let Some(other) = seen.insert((folder, key), name) {
            let how = if name.to_lowercase() == other.to_lowercase() {
                "in case"
            } else if name.nfc().eq(other.nfc()) {
                "in how Unicode composes their letters"
            } else {
                "in case and in how Unicode composes their letters"
            };
            findings.push(
                Finding::new(&RULE, &entry.path, format!("`{name}` and `{other}` differ only {how}"))
                    .help("rename one of the two"),
            );
        }
    }
}

/// The same for all names that some file system takes for one.
fn folded(name: &str) -> String {
    name.nfc().collect::<String>().to_lowercase().nfc().collect()
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
    fn so_do_names_that_only_unicode_tells_apart() {
        let composes = "in how Unicode composes their letters";
        for (first, second, how) in [
            ("e\u{301}.md", "\u{e9}.md", composes.to_owned()),
            ("E\u{301}.md", "\u{e9}.md", format!("in case and {composes}")),
            ("\u{2126}.md", "\u{3a9}.md", "in case".to_owned()),
            ("\u{212b}.md", "\u{c5}.md", "in case".to_owned()),
            ("\u{1112}\u{1161}.md", "\u{d558}.md", composes.to_owned()),
        ] {
            let mut paths = [first, second];
            paths.sort_unstable();
            let message = format!("`{}` and `{}` differ only {how}", paths[1], paths[0]);
            let paths = paths.map(|name| format!("a/{name}"));
            assert_eq!(found(&[&paths[0], &paths[1]]), [(paths[1].clone(), message)]);
        }
        assert_eq!(found(&["a/e\u{301}.md", "a/e\u{300}.md", "a/e.md"]), []);
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
