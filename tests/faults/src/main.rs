//! Serves skills and misuses the server: `faults http|stdio|descriptors [SECONDS]`. Says in a table what was measured and
//! in its exit code whether it holds. Not a benchmark: `tests/bench` is.

mod bad;
mod descriptors;
mod good;
mod load;
mod server;
mod stdio;
mod table;

use std::process::ExitCode;
use std::time::Duration;

use crate::table::Table;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = arguments.get(1).and_then(|seconds| seconds.parse().ok()).unwrap_or(20);
    let mut table = Table::default();
    match arguments.first().map(String::as_str) {
        Some("serve-http") => return server::serve_http(),
        Some("serve-stdio") => return server::serve_stdio(),
        Some("crowd") => {
            let port = arguments.get(1).and_then(|port| port.parse().ok());
            return bad::Crowd::be(port.expect("a port"));
        }
        Some("http") => load::measure(Duration::from_secs(seconds), &mut table),
        Some("stdio") => stdio::measure(&mut table),
        Some("descriptors") => descriptors::measure(&mut table),
        _ => {
            eprintln!("usage: faults http [SECONDS] | stdio | descriptors");
            return ExitCode::from(2);
        }
    }
    table.print();
    if table.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
