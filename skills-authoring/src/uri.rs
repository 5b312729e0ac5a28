//! Where a catalog lies in the namespace: scheme, prefix, and the URI of every path. Parsing URIs is the runtime's.

use core::fmt;

use crate::model::SKILL_MD;

/// Why a prefix cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PrefixError {
    /// Nothing was given.
    Empty,
    /// Two slashes meet, or one stands at an end.
    EmptySegment,
    /// A segment is `.` or `..`, which clients resolve away.
    DotSegment,
    /// A segment is `SKILL.md` in some spelling, which no folder may be called.
    SkillMd,
    /// A segment contains a character that no file name of a skill may contain either.
    Character {
        /// The first of them.
        character: char,
    },
}

/// Why a scheme cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemeError {
    /// Nothing was given.
    Empty,
    /// It does not start with a letter.
    Start {
        /// What it starts with.
        character: char,
    },
    /// It contains something other than lower-case letters, digits, `+`, `-` and `.`.
    Character {
        /// The first of them.
        character: char,
    },
}

/// `scheme://[prefix/]`, which every URI of a catalog starts with.
#[derive(Clone, Debug)]
pub(crate) struct Namespace {
    scheme: String,
    prefix: Option<String>,
}

impl Namespace {
    pub(crate) const DEFAULT_SCHEME: &'static str = "skill";

    /// Both must have passed [`check_scheme`] and [`check_prefix`].
    pub(crate) fn new(scheme: &str, prefix: Option<&str>) -> Self {
        Self { scheme: scheme.to_owned(), prefix: prefix.map(str::to_owned) }
    }

    pub(crate) fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The path in the namespace of what lies at `path` below the root: with the prefix, not encoded.
    pub(crate) fn path(&self, path: &str) -> String {
        match &self.prefix {
            Some(prefix) => format!("{prefix}/{path}"),
            None => path.to_owned(),
        }
    }

    /// The URI of a path in the namespace (SEP-2).
    pub(crate) fn uri(&self, path: &str) -> String {
        let mut uri = String::with_capacity(self.scheme.len() + 3 + path.len());
        uri.push_str(&self.scheme);
        uri.push_str(":/");
        for (at, segment) in path.split('/').enumerate() {
            uri.push('/');
            push_segment(&mut uri, segment, if at == 0 { AUTHORITY } else { SEGMENT });
        }
        uri
    }
}

/// A path of the file system as a URI reference: relative as it is, or a `file` URI.
pub(crate) fn reference(path: &str) -> String {
    if path.is_empty() {
        return ".".to_owned();
    }
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for (at, segment) in path.split('/').enumerate() {
        if at > 0 {
            uri.push('/');
        }
        // A colon in the first segment would make a scheme of it.
        push_segment(&mut uri, segment, if at == 0 { AUTHORITY } else { SEGMENT });
    }
    uri
}

/// # Errors
///
/// When a segment of `prefix` is empty, `.`, `..` or `SKILL.md`, or contains a backslash or a control character.
pub(crate) fn check_prefix(prefix: &str) -> Result<(), PrefixError> {
    if prefix.is_empty() {
        return Err(PrefixError::Empty);
    }
    for segment in prefix.split('/') {
        match segment {
            "" => return Err(PrefixError::EmptySegment),
            "." | ".." => return Err(PrefixError::DotSegment),
            _ if segment.eq_ignore_ascii_case(SKILL_MD) => return Err(PrefixError::SkillMd),
            _ => {}
        }
        if let Some(character) =
            segment.chars().find(|character| *character == '\\' || character.is_control())
        {
            return Err(PrefixError::Character { character });
        }
    }
    Ok(())
}

/// # Errors
///
/// When `scheme` is none by RFC 3986, or has capitals, which clients lower.
pub(crate) fn check_scheme(scheme: &str) -> Result<(), SchemeError> {
    let Some(start) = scheme.chars().next() else { return Err(SchemeError::Empty) };
    if !start.is_ascii_alphabetic() {
        return Err(SchemeError::Start { character: start });
    }
    let fits = |character: &char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || matches!(character, '+' | '-' | '.')
    };
    match scheme.chars().find(|character| !fits(character)) {
        Some(character) => Err(SchemeError::Character { character }),
        None => Ok(()),
    }
}

/// What may stand in a segment beside letters and digits: `pchar` of RFC 3986.
const SEGMENT: &[u8] = b"-._~!$&'()*+,;=:@";

/// What may stand in the first segment, which is where other schemes have user, host and port: `reg-name`.
const AUTHORITY: &[u8] = b"-._~!$&'()*+,;=";

fn push_segment(uri: &mut String, segment: &str, plain: &[u8]) {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || plain.contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let digits = [byte >> 4, byte & 15].map(|digit| DIGITS.get(usize::from(digit)).unwrap_or(&'0'));
            uri.push('%');
            uri.extend(digits);
        }
    }
}

