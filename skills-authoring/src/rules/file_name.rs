//! # `file_name`
//!
//! A name below the root is UTF-8, and contains neither a backslash nor a control character.
//!
//! ## Why
//!
//! Names become URIs, which carry text. A backslash separates folders on Windows, so that one name would be two there,
//! and a control character cannot be seen or typed.
//!
//! ## Bad
//!
//! ```text
//! skills/pdf/forms\tax.md
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/pdf/forms-tax.md
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::selection::name_of;
use crate::tree::Content;

pub(crate) static RULE: Rule = Rule {
    name: "file_name",
    level: Level::Error,
    summary: "a name is UTF-8 without backslash and control characters",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for entry in &package.entries {
        let name = name_of(&entry.path);
        let message = if matches!(entry.content, Content::NotUtf8) {
            "a name is UTF-8, and this one is not".to_owned()
        } else if let Some(bad) = name.chars().find(|character| is_bad(*character)) {
            let bad =
                if bad == '\\' { "a backslash".to_owned() } else { format!("U+{:04X}", u32::from(bad)) };
            format!("a name contains no backslash and no control character, and this one contains {bad}")
        } else {
            continue;
        };
        let suggestion = suggestion(name);
        findings.push(
            Finding::new(&RULE, &entry.path, message)
                .help(format!("rename it, for example to `{suggestion}`")),
        );
    }
}

fn is_bad(character: char) -> bool {
    character == '\\' || character.is_control()
}

/// The name with a hyphen for each run of what it must not contain.
fn suggestion(name: &str) -> String {
    let is_bad = |character: char| is_bad(character) || character == char::REPLACEMENT_CHARACTER;
    let parts: Vec<&str> = name.split(is_bad).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "file".to_owned() } else { parts.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tree, check};

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    #[track_caller]
    fn check_name(name: &str, content: Content, expected: Option<(&str, &str)>) {
        let path = format!("a/{name}");
        let tree = Tree::from_contents([("a/SKILL.md", Content::File(SKILL.into())), (&path, content)]);
        let findings = check(&tree, &Options::default()).findings;
        let shown: Vec<_> = findings
            .iter()
            .map(|finding| (finding.path.as_str(), finding.message.as_str(), finding.help[0].text.as_str()))
            .collect();
        let expected: Vec<_> =
            expected.into_iter().map(|(message, help)| (path.as_str(), message, help)).collect();
        assert_eq!(shown, expected);
    }

    fn file() -> Content {
        Content::File(Vec::new())
    }

    #[test]
    fn what_no_uri_or_person_can_carry_fires() {
        let contains = |what: &str| {
            format!("a name contains no backslash and no control character, and this one contains {what}")
        };
        let help = "rename it, for example to `x-y.md`";
        check_name("x\\y.md", file(), Some((&contains("a backslash"), help)));
        check_name("x\ny.md", file(), Some((&contains("U+000A"), help)));
        check_name("x\u{7f}\u{80}y.md", file(), Some((&contains("U+007F"), help)));
        check_name("\t", file(), Some((&contains("U+0009"), "rename it, for example to `file`")));
        check_name("x\u{fffd}y.md", Content::NotUtf8, Some(("a name is UTF-8, and this one is not", help)));
    }

    #[test]
    fn a_folder_fires_once_for_all_it_holds() {
        let tree = Tree::from_files([("a/SKILL.md", SKILL), ("a/x\\y/1", ""), ("a/x\\y/2", "")]);
        let findings = check(&tree, &Options::default()).findings;
        assert_eq!(findings.iter().map(|finding| finding.path.as_str()).collect::<Vec<_>>(), ["a/x\\y"]);
    }

    #[test]
    fn odd_but_sound_names_do_not() {
        for name in ["x y#z%25+é.md", "x\u{fffd}y", "日本.md", "a'b", "[x]"] {
            check_name(name, file(), None);
        }
    }
}
