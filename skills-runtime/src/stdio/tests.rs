//! The session over streams, blocking and not: framing, flushing, ends and errors. Not what messages are answered.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::pin::Pin;
use core::task::{Context, Poll};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadBuf};

use super::exchange::FULL;
use super::*;
use crate::sample::{Sample, odd};
use crate::{MESSAGE_LIMIT, Meta, Session};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

/// Gives chunks, then what `last` says.
struct Chunks {
    chunks: VecDeque<Vec<u8>>,
    last: fn() -> io::Result<usize>,
}

impl Chunks {
    fn new<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> Self {
        Self { chunks: chunks.into_iter().map(Vec::from).collect(), last: || Ok(0) }
    }
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(chunk) = self.chunks.front_mut() else { return (self.last)() };
        let count = chunk.len().min(buffer.len());
        buffer[..count].copy_from_slice(&chunk[..count]);
        chunk.drain(..count);
        if chunk.is_empty() {
            self.chunks.pop_front();
        }
        Ok(count)
    }
}

impl AsyncRead for Chunks {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let unfilled = buffer.initialize_unfilled();
        match Read::read(&mut *self, unfilled) {
            Ok(count) => {
                buffer.advance(count);
                Poll::Ready(Ok(()))
            }
            Err(error) => Poll::Ready(Err(error)),
        }
    }
}

/// Remembers what was written, how, and refuses after `room` bytes with `error`.
#[derive(Debug)]
struct Sink {
    bytes: Vec<u8>,
    writes: Vec<usize>,
    flushes: usize,
    unflushed: usize,
    room: usize,
    error: ErrorKind,
}

impl Default for Sink {
    fn default() -> Self {
        let (bytes, writes) = (Vec::new(), Vec::new());
        Self { bytes, writes, flushes: 0, unflushed: 0, room: usize::MAX, error: ErrorKind::BrokenPipe }
    }
}

impl Write for &mut Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.room {
            return Err(self.error.into());
        }
        self.bytes.extend_from_slice(bytes);
        self.writes.push(bytes.len());
        self.unflushed += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushes += 1;
        self.unflushed = 0;
        Ok(())
    }
}

