//! # `invisible_character`
//!
//! Every character of a Markdown file, and of the name of any file or folder, can be seen.
//!
//! ## Why
//!
//! A model reads what a person who reviews the skill cannot: words in tag characters, text that is shown in another order
//! than it is written, names that only look the same. What emoji are made of (joiners, variation selectors, flags) and
//! what a script needs (joiners in Persian or Hindi, marks beside Hebrew, spaces without width in Thai) is let pass.
//! `SKILL.md` is read from its first byte, frontmatter included. Those side by side make one finding.
//!
//! ## Bad
//!
//! ```text
//! Delete the file\u{202e}.
//! ```
//!
//! ## Good
//!
//! ```text
//! Delete the file.
//! ```

use crate::finding::{Finding, Findings};
use crate::invisible::{Run, invisible_runs, name, spelled_by_tags};
use crate::model::Package;
use crate::options::Options;
use crate::parallel;
use crate::rule::{Level, Rule};
use crate::selection::name_of;

pub(crate) static RULE: Rule = Rule {
    name: "invisible_character",
    level: Level::Warn,
    summary: "every character of a Markdown file and of a name can be seen",
    check,
};

/// Nobody reads more of one file.
const MOST: usize = 20;

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    if options.level(&RULE) == Level::Allow {
        return;
    }
    for entry in &package.entries {
        // Their folders have entries of their own.
        if let Some(characters) = invisible_in_name(name_of(&entry.path)) {
            let message = format!("every character of a name can be seen, and {} cannot", named(&characters));
            findings.push(Finding::new(&RULE, &entry.path, message).help("rename it"));
        }
    }
    let documents = &package.documents().all;
    let found = parallel::map(documents, |document| invisible_runs(document.text));
    for (document, runs) in documents.iter().zip(found) {
        for run in runs.iter().take(MOST) {
            // What YAML forbids is said already.
            if !findings.outweigh(&RULE, document.path, &run.span) {
                findings.push(finding(document.path, run));
            }
        }
        if let Some(first) = runs.get(MOST) {
            let message = format!(
                "every character can be seen, and {} more places hold some that cannot",
                runs.len() - MOST
            );
            findings.push(
                Finding::new(&RULE, document.path, message).at(first.span.clone()).label("the first of them"),
            );
        }
    }
}

fn finding(path: &str, run: &Run) -> Finding {
    let message = format!("every character can be seen, and {} cannot", named(&run.characters));
    let finding = Finding::new(&RULE, path, message).at(run.span.clone());
    let hidden = spelled_by_tags(&run.characters);
    let finding = if hidden.is_empty() { finding } else { finding.label(format!("spells `{hidden}`")) };
    let it = if run.characters.len() > 1 { "them" } else { "it" };
    finding.edit(format!("take {it} out"), run.span.clone(), "")
}

/// The invisible characters of a name, if it has any.
fn invisible_in_name(name: &str) -> Option<Vec<char>> {
    // At the start of a text, a byte order mark would be let pass.
    let runs = (!name.is_ascii()).then(|| invisible_runs(&format!("/{name}")))?;
    let characters: Vec<char> = runs.into_iter().flat_map(|run| run.characters).collect();
    (!characters.is_empty()).then_some(characters)
}

/// What the first few of `characters` are, as a part of a sentence.
fn named(characters: &[char]) -> String {
    const NAMED: usize = 4;
    let named = |character: &char| format!("U+{:04X} ({})", u32::from(*character), name(*character));
    let mut names: Vec<String> = characters.iter().take(NAMED).map(named).collect();
    if let Some(more) = characters.len().checked_sub(NAMED).filter(|more| *more > 0) {
        names.push(format!("{more} more"));
    }
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::{body_findings, check as check_skill};

    #[test]
    fn frontmatter_and_body_are_read() {
        check_skill(
            "a",
            "---\nname: a\ndescription: Harm\u{200b}less.\n---\nHello\u{e0068}\u{e0069}\n",
            &[
                "warning[invisible_character] at \"\\u{200b}\": every character can be seen, and U+200B (zero width space) cannot",
                "  take it out: \"description: Harmless.\"",
                "warning[invisible_character] at \"\\u{e0068}\\u{e0069}\": every character can be seen, and U+E0068 (tag character) and U+E0069 (tag character) cannot",
                "  ^ spells `hi`",
                "  take them out: \"Hello\"",
            ],
        );
    }

    #[test]
    fn other_markdown_files_are_read_and_nothing_else() {
        const SKILL: &str = "---\nname: a\ndescription: x\n---\n";
        let text = "x\u{202e}\u{202d}\u{202c}\u{200b}\u{200b}\u{200b}y";
        let files = [
            ("a/SKILL.md", SKILL),
            ("a/x.md", text),
            ("a/x.py", text),
            ("a/X.MD", text),
            ("README.md", text),
        ];
        let found = body_findings(&RULE, files);
        let names = "U+202E (right-to-left override), U+202D (left-to-right override), U+202C (pop directional formatting), U+200B (zero width space) and 2 more";
        assert_eq!(found.len(), 4);
        assert!(found[0].starts_with("warning a/X.MD "));
        assert!(
            found[2].ends_with(&format!(": every character can be seen, and {names} cannot")),
            "{}",
            found[2]
        );
    }

    #[test]
    fn names_are_read() {
        const SKILL: &str = "---\nname: a\ndescription: x\n---\n";
        let files = [
            ("a/SKILL.md", SKILL),
            ("a/gnp.\u{202e}exe", "x"),
            ("a/\u{feff}b/x.py", "x"),
            ("a/\u{feff}b/y.py", "x"),
            ("a/\u{1f468}\u{200d}\u{1f469}.txt", "x"),
        ];
        let name = "every character of a name can be seen, and";
        assert_eq!(
            body_findings(&RULE, files),
            [
                format!("warning a/gnp.\u{202e}exe: {name} U+202E (right-to-left override) cannot"),
                "  rename it".to_owned(),
                format!("warning a/\u{feff}b: {name} U+FEFF (zero width no-break space) cannot"),
                "  rename it".to_owned(),
            ]
        );
    }

    #[test]
    fn a_file_full_of_them_is_cut_short() {
        let skill = format!("---\nname: a\ndescription: x\n---\n{}", "a\u{200b}b ".repeat(25));
        let found: Vec<_> = body_findings(&RULE, [("a/SKILL.md", skill)])
            .into_iter()
            .filter(|line| !line.starts_with(' '))
            .collect();
        assert_eq!(found.len(), 21);
        assert!(found[20].ends_with("every character can be seen, and 5 more places hold some that cannot"));
    }
}
