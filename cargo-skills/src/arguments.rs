//! What can be written after `cargo skills`, and how its help looks. What a subcommand does is in its own file.

use std::ffi::OsString;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use skills_authoring::{Level, LevelError, Options};

use crate::{check, explain, fix, list, manifest};

/// The folder that a subcommand is about.
pub(crate) const DIR: &str = "DIR";

/// Whether progress is shown.
pub(crate) const QUIET: &str = "quiet";

/// When output has colours.
pub(crate) const COLOR: &str = "color";

/// Reads the arguments of the process, called as `cargo skills …` or as `cargo-skills …`.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<ArgMatches, clap::Error> {
    let mut arguments: Vec<OsString> = arguments.collect();
    // Cargo passes on the name that it was called with.
    let through_cargo = arguments.get(1).is_some_and(|first| first == "skills");
    if through_cargo {
        arguments.remove(1);
    }
    command(if through_cargo { "cargo skills" } else { "cargo-skills" }).try_get_matches_from(arguments)
}

/// The arguments of a subcommand that is about one folder.
pub(crate) fn about_a_folder(command: Command) -> Command {
    command
        .arg(
            Arg::new(DIR)
                .value_parser(value_parser!(PathBuf))
                .help("The folder that holds the skills [default: the roots of `package.metadata.skills`, else `skills`]"),
        )
        .arg(level('D', Level::Deny, "Make the findings of a rule errors; `pedantic` means every silent rule"))
        .arg(level('W', Level::Warn, "Make the findings of a rule warnings"))
        .arg(level('A', Level::Allow, "Leave a rule out"))
}

/// Sets the levels that were given, the last one winning.
pub(crate) fn set_levels(matches: &ArgMatches, options: &mut Options) {
    let mut chosen = Vec::new();
    for level in LEVELS {
        let rules = matches.get_many::<String>(level.word()).into_iter().flatten();
        let places = matches.indices_of(level.word()).into_iter().flatten();
        chosen.extend(places.zip(rules).map(|(place, rule)| (place, rule, level)));
    }
    chosen.sort_by_key(|(place, ..)| *place);
    for (_, rule, level) in chosen {
        // A level that the rule has already is no mistake here: `Cargo.toml` may change under a script.
        drop(options.set_level(rule, level));
    }
}

/// The name of a rule, which may have been copied with its `skills::`.
pub(crate) fn rule_name(text: &str) -> &str {
    text.strip_prefix("skills::").unwrap_or(text)
}

const LEVELS: [Level; 3] = [Level::Deny, Level::Warn, Level::Allow];

fn command(name: &'static str) -> Command {
    Command::new("cargo-skills")
        .bin_name(name)
        .version(env!("CARGO_PKG_VERSION"))
        .about("Checks Agent Skills as `embed_skills!` does, without a build")
        .after_help("Exits with 0 when nothing is at error level, with 1 when something is, and with 2 when asked for what cannot be.")
        .styles(STYLES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .arg(
            Arg::new(QUIET)
                .short('q')
                .long(QUIET)
                .action(ArgAction::SetTrue)
                .global(true)
                .help("Do not print progress and totals"),
        )
        .arg(
            Arg::new(COLOR)
                .long(COLOR)
                .value_name("WHEN")
                .value_parser(["auto", "always", "never"])
                .env("CARGO_TERM_COLOR")
                .hide_env(true)
                .global(true)
                .help("Coloring"),
        )
        .subcommands([check::command(), fix::command(), list::command(), manifest::command(), explain::command()])
}

fn level(short: char, level: Level, help: &'static str) -> Arg {
    Arg::new(level.word())
        .short(short)
        .long(level.word())
        .value_name("RULE")
        .help_heading("Rule Levels")
        .action(ArgAction::Append)
        .value_parser(move |text: &str| rule(text, level))
        .help(help)
}

fn rule(text: &str, level: Level) -> Result<String, LevelError> {
    let name = rule_name(text);
    match Options::default().set_level(name, level) {
        Ok(()) | Err(LevelError::Useless { .. }) => Ok(name.to_owned()),
        Err(error) => Err(error),
    }
}

/// The colours that cargo uses.
const STYLES: Styles = Styles::styled()
    .header(bright(AnsiColor::BrightGreen))
    .usage(bright(AnsiColor::BrightGreen))
    .literal(bright(AnsiColor::BrightCyan))
    .placeholder(AnsiColor::Cyan.on_default())
    .error(bright(AnsiColor::BrightRed))
    .valid(bright(AnsiColor::BrightCyan))
    .invalid(AnsiColor::Yellow.on_default());

pub(crate) const fn bright(color: AnsiColor) -> Style {
    color.on_default().bold()
}
