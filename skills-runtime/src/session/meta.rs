//! What a transport knows about a message besides its bytes, as it was received. Not a judgement of it.

use core::any::Any;
use core::fmt;

/// What came along with a message.
///
/// A byte stream (standard input, a socket) has nothing but the bytes: [`Meta::stream`]. Over HTTP some headers
/// repeat what the body says, and the [`Session`](crate::Session) refuses a message whose headers and body disagree:
/// [`Meta::http`].
#[derive(Clone, Copy)]
pub struct Meta<'m> {
    headers: Option<Headers<'m>>,
    context: Option<&'m dyn Any>,
}

/// The headers of an HTTP request that mirror its body.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Headers<'m> {
    /// `MCP-Protocol-Version`.
    pub protocol_version: Field<'m>,
    /// `Mcp-Method`.
    pub method: Field<'m>,
    /// `Mcp-Name`.
    pub name: Field<'m>,
}

/// One header of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Field<'m> {
    /// The request does not have it.
    #[default]
    Absent,
    /// Its value, without the blanks around it.
    Value(&'m [u8]),
    /// The request has it more than once, so nobody can tell which value another reader took.
    Repeated,
}

impl<'m> Meta<'m> {
    /// A message from a stream of bytes.
    #[must_use]
    pub const fn stream() -> Self {
        Self { headers: None, context: None }
    }

    /// A message from the body of an HTTP request.
    #[must_use]
    pub const fn http(headers: Headers<'m>) -> Self {
        Self { headers: Some(headers), context: None }
    }

    /// The message with what else the transport knows of its sender; [`Caller::context`](crate::Caller::context) has it
    /// for those who decide what a caller may see.
    #[must_use]
    pub const fn with_context(self, context: &'m dyn Any) -> Self {
        Self { context: Some(context), ..self }
    }

    pub(crate) const fn context(&self) -> Option<&'m dyn Any> {
        self.context
    }

    pub(crate) const fn headers(&self) -> Option<&Headers<'m>> {
        self.headers.as_ref()
    }
}

impl fmt::Debug for Meta<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meta")
            .field("headers", &self.headers)
            .field("has_context", &self.context.is_some())
            .finish()
    }
}

impl<'m> FromIterator<&'m [u8]> for Field<'m> {
    /// From every value that a request has under one name.
    fn from_iter<I: IntoIterator<Item = &'m [u8]>>(values: I) -> Self {
        let mut values = values.into_iter();
        match (values.next(), values.next()) {
            (None, _) => Self::Absent,
            (Some(value), None) => Self::Value(value),
            (Some(_), Some(_)) => Self::Repeated,
        }
    }
}
