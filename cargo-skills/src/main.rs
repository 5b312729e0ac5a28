//! The command `cargo skills`: what `embed_skills!` sees, without a build. It knows arguments, the terminal and exit
//! codes; rules, YAML and the shape of entries are the library's.

mod arguments;
mod check;
mod checked;
mod explain;
mod failure;
mod fix;
mod list;
mod manifest;
mod roots;
mod terminal;

use std::process::ExitCode;

use crate::failure::Failure;
use crate::terminal::Terminal;

/// How a command that could do its work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Nothing is at error level; warnings may be.
    Clean,
    /// Something is at error level, or would be changed.
    Findings,
}

fn main() -> ExitCode {
    let matches = match arguments::parse(std::env::args_os()) {
        Ok(matches) => matches,
        Err(error) => {
            // Whoever closed the stream does not want to be told.
            drop(error.print());
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut terminal = Terminal::new(&matches);
    let outcome = match matches.subcommand() {
        Some((check::NAME, matches)) => check::run(matches, &mut terminal),
        Some((list::NAME, matches)) => list::run(matches, &mut terminal),
        Some((manifest::NAME, matches)) => manifest::run(matches, &mut terminal),
        Some((explain::NAME, matches)) => explain::run(matches, &mut terminal),
        Some((fix::NAME, matches)) => fix::run(matches, &mut terminal),
        _ => Err(Failure::NoCommand),
    };
    match outcome {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Err(failure) => {
            failure.tell(&mut terminal);
            ExitCode::from(2)
        }
    }
}
