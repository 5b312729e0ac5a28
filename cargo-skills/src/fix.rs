//! `cargo skills fix`: writes what the library mended, or shows it as a diff. Which edits are certain is the library's.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use clap::{Arg, ArgAction, ArgMatches, Command};
use similar::{ChangeTag, TextDiff};
use skills_authoring::{Content, Fixed, fix, render};

use crate::Outcome;
use crate::arguments::about_a_folder;
use crate::checked::{CheckedRoot, counted, selected};
use crate::failure::Failure;
use crate::terminal::Terminal;

pub(crate) const NAME: &str = "fix";

const DRY_RUN: &str = "dry-run";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Apply the suggestions that are certain: quotes, `>-` and `|-`, blanks around fences")
        .after_help(
            "The Markdown is never touched. With --dry-run, it exits with 1 when something would change.",
        );
    about_a_folder(command).arg(
        Arg::new(DRY_RUN)
            .short('n')
            .long(DRY_RUN)
            .action(ArgAction::SetTrue)
            .help("Print the changes as a unified diff, and write nothing"),
    )
}

pub(crate) fn run(matches: &ArgMatches, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Clean;
    for checked in selected(matches)? {
        let fixed = fix(&checked.tree, &checked.root.options);
        if matches.get_flag(DRY_RUN) {
            for file in &fixed {
                let diff = diff(&checked, file, terminal);
                terminal.result(&diff)?;
                outcome = Outcome::Findings;
            }
            continue;
        }
        for file in &fixed {
            let shown = checked.root.file(&file.path);
            let path = checked.root.path.join(&file.path);
            replace(&path, &file.text).map_err(|error| Failure::Write { path: shown.clone(), error })?;
            terminal.status("Fixed", &format!("{shown} ({})", counted(file.rules.len(), "edit")));
        }
        // What is left is for its author.
        outcome = outcome.and(CheckedRoot::new(checked.root).sum_up(terminal));
    }
    Ok(outcome)
}

/// A unified diff. For a person, what a terminal would act on is spelled out.
fn diff(checked: &CheckedRoot, file: &Fixed, terminal: &Terminal) -> String {
    const BOLD: Style = Style::new().bold();
    let before = match checked.tree.entry(&file.path).map(|entry| &entry.content) {
        Some(Content::File(bytes)) => String::from_utf8_lossy(bytes),
        _ => return String::new(),
    };
    let name = checked.root.file(&file.path);
    let mut text = format!("{BOLD}--- {name}{BOLD:#}\n{BOLD}+++ {name}{BOLD:#}\n");
    let changes = TextDiff::from_lines(before.as_ref(), &file.text);
    for hunk in changes.unified_diff().iter_hunks() {
        let style = AnsiColor::Cyan.on_default();
        text += &format!("{style}{}{style:#}\n", hunk.header());
        for change in hunk.iter_changes() {
            let (sign, style) = match change.tag() {
                ChangeTag::Equal => (' ', Style::new()),
                ChangeTag::Delete => ('-', AnsiColor::Red.on_default()),
                ChangeTag::Insert => ('+', AnsiColor::Green.on_default()),
            };
            let line = change.value().strip_suffix('\n').unwrap_or(change.value());
            let line = if terminal.is_watched() { render::visible(line) } else { line.to_owned() };
            text += &format!("{style}{sign}{line}{style:#}\n");
            if change.missing_newline() {
                text += "\\ No newline at end of file\n";
            }
        }
    }
    text
}

/// Puts `text` in the place of the file at `path` at once: nobody ever finds half of it.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let beside = path.with_file_name(format!(".SKILL.md.{}", std::process::id()));
    let written = OpenOptions::new().write(true).create_new(true).open(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.set_permissions(fs::metadata(path)?.permissions())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    if written.is_err() {
        drop(fs::remove_file(&beside));
    }
    written
}
