//! The session over streams of bytes, one message per line: standard input and output, or any other pair. It moves
//! bytes and decides nothing.

mod exchange;
#[cfg(test)]
mod tests;

use alloc::vec;
use core::time::Duration;
use std::io::{self, ErrorKind, Read, Write};
use std::thread;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::oneshot;

use crate::Server;
use crate::stdio::exchange::Exchange;

/// Bytes that are read at once.
const CHUNK: usize = 64 * 1024;
/// How long to wait for a stream that somebody else made non-blocking, before it is tried again.
const PAUSE: Duration = Duration::from_millis(5);

impl Server {
    /// Serves one client over standard input and output until the input ends or the output is closed.
    ///
    /// Messages are lines, at most [`MESSAGE_LIMIT`](crate::MESSAGE_LIMIT) long; blank lines are skipped. Answers go out
    /// as soon as no complete message is waiting. Standard input is read by a thread of its own, so that a read that
    /// never returns keeps no runtime from shutting down: once this has returned, or was dropped, the process can end.
    /// Signals keep their usual effect. Nothing else may be printed to standard output meanwhile. Streams that a parent
    /// process made non-blocking are served all the same.
    ///
    /// ```no_run
    /// use skills_runtime::{Catalog, Server};
    ///
    /// static SKILLS: Catalog = Catalog::EMPTY;
    ///
    /// #[tokio::main(flavor = "current_thread")]
    /// async fn main() -> std::io::Result<()> {
    ///     Server::new(&SKILLS).serve_stdio().await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// What reading or writing returns, except that a closed output is the client's way to leave.
    pub async fn serve_stdio(self) -> io::Result<()> {
        let (done, outcome) = oneshot::channel();
        thread::Builder::new().name("skills-stdio".into()).spawn(move || {
            // Not locked in between: whoever prints by mistake should spoil a line, not wait for ever.
            let served = self.serve_blocking(io::stdin(), io::stdout(), || done.is_closed());
            let _ = done.send(served);
        })?;
        outcome.await.unwrap_or_else(|_| Err(io::Error::other("the thread of standard input ended")))
    }

    /// Serves one client over a pair of streams, the way [`serve_stdio`](Self::serve_stdio) does: a Unix socket, a TCP
    /// connection, a child process, a pipe in memory.
    ///
    /// # Errors
    ///
    /// What reading or writing returns, except that a closed output is the client's way to leave.
    pub async fn serve_io<R, W>(self, mut reader: R, mut writer: W) -> io::Result<()>
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        let mut exchange = Exchange::new(self);
        let mut chunk = vec![0; CHUNK];
        loop {
            let count = reader.read(&mut chunk).await?;
            let mut input = chunk.get(..count).unwrap_or_default();
            while let Some(answers) = exchange.advance(&mut input, count) {
                if let Err(error) = writer.write_all(answers.as_bytes()).await {
                    return left(error);
                }
            }
            if let Err(error) = writer.flush().await {
                return left(error);
            }
            if count == 0 {
                return Ok(());
            }
        }
    }

    fn serve_blocking(
        self,
        mut reader: impl Read,
        mut writer: impl Write,
        is_abandoned: impl Fn() -> bool,
    ) -> io::Result<()> {
        let mut exchange = Exchange::new(self);
        let mut chunk = vec![0; CHUNK];
        loop {
            let count = patiently(|| reader.read(&mut chunk), &is_abandoned)?;
            if is_abandoned() {
                return Ok(());
            }
            let mut input = chunk.get(..count).unwrap_or_default();
            while let Some(answers) = exchange.advance(&mut input, count) {
                if let Err(error) = write_all(&mut writer, answers.as_bytes(), &is_abandoned) {
                    return left(error);
                }
            }
            if let Err(error) = patiently(|| writer.flush(), &is_abandoned) {
                return left(error);
            }
            if count == 0 {
                return Ok(());
            }
        }
    }
}

/// `Write::write_all` gives up in the middle where [`patiently`] does not.
fn write_all(writer: &mut impl Write, mut bytes: &[u8], is_abandoned: &impl Fn() -> bool) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = patiently(|| writer.write(bytes), is_abandoned)?;
        if count == 0 {
            return Err(ErrorKind::WriteZero.into());
        }
        bytes = bytes.get(count..).unwrap_or_default();
    }
    Ok(())
}

/// Tries again what was interrupted, or cannot be done yet, unless nobody waits for the outcome.
fn patiently<T>(
    mut attempt: impl FnMut() -> io::Result<T>,
    is_abandoned: &impl Fn() -> bool,
) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock && !is_abandoned() => thread::sleep(PAUSE),
            outcome => return outcome,
        }
    }
}

fn left(error: io::Error) -> io::Result<()> {
    match error.kind() {
        ErrorKind::BrokenPipe | ErrorKind::WriteZero => {
            tracing::debug!("the client closed the output");
            Ok(())
        }
        _ => Err(error),
    }
}
