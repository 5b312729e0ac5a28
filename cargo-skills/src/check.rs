//! `cargo skills check`: every finding, in the form that was asked for. What is found is the library's.

use clap::{Arg, ArgMatches, Command};
use skills_authoring::render::{self, Style};

use crate::Outcome;
use crate::arguments::about_a_folder;
use crate::checked::{self, CheckedRoot};
use crate::failure::Failure;
use crate::terminal::Terminal;

pub(crate) const NAME: &str = "check";

const FORMAT: &str = "format";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Report every fault of every skill")
        .after_help("Run `cargo skills explain RULE` to read why a rule is one.");
    about_a_folder(command).arg(
        Arg::new(FORMAT)
            .long(FORMAT)
            .value_name("FMT")
            .value_parser(["full", "concise", "json", "sarif", "github"])
            .default_value("full")
            .help("The form of the findings"),
    )
}

pub(crate) fn run(matches: &ArgMatches, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let checked = checked::selected(matches)?;
    let roots: Vec<_> = checked.iter().map(CheckedRoot::findings).collect();
    let text = match matches.get_one::<String>(FORMAT).map(String::as_str) {
        Some("concise") => render::concise(&roots),
        Some("json") => render::json(&roots),
        Some("sarif") => render::sarif(&roots),
        Some("github") => render::github(&roots),
        _ => render::full_for_command(&roots, Style::Coloured),
    };
    terminal.result(&text)?;
    Ok(checked.iter().fold(Outcome::Clean, |outcome, root| outcome.and(root.sum_up(terminal))))
}
