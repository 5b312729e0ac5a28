//! `cargo skills explain`: why a rule is one. The words are the library's.

use clap::{Arg, ArgMatches, Command};
use skills_authoring::{RULES, Rule, nearest};

use crate::Outcome;
use crate::arguments::rule_name;
use crate::failure::Failure;
use crate::terminal::Terminal;

pub(crate) const NAME: &str = "explain";

const RULE: &str = "RULE";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Say what a rule demands, and why")
        .arg(Arg::new(RULE).help("The name of the rule, with or without `skills::` [default: list all]"))
}

pub(crate) fn run(matches: &ArgMatches, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let text = match matches.get_one::<String>(RULE) {
        Some(name) => explanation(rule_name(name))?,
        None => all(),
    };
    terminal.result(&text)?;
    Ok(Outcome::Clean)
}

fn explanation(name: &str) -> Result<String, Failure> {
    match Rule::named(name) {
        Some(rule) => Ok(format!("{}\n", rule.explanation().trim_end())),
        None => Err(Failure::UnknownRule {
            name: name.to_owned(),
            nearest: nearest(name, RULES.iter().map(|rule| rule.name)),
        }),
    }
}

/// A line for each rule.
fn all() -> String {
    let longest = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    let line = |rule: &&Rule| format!("{:longest$}  {:5}  {}\n", rule.name, rule.level.word(), rule.summary);
    RULES.iter().map(line).collect()
}
