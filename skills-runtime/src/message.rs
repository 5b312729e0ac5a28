//! The JSON-RPC 2.0 envelope: bytes to messages, answers to text. Not what a method means, nor which revision allows it.

use alloc::borrow::Cow;
use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::fmt::{self, Display, Write as _};

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::json;
use crate::rope::Output;

/// The code of bytes that are not JSON.
pub(crate) const PARSE_ERROR: i32 = -32700;
/// The code of JSON that is not a request.
pub(crate) const INVALID_REQUEST: i32 = -32600;
/// The code of a method that is not served.
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
/// The code of parameters that a method cannot take.
pub(crate) const INVALID_PARAMS: i32 = -32602;
/// The code of a failure on our side.
pub(crate) const INTERNAL_ERROR: i32 = -32603;

/// What one message is.
pub(crate) enum Message<'m> {
    /// To be answered under its id.
    Request(Request<'m>),
    /// Never to be answered.
    Notification,
    /// A client's answer to a request that we never send.
    Response,
    /// Several messages in one array.
    Batch(Batch<'m>),
}

/// A call of a method.
pub(crate) struct Request<'m> {
    pub(crate) id: Id<'m>,
    pub(crate) method: Cow<'m, str>,
    /// Any JSON value: what it has to be is the method's business.
    pub(crate) params: Option<&'m RawValue>,
}

/// A string or an integer, kept as it was spelled.
#[derive(Clone, Copy)]
pub(crate) struct Id<'m>(&'m str);

/// The elements of an array, as far as they were kept.
pub(crate) struct Batch<'m> {
    pub(crate) elements: Vec<&'m RawValue>,
    /// How many elements the array has.
    pub(crate) len: usize,
}

/// Why there is no message in the bytes.
pub(crate) struct Invalid<'m> {
    /// The id, where it could be read all the same.
    pub(crate) id: Option<Id<'m>>,
    pub(crate) reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Not JSON, or not UTF-8.
    Syntax,
    /// JSON, but neither an object nor a filled array.
    Shape,
    /// A member of the envelope appears twice.
    Repeated,
    /// `jsonrpc` is not `"2.0"`.
    Version,
    /// `id` is neither a string nor an integer.
    Id,
    /// `method` is missing or not a string.
    Method,
}

impl<'m> Message<'m> {
    /// Reads the bytes of one message; of a batch, at most `batch_limit` elements are kept.
    pub(crate) fn parse(bytes: &'m [u8], batch_limit: usize) -> Result<Self, Invalid<'m>> {
        let text = core::str::from_utf8(bytes).map_err(|_| Invalid { id: None, reason: Reason::Syntax })?;
        if !text.trim_ascii_start().starts_with('[') {
            return Self::parse_one(text);
        }
        let mut json = serde_json::Deserializer::from_str(text);
        let batch = json.deserialize_seq(Elements { limit: batch_limit });
        match batch.and_then(|batch| json.end().map(|()| batch)) {
            Ok(Batch { len: 0, .. }) => Err(Invalid { id: None, reason: Reason::Shape }),
            Ok(batch) => Ok(Self::Batch(batch)),
            Err(_) => Err(Invalid { id: None, reason: Reason::Syntax }),
        }
    }

    /// Reads one message that is not a batch: a whole text, or an element of a batch.
    pub(crate) fn parse_one(text: &'m str) -> Result<Self, Invalid<'m>> {
        let envelope: Envelope<'m> = match serde_json::from_str(text) {
            // A derived reader takes an array for an object.
            Ok(envelope) if is_object(text) => envelope,
            Ok(_) => return Err(Invalid { id: None, reason: Reason::Shape }),
            Err(error) => return Err(Invalid { id: None, reason: reason(text, &error) }),
        };
        let id = envelope.id.map(Id::new);
        let echo = id.flatten();
        if envelope.jsonrpc.and_then(text_of).as_deref() != Some("2.0") {
            return Err(Invalid { id: echo, reason: Reason::Version });
        }
        let Some(method) = envelope.method else {
            let answers = envelope.result.is_some() || envelope.error.is_some();
            return if answers {
                Ok(Self::Response)
            } else {
                Err(Invalid { id: echo, reason: Reason::Method })
            };
        };
        let Some(method) = text_of(method) else { return Err(Invalid { id: echo, reason: Reason::Method }) };
        match id {
            None => Ok(Self::Notification),
            Some(None) => Err(Invalid { id: None, reason: Reason::Id }),
            Some(Some(id)) => Ok(Self::Request(Request { id, method, params: envelope.params })),
        }
    }
}

impl<'m> Id<'m> {
    fn new(raw: &'m RawValue) -> Option<Self> {
        let text = raw.get();
        let digits = text.strip_prefix('-').unwrap_or(text);
        let fits = text.starts_with('"') || digits.bytes().all(|byte| byte.is_ascii_digit());
        fits.then_some(Self(text))
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "the message is not JSON in UTF-8",
            Self::Shape => "a message is an object",
            Self::Repeated => "a member of the message appears twice",
            Self::Version => "`jsonrpc` is not \"2.0\"",
            Self::Id => "`id` is neither a string nor an integer",
            Self::Method => "`method` is missing or not a string",
        })
    }
}

