//! Load over HTTP: some connections that each send the same request again as soon as it is answered. One thread, so that
//! the server has the rest of the machine. Reads answers to their end and looks at status and length only.

use std::io;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Result;

const CONNECTIONS: usize = 8;

/// What one load came to.
pub(crate) struct Rates {
    pub(crate) per_second: f64,
    /// In microseconds.
    pub(crate) median: f64,
    pub(crate) p99: f64,
}

/// Sends `request` for as long as that, after a quarter of it unmeasured.
pub(crate) fn run(address: &str, request: &[u8], duration: Duration) -> Result<Rates> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut times = runtime.block_on(async {
        let begin = Instant::now() + duration / 4;
        let connections: Vec<_> = (0..CONNECTIONS)
            .map(|_| tokio::spawn(repeat(address.to_owned(), request.to_vec(), begin, begin + duration)))
            .collect();
        let mut times = Vec::new();
        for connection in connections {
            times.append(&mut connection.await??);
        }
        Ok::<_, Box<dyn std::error::Error>>(times)
    })?;
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).map_or(f64::NAN, micros);
    let per_second = times.len() as f64 / duration.as_secs_f64();
    Ok(Rates { per_second, median: at(50), p99: at(99) })
}

/// The body of one answer.
pub(crate) fn answer(address: &str, request: &[u8]) -> Result<Vec<u8>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(async {
        let mut connection = Connection::open(address).await?;
        let (head, len) = connection.exchange(request).await?;
        Ok::<_, io::Error>(connection.buffer.get(head..head + len).unwrap_or_default().to_vec())
    })?)
}

async fn repeat(
    address: String,
    request: Vec<u8>,
    begin: Instant,
    end: Instant,
) -> io::Result<Vec<Duration>> {
    let mut connection = Connection::open(&address).await?;
    let (_, expected) = connection.exchange(&request).await?;
    let mut times = Vec::new();
    loop {
        let sent = Instant::now();
        if sent >= end {
            return Ok(times);
        }
        let (_, len) = connection.exchange(&request).await?;
        if len != expected {
            return Err(io::Error::other(format!("{len} bytes for an answer of {expected}")));
        }
        if sent >= begin {
            times.push(sent.elapsed());
        }
    }
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: vec![0; 1 << 18] })
    }

    /// One request and its answer, whose body lies in the buffer after a head: the lengths of head and body.
    async fn exchange(&mut self, request: &[u8]) -> io::Result<(usize, usize)> {
        self.stream.write_all(request).await?;
        let mut filled = 0;
        let mut whole = None;
        while whole.is_none_or(|(head, len)| filled < head + len) {
            let free = self.buffer.get_mut(filled..).unwrap_or_default();
            match self.stream.read(free).await? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => filled += count,
            }
            if whole.is_none() {
                whole = lengths(self.buffer.get(..filled).unwrap_or_default())?;
            }
        }
        whole.ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}

/// The lengths of head and body, once the head is complete.
fn lengths(bytes: &[u8]) -> io::Result<Option<(usize, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; 32];
    let mut response = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(head) = response.parse(bytes).map_err(io::Error::other)? else {
        return Ok(None);
    };
    if response.code != Some(200) {
        return Err(io::Error::other(String::from_utf8_lossy(bytes).into_owned()));
    }
    let length = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|header| str::from_utf8(header.value).ok()?.parse().ok());
    length.map(|length| Some((head, length))).ok_or_else(|| io::Error::other("an answer without a length"))
}

fn micros(time: &Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
