//! Clients that do everything right, and how long each of their requests took. Not those that do not.

use std::io;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

const CLIENTS: usize = 16;
/// Between an answer and the next request of the same client.
const PAUSE: Duration = Duration::from_millis(10);

/// What an answer may take before it counts as none.
const LONGEST: Duration = Duration::from_secs(10);

/// What was asked and how it went.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) times: Vec<Duration>,
    pub(crate) errors: Vec<String>,
}

impl Outcome {
    /// Milliseconds that 99 of 100 requests did not exceed.
    pub(crate) fn p99(&mut self) -> f64 {
        self.times.sort_unstable();
        let at = (self.times.len() * 99 / 100).min(self.times.len().saturating_sub(1));
        self.times.get(at).map_or(f64::INFINITY, |time| time.as_secs_f64() * 1000.0)
    }
}

/// Asks for as long as that takes, over connections that are kept.
pub(crate) async fn ask(port: u16, time: Duration) -> Outcome {
    let mut clients = JoinSet::new();
    for number in 0..CLIENTS {
        clients.spawn(async move {
            let (mut outcome, start) = (Outcome::default(), Instant::now());
            let mut stream = connect(port).await;
            for round in number.. {
                if start.elapsed() >= time {
                    break;
                }
                let (message, expected) = message(round);
                let request = request(&message);
                let begin = Instant::now();
                let answer = timeout(LONGEST, exchange(&mut stream, request.as_bytes())).await;
                match answer.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())) {
                    Ok((200, body)) if body.contains(&expected) => outcome.times.push(begin.elapsed()),
                    other => {
                        outcome.errors.push(format!("{other:?}"));
                        stream = connect(port).await;
                    }
                }
                tokio::time::sleep(PAUSE).await;
            }
            outcome
        });
    }
    let mut all = Outcome::default();
    while let Some(outcome) = clients.join_next().await {
        let outcome = outcome.expect("a client");
        all.times.extend(outcome.times);
        all.errors.extend(outcome.errors);
    }
    all
}

pub(crate) async fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).await.expect("a connection");
    let _ = stream.set_nodelay(true);
    stream
}

/// One of several requests, and what its answer has.
fn message(round: usize) -> (String, String) {
    let skill = format!("skill://skill-{:03}/SKILL.md", round % 200);
    let params = match round % 3 {
        0 => {
            return (
                format!(r#"{{"jsonrpc":"2.0","id":{round},"method":"ping"}}"#),
                format!(r#""id":{round},"result":{{}}"#),
            );
        }
        1 => ("skills/get", format!(r#""uri":"{skill}","#)),
        _ => ("resources/read", format!(r#""uri":"{skill}","#)),
    };
    let message =
        format!(r#"{{"jsonrpc":"2.0","id":{round},"method":"{}","params":{{"uri":"{skill}"}}}}"#, params.0);
    (message, params.1)
}

/// The bytes of a request with that body.
pub(crate) fn request(body: &str) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Sends a request, and reads the status and the body of the response.
pub(crate) async fn exchange(stream: &mut TcpStream, request: &[u8]) -> io::Result<(u16, String)> {
    stream.write_all(request).await?;
    receive(stream).await
}

pub(crate) async fn receive(stream: &mut TcpStream) -> io::Result<(u16, String)> {
    let mut bytes = Vec::with_capacity(1024);
    loop {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let len = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let len: usize = len.and_then(|len| len.parse().ok()).unwrap_or_default();
        let mut body = bytes.split_off(end + 4);
        while body.len() < len {
            if stream.read_buf(&mut body).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        return Ok((status, String::from_utf8_lossy(&body).into_owned()));
    }
}
