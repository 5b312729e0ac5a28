//! Good clients alone, then beside a thousand connections that misbehave: their answers, their times, and the server's
//! memory. Not the clients.

use std::time::Duration;

use tokio::runtime::Builder;
use tokio::time::{Instant, sleep};

use crate::bad::{Crowd, Manner};
use crate::good;
use crate::server::Process;
use crate::table::Table;

/// A difference that a scheduler makes, in milliseconds.
const NOISE: f64 = 1.0;
/// From here on a run is held to the whole target.
const FULL: Duration = Duration::from_secs(60);
/// MiB that one connection that misbehaves may take: a chunk, buffers of both directions, a task.
const PER_CONNECTION: f64 = 0.0625;

pub(crate) fn measure(time: Duration, table: &mut Table) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(run(time, table));
}

async fn run(time: Duration, table: &mut Table) {
    let (server, port) = Process::http(4096);
    // Until everything has been used once.
    good::ask(port, Duration::from_secs(1)).await;
    let mut quiet = good::ask(port, (time / 4).max(Duration::from_secs(3))).await;
    let before = server.memory();

    let connections: usize = Manner::SHARES.iter().map(|(_, count)| count).sum();
    let crowd = Crowd::gather(port);
    // They all have connected, and have what they came for.
    sleep(Duration::from_secs(3)).await;
    let memory = async {
        let (start, mut samples) = (Instant::now(), Vec::new());
        while start.elapsed() < time {
            samples.push(server.memory());
            sleep(Duration::from_millis(200)).await;
        }
        samples
    };
    let (mut loud, samples) = tokio::join!(good::ask(port, time), memory);
    let rounds = crowd.disperse();
    sleep(Duration::from_secs(1)).await;
    let after = good::ask(port, Duration::from_secs(1)).await;

    let highest = |samples: &[f64]| samples.iter().copied().fold(0.0, f64::max);
    let (first, second) = samples.split_at(samples.len() / 2);
    let (quiet_p99, loud_p99) = (quiet.p99(), loud.p99());
    for error in loud.errors.iter().chain(&quiet.errors).chain(&after.errors).take(5) {
        eprintln!("a good request: {error}");
    }
    table.at_least("good requests while it is quiet", quiet.times.len() as f64, 100.0);
    table.at_least("good requests beside bad connections", loud.times.len() as f64, 100.0);
    table.tell("bad connections at once", connections as f64);
    table.at_least("bad connections altogether", rounds as f64, 2.0 * connections as f64);
    table.equals("good requests that failed, quiet", quiet.errors.len(), 0);
    table.equals("good requests that failed, beside bad ones", loud.errors.len(), 0);
    table.equals("good requests that failed, afterwards", after.errors.len(), 0);
    table.tell("p99 while it is quiet, ms", quiet_p99);
    // A short run is a smoke test: it only tells a slow tail from none at all.
    let most = if time >= FULL { 2.0 } else { 250.0 };
    table.at_most("p99 beside bad connections, ms", loud_p99, (most * quiet_p99).max(quiet_p99 + NOISE));
    table.tell("memory of the server before, MiB", before);
    let limit = before + PER_CONNECTION * connections as f64;
    table.at_most("memory beside bad connections, highest, MiB", highest(&samples), limit);
    table.at_most("memory, highest of the second half, MiB", highest(second), highest(first) + 4.0);
}
