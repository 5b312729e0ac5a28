//! # `broken_link`
//!
//! A relative link or image names a file or folder of the skill.
//!
//! ## Why
//!
//! An agent reads what the text links to, and a host lets it read nothing but the files of the skill (HOST-4). A link to
//! nothing costs a call, and then the agent goes on without what the author meant it to know. So it fails the build in
//! `SKILL.md` and in every file that links lead to from there, and is a warning in other Markdown files; a level that is
//! set counts in both.
//!
//! A path may start in the folder of the file or in that of the skill. Percent-encoding is undone, queries and fragments
//! are left aside. Absolute URLs, places in the same file, HTML and code are not looked at, nor are destinations that are
//! to be filled in, such as `{url}`, `<url>`, `…`, `path/to/file.md` or the word `url` itself. A backslash separates
//! nothing. What is left out of the catalog is not there.
//!
//! ## Bad
//!
//! ```markdown
//! Read the [policy](references/polcy.md) first.
//! ```
//!
//! ## Good
//!
//! ```markdown
//! Read the [policy](references/policy.md) first.
//! ```

use crate::documents::Document;
use crate::finding::{Finding, Findings};
use crate::links::{Lead, Site, with_scheme};
use crate::markdown::Link;
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;

pub(crate) static RULE: Rule = Rule {
    name: "broken_link",
    level: Level::Deny,
    summary: "a relative link names a file or folder of the skill",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    if options.level(&RULE) == Level::Allow {
        return;
    }
    let documents = package.documents();
    // Who reaches whom is asked only when a level depends on it.
    let mut reached = None;
    for document in &documents.all {
        let Some(site) = documents.site(package, document) else { continue };
        for (link, lead) in &document.lost_links {
            let Lead::Nothing(path) = lead else { continue };
            let level = options.chosen_level(&RULE).unwrap_or_else(|| {
                let reached = reached.get_or_insert_with(|| documents.reached(package));
                if reached.contains(document.path) { Level::Deny } else { Level::Warn }
            });
            findings.push_at(level, finding(site, document, link, path));
        }
    }
}

