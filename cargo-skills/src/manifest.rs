//! `cargo skills manifest`: what a server answers to `skills/list`. The entries are the library's, byte for byte.

use clap::{ArgMatches, Command};

use crate::Outcome;
use crate::arguments::about_a_folder;
use crate::checked::CheckedRoot;
use crate::failure::Failure;
use crate::roots;
use crate::terminal::Terminal;

pub(crate) const NAME: &str = "manifest";

pub(crate) fn command() -> Command {
    about_a_folder(Command::new(NAME).about("Print the result of `skills/list`, as JSON")).after_help(
        "The result is that of a server before 2026-07-28, on one page; since then, `resultType` and how long it may be \
         kept stand beside `skills`.",
    )
}

pub(crate) fn run(matches: &ArgMatches, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let root = CheckedRoot::new(roots::only(matches)?);
    let Some(checked) = root.catalog(terminal) else { return Ok(Outcome::Findings) };
    let listed = checked.skills().iter().filter(|skill| skill.listed);
    let entries: Vec<&str> = listed.map(|skill| skill.entry.as_str()).collect();
    terminal.result(&format!("{{\"skills\":[{}]}}\n", entries.join(",")))?;
    Ok(Outcome::Clean)
}
