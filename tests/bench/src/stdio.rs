//! From the start of a process to the last byte of the full listing, and what memory the process has then.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::binaries::{Binaries, Linkage, Maker, Profile, Transport};
use crate::inputs::{Input, Inputs};
use crate::table::{Measured, Row, Section, Target};
use crate::{Plan, Result, request};

/// Skills, the share of the peer's time and the share of its memory.
const TARGETS: [(usize, Option<f64>, Option<f64>); 4] = [
    (5, None, None),
    (17, Some(1.0 / 8.0), Some(1.0 / 3.0)),
    (1_000, Some(1.0 / 25.0), None),
    (10_000, Some(1.0 / 60.0), Some(1.0 / 6.0)),
];

pub(crate) fn measure(plan: &Plan, inputs: &Inputs, binaries: &Binaries) -> Result<Section> {
    let (mut times, mut memory) = (Vec::new(), Vec::new());
    for (skills, time_target, memory_target) in TARGETS {
        if !plan.listed.contains(&skills) {
            continue;
        }
        let input = inputs.of(skills)?;
        let [ours, rmcp] = compare(plan, binaries, input)?;
        times.push(Row {
            what: format!("process start → full `skills/list`, {skills} skills"),
            ours: format!("{:.2} ms", ours.milliseconds),
            against: format!("rmcp {:.1} ms", rmcp.milliseconds),
            measured: Measured::Ratio(ours.milliseconds / rmcp.milliseconds),
            target: time_target.map_or(Target::None, Target::AtMost),
        });
        memory.push(Row {
            what: format!("resident memory then, {skills} skills"),
            ours: format!("{:.1} MiB", ours.mebibytes),
            against: format!("rmcp {:.1} MiB", rmcp.mebibytes),
            measured: Measured::Ratio(ours.mebibytes / rmcp.mebibytes),
            target: memory_target.map_or(Target::None, Target::AtMost),
        });
    }
    times.append(&mut memory);
    Ok(Section {
        title: "1, 2. Start and memory",
        about: format!(
            "Default release builds over standard input and output. Medians of {} processes each, alternating; the \
             files that the peer reads are in the page cache. Both are asked in revision 2026-07-28, without a \
             handshake, until there is no further page; both list the same URIs.",
            plan.starts
        ),
        rows: times,
        output: None,
    })
}

struct Typical {
    milliseconds: f64,
    mebibytes: f64,
}

fn compare(plan: &Plan, binaries: &Binaries, input: &Input) -> Result<[Typical; 2]> {
    let build = |maker| binaries.server(maker, Transport::Stdio, Profile::Release, Linkage::Dynamic, input);
    let servers = [(Maker::Ours, build(Maker::Ours)?), (Maker::Rmcp, build(Maker::Rmcp)?)];
    let mut samples = [(Vec::new(), Vec::new()), (Vec::new(), Vec::new())];
    let mut listed: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    // The first of each is not counted.
    for round in 0..=plan.starts {
        for (at, (maker, binary)) in servers.iter().enumerate() {
            let mut server = Server::start(*maker, binary, &input.path)?;
            let pages = server.list_everything()?;
            let elapsed = server.started.elapsed();
            let resident = server.resident()?;
            server.stop()?;
            if round == 0 {
                for page in pages {
                    listed[at].append(&mut request::uris(&page)?);
                }
            } else {
                samples[at].0.push(milliseconds(elapsed));
                samples[at].1.push(resident);
            }
        }
    }
    let [ours, rmcp] = &mut listed;
    ours.sort();
    rmcp.sort();
    if ours != rmcp || ours.len() != input.skills {
        return Err(format!(
            "listed: {} by ours, {} by rmcp, {} are there",
            ours.len(),
            rmcp.len(),
            input.skills
        )
        .into());
    }
    Ok(samples.map(|(times, memory)| Typical {
        milliseconds: (plan.typical)(times),
        mebibytes: crate::median(memory) / 1024.0,
    }))
}

/// A server process, and the two ends of the conversation with it.
pub(crate) struct Server {
    started: Instant,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    pub(crate) fn start(maker: Maker, binary: &Path, skills: &Path) -> Result<Self> {
        let mut command = Command::new(binary);
        if maker == Maker::Rmcp {
            command.arg(skills);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let started = Instant::now();
        let mut child = command.spawn()?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).ok_or("a server without pipes")?;
        Ok(Self { started, child, input, output: BufReader::with_capacity(1 << 20, output) })
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn ask(&mut self, request: &str) -> Result<String> {
        writeln!(self.input, "{request}")?;
        let mut answer = Vec::new();
        self.output.read_until(b'\n', &mut answer)?;
        Ok(String::from_utf8(answer)?)
    }

    fn list_everything(&mut self) -> Result<Vec<String>> {
        let mut pages = vec![self.ask(&request::body("skills/list", None, None))?];
        while let Some(cursor) = pages.last().and_then(|page| next_cursor(page)) {
            let request = request::body("skills/list", None, Some(cursor));
            let page = self.ask(&request)?;
            pages.push(page);
        }
        Ok(pages)
    }

    /// Kibibytes of the process in memory, mapped files included.
    fn resident(&self) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        Ok(line.ok_or("no VmRSS")?.trim().trim_end_matches(" kB").parse()?)
    }

    pub(crate) fn stop(mut self) -> Result<()> {
        drop(self.input);
        self.child.wait()?;
        Ok(())
    }
}

/// The cursor that follows the entries of a page; whoever has none has listed everything.
fn next_cursor(page: &str) -> Option<&str> {
    const KEY: &str = "],\"nextCursor\":\"";
    let (_, rest) = page.rsplit_once(KEY)?;
    rest.split('"').next()
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}
