//! # `unlinked_path`
//!
//! A path in a code span names a file or folder of the skill.
//!
//! ## Why
//!
//! Most texts name their files in code spans instead of links, and agents follow those as well. A span counts when it is
//! a path into `references/`, `scripts/`, `assets/` or another folder that the skill has, and nothing but a path: commands
//! and paths with a part to be filled in (`*`, `<`, `>`, `{`, `}`, `$`, `…`) are left alone.
//!
//! ## Bad
//!
//! ```markdown
//! Run `scripts/fil.py` on the form.
//! ```
//!
//! ## Good
//!
//! ```markdown
//! Run `scripts/fill.py` on the form.
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;

pub(crate) static RULE: Rule = Rule {
    name: "unlinked_path",
    level: Level::Warn,
    summary: "a path in a code span names a file or folder of the skill",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    if options.level(&RULE) == Level::Allow {
        return;
    }
    let documents = package.documents();
    for document in &documents.all {
        let Some(site) = documents.site(package, document) else { continue };
        for code in &document.lost_paths {
            let message =
                format!("a path names a file or folder of the skill, and there is no {}", ticked(&code.text));
            let finding =
                Finding::new(&RULE, document.path, message).at(code.span.clone()).label("names nothing");
            findings.push(match site.meant(&code.text) {
                Some(entry) => {
                    let path = site.below_skill(entry);
                    finding.edit(format!("did you mean {}?", ticked(path)), code.span.clone(), path)
                }
                None => finding.help("add the file, or name another"),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::body_findings;

    /// What is found in `body`, as the body of `a/SKILL.md`.
    fn found(body: &str) -> Vec<String> {
        let skill = format!("---\nname: a\ndescription: `scripts/gone.py`\n---\n{body}");
        let skill = skill.replace("description: `scripts/gone.py`", "description: Runs `scripts/gone.py`.");
        body_findings(
            &RULE,
            [
                ("a/SKILL.md", skill.as_str()),
                ("a/scripts/fill.py", ""),
                ("a/forms/tax/us.md", ""),
                ("a/forms/x.md", "`us.md` `tax/us.md` `tax/gone.md` `forms/tax/us.md` `scripts/fill.py`"),
            ],
        )
    }

    /// The path that is found in the body of `a/SKILL.md`, if one is.
    fn path_in(body: &str) -> Option<String> {
        let found = found(body).into_iter().find(|line| line.starts_with("warning a/SKILL.md"))?;
        Some(found.split('"').nth(1)?.to_owned())
    }

    #[test]
    fn a_path_that_names_nothing_fires() {
        for path in [
            "scripts/gone.py",
            "./scripts/gone.py",
            "references/policy.md",
            "assets/logo.png",
            "forms/tax/uk.md",
            "forms/tax/uk.md#part",
            "scripts/sub/",
        ] {
            assert_eq!(path_in(&format!("Run `` {path} `` now.")).as_deref(), Some(path));
        }
    }

    #[test]
    fn what_is_no_path_or_names_something_does_not() {
        for code in [
            "scripts/fill.py",
            "./scripts/fill.py#L3",
            "forms/tax/us.md",
            "forms/tax",
            "scripts/",
            "references/",
            "references",
            "src/main.rs",
            "and/or",
            "python scripts/gone.py",
            "scripts/*.py",
            "scripts/<name>.py",
            "scripts/{name}.py",
            "$X/scripts/gone.py",
            "scripts/$NAME.py",
            "scripts/…",
            "scripts/...",
            "scripts/gone.py:12",
            "scripts/gone(x)",
            "/scripts/gone.py",
            "~/scripts/gone.py",
            "https://example.com/scripts/gone.py",
        ] {
            assert_eq!(path_in(&format!("Run `{code}` now.")), None, "{code}");
        }
        for body in [
            "```sh\nscripts/gone.py\n`scripts/gone.py`\n```\n",
            "<!-- `scripts/gone.py` -->",
            "[`scripts/gone.py`](https://example.com)",
            "\\`scripts/gone.py\\`",
            "scripts/gone.py",
        ] {
            assert_eq!(path_in(body), None, "{body}");
        }
    }

    #[test]
    fn the_nearest_is_shown() {
        assert_eq!(
            found("Run `scripts/fil.py`.")[..2],
            [
                "warning a/SKILL.md \"scripts/fil.py\": a path names a file or folder of the skill, and there is no `scripts/fil.py`",
                "  did you mean `scripts/fill.py`?: \"Run `scripts/fill.py`.\"",
            ]
        );
        assert_eq!(found("`references/fill`")[1], "  add the file, or name another");
        assert_eq!(found("`scripts/fill`")[1], "  did you mean `scripts/fill.py`?: \"`scripts/fill.py`\"");
    }

    #[test]
    fn the_folder_of_the_file_counts_too() {
        let expected = "warning a/forms/x.md \"tax/gone.md\": a path names a file or folder of the skill, and there is no `tax/gone.md`";
        assert_eq!(found("")[0], expected);
        assert_eq!(found("").len(), 2);
    }
}