fn finding(site: Site<'_, '_>, document: &Document<'_>, link: &Link, path: &str) -> Finding {
    let written = &link.destination;
    let message = format!("a link names a file or folder of the skill, and there is no {}", ticked(written));
    let finding = Finding::new(&RULE, document.path, message).at(link.span.clone()).label("leads to nothing");
    if site.is_left_out(path) {
        let path = ticked(path);
        return finding.help(format!("{path} is left out of the catalog: see `include` and `exclude`"));
    }
    if let Some(entry) = site.meant(written) {
        let text = format!("did you mean {}?", ticked(site.below_skill(entry)));
        return finding.edit(text, link.span.clone(), site.destination(entry, written));
    }
    if let Some(absolute) = with_scheme(written) {
        return finding.edit("a link that leaves the skill has a scheme", link.span.clone(), absolute);
    }
    finding.help("add the file, or take the link out")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::{body_findings, body_findings_with};

    const FILES: [(&str, &str); 4] = [
        ("a/references/policy.md", ""),
        ("a/references/deep/er.md", ""),
        ("a/setup guide.md", ""),
        ("a/logo.png", ""),
    ];

    /// What is found in the body of `a/SKILL.md` beside [`FILES`].
    fn found(body: &str) -> Vec<String> {
        let skill = format!("---\nname: a\ndescription: x\n---\n{body}");
        let files = FILES.into_iter().chain([("a/SKILL.md", skill.as_str())]);
        body_findings(&RULE, files)
    }

    #[test]
    fn what_names_nothing_fires_at_its_destination() {
        let line = |destination: &str| {
            format!(
                "error a/SKILL.md {destination:?}: a link names a file or folder of the skill, and there is no `{destination}`"
            )
        };
        assert_eq!(
            found("See [it](gone.md), ![img](img/gone.png \"t\") and [that][ref].\n\n[ref]: what/else.md\n"),
            ["gone.md", "img/gone.png", "what/else.md"]
                .map(|destination| [line(destination), "  add the file, or take the link out".to_owned()])
                .concat()
        );
    }

    #[test]
    fn what_names_something_does_not() {
        for body in [
            "[a](references/policy.md) [b](./references/policy.md) [c](references/../references//policy.md)",
            "[a](references/policy.md#part) [b](references/policy.md?x=1#y) [c](#part) [d]() [e](?x)",
            "[a](references) [b](references/) [c](.) [d](./) [e](references/deep)",
            "[a](setup%20guide.md) [b](<setup guide.md>) ![c](logo.png \"Logo\")",
            "[a](../a/references/policy.md)",
            "[a][p]\n\n[p]: references/policy.md",
        ] {
            assert_eq!(found(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn what_is_no_relative_link_does_not() {
        for body in [
            "Write `[text](gone.md)` or\n\n```markdown\n[text](gone.md)\n```\n\n    [text](gone.md)\n",
            "<!-- [text](gone.md) -->\n\n<!--\n[text](gone.md)\n\n[text](gone.md)\n-->\n",
            "\\[text](gone.md) and [text] (gone.md) and [text](go ne.md) and [text][gone.md]\n",
            "[a](https://example.com/gone.md) [b](mailto:gone@example.com) [c](//example.com/gone.md) <x@gone.md>",
            "[a](skill://other/SKILL.md) <https://example.com/gone.md>\n",
            "<a href=\"gone.md\">gone</a> <img src=\"gone.png\">\n",
            "[text](url) ![alt](<path>) [a]({url}) [b](docs/{name}.md) [c](...) [d](<name>.md)\n",
            "A note[^1] and [x].\n\n[^1]: gone\n[todo]: remember\n- [ ] (gone.md)\n",
            "| a |\n|---|\n| `[x](y\\|z)` |\n",
        ] {
            assert_eq!(found(body), [""; 0], "{body}");
        }
        // The frontmatter is no Markdown.
        let skill = "---\nname: a\ndescription: See [it](gone.md)\n---\n";
        assert_eq!(body_findings(&RULE, [("a/SKILL.md", skill)]), [""; 0]);
    }

    #[test]
    fn the_nearest_is_shown_as_an_edit() {
        for (written, mended) in [
            ("references/polcy.md", "references/policy.md"),
            ("references/Policy.MD#part", "references/policy.md#part"),
            ("./references/polciy.md?x", "./references/policy.md?x"),
            ("references/policy", "references/policy.md"),
            ("policy.md", "references/policy.md"),
            ("refs/policy.md", "references/policy.md"),
            ("references\\policy.md", "references/policy.md"),
            ("Setup%20Guide.md", "setup%20guide.md"),
            ("<Setup Guide.md>", "<setup%20guide.md>"),
            ("reference/", "references/"),
        ] {
            let found = found(&format!("See [it]({written})."));
            let [_, edit] = found.as_slice() else { panic!("{written}: {found:?}") };
            assert!(edit.ends_with(&format!("\"See [it]({mended}).\"")), "{written}: {edit}");
        }
    }

    #[test]
    fn a_url_without_scheme_gets_one() {
        for (written, mended) in [
            ("www.example.com/x", "https://www.example.com/x"),
            ("example.com", "https://example.com"),
            ("docs.example.org/a/b#c", "https://docs.example.org/a/b#c"),
            ("desk@example.com", "mailto:desk@example.com"),
        ] {
            assert_eq!(
                found(&format!("[x]({written})"))[1],
                format!("  a link that leaves the skill has a scheme: \"[x]({mended})\"")
            );
        }
    }

    #[test]
    fn links_lead_from_the_folder_of_the_file_and_from_the_skill() {
        let skill = "---\nname: a\ndescription: x\n---\n[x](references/deep/er.md) [y](inner/SKILL.md)\n";
        let inner = "---\nname: inner\ndescription: x\n---\n[x](notes.md) [y](references/policy.md)\n";
        let files = [
            ("a/SKILL.md", skill),
            ("a/references/policy.md", ""),
            (
                "a/references/deep/er.md",
                "[a](../policy.md) [b](references/policy.md) [c](policy.md) [d](../../SKILL.md) [e](er.md)\n",
            ),
            ("a/inner/SKILL.md", inner),
            ("a/inner/notes.md", ""),
        ];
        // A nested skill is one of its own: what the outer one has is not there.
        assert_eq!(
            body_findings(&RULE, files),
            [
                "error a/inner/SKILL.md \"references/policy.md\": a link names a file or folder of the skill, and there is no `references/policy.md`",
                "  add the file, or take the link out",
                "error a/references/deep/er.md \"policy.md\": a link names a file or folder of the skill, and there is no `policy.md`",
                "  did you mean `references/policy.md`?: \"[a](../policy.md) [b](references/policy.md) [c](../policy.md) [d](../../SKILL.md) [e](er.md)\"",
            ]
        );
    }

    #[test]
    fn only_what_links_reach_fails_unless_a_level_is_set() {
        let files = [
            ("a/SKILL.md", "---\nname: a\ndescription: x\n---\n[x](one.md)\n\n`[y](lone.md)`\n"),
            ("a/one.md", "[x](gone.md) [y](two.md)\n"),
            ("a/two.md", "[x](gone.md)\n"),
            ("a/lone.md", "[x](gone.md)\n"),
        ];
        let levels = |level: Option<Level>| {
            let mut options = Options::default();
            if let Some(level) = level {
                options.set_level("broken_link", level).unwrap();
            }
            let found = body_findings_with(&options, &RULE, files).into_iter();
            let heads = found.filter(|line| !line.starts_with(' '));
            heads.map(|line| line.split(" \"").next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(levels(None), ["warning a/lone.md", "error a/one.md", "error a/two.md"]);
        assert_eq!(levels(Some(Level::Warn)), ["warning a/lone.md", "warning a/one.md", "warning a/two.md"]);
        assert_eq!(levels(Some(Level::Deny)), ["error a/lone.md", "error a/one.md", "error a/two.md"]);
        assert_eq!(levels(Some(Level::Allow)), [""; 0]);
    }

    #[test]
    fn what_is_left_out_is_not_there() {
        let skill = "---\nname: a\ndescription: x\n---\n[x](.env) [y](drafts/x.md) [z](cache/)\n";
        let files = [("a/SKILL.md", skill), ("a/.env", ""), ("a/drafts/x.md", ""), ("a/cache/x.pyc", "")];
        let mut options = Options::default();
        options.exclude = crate::Globs::parse(&["a/drafts".to_owned()]).unwrap();
        let found = body_findings_with(&options, &RULE, files);
        let help = |path: &str| format!("  `{path}` is left out of the catalog: see `include` and `exclude`");
        assert_eq!(
            [&found[1], &found[3], &found[5]],
            [&help("a/.env"), &help("a/drafts/x.md"), &help("a/cache")]
        );
    }
}
