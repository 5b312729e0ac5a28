//! Clients that misuse a server, each in its own way, until they are dropped. What they get for it is theirs to bear; that
//! it is the right refusal is tested where the limits are.

use std::env;
use std::io::{self, Read as _};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::time::sleep;

use crate::good::{connect, request};

/// How a client behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Asks for 90 MB and takes none of it.
    Stuck,
    /// Asks for 90 MB and takes a little now and then.
    Slow,
    /// Sends half a head and stays.
    HalfHead,
    /// Sends a head and half a body and stays.
    HalfBody,
    /// Connects and stays.
    Silent,
    /// Resets the connection in the middle of an answer.
    Reset,
    /// Sends a body over the limit.
    LongBody,
    /// Closes the connection in the middle of a request.
    Truncated,
    /// Sends fifty requests at once and reads the answers late.
    Pipelined,
    /// Sends headers without end.
    HeaderFlood,
    /// Sends bytes that are no HTTP.
    Garbage,
}

/// All of them, in a process that gives way to the server and to those who measure it: elsewhere they would be on another
/// machine.
pub(crate) struct Crowd {
    child: Child,
}

/// Connections that have misbehaved.
static ROUNDS: AtomicUsize = AtomicUsize::new(0);

impl Crowd {
    pub(crate) fn gather(port: u16) -> Self {
        let own = env::current_exe().expect("the path of this program");
        let mut command = Command::new("chrt");
        command.args(["--idle", "0"]).arg(own).args(["crowd", &port.to_string()]);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        Self { child: child.expect("a crowd") }
    }

    /// Ends all connections; returns how many there were.
    pub(crate) fn disperse(mut self) -> usize {
        drop(self.child.stdin.take());
        let mut rounds = String::new();
        let mut output = self.child.stdout.take().expect("its output");
        output.read_to_string(&mut rounds).expect("a number");
        self.child.wait().expect("an end");
        rounds.trim().parse().expect("a number")
    }

    /// Is the crowd, until standard input ends.
    pub(crate) fn be(port: u16) -> ExitCode {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
        for (manner, count) in Manner::SHARES {
            for _ in 0..count {
                runtime.spawn(manner.misbehave(port));
            }
        }
        let ended = io::stdin().read_to_end(&mut Vec::new());
        runtime.shutdown_background();
        println!("{}", ROUNDS.load(Ordering::Relaxed));
        ended.map_or(ExitCode::FAILURE, |_| ExitCode::SUCCESS)
    }
}

impl Manner {
    /// Of a thousand connections, so many behave so.
    pub(crate) const SHARES: [(Self, usize); 11] = [
        (Self::Stuck, 200),
        (Self::Slow, 100),
        (Self::HalfHead, 150),
        (Self::HalfBody, 150),
        (Self::Silent, 150),
        (Self::Reset, 50),
        (Self::LongBody, 40),
        (Self::Truncated, 50),
        (Self::Pipelined, 40),
        (Self::HeaderFlood, 30),
        (Self::Garbage, 24),
    ];

    /// Connects and misbehaves, again and again.
    pub(crate) async fn misbehave(self, port: u16) {
        loop {
            let mut stream = connect(port).await;
            ROUNDS.fetch_add(1, Ordering::Relaxed);
            // A failure is what such a client has to expect.
            let _ = self.once(&mut stream).await;
            drop(stream);
            sleep(Duration::from_millis(500)).await;
        }
    }

    async fn once(self, stream: &mut TcpStream) -> std::io::Result<()> {
        let read =
            r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"skill://big/long.txt"}}"#;
        let (read, ping) = (request(read), request(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#));
        match self {
            Self::Stuck => {
                stream.write_all(read.as_bytes()).await?;
                sleep(Duration::from_secs(3600)).await;
            }
            Self::Slow => {
                stream.write_all(read.as_bytes()).await?;
                while take_some(stream).await? > 0 {
                    sleep(Duration::from_millis(200)).await;
                }
            }
            Self::HalfHead => {
                stream.write_all(&ping.as_bytes()[..60]).await?;
                take_some(stream).await?;
            }
            Self::HalfBody => {
                stream.write_all(&ping.as_bytes()[..ping.len() - 7]).await?;
                take_some(stream).await?;
            }
            Self::Silent => {
                take_some(stream).await?;
            }
            Self::Reset => {
                stream.write_all(read.as_bytes()).await?;
                take_some(stream).await?;
                // Closing with bytes unread resets the connection.
            }
            Self::LongBody => {
                let head = ping.replace("content-length: 40", "transfer-encoding: chunked");
                let head = head.split_inclusive("\r\n\r\n").next().unwrap_or_default();
                stream.write_all(head.as_bytes()).await?;
                let chunk = format!("8000\r\n{}\r\n", " ".repeat(0x8000));
                for _ in 0..40 {
                    stream.write_all(chunk.as_bytes()).await?;
                }
                take_some(stream).await?;
            }
            Self::Truncated => stream.write_all(&ping.as_bytes()[..ping.len() - 1]).await?,
            Self::Pipelined => {
                stream.write_all(ping.repeat(50).as_bytes()).await?;
                sleep(Duration::from_millis(500)).await;
                take_some(stream).await?;
            }
            Self::HeaderFlood => {
                stream.write_all(b"POST /mcp HTTP/1.1\r\n").await?;
                loop {
                    stream.write_all(b"x-flood: 0123456789012345678901234567890123456789\r\n").await?;
                }
            }
            Self::Garbage => {
                stream.write_all(&[0x16, 3, 1, 0xff, 0, 0, b'\r', b'\n', b'\r', b'\n']).await?;
                take_some(stream).await?;
            }
        }
        Ok(())
    }
}

/// Reads what is there, or waits for it: how much it is matters to the slow reader only.
async fn take_some(stream: &mut TcpStream) -> std::io::Result<usize> {
    stream.read(&mut [0; 4096]).await
}
