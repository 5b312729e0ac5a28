//! `cargo skills list`: the skills of a folder as a tree that a person can read. What they are is the library's.

use clap::{ArgMatches, Command};
use skills_authoring::{Checked, CheckedDirectory, CheckedSkill, Child, render};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::Outcome;
use crate::arguments::about_a_folder;
use crate::checked::{counted, selected};
use crate::failure::Failure;
use crate::terminal::Terminal;

pub(crate) const NAME: &str = "list";

pub(crate) fn command() -> Command {
    about_a_folder(
        Command::new(NAME).about("Show the skills as a tree, with their files, bytes and descriptions"),
    )
}

pub(crate) fn run(matches: &ArgMatches, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Clean;
    for root in selected(matches)? {
        match root.catalog(terminal) {
            Some(checked) => terminal.result(&tree(&root.root.shown, checked, terminal.width()))?,
            None => outcome = Outcome::Findings,
        }
    }
    Ok(outcome)
}

/// A line of the tree.
struct Line<'c> {
    /// The branches that lead to it, and its name.
    name: String,
    skill: Option<&'c CheckedSkill>,
}

/// The skills of one root, each line at most `width` columns wide.
fn tree(root: &str, checked: &Checked, width: Option<usize>) -> String {
    let mut lines = Vec::new();
    let top = (0..checked.directories().len())
        .filter(|row| checked.directories().get(*row).is_some_and(|directory| directory.parent.is_none()));
    grow(checked, &top.collect::<Vec<_>>(), "", &mut lines);
    let skills = || lines.iter().filter_map(|line| line.skill);
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or_default();
    let name_width = widest(&mut lines.iter().map(|line| line.name.width()));
    let count_width = widest(&mut skills().map(|skill| skill.files.len().to_string().len()));
    let files_width = widest(&mut skills().map(|skill| files(skill, count_width).len()));
    let bytes_width = widest(&mut skills().map(|skill| size(bytes(checked, skill)).len()));

    let total = checked.files().iter().map(|file| file.size).sum();
    let counts =
        [counted(checked.skills().len(), "skill"), counted(checked.files().len(), "file"), size(total)];
    let mut text = format!("{} ({})\n", render::visible(root), counts.join(", "));
    for Line { name, skill } in &lines {
        let line = match skill {
            None => name.clone(),
            Some(skill) => {
                let blanks = " ".repeat(name_width - name.width().min(name_width));
                let files = files(skill, count_width);
                let bytes = size(bytes(checked, skill));
                let description = described(skill);
                format!("{name}{blanks}  {files:files_width$}  {bytes:>bytes_width$}  {description}")
            }
        };
        text += &cut(&line, width);
        text.push('\n');
    }
    text
}

/// Adds the directories at `rows` that are skills or lead to one, and what is below them.
fn grow<'c>(checked: &'c Checked, rows: &[usize], branches: &str, lines: &mut Vec<Line<'c>>) {
    let directories: Vec<&CheckedDirectory> = rows
        .iter()
        .filter_map(|row| checked.directories().get(*row))
        .filter(|directory| leads_to_a_skill(checked, directory))
        .collect();
    for (at, directory) in directories.iter().enumerate() {
        let is_last = at + 1 == directories.len();
        let (branch, below) = if is_last { ("└── ", "    ") } else { ("├── ", "│   ") };
        let skill = directory.skill.and_then(|row| checked.skills().get(row));
        let name = directory.path.rsplit('/').next().unwrap_or_default();
        let end = match skill {
            None => "/",
            Some(skill) if skill.listed => "",
            Some(_) => " (unlisted)",
        };
        lines.push(Line { name: format!("{branches}{branch}{}{end}", render::visible(name)), skill });
        grow(checked, &folders(directory), &format!("{branches}{below}"), lines);
    }
}

fn leads_to_a_skill(checked: &Checked, directory: &CheckedDirectory) -> bool {
    let below = folders(directory);
    let mut below = below.iter().filter_map(|row| checked.directories().get(*row));
    directory.skill.is_some() || below.any(|directory| leads_to_a_skill(checked, directory))
}

