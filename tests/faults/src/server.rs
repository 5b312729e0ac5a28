//! The server under load, in a process of its own, and what the kernel tells of that process. Not what is done to it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::{env, fs};

use skills_runtime::{Catalog, Server, embed_skills, http};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

static SKILLS: Catalog = embed_skills!(
    "$OUT_DIR/skills",
    allow(not_packaged, untracked_directory, invisible_character, unlinked_path)
);

/// Serves on a free port, which it prints.
pub(crate) fn serve_http() -> ExitCode {
    let runtime = Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let served = runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?.port());
        http::serve(listener, http::router(Server::new(&SKILLS)), http::shutdown_signal()).await
    });
    served.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

pub(crate) fn serve_stdio() -> ExitCode {
    let runtime = Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(Server::new(&SKILLS).serve_stdio()).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

/// A process that ends with its owner.
pub(crate) struct Process {
    pub(crate) child: Child,
}

impl Process {
    /// An HTTP server that may open so many files, and its port.
    pub(crate) fn http(descriptors: u32) -> (Self, u16) {
        let own = env::current_exe().expect("the path of this program");
        let mut child = Command::new("sh")
            .args(["-c", &format!("ulimit -n {descriptors} && exec \"$0\" serve-http")])
            .arg(own)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        (Self { child }, line.trim().parse().expect("a port"))
    }

    pub(crate) fn stdio() -> (Self, ChildStdin, BufReader<ChildStdout>) {
        let own = env::current_exe().expect("the path of this program");
        let mut child = Command::new(own)
            .arg("serve-stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let (input, output) =
            (child.stdin.take().expect("its input"), child.stdout.take().expect("its output"));
        (Self { child }, input, BufReader::with_capacity(1 << 20, output))
    }

    /// MiB of memory that are the process's own: not those of the files that are mapped into it.
    pub(crate) fn memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("a living process");
        line.trim().trim_end_matches(" kB").parse::<f64>().expect("a number") / 1024.0
    }

    /// Seconds of processor time so far.
    pub(crate) fn processor_time(&self) -> f64 {
        /// What Linux counts in, everywhere.
        const TICKS: f64 = 100.0;
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let (_, fields) = stat.rsplit_once(')').expect("a living process");
        let fields: Vec<f64> = fields.split_whitespace().filter_map(|field| field.parse().ok()).collect();
        // The state is no number, so user and system time are the 11th and the 12th that are.
        (fields[10] + fields[11]) / TICKS
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
