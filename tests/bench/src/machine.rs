//! Where and with what a run was made. Nothing that names the machine or its user.

use std::fs;
use std::process::Command;

use crate::{Result, checkout};

pub(crate) struct Machine {
    rows: Vec<(&'static str, String)>,
}

impl Machine {
    pub(crate) fn of_this_run() -> Result<Self> {
        let cores = std::thread::available_parallelism()?;
        let memory = field("/proc/meminfo", "MemTotal")?;
        let kib: f64 = memory.trim_end_matches(" kB").parse()?;
        let commit = output("git", &["describe", "--always", "--dirty", "--abbrev=12"])?;
        Ok(Self {
            rows: vec![
                ("date", output("date", &["-u", "+%Y-%m-%d"])?),
                ("commit", commit),
                ("processor", format!("{}, {cores} cores", field("/proc/cpuinfo", "model name")?)),
                ("memory", format!("{:.0} GiB", kib / 1024.0 / 1024.0)),
                ("kernel", output("uname", &["-srm"])?),
                ("compiler", output("rustc", &["--version"])?),
                ("peers", peers()?),
            ],
        })
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &(&'static str, String)> {
        self.rows.iter()
    }
}

/// The versions that the lock file fixes.
fn peers() -> Result<String> {
    let lock = fs::read_to_string(checkout().join("tests/bench/Cargo.lock"))?;
    let packages: Vec<&str> = lock.split("[[package]]").collect();
    let version = |name: &str| {
        let wanted = format!("name = \"{name}\"\n");
        let package = packages.iter().find(|package| package.contains(&wanted))?;
        package.split("version = \"").nth(1)?.split('"').next()
    };
    let found = ["rmcp", "axum", "hyper", "tokio", "criterion"]
        .map(|name| version(name).map(|version| format!("{name} {version}")));
    let found: Option<Vec<String>> = found.into_iter().collect();
    Ok(found.ok_or("a peer is missing from Cargo.lock")?.join(", "))
}

fn field(file: &str, name: &str) -> Result<String> {
    let text = fs::read_to_string(file)?;
    let line = text.lines().find(|line| line.starts_with(name));
    let value = line.and_then(|line| line.split_once(':')).ok_or_else(|| format!("{file} has no {name}"))?;
    Ok(value.1.trim().to_owned())
}

fn output(program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program).args(arguments).current_dir(checkout()).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