fn folders(directory: &CheckedDirectory) -> Vec<usize> {
    let row = |child: &Child| match child {
        Child::Directory(row) => Some(*row),
        Child::File(_) => None,
    };
    directory.children.iter().filter_map(row).collect()
}

/// How many files it has, nested skills included (SEP-3).
fn files(skill: &CheckedSkill, count_width: usize) -> String {
    let count = skill.files.len();
    let ending = if count == 1 { "" } else { "s" };
    format!("{count:>count_width$} file{ending}")
}

fn bytes(checked: &Checked, skill: &CheckedSkill) -> usize {
    checked.files().get(skill.files.clone()).unwrap_or_default().iter().map(|file| file.size).sum()
}

/// The description on one line.
fn described(skill: &CheckedSkill) -> String {
    render::visible(&skill.description.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A number of bytes as cargo shows them.
fn size(bytes: usize) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let (mut tenths, mut unit) = (bytes.saturating_mul(10) / 1024, 0);
    while tenths >= 10_240 && unit + 1 < UNITS.len() {
        tenths /= 1024;
        unit += 1;
    }
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS.get(unit).copied().unwrap_or_default())
}

/// As much of `line` as fits, with `…` where it goes on.
fn cut(line: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|width| line.width() > *width) else { return line.to_owned() };
    let (mut cut, mut used) = (String::new(), 0);
    for letter in line.chars() {
        used += letter.width().unwrap_or_default();
        if used + 1 > width {
            break;
        }
        cut.push(letter);
    }
    cut.trim_end().to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use skills_authoring::{Globs, Options, Tree, check};

    use super::*;

    #[test]
    fn a_tree_has_a_line_for_every_skill_and_for_what_leads_to_one() {
        let skill = |name: &str, text: &str| format!("---\nname: {name}\ndescription: {text}\n---\n");
        let tree_of = Tree::from_files([
            ("billing/refunds/SKILL.md", skill("refunds", "Gives money back.")),
            ("billing/refunds/late/SKILL.md", skill("late", "After a year.")),
            ("billing/refunds/late/big.bin", "x".repeat(3_000_000)),
            ("billing/refunds/assets/deep/x", "x".to_owned()),
            ("billing/vat/SKILL.md", skill("vat", "\"Two\\nlines, \\e[31m and 日本語.\"")),
            ("pdf/SKILL.md", skill("pdf", "Forms.")),
        ]);
        let mut options = Options::default();
        options.unlisted = Globs::parse(&["pdf".to_owned()]).unwrap();
        let checked = check(&tree_of, &options).checked.unwrap();
        let shown = tree("app/skills", &checked, None);
        let expected = "\
app/skills (4 skills, 6 files, 2.8 MiB)
├── billing/
│   ├── refunds     4 files  2.8 MiB  Gives money back.
│   │   └── late    2 files  2.8 MiB  After a year.
│   └── vat         1 file      67 B  Two lines, \\u{1b}[31m and 日本語.
└── pdf (unlisted)  1 file      38 B  Forms.
";
        assert_eq!(shown, expected, "\n{shown}");
        let narrow = tree("app/skills", &checked, Some(64));
        assert!(narrow.lines().all(|line| line.width() <= 64), "{narrow}");
        assert!(narrow.contains("and…\n"), "{narrow}");
    }

    #[test]
    fn sizes_have_the_unit_that_keeps_them_short() {
        for (bytes, shown) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1_048_575, "1023.9 KiB"),
            (1_048_576, "1.0 MiB"),
            (5_000_000_000, "4.6 GiB"),
        ] {
            assert_eq!(size(bytes), shown);
        }
    }

    #[test]
    fn wide_letters_count_as_two_columns() {
        assert_eq!(cut("日本語", Some(6)), "日本語");
        assert_eq!(cut("日本語", Some(5)), "日本…");
        assert_eq!(cut("日本語", Some(4)), "日…");
        assert_eq!(cut("abc", Some(1)), "…");
    }
}