impl Reason {
    pub(crate) const fn code(self) -> i32 {
        match self {
            Self::Syntax => PARSE_ERROR,
            _ => INVALID_REQUEST,
        }
    }
}

/// Writes an answer whose result is what `result` writes.
pub(crate) fn write_result<E>(
    out: &mut Output<'_>,
    id: Id<'_>,
    result: impl FnOnce(&mut Output<'_>) -> Result<(), E>,
) -> Result<(), E> {
    out.push_str("{\"jsonrpc\":\"2.0\",\"id\":");
    out.push_str(id.0);
    out.push_str(",\"result\":");
    result(out)?;
    out.push('}');
    Ok(())
}

/// Writes an error; `data` writes JSON.
pub(crate) fn write_error(
    out: &mut Output<'_>,
    id: Option<Id<'_>>,
    code: i32,
    message: &dyn Display,
    data: Option<&dyn Display>,
) -> fmt::Result {
    let id = id.map_or("null", |id| id.0);
    write!(out, "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":")?;
    json::write_string(out, &message.to_string())?;
    if let Some(data) = data {
        write!(out, ",\"data\":{data}")?;
    }
    out.push_str("}}");
    Ok(())
}

/// The members of a message, unjudged: a judgement while reading would lose the id.
#[derive(Deserialize)]
struct Envelope<'m> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'m RawValue>,
    #[serde(default, deserialize_with = "ignored")]
    result: Option<IgnoredAny>,
    #[serde(default, deserialize_with = "ignored")]
    error: Option<IgnoredAny>,
}

/// Keeps a `null` apart from an absent member, which `Option` alone does not.
pub(crate) fn present<'de, D: Deserializer<'de>>(json: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(json).map(Some)
}

fn ignored<'de, D: Deserializer<'de>>(json: D) -> Result<Option<IgnoredAny>, D::Error> {
    Deserialize::deserialize(json).map(Some)
}

/// The string that a value is, borrowed where it has no escape.
pub(crate) fn text_of(raw: &RawValue) -> Option<Cow<'_, str>> {
    #[derive(Deserialize)]
    struct Text<'m>(#[serde(borrow)] Cow<'m, str>);
    serde_json::from_str(raw.get()).ok().map(|Text(text)| text)
}

/// A reader that meets a repeated member stops there, so what follows may still not be JSON.
fn reason(text: &str, error: &serde_json::Error) -> Reason {
    if error.classify() != Category::Data || serde_json::from_str::<IgnoredAny>(text).is_err() {
        Reason::Syntax
    } else if is_object(text) {
        Reason::Repeated
    } else {
        Reason::Shape
    }
}

fn is_object(text: &str) -> bool {
    text.trim_ascii_start().starts_with('{')
}

struct Elements {
    limit: usize,
}

impl<'de> Visitor<'de> for Elements {
    type Value = Batch<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of messages")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut batch = Batch { elements: Vec::new(), len: 0 };
        while batch.elements.len() < self.limit {
            let Some(element) = seq.next_element()? else { return Ok(batch) };
            batch.elements.push(element);
            batch.len += 1;
        }
        while seq.next_element::<IgnoredAny>()?.is_some() {
            batch.len += 1;
        }
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::{String, ToString};

    use super::*;

    /// What a message is, in a word, with the id that an answer to it would have.
    fn kind(bytes: &[u8]) -> String {
        match Message::parse(bytes, 3) {
            Ok(Message::Request(request)) => {
                let params = request.params.map_or("-", RawValue::get);
                format!("request {} {} {params}", request.id.0, request.method)
            }
            Ok(Message::Notification) => "notification".to_string(),
            Ok(Message::Response) => "response".to_string(),
            Ok(Message::Batch(batch)) => format!("batch of {}, {} kept", batch.len, batch.elements.len()),
            Err(Invalid { id, reason }) => format!("{reason:?} {}", id.map_or("-", |id| id.0)),
        }
    }

