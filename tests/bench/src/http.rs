//! The HTTP servers under load, alternating: ours, the peer with and without `TCP_NODELAY`, and a handler that does
//! nothing but answer.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::binaries::{Binaries, Linkage, Maker, Profile, Transport};
use crate::inputs::Inputs;
use crate::load::{self, Rates};
use crate::table::{Measured, Row, Section, Target};
use crate::{Plan, Result, median, request};

pub(crate) fn measure(plan: &Plan, inputs: &Inputs, binaries: &Binaries) -> Result<Section> {
    let input = inputs.of(17)?;
    let build = |maker| binaries.server(maker, Transport::Http, Profile::Release, Linkage::Dynamic, input);
    let (ours, rmcp, bare) = (build(Maker::Ours)?, build(Maker::Rmcp)?, binaries.bare(input)?);
    let text = text_of_about(&input.path, 8 * 1024)?;
    let mut rows = Vec::new();
    for (method, uri) in [("skills/list", None), ("resources/read", Some(text.as_str()))] {
        let ours = Server::start(&ours, &[])?;
        let request = |server: &Server| request::http(&server.address, method, uri);
        let answer = load::answer(&ours.address, &request(&ours))?;
        let file = inputs.directory().join("answer");
        fs::write(&file, &answer)?;
        // In the order in which they take turns.
        let servers = [
            ours,
            Server::start(&bare, &[&file])?,
            Server::start(&rmcp, &[&input.path, Path::new("nodelay")])?,
            Server::start(&rmcp, &[&input.path])?,
        ];
        let mut rates: [Vec<Rates>; 4] = Default::default();
        for _ in 0..plan.rounds {
            for (server, rates) in servers.iter().zip(&mut rates) {
                rates.push(load::run(&server.address, &request(server), plan.load)?);
            }
        }
        rows.append(&mut compare(plan, method, answer.len(), &rates));
    }
    Ok(Section {
        title: "3. HTTP",
        about: format!(
            "Eight connections, the load from one thread of the same machine; {} rounds of {} seconds per server, \
             alternating; rates and ratios are medians of those of the rounds. rmcp runs without sessions and with plain JSON answers, its fastest \
             way. The bare handler is axum answering with the bytes of our answer. The target of a rate is the lower \
             of three times rmcp with `TCP_NODELAY` and 80% of the bare handler.",
            plan.rounds,
            plan.load.as_secs_f64()
        ),
        rows,
        output: None,
    })
}

/// The rounds of ours, the bare handler, and rmcp with and without `TCP_NODELAY`. What is compared is compared in each
/// round, because its sides are near in time, and what the rounds come to is compared with the target.
fn compare(
    plan: &Plan,
    method: &str,
    bytes: usize,
    [ours, bare, rmcp, delayed]: &[Vec<Rates>; 4],
) -> Vec<Row> {
    let of = |rates: &[Rates], pick: fn(&Rates) -> f64| rates.iter().map(pick).collect::<Vec<f64>>();
    let [rate, bare_rate, rmcp_rate, delayed_rate] =
        [ours, bare, rmcp, delayed].map(|rates| of(rates, |rates| rates.per_second));
    let aim = bare_rate.iter().zip(&rmcp_rate).map(|(bare, rmcp)| (3.0 * rmcp).min(0.8 * bare)).collect();
    let [tail, bare_tail] = [ours, bare].map(|rates| of(rates, |rates| rates.p99 / rates.median));
    let quotient =
        |upper: &[f64], lower: &[f64]| (plan.typical)(upper.iter().zip(lower).map(|(u, l)| u / l).collect());

    let what = format!("`{method}`, {bytes} bytes");
    let against = |what: String, name: &str, others: Vec<f64>, target: Target| Row {
        what,
        ours: format!("{:.0} /s", median(rate.clone())),
        measured: Measured::Ratio(1.0 / quotient(&others, &rate)),
        against: format!("{name}{:.0} /s", median(others)),
        target,
    };
    vec![
        against(format!("{what}: share of the target"), "", aim, Target::AtLeast(1.0)),
        against(what.clone(), "bare handler ", bare_rate, Target::None),
        against(what.clone(), "rmcp with `TCP_NODELAY` ", rmcp_rate, Target::None),
        against(what.clone(), "rmcp without ", delayed_rate, Target::None),
        Row {
            what: format!("{what}: p99 over median"),
            measured: Measured::Ratio(quotient(&tail, &bare_tail)),
            ours: format!("{:.2}", median(tail)),
            against: format!("bare handler {:.2}", median(bare_tail)),
            target: Target::AtMost(1.0),
        },
    ]
}

/// The URI of the Markdown file whose size is nearest.
fn text_of_about(skills: &Path, bytes: u64) -> Result<String> {
    let mut nearest: Option<(u64, PathBuf)> = None;
    for skill in fs::read_dir(skills)? {
        let Ok(references) = fs::read_dir(skill?.path().join("references")) else { continue };
        for file in references {
            let file = file?;
            let distance = file.metadata()?.len().abs_diff(bytes);
            let path = file.path();
            if nearest.as_ref().is_none_or(|(least, other)| (distance, &path) < (*least, other)) {
                nearest = Some((distance, path));
            }
        }
    }
    let (_, path) = nearest.ok_or("no text of that size")?;
    let path = path.strip_prefix(skills)?;
    Ok(format!("skill://{}", path.display()))
}

/// A process that listens, ended with this value.
struct Server {
    address: String,
    child: Child,
}

impl Server {
    fn start(binary: &Path, arguments: &[&Path]) -> Result<Self> {
        // The port is free again as soon as it is known.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let mut command = Command::new(binary);
        command.arg(&address).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
        let server = Self { child: command.spawn()?, address };
        for _ in 0..500 {
            if TcpStream::connect(&server.address).is_ok() {
                return Ok(server);
            }
            sleep(Duration::from_millis(20));
        }
        Err(format!("{} does not listen", binary.display()).into())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
