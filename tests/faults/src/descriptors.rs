//! More connections than a process may open files: the server waits for better times, and they come. Not the limit on
//! connections, which is far above.

use std::thread;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::time::timeout;

use crate::good::{self, connect};
use crate::server::Process;
use crate::table::Table;

pub(crate) fn measure(table: &mut Table) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (mut server, port) = Process::http(64);
        let mut held = Vec::new();
        for _ in 0..150 {
            // The kernel lets them in, as long as they fit its queue of 128; the server cannot.
            held.push(connect(port).await);
        }
        let before = server.processor_time();
        thread::sleep(Duration::from_secs(3));
        let spent = server.processor_time() - before;
        table.at_most("processor time without descriptors, of 3 s", spent, 0.3);
        table.equals("the server lives", server.child.try_wait().ok().flatten().is_none(), true);
        drop(held);
        let ping = good::request(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
        let answer = timeout(Duration::from_secs(10), async {
            good::exchange(&mut connect(port).await, ping.as_bytes()).await.map(|(status, _)| status).ok()
        });
        table.equals("answers once there are some again", answer.await.ok().flatten(), Some(200));
    });
}
