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
}

impl Chunked {
    pub(super) fn new(rope: Rope) -> Self {
        let left = rope.len().map(|len| len as u64);
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
