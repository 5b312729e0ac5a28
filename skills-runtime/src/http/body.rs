//! The body of a long answer, which is put together while it is sent. Not the answer itself.

use alloc::string::String;
use core::convert::Infallible;
use core::pin::Pin;
use core::task::{Context, Poll};

use axum::body::Bytes;
use hyper::body::{Body, Frame, SizeHint};

use crate::rope::{CHUNK, Rope};

/// As much memory as one chunk, however long it is.
pub(super) struct Chunked {
    rope: Rope,
    /// The bytes that have not been sent, where they have been counted: others are sent without a length before them.
    left: Option<u64>,
    /// Chunks since others had their turn.
    burst: usize,
}

/// Chunks that are put together in one turn. A client that takes everything at once would keep others waiting for the
/// whole answer, and many such clients for a long time.
const BURST: usize = 4;

impl Chunked {
    pub(super) fn new(rope: Rope) -> Self {
        let left = rope.len().map(|len| len as u64);
        Self { rope, left, burst: 0 }
    }
}

impl Body for Chunked {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        /// Parts are not cut to fit, and escaping makes them longer.
        const ROOM: usize = CHUNK / 4;
        if self.burst == BURST {
            self.burst = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.burst += 1;
        let mut chunk = String::with_capacity(CHUNK + ROOM);
        self.rope.write_next(&mut chunk);
        if chunk.is_empty() {
            return Poll::Ready(None);
        }
        self.left = self.left.map(|left| left.saturating_sub(chunk.len() as u64));
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(chunk)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rope.is_done()
    }

    fn size_hint(&self) -> SizeHint {
        self.left.map_or_else(SizeHint::new, SizeHint::with_exact)
    }
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;
    use alloc::task::Wake;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use core::task::Waker;

    use super::*;
    use crate::sample::Sample;
    use crate::{Meta, Server, Session};

    #[derive(Default)]
    struct Wakes(AtomicUsize);

    impl Wake for Wakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn others_have_a_turn_after_each_few_chunks() {
        let catalog = Sample::new().skill("big", "Big").file("big/long.bin", [0xff; 1 << 20]).catalog();
        let request =
            br#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"skill://big/long.bin"}}"#;
        let mut session = Session::new(Server::new(catalog));
        let (_, rope) = session.receive_chunked(request, &Meta::stream(), &mut String::new());
        let mut body = Chunked::new(rope.unwrap());
        let wakes = Arc::new(Wakes::default());
        let waker = Waker::from(Arc::clone(&wakes));
        let (mut burst, mut turns, mut len) = (0, 0, 0);
        loop {
            match Pin::new(&mut body).poll_frame(&mut Context::from_waker(&waker)) {
                Poll::Ready(Some(Ok(frame))) => {
                    burst += frame.data_ref().unwrap().len();
                    assert!(burst <= (BURST + 1) * CHUNK, "{burst} bytes without a break");
                }
                Poll::Ready(_) => break,
                Poll::Pending => {
                    (burst, turns, len) = (0, turns + 1, len + burst);
                    assert_eq!(wakes.0.load(Ordering::Relaxed), turns, "whoever waits is woken");
                }
            }
        }
        assert!(turns > 10 && len + burst > (1 << 20) * 4 / 3, "{turns} breaks, {} bytes", len + burst);
    }
}
