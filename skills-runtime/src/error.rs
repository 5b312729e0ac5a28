//! Why a query was refused: the code and the message that a client gets. Not the envelope around them.

use core::fmt::{self, Write};

use crate::query::Era;

/// Invalid params.
const INVALID_PARAMS: i32 = -32602;
/// Method not found.
const METHOD_NOT_FOUND: i32 = -32601;
/// Resource not found, before 2026-07-28.
const RESOURCE_NOT_FOUND: i32 = -32002;

/// Why a [`Query`](crate::Query) was refused.
///
/// The message names the URI and the reason (SEP-15). What the client sent is shortened and its invisible characters
/// are escaped, so a message stays below a kilobyte, whatever was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryError<'q> {
    /// `resources/directory/read` is switched off.
    DirectoryReadNotServed,
    /// A cursor that was not issued for this request by this build.
    InvalidCursor {
        /// What was sent.
        cursor: &'q str,
        /// What is wrong with it.
        fault: CursorFault,
    },
    /// A `%` in the URI is not followed by two hexadecimal digits.
    MalformedUri {
        /// What was sent.
        uri: &'q str,
    },
    /// The URI names a file where a directory is wanted.
    NotADirectory {
        /// What was sent.
        uri: &'q str,
    },
    /// The URI names a directory where a file is wanted.
    NotAFile {
        /// What was sent.
        uri: &'q str,
    },
    /// The URI names something that is not the `SKILL.md` of a skill.
    NotASkill {
        /// What was sent.
        uri: &'q str,
    },
    /// Nothing is served at the URI, and a directory was wanted.
    UnknownDirectory {
        /// What was sent.
        uri: &'q str,
    },
    /// Nothing is served at the URI, and a file was wanted.
    UnknownFile {
        /// What was sent.
        uri: &'q str,
    },
    /// Nothing is served at the URI, and a skill was wanted.
    UnknownSkill {
        /// What was sent.
        uri: &'q str,
    },
}

/// What is wrong with a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CursorFault {
    /// It was issued for another method or another directory.
    Misplaced,
    /// It was issued by another build.
    Stale,
    /// It was never issued: the empty text, a forgery, a damaged copy.
    Unknown,
}

impl QueryError<'_> {
    /// The code of the JSON-RPC error (SEP-8, SEP-9, SEP-10).
    #[must_use]
    pub const fn code(&self, era: Era) -> i32 {
        match (self, era) {
            (Self::DirectoryReadNotServed, _) => METHOD_NOT_FOUND,
            (Self::UnknownFile { .. } | Self::NotAFile { .. }, Era::Legacy) => RESOURCE_NOT_FOUND,
            _ => INVALID_PARAMS,
        }
    }
}

impl fmt::Display for QueryError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::DirectoryReadNotServed => {
                f.write_str("method not found: resources/directory/read is not served here")
            }
            Self::InvalidCursor { cursor, fault } => {
                write!(
                    f,
                    "invalid cursor `{}`: {}",
                    Shown(cursor),
                    match fault {
                        CursorFault::Misplaced => "it was issued for another request",
                        CursorFault::Stale =>
                            "it was issued by another build of this server; start again without a cursor",
                        CursorFault::Unknown =>
                            "it was not issued by this server; start again without a cursor",
                    }
                )
            }
            Self::MalformedUri { uri } => {
                write!(f, "malformed URI {}: a `%` is not followed by two hexadecimal digits", Shown(uri))
            }
            Self::NotADirectory { uri } => write!(f, "{} is a file, not a directory", Shown(uri)),
            Self::NotAFile { uri } => write!(f, "{} is a directory, not a file", Shown(uri)),
            Self::NotASkill { uri } => write!(f, "{} is not the SKILL.md of a skill", Shown(uri)),
            Self::UnknownDirectory { uri } => {
                write!(f, "no directory is served at {}{}", Shown(uri), Hint(uri))
            }
            Self::UnknownFile { uri } => write!(f, "no file is served at {}{}", Shown(uri), Hint(uri)),
            Self::UnknownSkill { uri } => write!(f, "no skill is served at {}{}", Shown(uri), Hint(uri)),
        }
    }
}

impl core::error::Error for QueryError<'_> {}

/// What a client sent, made safe to print: short, on one line, nothing invisible in it.
pub(crate) struct Shown<'q>(pub(crate) &'q str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 200;
        if self.0.is_empty() {
            return f.write_str("(empty)");
        }
        let mut left = MOST;
        for char in self.0.chars() {
            let escape = is_invisible(char);
            let cost = if escape { char.escape_unicode().len() } else { char.len_utf8() };
            if cost > left {
                return f.write_str("…");
            }
            left -= cost;
            if escape { write!(f, "{}", char.escape_unicode())? } else { f.write_char(char)? }
        }
        Ok(())
    }
}

