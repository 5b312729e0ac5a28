//! The measurements that are scripts of their own: run, and quoted with their outcome.

use std::process::Command;

use crate::table::Section;
use crate::{Result, checkout};

pub(crate) fn instructions() -> Result<Section> {
    quote(
        "1. Instructions before the first answer",
        "Counted by callgrind (`tests/conformance/startup`): at most one relocation per file, and nothing with \
         `-C relocation-model=static`.",
        "tests/conformance/startup",
    )
}

pub(crate) fn build_time() -> Result<Section> {
    quote(
        "5. Build",
        "The embedding crate alone, with every rule and all hashing, beside `include_dir!`: the ratios of alternating \
         builds of one run (`tests/bench/build-time`). `real` are the 17 skills above, `many` are 10,000, and `large` are \
         16 skills of 512 files and 16 MiB; `optimised` has the `build-override` lines of the README.",
        "tests/bench/build-time --check",
    )
}

pub(crate) fn reproducible() -> Result<Section> {
    quote(
        "7. Reproducible",
        "Two checkouts at different paths, with other times, permissions and locale (`tests/bench/reproducible`).",
        "tests/bench/reproducible",
    )
}

/// Runs a script; what it fails on stands there as not reached.
fn quote(title: &'static str, about: &str, script: &str) -> Result<Section> {
    eprintln!("· {script}");
    let mut words = script.split(' ');
    let program = words.next().unwrap_or_default();
    let output = Command::new(checkout().join(program)).args(words).output()?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        eprintln!("{complaint}");
    }
    let text = String::from_utf8(output.stdout)?;
    let text = if text.is_empty() { complaint.into_owned() } else { text };
    let is_reached = output.status.success() && !text.contains("not reached");
    let outcome = if is_reached { "reached" } else { "**not reached**" };
    Ok(Section {
        title,
        about: format!("{about} All of it: {outcome}."),
        rows: Vec::new(),
        output: Some(text),
    })
}
