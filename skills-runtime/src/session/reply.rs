//! What comes back for a message: the text, and the status it has over HTTP. Not how a transport sends either.

use alloc::string::String;

/// What a [`Session`](crate::Session) gives back for one message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The status of the HTTP response; a stream has no use for it.
    pub status: Status,
    /// The message to send, one line of JSON without a line end; `None` when there is nothing to send.
    pub body: Option<String>,
}

/// The status of an HTTP response, decided with the answer because it follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// 200: an answer. Before 2026-07-28 an error answer is one too, because clients of that time take anything else
    /// for a broken connection.
    Ok,
    /// 202: nothing to answer.
    Accepted,
    /// 400: not a message, or one that contradicts its headers or does not say which revision it speaks.
    BadRequest,
    /// 404: a method that is not served, from 2026-07-28 on.
    NotFound,
    /// 413: over [`MESSAGE_LIMIT`](crate::MESSAGE_LIMIT).
    TooLarge,
}

impl Status {
    /// The three digits.
    #[must_use]
    pub const fn code(self) -> u16 {
        match self {
            Self::Ok => 200,
            Self::Accepted => 202,
            Self::BadRequest => 400,
            Self::NotFound => 404,
            Self::TooLarge => 413,
        }
    }
}
