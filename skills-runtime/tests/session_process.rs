//! Whole processes: when a server over standard input and output, or over HTTP, ends. Not what it answers.
//!
//! Each test starts this test binary again to run one of the ignored tests below, which serve.

#![cfg(all(feature = "http", unix))]
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

use core::time::Duration;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Instant;

use skills_runtime::{Catalog, Server, http};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

static SKILLS: Catalog = Catalog::EMPTY;

/// Set for the processes that serve: whoever runs the ignored tests by hand should not wait for ever.
const SERVE: &str = "SKILLS_SERVE";

#[test]
#[ignore = "serves until its input ends; the tests below run it in a process of its own"]
fn serve_stdio() {
    if std::env::var_os(SERVE).is_none() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(Server::new(&SKILLS).serve_stdio()).unwrap();
}

#[test]
#[ignore = "serves for a moment; a test below runs it in a process of its own"]
fn serve_stdio_for_a_moment() {
    if std::env::var_os(SERVE).is_none() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().unwrap();
    let served = runtime.block_on(async {
        tokio::time::timeout(Duration::from_millis(300), Server::new(&SKILLS).serve_stdio()).await
    });
    assert!(served.is_err(), "it was still serving");
}

#[test]
#[ignore = "serves until it is told to stop; a test below runs it in a process of its own"]
fn serve_http() {
    if std::env::var_os(SERVE).is_none() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let shutdown = http::shutdown_signal();
        println!("\n{{{}}}", listener.local_addr().unwrap());
        http::serve(listener, http::router(Server::new(&SKILLS)), shutdown).await.unwrap();
    });
}

struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

impl Process {
    fn start(test: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", test, "--nocapture"])
            .env(SERVE, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = child.stdout.take().map(BufReader::new);
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The next line that is no report of the test harness.
    fn receive(&mut self) -> String {
        let output = self.output.as_mut().expect("the output is open");
        loop {
            let mut line = String::new();
            assert_ne!(output.read_line(&mut line).unwrap(), 0, "the output ended");
            if line.starts_with('{') {
                return line.trim_end().to_owned();
            }
        }
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    fn exit(&mut self) -> ExitStatus {
        let deadline = Instant::now() + Duration::from_secs(20);
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the process did not end");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn stdio_ends_when_the_input_ends() {
    let mut process = Process::start("serve_stdio");
    for _ in 0..3 {
        process.send(PING);
        assert_eq!(process.receive(), PONG);
    }
    // The last message has no line end, and the end of the input is one.
    process.input.as_mut().unwrap().write_all(PING.as_bytes()).unwrap();
    process.input = None;
    assert_eq!(process.receive(), PONG);
    assert!(process.exit().success());
}

#[test]
fn stdio_ends_when_the_output_is_closed_although_the_input_is_open() {
    let mut process = Process::start("serve_stdio");
    process.send(PING);
    assert_eq!(process.receive(), PONG);
    process.output = None;
    process.send(PING);
    process.exit();
}

#[test]
fn stdio_ends_on_a_signal() {
    for (name, number) in [("-TERM", 15), ("-INT", 2)] {
        let mut process = Process::start("serve_stdio");
        process.send(PING);
        assert_eq!(process.receive(), PONG);
        process.signal(name);
        assert_eq!(process.exit().signal(), Some(number));
    }
}

#[test]
fn a_runtime_can_shut_down_while_standard_input_is_open() {
    let mut process = Process::start("serve_stdio_for_a_moment");
    process.send(PING);
    assert_eq!(process.receive(), PONG);
    assert!(process.exit().success());
}

#[test]
fn http_finishes_what_it_began_when_it_is_told_to_stop() {
    for name in ["-TERM", "-INT"] {
        let mut process = Process::start("serve_http");
        let line = process.receive();
        let address = line.trim_matches(['{', '}']);
        let request = format!(
            "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{PING}",
            PING.len()
        );
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(PONG.as_bytes()) {
            let mut byte = [0];
            assert_eq!(stream.read(&mut byte).unwrap(), 1);
            answer.push(byte[0]);
        }
        assert!(answer.starts_with(b"HTTP/1.1 200 "));
        let (begin, rest) = request.split_at(request.len() - 4);
        stream.write_all(begin.as_bytes()).unwrap();
        // Long enough for the server to have read the begin, and harmless if it was not.
        std::thread::sleep(Duration::from_millis(300));
        process.signal(name);
        std::thread::sleep(Duration::from_millis(300));
        assert!(process.child.try_wait().unwrap().is_none(), "a request is not answered yet");
        assert!(TcpStream::connect(address).is_err(), "nobody new is let in");
        stream.write_all(rest.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with(PONG), "{answer}");
        assert!(process.exit().success());
    }
}
