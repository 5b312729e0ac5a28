//! A body that lets others have their turn, sent or received. Not what is in it.

use core::pin::Pin;
use core::task::{Context, Poll, ready};

use axum::body::Bytes;
use hyper::body::{Body, Frame, SizeHint};

/// Bytes after which others have a turn. A client that sends or takes everything at once would keep them waiting for all
/// of it, and many such clients for a long time. Most requests and answers are shorter.
const TURN: usize = 16 * 1024;

/// The body, in as many turns as it takes.
pub(super) struct Turns<B> {
    body: B,
    /// Bytes in this turn.
    moved: usize,
}

impl<B> Turns<B> {
    pub(super) const fn new(body: B) -> Self {
        Self { body, moved: 0 }
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for Turns<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        if self.moved >= TURN {
            self.moved = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(Ok(frame)) = &frame {
            self.moved += frame.data_ref().map_or(0, Bytes::len);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::sync::Arc;
    use alloc::task::Wake;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use core::task::Waker;

    use super::*;
    use crate::http::body::Chunked;
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
    fn others_have_a_turn_after_each_few_bytes() {
        let catalog = Sample::new().skill("big", "Big").file("big/long.bin", [0xff; 1 << 20]).catalog();
        let request =
            br#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"skill://big/long.bin"}}"#;
        let mut session = Session::new(Server::new(catalog));
        let (_, rope) = session.receive_chunked(request, &Meta::stream(), &mut String::new());
        let mut body = Turns::new(Chunked::new(rope.unwrap()));
        let wakes = Arc::new(Wakes::default());
        let waker = Waker::from(Arc::clone(&wakes));
        let (mut turn, mut turns, mut len) = (0, 0, 0);
        loop {
            match Pin::new(&mut body).poll_frame(&mut Context::from_waker(&waker)) {
                Poll::Ready(Some(Ok(frame))) => {
                    turn += frame.data_ref().unwrap().len();
                    assert!(turn <= 2 * TURN, "{turn} bytes in one turn");
                }
                Poll::Ready(_) => break,
                Poll::Pending => {
                    (turn, turns, len) = (0, turns + 1, len + turn);
                    assert_eq!(wakes.0.load(Ordering::Relaxed), turns, "whoever waits is woken");
                }
            }
        }
        assert!(turns > 10 && len + turn > (1 << 20) * 4 / 3, "{turns} turns, {} bytes", len + turn);
    }
}
