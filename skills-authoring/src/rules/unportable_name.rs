//! # `unportable_name`
//!
//! A name is one that every system can store.
//!
//! ## Why
//!
//! Hosts write skills to disk, and people check them out. Windows refuses `:` `*` `?` `"` `<` `>` `|`, drops a dot or
//! space at the end, and gives names such as `con` and `aux.md` to devices.
//!
//! ## Bad
//!
//! ```text
//! skills/pdf/what-is-this?.md
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/pdf/what-is-this.md
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::selection::name_of;

pub(crate) static RULE: Rule = Rule {
    name: "unportable_name",
    level: Level::Warn,
    summary: "a name is one that every system can store",
    check,
};

const REFUSED: [char; 7] = [':', '*', '?', '"', '<', '>', '|'];

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for entry in &package.entries {
        let name = name_of(&entry.path);
        let message = if is_device(name) {
            format!("Windows gives the name `{name}` to a device")
        } else if let Some(refused) = name.chars().find(|character| REFUSED.contains(character)) {
            format!("Windows refuses names with `{refused}`")
        } else if name.ends_with(['.', ' ']) {
            "Windows drops a dot or space at the end of a name".to_owned()
        } else {
            continue;
        };
        let help = format!("rename it, for example to `{}`", suggestion(name));
        findings.push(Finding::new(&RULE, &entry.path, message).help(help));
    }
}

/// Whether Windows opens a device of this name, which it does whatever the capitals and the extension are.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_ascii_lowercase();
    let is_port = |port: &str| {
        let number = stem
            .strip_prefix(port)
            .and_then(|number| number.strip_suffix(|digit| "123456789¹²³".contains(digit)));
        number == Some("")
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || is_port("com") || is_port("lpt")
}

/// The name with a hyphen for each run of what Windows refuses.
fn suggestion(name: &str) -> String {
    if is_device(name) {
        return format!("my-{}", name.trim_end_matches(['.', ' ']));
    }
    let (stem, end) = name
        .rsplit_once('.')
        .map_or((name, ""), |(stem, _)| (stem, name.get(stem.len()..).unwrap_or_default()));
    let parts = |text: &str| {
        let parts = text.split(REFUSED).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("-")
    };
    let suggestion = format!("{}{}", parts(stem), parts(end));
    match suggestion.trim_end_matches(['.', ' ']) {
        "" => "file".to_owned(),
        suggestion => suggestion.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tree, check};

    #[track_caller]
    fn check_name(name: &str, expected: Option<(&str, &str)>) {
        let path = format!("a/{name}");
        let tree = Tree::from_files([("a/SKILL.md", "---\nname: a\ndescription: x\n---\n"), (&path, "")]);
        let findings = check(&tree, &Options::default()).findings;
        let shown: Vec<_> = findings
            .iter()
            .map(|finding| (finding.message.as_str(), finding.help[0].text.as_str()))
            .collect();
        let help = expected.map(|(_, suggestion)| format!("rename it, for example to `{suggestion}`"));
        let expected: Vec<_> =
            expected.iter().zip(&help).map(|((message, _), help)| (*message, help.as_str())).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn what_windows_cannot_store_fires() {
        check_name("what?.md", Some(("Windows refuses names with `?`", "what.md")));
        check_name("a:b", Some(("Windows refuses names with `:`", "a-b")));
        check_name("*<x>*", Some(("Windows refuses names with `*`", "x")));
        check_name("???", Some(("Windows refuses names with `?`", "file")));
        check_name("x.", Some(("Windows drops a dot or space at the end of a name", "x")));
        check_name("x.md ", Some(("Windows drops a dot or space at the end of a name", "x.md")));
        check_name("aux", Some(("Windows gives the name `aux` to a device", "my-aux")));
        check_name("Con.tar.gz", Some(("Windows gives the name `Con.tar.gz` to a device", "my-Con.tar.gz")));
        check_name("LPT1", Some(("Windows gives the name `LPT1` to a device", "my-LPT1")));
        check_name("com².txt", Some(("Windows gives the name `com².txt` to a device", "my-com².txt")));
    }

    #[test]
    fn other_names_do_not() {
        for name in ["console", "com", "com0", "com10", "auxiliary.md", "a b#%+é.md", "null", "lpt"] {
            check_name(name, None);
        }
    }

    #[test]
    fn a_skill_can_have_such_a_name() {
        let tree = Tree::from_files([("con/SKILL.md", "---\nname: con\ndescription: x\n---\n")]);
        let findings = check(&tree, &Options::default()).findings;
        assert_eq!(findings.iter().map(|finding| finding.path.as_str()).collect::<Vec<_>>(), ["con"]);
    }
}
