//! Whether the headers of an HTTP request say what its body says (`MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name`).
//! Not which headers a request has: that is read by the transport.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::string::String;
use alloc::vec::Vec;

use crate::session::fault::Fault;
use crate::session::meta::{Field, Headers};

const PROTOCOL_VERSION: &str = "MCP-Protocol-Version";
const METHOD: &str = "Mcp-Method";
const NAME: &str = "Mcp-Name";

/// The value of `MCP-Protocol-Version`.
pub(crate) fn protocol_version<'m>(headers: &Headers<'m>) -> Result<Option<&'m str>, Fault> {
    read(headers.protocol_version, PROTOCOL_VERSION)
}

/// Checks `MCP-Protocol-Version` against the version in `_meta`.
pub(crate) fn check_version(headers: &Headers<'_>, body: &str) -> Result<(), Fault> {
    compare(PROTOCOL_VERSION, protocol_version(headers)?, body)
}

/// Checks `Mcp-Method` and `Mcp-Name`; `name` is what the method is called about, its `uri` or its `name`.
pub(crate) fn check_call(headers: &Headers<'_>, method: &str, name: Option<&str>) -> Result<(), Fault> {
    compare(METHOD, read(headers.method, METHOD)?, method)?;
    let Some(name) = name else { return Ok(()) };
    let Some(header) = read(headers.name, NAME)? else {
        let required = matches!(method, "prompts/get" | "resources/read" | "tools/call");
        return if required { Err(Fault::HeaderMissing { header: NAME }) } else { Ok(()) };
    };
    match decode(header) {
        None => Err(Fault::HeaderMalformed { header: NAME }),
        Some(decoded) if *decoded == *name.as_bytes() => Ok(()),
        Some(decoded) => Err(mismatch(NAME, &String::from_utf8_lossy(&decoded), name)),
    }
}

fn compare(header: &'static str, value: Option<&str>, body: &str) -> Result<(), Fault> {
    match value {
        None => Err(Fault::HeaderMissing { header }),
        Some(value) if value == body => Ok(()),
        Some(value) => Err(mismatch(header, value, body)),
    }
}

fn mismatch(header: &'static str, value: &str, body: &str) -> Fault {
    Fault::HeaderMismatch { header, value: value.to_owned(), body: body.to_owned() }
}

/// The value, if it has nothing but what a header value may have: visible ASCII, space, tab.
fn read<'m>(field: Field<'m>, header: &'static str) -> Result<Option<&'m str>, Fault> {
    match field {
        Field::Absent => Ok(None),
        Field::Repeated => Err(Fault::HeaderRepeated { header }),
        Field::Value(bytes) => {
            let plain = bytes.iter().all(|byte| matches!(byte, b'\t' | b' '..=b'~'));
            let text = core::str::from_utf8(bytes).ok().filter(|_| plain);
            text.map(Some).ok_or(Fault::HeaderMalformed { header })
        }
    }
}

/// The bytes that a value stands for: itself, or what is between `=?base64?` and `?=`.
fn decode(value: &str) -> Option<Cow<'_, [u8]>> {
    match value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        None => Some(Cow::Borrowed(value.as_bytes())),
        Some(encoded) => decode_base64(encoded.as_bytes()).map(Cow::Owned),
    }
}

/// Standard alphabet, padded, nothing else: an encoding that two readers could read differently is no agreement.
fn decode_base64(encoded: &[u8]) -> Option<Vec<u8>> {
    let (groups, rest) = encoded.as_chunks::<4>();
    if !rest.is_empty() {
        return None;
    }
    let mut decoded = Vec::with_capacity(groups.len() * 3);
    let last = groups.len().checked_sub(1);
    for (at, group) in groups.iter().enumerate() {
        let padding = match group {
            [_, _, b'=', b'='] => 2,
            [_, _, _, b'='] => 1,
            _ => 0,
        };
        if padding > 0 && Some(at) != last {
            return None;
        }
        let mut word = 0_u32;
        for &digit in group.iter().take(4 - padding) {
            word = word << 6 | value(digit)?;
        }
        word <<= 6 * padding;
        let [_, bytes @ ..] = word.to_be_bytes();
        let (kept, dropped) = bytes.split_at_checked(3 - padding)?;
        if dropped.iter().any(|&byte| byte != 0) {
            return None;
        }
        decoded.extend_from_slice(kept);
    }
    Some(decoded)
}

fn value(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn an_encoded_value_is_read_strictly() {
        let cases: &[(&str, Option<&str>)] = &[
            ("us-west1", Some("us-west1")),
            ("=?base64?SGVsbG8sIOS4lueVjA==?=", Some("Hello, 世界")),
            ("=?base64?IHBhZGRlZCA=?=", Some(" padded ")),
            ("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", Some("=?base64?literal?=")),
            ("=?base64??=", Some("")),
            // Without both markers it is a value like any other.
            ("=?base64?SGVsbG8=", Some("=?base64?SGVsbG8=")),
            ("SGVsbG8=?=", Some("SGVsbG8=?=")),
            ("=?BASE64?SGVsbG8=?=", Some("=?BASE64?SGVsbG8=?=")),
            ("=?base64?=", Some("=?base64?=")),
            // Padding missing, too much, in the middle; another alphabet; bits that nothing stands for.
            ("=?base64?SGVsbG8?=", None),
            ("=?base64?SGVsbG8==?=", None),
            ("=?base64?====?=", None),
            ("=?base64?=AAA?=", None),
            ("=?base64?SGU=SGU=?=", None),
            ("=?base64?SGVs!!!bG8=?=", None),
            ("=?base64?-_-_?=", None),
            ("=?base64?SGVsbG9=?=", None),
            ("=?base64?SGVs bG8=?=", None),
        ];
        for (value, expected) in cases {
            let decoded = decode(value);
            assert_eq!(decoded.as_deref(), expected.map(str::as_bytes), "{value}");
        }
    }

    #[test]
    fn every_byte_survives_the_encoding() {
        let bytes: Vec<u8> = (0..=255).collect();
        for len in 0..=bytes.len() {
            let mut encoded = String::new();
            crate::json::write_base64(&mut encoded, &bytes[..len]).unwrap();
            let value = format!("=?base64?{}?=", encoded.trim_matches('"'));
            assert_eq!(decode(&value).as_deref(), Some(&bytes[..len]));
        }
    }
}