/// Characters that change how a line looks without being seen: controls, bidirectional marks, zero-width and tag
/// characters, line and paragraph separators, the byte order mark.
fn is_invisible(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Why nothing was found, where the URI itself tells.
struct Hint<'q>(&'q str);

impl fmt::Display for Hint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            uri if !uri.contains("://") => ": it is not an absolute URI",
            uri if uri.ends_with("://") => ": the root has no URI; start with skills/list",
            uri if uri.contains(['?', '#']) => ": URIs here have no query and no fragment",
            uri if uri.ends_with('/') => ": URIs here do not end in a slash",
            _ => "",
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_code() {
        let uri = "skill://a";
        let invalid = [
            QueryError::InvalidCursor { cursor: "", fault: CursorFault::Unknown },
            QueryError::MalformedUri { uri },
            QueryError::NotADirectory { uri },
            QueryError::NotASkill { uri },
            QueryError::UnknownDirectory { uri },
            QueryError::UnknownSkill { uri },
        ];
        for error in invalid {
            // SEP-8, SEP-9
            assert_eq!((error.code(Era::Legacy), error.code(Era::Modern)), (-32602, -32602), "{error}");
        }
        for error in [QueryError::UnknownFile { uri }, QueryError::NotAFile { uri }] {
            // SEP-10
            assert_eq!((error.code(Era::Legacy), error.code(Era::Modern)), (-32002, -32602), "{error}");
        }
        // SEP-9
        let not_served = QueryError::DirectoryReadNotServed;
        assert_eq!((not_served.code(Era::Legacy), not_served.code(Era::Modern)), (-32601, -32601));
    }

    #[test]
    fn messages_name_the_uri_and_the_reason() {
        // SEP-15
        let uri = "skill://acme/refunds/SKILL.md";
        let cases = [
            (
                QueryError::MalformedUri { uri: "skill://a%" },
                "malformed URI skill://a%: a `%` is not followed by two hexadecimal digits",
            ),
            (QueryError::NotADirectory { uri }, "skill://acme/refunds/SKILL.md is a file, not a directory"),
            (QueryError::NotAFile { uri: "skill://acme" }, "skill://acme is a directory, not a file"),
            (QueryError::NotASkill { uri: "skill://acme" }, "skill://acme is not the SKILL.md of a skill"),
            (QueryError::UnknownSkill { uri }, "no skill is served at skill://acme/refunds/SKILL.md"),
            (
                QueryError::UnknownSkill { uri: "refunds" },
                "no skill is served at refunds: it is not an absolute URI",
            ),
            (
                QueryError::UnknownDirectory { uri: "skill://acme/" },
                "no directory is served at skill://acme/: URIs here do not end in a slash",
            ),
            (
                QueryError::UnknownDirectory { uri: "skill://" },
                "no directory is served at skill://: the root has no URI; start with skills/list",
            ),
            (
                QueryError::UnknownFile { uri: "skill://a?b" },
                "no file is served at skill://a?b: URIs here have no query and no fragment",
            ),
            (
                QueryError::InvalidCursor { cursor: "", fault: CursorFault::Unknown },
                "invalid cursor `(empty)`: it was not issued by this server; start again without a cursor",
            ),
            (
                QueryError::InvalidCursor { cursor: "abc", fault: CursorFault::Misplaced },
                "invalid cursor `abc`: it was issued for another request",
            ),
        ];
        for (error, message) in cases {
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn what_was_sent_is_shortened_and_escaped() {
        let long = format!("skill://{}", "é".repeat(1_000_000));
        let message = QueryError::UnknownFile { uri: &long }.to_string();
        assert!(
            message.starts_with("no file is served at skill://ééé") && message.ends_with("é…"),
            "{message}"
        );
        assert!(message.len() < 250);
        let hidden = "skill://a\n\u{202e}\u{200b}\u{e0041}\u{7}";
        assert_eq!(
            QueryError::UnknownFile { uri: hidden }.to_string(),
            r"no file is served at skill://a\u{a}\u{202e}\u{200b}\u{e0041}\u{7}"
        );
        let many = "\u{e0041}".repeat(1_000);
        assert!(QueryError::UnknownFile { uri: &many }.to_string().len() < 250);
    }
}
