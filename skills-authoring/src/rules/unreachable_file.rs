//! # `unreachable_file`
//!
//! Something in a skill leads to each of its files.
//!
//! ## Why
//!
//! An agent opens what a text names. A file that no link, no code span and no other mention leads to is hashed, embedded
//! and listed for nobody. A mention is the name of the file, or that of a folder above it with a slash behind it; a
//! program is also named by what imports it. What stands in the file itself does not count. Licences and notices are for
//! people, and `__init__.py` is for Python.
//!
//! ## Bad
//!
//! ```text
//! skills/pdf/SKILL.md               # names references/forms.md
//! skills/pdf/references/forms.md
//! skills/pdf/references/forms-old.md
//! ```
//!
//! ## Good
//!
//! ```text
//! skills/pdf/SKILL.md               # names references/forms.md
//! skills/pdf/references/forms.md
//! ```

use std::collections::HashSet;

use crate::finding::{Finding, Findings};
use crate::links::Lead;
use crate::markdown::{Glimpse, maybe_destinations};
use crate::mentions::mentioned;
use crate::model::{Package, SKILL_MD};
use crate::options::Options;
use crate::parse::below;
use crate::rule::{Level, Rule};
use crate::selection::{glob_literal, name_of};

pub(crate) static RULE: Rule = Rule {
    name: "unreachable_file",
    level: Level::Allow,
    summary: "something in a skill leads to each of its files",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    if options.level(&RULE) == Level::Allow {
        return;
    }
    let linked = linked(package);
    let skills: HashSet<&str> = package.skills.iter().map(|skill| skill.directory).collect();
    for skill in &package.skills {
        // The texts of the outermost skill talk about the files of those in it.
        let mut above = skill.directory.match_indices('/').filter_map(|(end, _)| skill.directory.get(..end));
        if above.any(|folder| skills.contains(folder)) {
            continue;
        }
        let all = package.files_of(skill);
        let texts: Vec<_> =
            all.filter_map(|(path, bytes)| Some((path, core::str::from_utf8(bytes).ok()?))).collect();
        let files: Vec<&str> = package
            .files_of(skill)
            .map(|(path, _)| path)
            .filter(|path| {
                name_of(path) != SKILL_MD && !is_for_others(name_of(path)) && !linked.contains(path)
            })
            .collect();
        let mentioned = mentioned(&files, &texts, skill.directory);
        for path in files.into_iter().filter(|path| !mentioned.contains(path)) {
            let glob = glob_literal(path);
            findings.push(
                Finding::new(
                    &RULE,
                    path,
                    "something in a skill leads to each of its files, and nothing to this one",
                )
                .help(format!("link to it from where it is needed, or leave it out: `exclude = [{glob}]`")),
            );
        }
    }
}

/// The files that links lead to, or that are in folders that links lead to; what only looks like a link counts too.
fn linked<'t>(package: &Package<'t>) -> HashSet<&'t str> {
    let mut linked = HashSet::new();
    let documents = package.documents();
    for document in &documents.all {
        let Some(site) = documents.site(package, document) else { continue };
        for glimpse in maybe_destinations(document.text) {
            let Glimpse::Plain(destination) = glimpse else { continue };
            let Lead::Entry(path) = site.follow(destination) else { continue };
            if path != site.skill.directory && path != document.path && linked.insert(path) {
                let entries = package.entries.get(below(&package.entries, path)).unwrap_or_default();
                linked.extend(entries.iter().map(|entry| entry.path.as_str()));
            }
        }
    }
    linked
}

fn is_for_others(name: &str) -> bool {
    name == "__init__.py"
        || ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::body_findings_with;

    /// The paths of the findings.
    fn paths(body: &str, files: &[(&str, &str)]) -> Vec<String> {
        let mut options = Options::default();
        options.set_level("unreachable_file", Level::Warn).unwrap();
        let skill = format!("---\nname: a\ndescription: x\n---\n{body}");
        let files = files.iter().copied().chain([("a/SKILL.md", skill.as_str())]);
        let found = body_findings_with(&options, &RULE, files).into_iter();
        let path = |line: String| line.strip_prefix("warning ")?.split(": ").next().map(str::to_owned);
        found.filter_map(path).collect()
    }

    #[test]
    fn what_nothing_leads_to_fires() {
        let files = [
            ("a/one.md", "two.md"),
            ("a/two.md", "two.md"),
            ("a/three.md", "three.md"),
            ("a/b.bin", "\u{1}"),
        ];
        assert_eq!(paths("[x](one.md)", &files), ["a/b.bin", "a/three.md"]);
        assert_eq!(paths("`three.md` and b.bin", &files), ["a/one.md"]);
    }

    #[test]
    fn links_to_folders_and_mentions_in_any_text_lead_on() {
        let files = [
            ("a/t/de/x.md", ""),
            ("a/run.sh", "cat data.csv"),
            ("a/data.csv", ""),
            ("a/LICENSE.txt", ""),
            ("a/__init__.py", ""),
        ];
        assert_eq!(paths("[x](t) and run.sh", &files), [""; 0]);
        assert_eq!(paths("[x](t#y)", &files), ["a/run.sh"]);
        assert_eq!(paths("[x](.) [y](SKILL.md) run.sh", &files), ["a/t/de/x.md"]);
    }

    #[test]
    fn a_nested_skill_is_led_to_from_the_outer_one_and_needs_nothing_for_itself() {
        let inner = "---\nname: inner\ndescription: x\n---\nSee y.md.\n";
        let files =
            [("a/inner/SKILL.md", inner), ("a/inner/x.md", ""), ("a/inner/y.md", ""), ("a/inner/z.md", "")];
        assert_eq!(paths("See inner/x.md.", &files), ["a/inner/z.md"]);
    }

    #[test]
    fn it_is_silent_until_it_is_asked_for() {
        let skill = "---\nname: a\ndescription: x\n---\n";
        let files = [("a/SKILL.md", skill), ("a/x.md", "")];
        assert_eq!(body_findings_with(&Options::default(), &RULE, files), [""; 0]);
    }
}