impl AsyncWrite for Sink {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Ready(Write::write(&mut self.get_mut(), bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Write::flush(&mut self.get_mut()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Serves the chunks both ways, which must make no difference.
fn serve(reader: fn() -> Chunks, sink: fn() -> Sink) -> (io::Result<()>, Sink) {
    let server = Server::new(odd());
    let mut blocking = sink();
    let served = server.clone().serve_blocking(reader(), &mut blocking, || false);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut polled = sink();
    let also_served = runtime.block_on(server.serve_io(reader(), &mut polled));
    assert_eq!(served.as_ref().map_err(io::Error::kind), also_served.as_ref().map_err(io::Error::kind));
    assert_eq!(String::from_utf8_lossy(&blocking.bytes), String::from_utf8_lossy(&polled.bytes));
    assert_eq!((blocking.flushes, &blocking.writes), (polled.flushes, &polled.writes));
    (served, blocking)
}

fn lines(sink: &Sink) -> Vec<&str> {
    core::str::from_utf8(&sink.bytes).unwrap().lines().collect()
}

#[test]
fn messages_are_lines_however_they_end() {
    let (served, sink) =
        serve(|| Chunks::new([format!("{PING}\n{PING}\r\n\n \r\n{PING}").as_bytes()]), Sink::default);
    served.unwrap();
    assert_eq!(lines(&sink), [PONG; 3], "the last line has no end and is a message");
    let (served, sink) = serve(|| Chunks::new([]), Sink::default);
    served.unwrap();
    assert!(sink.bytes.is_empty());
}

#[test]
fn a_message_may_come_in_pieces() {
    let (served, sink) =
        serve(|| Chunks::new(format!("{PING}\n{PING}\n").as_bytes().chunks(1)), Sink::default);
    served.unwrap();
    assert_eq!(lines(&sink), [PONG; 2]);
}

#[test]
fn output_is_flushed_once_per_input_that_is_there() {
    let (served, sink) = serve(
        || {
            let many = format!("{PING}\n").repeat(50);
            let notification = "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n";
            let partial = format!("{PING}\n{}", &PING[..10]);
            let rest = format!("{}\n{notification}", &PING[10..]);
            Chunks::new([many.as_bytes(), partial.as_bytes(), rest.as_bytes()])
        },
        Sink::default,
    );
    served.unwrap();
    assert_eq!(lines(&sink).len(), 52);
    assert_eq!(sink.writes.len(), 3, "answers to one piece of input go out in one piece");
    assert_eq!((sink.flushes, sink.unflushed), (4, 0), "once per read, the last of which found the end");
}

#[test]
fn a_line_that_is_too_long_is_answered_once_and_the_next_one_as_ever() {
    let (served, sink) = serve(
        || {
            let long = vec![b'x'; 3 * MESSAGE_LIMIT];
            let pieces = [format!("{PING}\n").into_bytes(), long, format!("\n{PING}\n").into_bytes()];
            Chunks::new(pieces.concat().chunks(100_000))
        },
        Sink::default,
    );
    served.unwrap();
    let lines = lines(&sink);
    assert_eq!((lines.len(), lines[0], lines[2]), (3, PONG, PONG));
    let refusal: Value = serde_json::from_str(lines[1]).unwrap();
    assert_eq!((&refusal["error"]["code"], &refusal["id"]), (&Value::from(-32600), &Value::Null));
}

#[test]
fn many_messages_at_once_do_not_pile_up() {
    let (served, sink) = serve(
        || {
            let read = r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#;
            Chunks::new([format!("{read}\n").repeat(20_000).as_bytes()])
        },
        Sink::default,
    );
    served.unwrap();
    assert_eq!(lines(&sink).len(), 20_000);
    let longest = sink.bytes.len() / 20_000;
    assert!(sink.writes.iter().all(|&write| write <= FULL + longest), "what is written at once is bounded");
    assert_eq!(sink.unflushed, 0);
}

#[test]
fn a_closed_output_is_an_end_and_any_other_failure_is_an_error() {
    for error in [ErrorKind::BrokenPipe, ErrorKind::WriteZero] {
        let mut sink = Sink { room: 2 * PONG.len(), error, ..Sink::default() };
        let input = format!("{PING}\n");
        let chunks = Chunks::new([input.as_bytes(), input.as_bytes(), input.as_bytes()]);
        let served = Server::new(odd()).serve_blocking(chunks, &mut sink, || false);
        assert!(served.is_ok(), "{error}");
        assert_eq!(lines(&sink), [PONG]);
    }
    let full = || Sink { room: 0, error: ErrorKind::StorageFull, ..Sink::default() };
    let (served, _) = serve(|| Chunks::new([format!("{PING}\n").as_bytes()]), full);
    assert_eq!(served.unwrap_err().kind(), ErrorKind::StorageFull);
    let broken =
        || Chunks { last: || Err(ErrorKind::ConnectionReset.into()), ..Chunks::new([PING.as_bytes()]) };
    let (served, _) = serve(broken, Sink::default);
    assert_eq!(served.unwrap_err().kind(), ErrorKind::ConnectionReset);
}

#[test]
fn what_was_interrupted_or_cannot_be_done_yet_is_tried_again() {
    /// Does something every third time only.
    struct Fitful<I>(I, usize);
    impl<I> Fitful<I> {
        fn turn(&mut self) -> io::Result<&mut I> {
            self.1 += 1;
            match self.1 % 3 {
                0 => Ok(&mut self.0),
                1 => Err(ErrorKind::Interrupted.into()),
                _ => Err(ErrorKind::WouldBlock.into()),
            }
        }
    }
    impl Read for Fitful<Chunks> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            Read::read(self.turn()?, buffer)
        }
    }
    impl Write for Fitful<&mut Sink> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Write::write(self.turn()?, &bytes[..bytes.len().min(10)])
        }

        fn flush(&mut self) -> io::Result<()> {
            Write::flush(self.turn()?)
        }
    }
    let mut sink = Sink::default();
    let reader = Fitful(Chunks::new(format!("{PING}\n{PING}\n").as_bytes().chunks(30)), 0);
    Server::new(odd()).serve_blocking(reader, Fitful(&mut sink, 0), || false).unwrap();
    assert_eq!((lines(&sink), sink.unflushed), (vec![PONG; 2], 0));
}

#[test]
fn a_long_answer_goes_out_in_pieces() {
    // SEP-10
    let catalog =
        || Sample::new().skill("big", "Big").file("big/long.txt", "A \"line\".\n".repeat(300_000)).catalog();
    let read =
        r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"skill://big/long.txt"}}"#;
    let input = format!("{PING}\n{read}\n{PING}\n{read}");
    let mut sink = Sink::default();
    Server::new(catalog()).serve_blocking(Chunks::new([input.as_bytes()]), &mut sink, || false).unwrap();
    let whole = Session::new(Server::new(catalog())).receive(read.as_bytes(), &Meta::stream()).body.unwrap();
    let lines = lines(&sink);
    assert_eq!((lines.len(), lines[0], lines[2]), (4, PONG, PONG));
    assert!(lines[1] == whole && lines[3] == whole);
    assert!(sink.writes.iter().all(|&write| write < 2 * FULL), "{:?}", sink.writes);
    assert_eq!(sink.unflushed, 0);
}

#[test]
fn nothing_is_answered_for_a_future_that_was_dropped() {
    let mut sink = Sink::default();
    let chunks = Chunks::new([format!("{PING}\n").as_bytes()]);
    Server::new(odd()).serve_blocking(chunks, &mut sink, || true).unwrap();
    assert!(sink.bytes.is_empty());
}

#[tokio::test]
async fn a_conversation_over_a_pipe() {
    let (mut client, stream) = tokio::io::duplex(64);
    let (reader, writer) = tokio::io::split(stream);
    let served = tokio::spawn(Server::new(odd()).serve_io(reader, writer));
    for _ in 0..3 {
        client.write_all(format!("{PING}\n").as_bytes()).await.unwrap();
        let mut answer = vec![0; PONG.len() + 1];
        client.read_exact(&mut answer).await.unwrap();
        assert_eq!(answer, format!("{PONG}\n").as_bytes());
    }
    drop(client);
    served.await.unwrap().unwrap();
}
