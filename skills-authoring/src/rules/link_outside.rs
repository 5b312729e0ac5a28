//! # `link_outside`
//!
//! A link that is no URL stays in its skill.
//!
//! ## Why
//!
//! A skill is served, installed and approved on its own, and a host reads only the files that its entry lists (HOST-4).
//! What lies beside it in the author's directory is not there. The same goes for a path that starts with a slash, which
//! is resolved against the root of the server, and for drives, home folders and `file:` URLs, which are on one machine.
//! A nested skill is a skill: what the one around it has is outside.
//!
//! ## Bad
//!
//! ```markdown
//! The rates are in [the other skill](../vat/rates.md).
//! ```
//!
//! ## Good
//!
//! ```markdown
//! The rates are in [rates.md](references/rates.md). The skill `vat` says how they are used.
//! ```

use crate::documents::Document;
use crate::finding::{Finding, Findings};
use crate::links::{Lead, Outside, Site};
use crate::markdown::Link;
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;

pub(crate) static RULE: Rule = Rule {
    name: "link_outside",
    level: Level::Deny,
    summary: "a link that is no URL stays in its skill",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    if options.level(&RULE) == Level::Allow {
        return;
    }
    let documents = package.documents();
    for document in &documents.all {
        let Some(site) = documents.site(package, document) else { continue };
        for (link, lead) in &document.lost_links {
            if let Lead::Outside(how) = lead {
                findings.push(finding(site, document, link, how));
            }
        }
    }
}

fn finding(site: Site<'_, '_>, document: &Document<'_>, link: &Link, how: &Outside) -> Finding {
    let written = ticked(&link.destination);
    let message = match how {
        Outside::Relative(_) => format!("a link stays in its skill, and {written} leads out of it"),
        Outside::Absolute(_) => {
            format!("a link stays in its skill, and {written} starts at the root of whatever serves it")
        }
        Outside::Machine => format!("a link stays in its skill, and {written} is on one machine only"),
    };
    let finding = Finding::new(&RULE, document.path, message).at(link.span.clone());
    let finding = finding.label(format!("not in {}", ticked(site.skill.directory)));
    let other = match how {
        Outside::Relative(Some(path)) => site.skill_at(path),
        _ => None,
    };
    if let Some(other) = other {
        return finding
            .help(format!("name the other skill instead of linking to it: `{}`", other.directory_name()));
    }
    let meant = match how {
        Outside::Absolute(path) => site.named(path),
        _ => None,
    };
    match meant {
        Some(entry) => finding.edit(
            "start in the folder of the file",
            link.span.clone(),
            site.destination(entry, &link.destination),
        ),
        None => finding.help("copy the file into the skill, or link to a URL"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::body_findings;

    /// What is found in the body of `a/SKILL.md`.
    fn found(body: &str) -> Vec<String> {
        let skill = format!("---\nname: a\ndescription: x\n---\n{body}");
        body_findings(
            &RULE,
            [
                ("a/SKILL.md", skill.as_str()),
                ("a/references/x.md", ""),
                ("a/references/y z.md", "[x](/references/x.md?q#f)"),
                ("b/SKILL.md", "---\nname: b\ndescription: x\n---\n"),
                ("b/x.md", ""),
            ],
        )
        .into_iter()
        .filter(|line| !line.contains("y z.md \""))
        .collect()
    }

    #[test]
    fn a_path_that_leads_out_fires_whether_or_not_something_is_there() {
        for written in
            ["../b/x.md", "../gone.md", "../../../../x.md", "references/../../b/x.md", "%2e%2e/x.md", ".."]
        {
            assert_eq!(
                found(&format!("[x]({written})"))[..2],
                [
                    format!(
                        "error a/SKILL.md {written:?}: a link stays in its skill, and `{written}` leads out of it"
                    ),
                    "  copy the file into the skill, or link to a URL".to_owned(),
                ]
            );
        }
        assert_eq!(
            found("[x](..\\\\gone.md)")[0],
            "error a/SKILL.md \"..\\\\\\\\gone.md\": a link stays in its skill, and `..\\gone.md` leads out of it"
        );
    }

    #[test]
    fn another_skill_is_named_instead() {
        for written in ["../b", "../b/", "../b/SKILL.md"] {
            assert_eq!(
                found(&format!("[x]({written})"))[1],
                "  name the other skill instead of linking to it: `b`"
            );
        }
    }

    #[test]
    fn a_slash_and_a_machine_lead_out() {
        let starts = "starts at the root of whatever serves it";
        assert_eq!(
            found("[x](/gone.md)")[..2],
            [
                format!("error a/SKILL.md \"/gone.md\": a link stays in its skill, and `/gone.md` {starts}"),
                "  copy the file into the skill, or link to a URL".to_owned(),
            ]
        );
        assert_eq!(
            found("[x](/references/y%20z.md?q#f)")[1],
            "  start in the folder of the file: \"[x](references/y%20z.md?q#f)\""
        );
        for written in ["C:/x.md", "file:///x.md", "~/x.md"] {
            assert!(found(&format!("[x]({written})"))[0].ends_with("is on one machine only"), "{written}");
        }
    }

    #[test]
    fn a_nested_skill_is_one_of_its_own() {
        // HOST-4: while it acts on the inner one, a host reads nothing of the outer one.
        let files = [
            ("a/SKILL.md", "---\nname: a\ndescription: x\n---\n[x](b/SKILL.md) [y](b/x.md) [z](../a/b)\n"),
            ("a/y.md", ""),
            ("a/b/SKILL.md", "---\nname: b\ndescription: x\n---\n[x](x.md) [y](../y.md) [z](../b/x.md)\n"),
            ("a/b/x.md", ""),
        ];
        assert_eq!(
            body_findings(&RULE, files),
            [
                "error a/b/SKILL.md \"../y.md\": a link stays in its skill, and `../y.md` leads out of it",
                "  copy the file into the skill, or link to a URL",
            ]
        );
    }
}
