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

/// The servers, in the order in which they take turns.
const OURS: usize = 0;
const BARE: usize = 1;
const RMCP: usize = 2;
const RMCP_DELAYED: usize = 3;

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
        rows.append(&mut compare(method, answer.len(), &rates));
    }
    Ok(Section {
        title: "3. HTTP",
        about: format!(
            "Eight connections, the load from one thread of the same machine; {} rounds of {} seconds per server, \
             alternating, medians of the rounds. rmcp runs without sessions and with plain JSON answers, its fastest \
             way. The bare handler is axum answering with the bytes of our answer. The target of a rate is the lower \
             of three times rmcp with `TCP_NODELAY` and 80% of the bare handler.",
            plan.rounds,
            plan.load.as_secs_f64()
        ),
        rows,
        output: None,
    })
}

fn compare(method: &str, bytes: usize, rates: &[Vec<Rates>; 4]) -> Vec<Row> {
    let of =
        |at: usize, pick: fn(&Rates) -> f64| median(rates.get(at).into_iter().flatten().map(pick).collect());
    let [ours, bare, rmcp, delayed] =
        [OURS, BARE, RMCP, RMCP_DELAYED].map(|at| of(at, |rates| rates.per_second));
    let [ours_tail, bare_tail] = [OURS, BARE].map(|at| of(at, |rates| rates.p99 / rates.median));
    let what = format!("`{method}`, {bytes} bytes");
    let row = |what: String, ours: String, against: String, measured: f64, target: Target| Row {
        what,
        ours,
        against,
        measured: Measured::Ratio(measured),
        target,
    };
    let rate = format!("{ours:.0} /s");
    vec![
        row(
            format!("{what}: share of the target"),
            rate.clone(),
            format!("{:.0} /s", (3.0 * rmcp).min(0.8 * bare)),
            ours / (3.0 * rmcp).min(0.8 * bare),
            Target::AtLeast(1.0),
        ),
        row(what.clone(), rate.clone(), format!("bare handler {bare:.0} /s"), ours / bare, Target::None),
        row(
            what.clone(),
            rate.clone(),
            format!("rmcp with `TCP_NODELAY` {rmcp:.0} /s"),
            ours / rmcp,
            Target::None,
        ),
        row(what.clone(), rate, format!("rmcp without {delayed:.0} /s"), ours / delayed, Target::None),
        row(
            format!("{what}: p99 over median"),
            format!("{ours_tail:.2}"),
            format!("bare handler {bare_tail:.2}"),
            ours_tail / bare_tail,
            Target::AtMost(1.0),
        ),
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
