//! Measures our servers side by side with their peers, in one run on one machine, and compares the ratios with the
//! targets. Knows no number beforehand: what is not reached is said to be so.
//!
//! - `skills-bench report` measures everything and writes `BENCHMARKS.md` at the top of the checkout.
//! - `skills-bench fast` measures a part for about a minute, writes nothing, and fails when a ratio misses its target by
//!   more than a factor of two. It never fails on times.

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

/// How long everything takes.
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
}

const REPORT: Plan = Plan {
    listed: &[5, 17, 1_000, 10_000],
    starts: 21,
    rounds: 5,
    load: Duration::from_secs(3),
    in_process: Duration::from_secs(3),
};

const FAST: Plan = Plan {
    listed: &[17, 1_000],
    starts: 7,
    rounds: 3,
    load: Duration::from_secs(1),
    in_process: Duration::from_millis(500),
};

fn main() -> ExitCode {
    let mode = std::env::args().nth(1);
    let outcome = match mode.as_deref() {
        Some("report") => write_report(),
        Some("fast") => check_ratios(),
        _ => {
            eprintln!("usage: skills-bench report | fast");
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

fn write_report() -> Result<ExitCode> {
    let (inputs, binaries) = prepare()?;
    let sections = [
        shown(stdio::measure(&REPORT, &inputs, &binaries)?),
        shown(scripts::instructions()?),
        shown(pages::measure(&inputs, &binaries)?),
        shown(http::measure(&REPORT, &inputs, &binaries)?),
        shown(in_process::measure(&REPORT, &inputs, &binaries)?),
        shown(scripts::build_time()?),
        shown(size::measure(&inputs, &binaries)?),
        shown(scripts::reproducible()?),
    ];
    let path = checkout().join("BENCHMARKS.md");
    std::fs::write(&path, report::markdown(&inputs, &sections)?)?;
    eprintln!("{} is written", path.display());
    Ok(ExitCode::SUCCESS)
}

fn check_ratios() -> Result<ExitCode> {
    let (inputs, binaries) = prepare()?;
    let sections = [
        shown(stdio::measure(&FAST, &inputs, &binaries)?),
        shown(pages::measure(&inputs, &binaries)?),
        shown(http::measure(&FAST, &inputs, &binaries)?),
        shown(in_process::measure(&FAST, &inputs, &binaries)?),
    ];
    let rows = sections.iter().flat_map(|section| &section.rows);
    let missed: Vec<String> =
        rows.filter(|row| row.is_ratio() && !row.is_within(2.0)).map(Row::line).collect();
    for row in &missed {
        println!("missed by more than a factor of two: {row}");
    }
    Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Says at once what was measured: a run is long.
fn shown(section: Section) -> Section {
    println!("{}", section.title);
    for row in &section.rows {
        println!("    {}", row.line());
    }
    section
}

fn prepare() -> Result<(Inputs, Binaries)> {
    let inputs = Inputs::generate()?;
    let binaries = Binaries::new()?;
    Ok((inputs, binaries))
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
