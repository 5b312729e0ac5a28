//! A connection that fails when its client takes nothing for too long. Not a limit on how slowly it takes something.

use alloc::boxed::Box;
use core::future::Future as _;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;
use std::io;

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::time::{Instant, Sleep, sleep};

/// For how long a client may take nothing of what is written to it.
const STALL: Duration = Duration::from_secs(30);

/// Reads and writes through `io`; a write that makes no progress for [`STALL`] is an error.
pub(super) struct Patience<I> {
    io: I,
    /// Boxed once, when a write first has to wait.
    stall: Option<Pin<Box<Sleep>>>,
    waiting: Waiting,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    No,
    Yes,
}

impl<I> Patience<I> {
    pub(super) const fn new(io: I) -> Self {
        Self { io, stall: None, waiting: Waiting::No }
    }

    fn limit<T>(&mut self, written: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = Waiting::No;
            return written;
        }
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep(STALL)));
        if self.waiting == Waiting::No {
            self.waiting = Waiting::Yes;
            stall.as_mut().reset(Instant::now() + STALL);
        }
        match stall.as_mut().poll(cx) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => {
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client takes nothing")))
            }
        }
    }
}

impl<I: Read + Unpin> Read for Patience<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buffer)
    }
}

impl<I: Write + Unpin> Write for Patience<I> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write(cx, bytes);
        self.limit(written, cx)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.io).poll_flush(cx);
        self.limit(flushed, cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write_vectored(cx, slices);
        self.limit(written, cx)
    }
}

#[cfg(test)]
mod tests {
    use core::future::poll_fn;

    use super::*;

    /// Takes bytes in every `period`th second only.
    struct Slow {
        period: Duration,
        next: Pin<Box<Sleep>>,
    }

    impl Write for Slow {
        fn poll_write(
            mut self: Pin<&mut Self>,
            cx: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            if self.next.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            let period = self.period;
            self.next.as_mut().reset(Instant::now() + period);
            Poll::Ready(Ok(bytes.len().min(1)))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    async fn write(period: Duration) -> io::Result<usize> {
        let mut io = Patience::new(Slow { period, next: Box::pin(sleep(period)) });
        for _ in 0..3 {
            poll_fn(|cx| Pin::new(&mut io).poll_write(cx, b"abc")).await?;
        }
        poll_fn(|cx| Pin::new(&mut io).poll_write_vectored(cx, &[io::IoSlice::new(b"abc")])).await
    }

    #[tokio::test(start_paused = true)]
    async fn slow_is_fine_and_stuck_is_not() {
        let start = Instant::now();
        assert_eq!(write(STALL - Duration::from_secs(1)).await.unwrap(), 1);
        assert!(start.elapsed() > 3 * (STALL - Duration::from_secs(1)), "every write had its own time");
        let start = Instant::now();
        let stuck = write(Duration::from_secs(86_400)).await.unwrap_err();
        assert_eq!(stuck.kind(), io::ErrorKind::TimedOut);
        assert!(start.elapsed() < STALL + Duration::from_secs(1));
    }
}
