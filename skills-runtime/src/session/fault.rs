//! Why a message was refused: the code, the sentence, the data and the status of the error answer. Not its envelope.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString as _};
use core::fmt::{self, Display};

use crate::error::Shown;
use crate::message::{self, Reason};
use crate::session::MESSAGE_LIMIT;
use crate::session::batch::{BATCH_LIMIT, BATCH_OUTPUT_LIMIT};
use crate::session::reply::Status;
use crate::session::version::Version;
use crate::{Era, QueryError, json};

/// Headers and body disagree.
const HEADER_MISMATCH: i32 = -32020;
/// A revision that is not served.
const UNSUPPORTED_VERSION: i32 = -32022;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// An array where the revision has none.
    Batch { version: Version },
    /// The answers to a batch are long enough; this message of it was left out.
    BatchFull,
    /// More messages in an array than are read.
    BatchTooLong { len: usize },
    /// A header that says something else than the body.
    HeaderMismatch { header: &'static str, value: String, body: String },
    /// A header with bytes that no header value has, or an encoding that does not decode.
    HeaderMalformed { header: &'static str },
    /// A header that the revision requires.
    HeaderMissing { header: &'static str },
    /// A header that is there more than once.
    HeaderRepeated { header: &'static str },
    /// Not a message at all.
    Invalid(Reason),
    /// `_meta` lacks a required key, or has it with another type.
    Meta { key: &'static str, expected: Expected },
    /// `_meta` is not an object, or has a member twice.
    MetaShape,
    /// Longer than [`MESSAGE_LIMIT`].
    MessageTooLong,
    /// A message that may not be an element of a batch.
    NotInBatch { version: Version, method: String },
    /// A parameter is missing, or has another type.
    Param { name: &'static str, expected: Expected },
    /// `params` is not an object, or has a member twice.
    Params,
    /// The catalog refused.
    Query { code: i32, message: String, uri: Option<String> },
    /// Nothing is completed for such an argument.
    UnknownArgument { name: String },
    /// A cursor for a list that has one page.
    UnknownCursor,
    /// No such method in the revision.
    UnknownMethod { method: String, version: Version },
    /// No prompt of that name.
    UnknownPrompt { name: String },
    /// Nothing is completed for what the reference names.
    UnknownReference { reference: String },
    /// No tool of that name.
    UnknownTool { name: String },
    /// The answer could not be written.
    Unwritten,
    /// A revision that is not served.
    UnsupportedVersion { requested: String },
}

/// What should have been there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Object,
    OptionalObject,
    OptionalString,
    String,
}

impl Fault {
    /// A refusal of the catalog, with the URI it was about.
    pub(crate) fn query(error: &QueryError<'_>, era: Era, uri: Option<&str>) -> Self {
        /// Longer ones are not sent back: nothing is served under them, and an answer stays small.
        const URI_LIMIT: usize = 1024;
        let uri = uri.filter(|uri| uri.len() <= URI_LIMIT).map(ToOwned::to_owned);
        Self::Query { code: error.code(era), message: error.to_string(), uri }
    }

    pub(crate) fn unsupported(requested: &str) -> Self {
        /// No revision has a longer name, and an answer stays small.
        const NAME_LIMIT: usize = 64;
        Self::UnsupportedVersion { requested: requested.chars().take(NAME_LIMIT).collect() }
    }

    pub(crate) const fn code(&self) -> i32 {
        match self {
            Self::Batch { .. }
            | Self::BatchTooLong { .. }
            | Self::MessageTooLong
            | Self::NotInBatch { .. } => message::INVALID_REQUEST,
            Self::BatchFull | Self::Unwritten => message::INTERNAL_ERROR,
            Self::HeaderMismatch { .. }
            | Self::HeaderMalformed { .. }
            | Self::HeaderMissing { .. }
            | Self::HeaderRepeated { .. } => HEADER_MISMATCH,
            Self::Invalid(reason) => reason.code(),
            Self::Meta { .. }
            | Self::MetaShape
            | Self::Param { .. }
            | Self::Params
            | Self::UnknownArgument { .. }
            | Self::UnknownCursor
            | Self::UnknownPrompt { .. }
            | Self::UnknownReference { .. }
            | Self::UnknownTool { .. } => message::INVALID_PARAMS,
            Self::Query { code, .. } => *code,
            Self::UnknownMethod { .. } => message::METHOD_NOT_FOUND,
            Self::UnsupportedVersion { .. } => UNSUPPORTED_VERSION,
        }
    }

    /// The status of the answer when the message spoke a revision of `era`.
    pub(crate) const fn status(&self, era: Era) -> Status {
        match (self, self.code(), era) {
            (Self::MessageTooLong, ..) => Status::TooLarge,
            // Without an object there is no `_meta`, which every request of the modern era has to have.
            (Self::Meta { .. } | Self::MetaShape, ..)
            | (Self::Params, _, Era::Modern)
            | (
                _,
                message::PARSE_ERROR | message::INVALID_REQUEST | HEADER_MISMATCH | UNSUPPORTED_VERSION,
                _,
            ) => Status::BadRequest,
            (_, message::METHOD_NOT_FOUND, Era::Modern) => Status::NotFound,
            _ => Status::Ok,
        }
    }

    /// The `data` of the error, as JSON.
    pub(crate) fn data(&self) -> Option<Data<'_>> {
        match self {
            Self::Query { uri: Some(uri), .. } => Some(Data::Uri(uri)),
            Self::UnsupportedVersion { requested } => Some(Data::Versions { requested }),
            _ => None,
        }
    }
}

impl From<fmt::Error> for Fault {
    fn from(_: fmt::Error) -> Self {
        Self::Unwritten
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Batch { version } => write!(f, "invalid request: {} has no batches", version.as_str()),
            Self::BatchFull => write!(
                f,
                "the answers to this batch exceed {BATCH_OUTPUT_LIMIT} bytes; send this request again on its own"
            ),
            Self::BatchTooLong { len } => {
                write!(f, "invalid request: a batch of {len} messages, and {BATCH_LIMIT} are the most")
            }
            Self::HeaderMismatch { header, value, body } => write!(
                f,
                "header mismatch: {header} is `{}`, and the body says `{}`",
                Shown(value),
                Shown(body)
            ),
            Self::HeaderMalformed { header } => write!(f, "header mismatch: {header} cannot be read"),
            Self::HeaderMissing { header } => write!(f, "header mismatch: {header} is missing"),
            Self::HeaderRepeated { header } => write!(f, "header mismatch: {header} is there more than once"),
            Self::Invalid(reason) => {
                let kind = if *reason == Reason::Syntax { "parse error" } else { "invalid request" };
                write!(f, "{kind}: {reason}")
            }
            Self::Meta { key, expected } => {
                write!(f, "invalid params: `_meta[\"{key}\"]` must be {expected}")
            }
            Self::MetaShape => {
                f.write_str("invalid params: `_meta` must be an object that has no member twice")
            }
            Self::MessageTooLong => write!(f, "invalid request: a message has at most {MESSAGE_LIMIT} bytes"),
            Self::NotInBatch { version, method } => {
                let (method, version) = (Shown(method), version.as_str());
                write!(f, "invalid request: `{method}` of {version} cannot be part of a batch")
            }
            Self::Param { name, expected } => write!(f, "invalid params: `{name}` must be {expected}"),
            Self::Params => {
                f.write_str("invalid params: `params` must be an object that has no member twice")
            }
            Self::Query { message, .. } => f.write_str(message),
            Self::UnknownArgument { name } => {
                write!(f, "invalid params: `{}` is no argument of the template; `path` is", Shown(name))
            }
            Self::UnknownCursor => {
                f.write_str("invalid cursor: it was not issued by this server; start again without a cursor")
            }
            Self::UnknownMethod { method, version } => {
                write!(f, "method not found: `{}` is not served in {}", Shown(method), version.as_str())
            }
            Self::UnknownPrompt { name } => {
                write!(f, "invalid params: no prompt is called `{}`", Shown(name))
            }
            Self::UnknownReference { reference } => write!(
                f,
                "invalid params: nothing is completed for `{}`; the templates of resources/templates/list are",
                Shown(reference)
            ),
            Self::UnknownTool { name } => write!(f, "invalid params: no tool is called `{}`", Shown(name)),
            Self::Unwritten => f.write_str("internal error: the answer could not be written"),
            Self::UnsupportedVersion { requested } => {
                write!(f, "unsupported protocol version `{}`", Shown(requested))
            }
        }
    }
}

impl Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Object => "an object",
            Self::OptionalObject => "an object where it is given",
            Self::OptionalString => "a string where it is given",
            Self::String => "a string",
        })
    }
}

/// What an error carries besides its sentence, for programs.
pub(crate) enum Data<'f> {
    /// The URI that was asked for.
    Uri(&'f str),
    /// What was asked for, and what could have been.
    Versions { requested: &'f str },
}

impl Display for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uri(uri) => {
                f.write_str("{\"uri\":")?;
                json::write_string(f, uri)?;
            }
            Self::Versions { requested } => {
                f.write_str("{\"supported\":")?;
                Version::write_all(f)?;
                f.write_str(",\"requested\":")?;
                json::write_string(f, requested)?;
            }
        }
        f.write_str("}")
    }
}
