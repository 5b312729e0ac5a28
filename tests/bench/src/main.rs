//! Measures our servers side by side with their peers, in one run on one machine, and compares the ratios with the
//! targets. Knows no number beforehand: what is not reached is said to be so.
//!
//! - `skills-bench report` measures everything and writes `BENCHMARKS.md` at the top of the checkout. With parts behind it,
//!   it measures those and renews their sections of the file.
//! - `skills-bench only PART…` measures those parts just as much, and writes nothing.
//! - `skills-bench fast` measures some parts for about a minute, writes nothing, and fails when a ratio misses its target
//!   by more than a factor of two. It never fails on times.

mod binaries;
mod http;
mod in_process;
mod inputs;
mod load;
mod machine;
mod pages;
mod report;
mod request;
mod scripts;
mod size;
mod stdio;
mod table;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use crate::binaries::Binaries;
use crate::inputs::Inputs;
use crate::table::{Row, Section};

/// Whatever went wrong: nothing here recovers from anything.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// How long everything takes, and what becomes of several measurements of one thing.
pub(crate) struct Plan {
    /// Skills to list, each in a process of its own.
    pub(crate) listed: &'static [usize],
    /// Processes per server and listing.
    pub(crate) starts: usize,
    /// Alternations between the HTTP servers.
    pub(crate) rounds: usize,
    /// Of load, per alternation.
    pub(crate) load: Duration,
    /// Of each benchmark in process, once it is warm.
    pub(crate) in_process: Duration,
    /// The one that stands for several times.
    pub(crate) typical: fn(Vec<f64>) -> f64,
}

const REPORT: Plan = Plan {
    listed: &[5, 17, 1_000, 10_000],
    starts: 21,
    rounds: 5,
    load: Duration::from_secs(3),
    in_process: Duration::from_secs(3),
    typical: median,
};

/// For a machine that does other things too: what disturbs a measurement makes it longer, so the shortest is the least
/// disturbed.
const FAST: Plan = Plan {
    listed: &[17, 1_000],
    starts: 11,
    rounds: 5,
    load: Duration::from_millis(800),
    typical: shortest,
    ..REPORT
};

/// One point of the targets, by the name that the command line gives it.
struct Part {
    name: &'static str,
    measure: fn(&Plan, &Inputs, &Binaries) -> Result<Section>,
}

/// In the order of the report.
const PARTS: [Part; 8] = [
    Part { name: "start", measure: stdio::measure },
    Part { name: "instructions", measure: |_, _, _| scripts::instructions() },
    Part { name: "pages", measure: |_, inputs, binaries| pages::measure(inputs, binaries) },
    Part { name: "http", measure: http::measure },
    Part { name: "in-process", measure: in_process::measure },
    Part { name: "build", measure: |_, _, _| scripts::build_time() },
    Part { name: "size", measure: |_, inputs, binaries| size::measure(inputs, binaries) },
    Part { name: "reproducible", measure: |_, _, _| scripts::reproducible() },
];

/// Those that have ratios, take seconds, and alternate, so that whatever else the machine does falls on both sides.
const QUICK: [&str; 2] = ["start", "http"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let known = |name: &String| PARTS.iter().any(|part| part.name == name);
    let outcome = match arguments.split_first() {
        Some((mode, names)) if mode == "report" && names.iter().all(known) => write_report(names),
        Some((mode, [])) if mode == "fast" => check_ratios(),
        Some((mode, names)) if mode == "only" && !names.is_empty() && names.iter().all(known) => {
            measure(&REPORT, |name| names.iter().any(|wanted| wanted == name)).map(|_| ExitCode::SUCCESS)
        }
        _ => {
            let names = PARTS.map(|part| part.name).join(" | ");
            eprintln!("usage: skills-bench report [PART…] | fast | only PART…, of {names}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("skills-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_report(names: &[String]) -> Result<ExitCode> {
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let (inputs, sections) = measure(&REPORT, is_wanted)?;
    let path = checkout().join("BENCHMARKS.md");
    let text = match names {
        [] => report::markdown(&inputs, &sections)?,
        _ => report::renewed(&std::fs::read_to_string(&path)?, &sections)?,
    };
    std::fs::write(&path, text)?;
    eprintln!("{} is written", path.display());
    Ok(ExitCode::SUCCESS)
}

fn check_ratios() -> Result<ExitCode> {
    let (_, sections) = measure(&FAST, |name| QUICK.contains(&name))?;
    let rows = sections.iter().flat_map(|section| &section.rows);
    let missed: Vec<String> =
        rows.filter(|row| row.is_ratio() && !row.is_within(2.0)).map(Row::line).collect();
    for row in &missed {
        println!("missed by more than a factor of two: {row}");
    }
    Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The parts that are wanted, each shown as soon as it is measured: a run is long.
fn measure(plan: &Plan, wanted: impl Fn(&str) -> bool) -> Result<(Inputs, Vec<Section>)> {
    let inputs = Inputs::generate()?;
    let binaries = Binaries::new()?;
    let mut sections = Vec::new();
    for part in PARTS.iter().filter(|part| wanted(part.name)) {
        let section = (part.measure)(plan, &inputs, &binaries)?;
        println!("{}", section.title);
        for row in &section.rows {
            println!("    {}", row.line());
        }
        if let Some(output) = &section.output {
            println!("{output}");
        }
        sections.push(section);
    }
    Ok((inputs, sections))
}

/// The top of the checkout.
fn checkout() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What is in the middle: the lower of the two, where there are two.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

fn shortest(values: Vec<f64>) -> f64 {
    values.into_iter().fold(f64::NAN, f64::min)
}
