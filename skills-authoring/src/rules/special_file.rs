//! # `special_file`
//!
//! Below the root there are files and folders, and nothing else: no links, pipes, sockets or devices.
//!
//! ## Why
//!
//! What a link leads to depends on the machine, and a checkout on Windows may hold its target as text instead. A pipe
//! would stop the build. So none is followed or opened, wherever it leads.
//!
//! ## Bad
//!
//! ```text
//! skills/pdf/policy.md -> ../../shared/policy.md
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/pdf/policy.md
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::selection::glob_literal;
use crate::tree::Content;

pub(crate) static RULE: Rule = Rule {
    name: "special_file",
    level: Level::Error,
    summary: "below the root there are regular files and folders only",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for entry in &package.entries {
        let (message, help) = match &entry.content {
            Content::Link { target } => (
                format!("links are not followed; this one points to `{target}`"),
                "put a copy of what it points to in its place",
            ),
            Content::Special { kind } => {
                (format!("a skill consists of regular files, and this is a {kind}"), "remove it")
            }
            _ => continue,
        };
        let exclude = format!("or leave it out: `exclude = [{}]`", glob_literal(&entry.path));
        findings.push(Finding::new(&RULE, &entry.path, message).help(help).help(exclude));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Globs, Tree, check};

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    fn tree(path: &str, content: Content) -> Tree {
        Tree::from_contents([("a/SKILL.md", Content::File(SKILL.into())), (path, content)])
    }

    #[test]
    fn links_pipes_and_devices_fire() {
        let link = tree("a/x.md", Content::Link { target: "../../shared/x.md".to_owned() });
        let findings = check(&link, &Options::default()).findings;
        let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
        assert_eq!((finding.rule, finding.path.as_str()), (&RULE, "a/x.md"));
        assert_eq!(finding.message, "links are not followed; this one points to `../../shared/x.md`");
        assert_eq!(finding.help[1].text, "or leave it out: `exclude = [\"a/x.md\"]`");
        let pipe = tree("a/[x]", Content::Special { kind: "pipe" });
        let findings = check(&pipe, &Options::default()).findings;
        assert_eq!(findings[0].message, "a skill consists of regular files, and this is a pipe");
        assert_eq!(findings[0].help[1].text, "or leave it out: `exclude = [\"a/[[]x[]]\"]`");
    }

    #[test]
    fn what_is_left_out_does_not() {
        let mut options = Options::default();
        options.exclude = Globs::parse(&["a/x".to_owned()]).unwrap();
        let link = || Content::Link { target: "y".to_owned() };
        assert_eq!(check(&tree("a/x", link()), &options).findings, []);
        assert_eq!(check(&tree("a/.gitkeep", link()), &Options::default()).findings, []);
    }
}
