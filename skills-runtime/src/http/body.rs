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
    /// The bytes that have not been sent.
    left: u64,
}

impl Chunked {
    pub(super) fn new(rope: Rope) -> Self {
        let left = rope.len() as u64;
        Self { rope, left }
    }
}

impl Body for Chunked {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        /// Parts are not cut to fit, and escaping makes them longer.
        const ROOM: usize = CHUNK / 4;
        let mut chunk = String::with_capacity(CHUNK + ROOM);
        self.rope.write_next(&mut chunk);
        if chunk.is_empty() {
            return Poll::Ready(None);
        }
        self.left = self.left.saturating_sub(chunk.len() as u64);
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(chunk)))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
