//! A connection that fails when its client takes too little of what is sent, and from which nothing is read any more once
//! its server stops. Not a limit on what the client sends.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::future::Future as _;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;
use std::io;

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::time::{Instant, Sleep, sleep};

use crate::http::drain::Drain;

/// The time in which a client has to take [`LEAST`] bytes. Only the time counts for which it is waited for.
const PERIOD: Duration = Duration::from_secs(30);
/// Bytes: 1 KiB each second.
const LEAST: usize = 30 * 1024;

/// Reads and writes through `io`; a write that progresses too slowly is an error, and reading ends with the drain.
pub(super) struct Patience<I> {
    io: I,
    drain: Arc<Drain>,
    /// Boxed once, when a write first has to wait.
    timer: Option<Pin<Box<Sleep>>>,
    /// Since when the write waits that is waiting.
    since: Option<Instant>,
    /// For how long writes waited before, in the period that has begun.
    waited: Duration,
    /// The bytes that were taken in it.
    taken: usize,
}

impl<I> Patience<I> {
    pub(super) const fn new(io: I, drain: Arc<Drain>) -> Self {
        Self { io, drain, timer: None, since: None, waited: Duration::ZERO, taken: 0 }
    }

    /// Lets a write pass that is done, and one that has to wait as long as there is time left.
    fn limit<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        len: impl FnOnce(&T) -> usize,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(outcome) = written {
            if let Some(since) = self.since.take() {
                self.waited += since.elapsed();
            }
            self.taken = self.taken.saturating_add(outcome.as_ref().map_or(0, len));
            return Poll::Ready(outcome);
        }
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(PERIOD)));
        if self.since.is_none() {
            let now = Instant::now();
            self.since = Some(now);
            timer.as_mut().reset(now + PERIOD.saturating_sub(self.waited));
        }
        while timer.as_mut().poll(cx).is_ready() {
            if self.taken < LEAST {
                return Poll::Ready(Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the client reads too slowly",
                )));
            }
            let now = Instant::now();
            (self.since, self.waited, self.taken) = (Some(now), Duration::ZERO, 0);
            timer.as_mut().reset(now + PERIOD);
        }
        Poll::Pending
    }
}

impl<I: Read + Unpin> Read for Patience<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        if self.drain.is_over() {
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.io).poll_read(cx, buffer)
    }
}

impl<I: Write + Unpin> Write for Patience<I> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write(cx, bytes);
        self.limit(written, |len| *len, cx)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.io).poll_flush(cx);
        self.limit(flushed, |()| 0, cx)
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
        self.limit(written, |len| *len, cx)
    }
}

#[cfg(test)]
mod tests {
    use core::future::poll_fn;

    use super::*;

    /// Takes so many bytes whenever so much time has passed.
    struct Slow {
        bytes: usize,
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
            Poll::Ready(Ok(bytes.len().min(self.bytes)))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    /// Writes for ten minutes to a client that takes `bytes` every `seconds`, with a pause after each write.
    async fn write(bytes: usize, seconds: u64, pause: Duration) -> (io::Result<()>, Duration) {
        let (start, period) = (Instant::now(), Duration::from_secs(seconds));
        let slow = Slow { bytes, period, next: Box::pin(sleep(period)) };
        let mut io = Patience::new(slow, Arc::default());
        let answer = [0; LEAST];
        while start.elapsed() < Duration::from_secs(600) {
            let written = poll_fn(|cx| Pin::new(&mut io).poll_write(cx, &answer)).await;
            if let Err(error) = written {
                return (Err(error), start.elapsed());
            }
            sleep(pause).await;
        }
        (Ok(()), start.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn slow_is_fine_and_too_slow_is_not() {
        for (bytes, seconds) in [(LEAST, 29), (2 * 1024, 1), (LEAST / 2, 14)] {
            assert!(write(bytes, seconds, Duration::ZERO).await.0.is_ok(), "{bytes} every {seconds} s");
        }
        for (bytes, seconds) in [(LEAST, 86_400), (1, 1), (900, 1), (LEAST, 61)] {
            let (written, time) = write(bytes, seconds, Duration::ZERO).await;
            assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut, "{bytes} every {seconds} s");
            assert!(time < 2 * PERIOD + Duration::from_secs(1), "{time:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_time_counts_for_which_a_client_is_waited_for() {
        // Small answers with long pauses between them: nothing ever has to wait.
        assert!(write(10, 1, Duration::from_secs(20)).await.0.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn one_slow_period_after_a_fast_one_is_too_slow() {
        let slow = Slow { bytes: LEAST, period: Duration::from_secs(1), next: Box::pin(sleep(PERIOD / 2)) };
        let mut io = Patience::new(slow, Arc::default());
        for _ in 0..100 {
            poll_fn(|cx| Pin::new(&mut io).poll_write(cx, &[0; LEAST])).await.unwrap();
        }
        io.io.bytes = 1;
        let start = Instant::now();
        while poll_fn(|cx| Pin::new(&mut io).poll_write(cx, b"abc")).await.is_ok() {}
        assert!(start.elapsed() <= 2 * PERIOD, "{:?}", start.elapsed());
    }
}