impl fmt::Display for PrefixError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => out.write_str("the prefix is empty; leave it away"),
            Self::EmptySegment => {
                out.write_str("the prefix has an empty segment; write it like `acme/billing`")
            }
            Self::DotSegment => {
                out.write_str("`.` and `..` cannot be segments of the prefix: clients resolve them away")
            }
            Self::SkillMd => {
                out.write_str("a segment of the prefix cannot be `SKILL.md`: no folder may be called so")
            }
            Self::Character { character } => {
                write!(out, "the prefix cannot contain `{}`", character.escape_default())
            }
        }
    }
}

impl core::error::Error for PrefixError {}

impl fmt::Display for SchemeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => out.write_str("the scheme is empty; leave it away for `skill`"),
            Self::Start { character } => {
                write!(out, "a scheme starts with a letter, not with `{}`", character.escape_default())
            }
            Self::Character { character } => write!(
                out,
                "a scheme has lower-case letters, digits, `+`, `-` and `.` only, not `{}`",
                character.escape_default()
            ),
        }
    }
}

impl core::error::Error for SchemeError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(path: &str) -> String {
        Namespace::new("skill", None).uri(path)
    }

    #[test]
    fn segments_are_encoded_where_uris_demand_it() {
        // SEP-2
        assert_eq!(uri("pdf/SKILL.md"), "skill://pdf/SKILL.md");
        assert_eq!(uri("a/b c#d?e%f.md"), "skill://a/b%20c%23d%3Fe%25f.md");
        assert_eq!(uri("a/[x]{y}|^`\"<>\\"), "skill://a/%5Bx%5D%7By%7D%7C%5E%60%22%3C%3E%5C");
        assert_eq!(uri("a/-._~!$&'()*+,;=:@"), "skill://a/-._~!$&'()*+,;=:@");
        assert_eq!(uri("a/é\u{7f}\n"), "skill://a/%C3%A9%7F%0A");
    }

    #[test]
    fn paths_of_a_disk_are_references() {
        assert_eq!(reference("app/skills/a b/c:d.md"), "app/skills/a%20b/c:d.md");
        assert_eq!(reference("../skills"), "../skills");
        assert_eq!(reference("a:b/c"), "a%3Ab/c");
        assert_eq!(reference("/srv/50%"), "file:///srv/50%25");
        assert_eq!(reference(""), ".");
    }

    #[test]
    fn the_first_segment_is_no_user_host_and_port() {
        assert_eq!(uri("a:b@c/d:e@f"), "skill://a%3Ab%40c/d:e@f");
        assert_eq!(Namespace::new("skill", Some("a:b")).uri("a:b/c:d"), "skill://a%3Ab/c:d");
    }

    #[test]
    fn prefix_and_scheme_go_before_the_path() {
        let namespace = Namespace::new("docs+v1", Some("acme/our skills"));
        let path = namespace.path("billing/refunds");
        assert_eq!(path, "acme/our skills/billing/refunds");
        assert_eq!(namespace.uri(&path), "docs+v1://acme/our%20skills/billing/refunds");
    }

    #[test]
    fn a_prefix_is_segments_that_survive_a_client() {
        for good in ["acme", "acme/billing", "a b", "é", "a.b/..c"] {
            assert_eq!(check_prefix(good), Ok(()), "{good}");
        }
        let refused = |prefix: &str| check_prefix(prefix).unwrap_err();
        assert_eq!(refused(""), PrefixError::Empty);
        for bad in ["/acme", "acme/", "a//b", "/"] {
            assert_eq!(refused(bad), PrefixError::EmptySegment, "{bad}");
        }
        for bad in [".", "a/..", "../a"] {
            assert_eq!(refused(bad), PrefixError::DotSegment, "{bad}");
        }
        for bad in ["SKILL.md", "a/skill.MD"] {
            assert_eq!(refused(bad), PrefixError::SkillMd, "{bad}");
        }
        assert_eq!(refused("a\\b"), PrefixError::Character { character: '\\' });
        assert_eq!(refused("a\nb").to_string(), "the prefix cannot contain `\\n`");
    }

    #[test]
    fn a_scheme_is_one_of_rfc_3986_in_lower_case() {
        for good in ["skill", "github", "a1+-.b"] {
            assert_eq!(check_scheme(good), Ok(()), "{good}");
        }
        assert_eq!(check_scheme(""), Err(SchemeError::Empty));
        assert_eq!(check_scheme("1a"), Err(SchemeError::Start { character: '1' }));
        assert_eq!(check_scheme("skill:"), Err(SchemeError::Character { character: ':' }));
        assert_eq!(check_scheme("Skill"), Err(SchemeError::Character { character: 'S' }));
        assert_eq!(check_scheme("é"), Err(SchemeError::Start { character: 'é' }));
    }
}