    #[test]
    fn every_kind_of_message_is_told_from_the_others() {
        let cases: &[(&str, &str)] = &[
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "request 1 ping -"),
            (r#" {"method":"p\u0069ng","params":[1],"id":"a","jsonrpc":"2.0"} "#, "request \"a\" ping [1]"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null,"more":{}}"#, "request 1 ping null"),
            (r#"{"jsonrpc":"\u0032.0","id":1,"method":"ping"}"#, "request 1 ping -"),
            (r#"{"jsonrpc":"2.0","method":"notifications/x","params":3}"#, "notification"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "response"),
            (r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#, "response"),
            // A method makes it a request, whatever else is there.
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#, "request 1 ping -"),
            ("[1]", "batch of 1, 1 kept"),
            (" [1,2,3,4,5] ", "batch of 5, 3 kept"),
            ("[]", "Shape -"),
            ("3", "Shape -"),
            ("\"ping\"", "Shape -"),
            ("null", "Shape -"),
            (r#"{"id":1,"method":"ping"}"#, "Version 1"),
            (r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, "Version 1"),
            (r#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#, "Version \"x\""),
            (r#"{"jsonrpc":"2.0","id":1}"#, "Method 1"),
            (r#"{"jsonrpc":"2.0"}"#, "Method -"),
            (r#"{"jsonrpc":"2.0","id":7,"method":null}"#, "Method 7"),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":3}"#, "Method -"),
            (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, "Repeated -"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","\u006dethod":"ping"}"#, "Repeated -"),
            // What follows a repeated member is read all the same: this is no JSON.
            (r#"{"id":1,"id":2,"#, "Syntax -"),
            ("", "Syntax -"),
            (" \n ", "Syntax -"),
            ("{}x", "Syntax -"),
            ("{", "Syntax -"),
            ("[1,", "Syntax -"),
            ("[1] 2", "Syntax -"),
            ("{'a':1}", "Syntax -"),
            ("{\"a\":01}", "Syntax -"),
            ("\u{feff}{}", "Syntax -"),
            ("{\"jsonrpc\":\"2.0\",\"id\":\"\n\",\"method\":\"ping\"}", "Syntax -"),
        ];
        for (message, expected) in cases {
            assert_eq!(kind(message.as_bytes()), *expected, "{message}");
        }
        assert_eq!(kind(b"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\"}"), "Syntax -");
        assert_eq!(kind(b"\xff\xfe{\0}\0"), "Syntax -");
    }

    #[test]
    fn an_id_is_a_string_or_an_integer_and_keeps_its_spelling() {
        let long = "9".repeat(400);
        for id in ["0", "-0", "-1", "12345678901234567890123", "\"\"", r#""\u0041\ud800""#, &long] {
            let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#);
            assert_eq!(kind(message.as_bytes()), format!("request {id} m -"));
        }
        for id in ["null", "1.0", "1e3", "true", "{}", "[]", "[1]"] {
            let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#);
            assert_eq!(kind(message.as_bytes()), "Id -", "{id}");
        }
    }

    #[test]
    fn nesting_costs_no_stack() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        assert_eq!(kind(deep.as_bytes()), "batch of 1, 1 kept");
        let params = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{deep}}}"#);
        assert!(kind(params.as_bytes()).starts_with("request 1 m [["));
        let open = "[".repeat(400_000);
        assert_eq!(kind(open.as_bytes()), "Syntax -");
        let objects = r#"{"a":"#.repeat(100_000) + "1" + &"}".repeat(100_000);
        assert_eq!(kind(objects.as_bytes()), "Version -");
    }

    #[test]
    fn errors_are_json_whatever_they_quote() {
        let mut out = String::from("before");
        let data = "{\"uri\":1}";
        write_error(&mut Output::whole(&mut out), None, PARSE_ERROR, &"a \"quote\"\n\u{1}", Some(&data))
            .unwrap();
        let error: serde_json::Value = serde_json::from_str(out.strip_prefix("before").unwrap()).unwrap();
        assert_eq!(
            error,
            serde_json::json!({
                "jsonrpc": "2.0",
                "id": null,
                "error": {"code": -32700, "message": "a \"quote\"\n\u{1}", "data": {"uri": 1}},
            })
        );
    }
}
