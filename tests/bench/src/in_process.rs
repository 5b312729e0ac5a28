//! What criterion measured in `in-process`, each number beside its limit of the same run.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::binaries::{Binaries, run};
use crate::inputs::Inputs;
use crate::table::{Measured, Row, Section, Target};
use crate::{Plan, Result};

pub(crate) fn measure(plan: &Plan, inputs: &Inputs, binaries: &Binaries) -> Result<Section> {
    let estimates = Estimates { directory: inputs.directory().join("criterion") };
    if estimates.directory.exists() {
        fs::remove_dir_all(&estimates.directory)?;
    }
    let seconds = plan.in_process.as_secs_f64();
    let mut command = binaries.cargo("bench");
    command.args(["--package", "bench-in-process", "--bench", "answers", "--"]);
    command.args(["--noplot", "--sample-size", "20", "--warm-up-time", &(seconds / 4.0).to_string()]);
    command.args(["--measurement-time", &seconds.to_string()]);
    command.env("SKILLS_BENCH_CORPORA", inputs.directory()).env("CRITERION_HOME", &estimates.directory);
    run(&mut command)?;

    let mut rows = Vec::new();
    for (group, what) in [
        ("list-17", "`skills/list`, 17 skills"),
        ("list-10000", "`skills/list`, 10,000 skills, all pages"),
        ("get-17", "`skills/get`, 17 skills"),
        ("get-10000", "`skills/get`, 10,000 skills in random order"),
    ] {
        let (ours, limit) = (estimates.speed(group, "ours")?, estimates.speed(group, "limit")?);
        rows.push(Row {
            what: format!("{what}: share of `memcpy`"),
            ours: format!("{ours:.1} GB/s"),
            against: format!("{limit:.1} GB/s"),
            measured: Measured::Ratio(ours / limit),
            target: Target::AtLeast(0.5),
        });
    }
    for (group, what) in [
        ("text-md", "text of Markdown"),
        ("text-xsd", "text of XML schemas"),
        ("text-py", "text of Python"),
        ("base64-ttf", "base64 of fonts"),
    ] {
        let (ours, limit) = (estimates.speed(group, "ours")?, estimates.speed(group, "limit")?);
        rows.push(Row {
            what: format!("`resources/read`, {what}"),
            ours: format!("{ours:.1} GB/s, {:.0}% of its limit", ours / limit * 100.0),
            against: format!("`memcpy` {limit:.1} GB/s"),
            measured: Measured::Quantity(ours, "GB/s"),
            target: Target::AtLeast(2.0),
        });
    }
    let [ours, limit, map] =
        ["ours", "limit", "hashmap"].map(|function| estimates.nanoseconds("lookup-30000", function));
    let (ours, limit, map) = (ours?, limit?, map?);
    rows.push(Row {
        what: "URI lookup, 30,000 files, random keys".into(),
        ours: format!("{ours:.0} ns, {:.1} times its limit", ours / limit),
        against: format!("comparing with the right key {limit:.0} ns; `HashMap<&str, _>` {map:.0} ns"),
        measured: Measured::Quantity(ours, "ns"),
        target: Target::AtMost(100.0),
    });
    Ok(Section {
        title: "4. In process",
        about: format!(
            "criterion, {seconds} seconds each, into a buffer of the right size whose pages have all been written to. \
             Speeds are bytes written per second for listings and entries, and bytes of the file per second for \
             contents. The limit copies the same bytes into the same buffer."
        ),
        rows,
        output: None,
    })
}

struct Estimates {
    directory: PathBuf,
}

impl Estimates {
    /// Bytes per nanosecond.
    fn speed(&self, group: &str, function: &str) -> Result<f64> {
        let (time, amount) = self.read(group, function, "Bytes")?;
        Ok(amount / time)
    }

    /// Of one element.
    fn nanoseconds(&self, group: &str, function: &str) -> Result<f64> {
        let (time, amount) = self.read(group, function, "Elements")?;
        Ok(time / amount)
    }

    /// The median time of an iteration, and how much it handles.
    fn read(&self, group: &str, function: &str, unit: &str) -> Result<(f64, f64)> {
        let file = |name: &str| -> Result<Value> {
            let path = self.directory.join(group).join(function).join("new").join(name);
            Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
        };
        let time = file("estimates.json")?["median"]["point_estimate"].as_f64();
        let amount = file("benchmark.json")?["throughput"][unit].as_f64();
        Ok(time.zip(amount).ok_or_else(|| format!("criterion wrote nothing about {group}/{function}"))?)
    }
}
