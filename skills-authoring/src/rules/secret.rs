//! # `secret`
//!
//! No file holds a credential.
//!
//! ## Why
//!
//! A skill is handed to every client that asks, and is in every copy of the binary. What is looked for is private keys,
//! and tokens that can be told by their shape (AWS, GitHub, GitLab, Google, Slack, Stripe, npm, PyPI, Docker, Hugging
//! Face, Anthropic, OpenAI), at full length, in UTF-8 files of at most 1 MiB. A token that says `EXAMPLE`, `your` or
//! `xxx` is none. What is found is never shown.
//!
//! ## Bad
//!
//! ```sh
//! export AWS_ACCESS_KEY_ID=AKIA…           # sixteen more characters
//! ```
//!
//! ## Good
//!
//! ```sh
//! export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE
//! ```

use crate::credentials::credentials;
use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::parallel;
use crate::rule::{Level, Rule};
use crate::selection::glob_literal;
use crate::tree::Content;

pub(crate) static RULE: Rule =
    Rule { name: "secret", level: Level::Deny, summary: "no file holds a private key or a token", check };

/// Larger files are data.
const LARGEST: usize = 1_048_576;

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    if options.level(&RULE) == Level::Allow {
        return;
    }
    let files: Vec<(&str, &[u8])> = package
        .entries
        .iter()
        .filter_map(|entry| match &entry.content {
            Content::File(bytes) if bytes.len() <= LARGEST => Some((entry.path.as_str(), bytes.as_slice())),
            _ => None,
        })
        .collect();
    let found = parallel::map(&files, |(_, bytes)| {
        let text = core::str::from_utf8(bytes).ok()?;
        Some((text, credentials(text)))
    });
    for ((path, _), (text, credentials)) in
        files.into_iter().zip(found.into_iter().map(Option::unwrap_or_default))
    {
        for credential in credentials {
            findings.conceal(path, text, &credential.secret);
            let message = format!("no file of a skill holds a credential, and this is {}", credential.kind);
            let glob = glob_literal(path);
            findings.push(
                Finding::new(&RULE, path, message)
                    .at(credential.span)
                    .label("whoever reads the skill can use it")
                    .help(format!("revoke it and take it out, or leave the file out: `exclude = [{glob}]`"))
                    .help("if it opens nothing: `allow(secret)`"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::{body_findings, body_findings_with};
    use crate::{Tree, render};

    const SKILL: &str = "---\nname: a\ndescription: x\n---\n";

    /// Put together here, so that nobody finds it in this file.
    fn token() -> String {
        format!("{}{}", "ghp_", "a1B2c3D4e5F6".repeat(3))
    }

    fn found(path: &str, bytes: impl Into<Vec<u8>>) -> Vec<String> {
        body_findings(&RULE, [("a/SKILL.md".to_owned(), SKILL.into()), (format!("a/{path}"), bytes.into())])
    }

    #[test]
    fn a_token_in_any_text_fires() {
        let line = |path: &str| {
            [
                format!(
                    "error a/{path} \"{}\": no file of a skill holds a credential, and this is a GitHub token",
                    token()
                ),
                format!("  revoke it and take it out, or leave the file out: `exclude = [\"a/{path}\"]`"),
                "  if it opens nothing: `allow(secret)`".to_owned(),
            ]
        };
        for path in ["run.sh", "notes.md", "LICENSE", "data.json"] {
            assert_eq!(found(path, format!("x = '{}'\n", token())), line(path));
        }
        assert_eq!(body_findings(&RULE, [("a/SKILL.md", format!("{SKILL}{}", token()))]).len(), 3);
        let mut options = Options::default();
        options.set_level("secret", Level::Allow).unwrap();
        assert_eq!(
            body_findings_with(&options, &RULE, [("a/SKILL.md", format!("{SKILL}{}", token()))]),
            [""; 0]
        );
    }

    #[test]
    fn only_text_of_at_most_a_mebibyte_is_read() {
        let padded = |length: usize| format!("{} {}", " ".repeat(length - 1 - token().len()), token());
        assert_eq!(found("x.txt", padded(LARGEST)).len(), 3);
        assert_eq!(found("x.txt", padded(LARGEST + 1)), [""; 0]);
        assert_eq!(found("x.bin", [b"\xff ", token().as_bytes()].concat()), [""; 0]);
    }

    #[test]
    fn no_other_finding_about_the_file_shows_it() {
        let skill =
            format!("---\nname: a\ndescription: Use token: {0}\n---\n[x]({0}) and a_{0}\u{200b}\n", token());
        let tree = Tree::from_files([("a/SKILL.md", skill)]);
        let findings = crate::check(&tree, &Options::default()).findings;
        let rules: Vec<_> = findings.iter().map(|finding| finding.rule.name).collect();
        assert_eq!(rules, ["yaml_syntax", "secret", "broken_link", "secret", "invisible_character"]);
        for finding in &findings {
            let shown = render::full(finding, &tree, "skills");
            assert!(!shown.contains("a1B2c3D4e5F6") && shown.contains("*****"), "{shown}");
        }
    }

    #[test]
    fn what_is_found_is_never_shown() {
        let edge = "-".repeat(5);
        let body = "a1B2c3D4e5F6".repeat(5);
        let text = format!(
            "{edge}BEGIN PRIVATE KEY{edge}\\n{body}\\n{edge}END PRIVATE KEY{edge} {} \u{202e}\n",
            token()
        );
        let tree = Tree::from_files([("a/SKILL.md", SKILL.to_owned()), ("a/key.md", text)]);
        let findings = crate::check(&tree, &Options::default()).findings;
        assert_eq!(findings.iter().filter(|finding| *finding.rule == RULE).count(), 2);
        for finding in &findings {
            let shown = render::full(finding, &tree, "skills");
            assert!(!shown.contains("a1B2c3D4e5F6"), "{shown}");
            assert!(shown.contains("*****"), "{shown}");
        }
    }
}
