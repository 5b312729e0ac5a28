//! What kind of destination an author wrote, before anything is looked up.

use std::borrow::Cow;

/// A destination by its looks.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Destination<'a> {
    /// A URL, a place in the same file, or something to be filled in.
    Elsewhere,
    /// Files of one machine: a drive, a home folder, a share, a `file:` URL.
    Machine,
    /// A path that starts with a slash; what follows it, without query and fragment.
    Absolute(&'a str),
    /// A path that starts anywhere else, without query and fragment.
    Relative(&'a str),
}

impl<'a> Destination<'a> {
    pub(super) fn of(written: &'a str) -> Self {
        // By far the most common, and the rest is not as cheap to tell.
        if written.starts_with("https://") || written.starts_with("http://") {
            return Self::Elsewhere;
        }
        if written.starts_with("//") || is_placeholder(written) || is_stand_in(written) {
            return Self::Elsewhere;
        }
        if let Some(scheme) = scheme(written) {
            // A scheme of one letter is a drive.
            let is_machine = scheme.len() == 1 || scheme.eq_ignore_ascii_case("file");
            return if is_machine { Self::Machine } else { Self::Elsewhere };
        }
        if written.starts_with(['\\', '~']) {
            return Self::Machine;
        }
        let (path, _) = split(written);
        match path.strip_prefix('/') {
            _ if path.is_empty() => Self::Elsewhere,
            Some(path) => Self::Absolute(path),
            None => Self::Relative(path),
        }
    }
}

/// The path of a destination, and its query and fragment.
pub(super) fn split(written: &str) -> (&str, &str) {
    let end = written.find(['?', '#']).unwrap_or(written.len());
    written.split_at_checked(end).unwrap_or((written, ""))
}

/// Whether `text` has a part to be filled in: `{name}.md`, `<url>`, `$HOME`, `*.md`, `scripts/…`.
pub(super) fn is_placeholder(text: &str) -> bool {
    text.contains(['*', '<', '>', '{', '}', '$', '…']) || text.contains("...")
}

/// `path` without percent-encoding. An escape that is none stays, and so does one of a slash, which is no separator then.
pub(super) fn decoded(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, behind @ ..] = rest {
        let escaped = match rest {
            [b'%', high, low, behind @ ..] => {
                digit(*high).zip(digit(*low)).map(|(high, low)| (high * 16 + low, behind))
            }
            _ => None,
        };
        match escaped.filter(|(byte, _)| !matches!(byte, 0 | b'/')) {
            Some((byte, behind)) => {
                bytes.push(byte);
                rest = behind;
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(path), Cow::Owned)
}

/// `path` as a destination in Markdown: what would end it or mean something else is percent-encoded.
pub(crate) fn encoded(path: &str) -> String {
    let mut written = String::with_capacity(path.len());
    for character in path.chars() {
        if character.is_control() || " %?#<>()[]\\\"`".contains(character) {
            let mut bytes = [0; 4];
            for byte in character.encode_utf8(&mut bytes).bytes() {
                written.push_str(&format!("%{byte:02X}"));
            }
        } else {
            written.push(character);
        }
    }
    written
}

/// `written` as the URL that it may be short for.
pub(crate) fn with_scheme(written: &str) -> Option<String> {
    const DOMAINS: [&str; 8] = ["ai", "com", "dev", "edu", "gov", "io", "net", "org"];
    let host = split(written).0.split('/').next().unwrap_or_default();
    let (name, domain) = host.rsplit_once('.')?;
    let is_host = !name.is_empty() && (name.starts_with("www.") || DOMAINS.contains(&domain));
    let is_mail = host == written && host.contains('@');
    is_host.then(|| format!("{}{written}", if is_mail { "mailto:" } else { "https://" }))
}

fn scheme(written: &str) -> Option<&str> {
    let end = written.bytes().position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(&byte))?;
    let (scheme, rest) = written.split_at_checked(end)?;
    (rest.starts_with(':') && scheme.starts_with(|first: char| first.is_ascii_alphabetic())).then_some(scheme)
}

/// Whether this stands for a destination where a text explains links: `[text](url)`, `[text](path/to/file.md)`.
fn is_stand_in(written: &str) -> bool {
    const WORDS: [&str; 10] =
        ["url", "uri", "link", "href", "path", "destination", "target", "src", "image-url", "link-url"];
    written.starts_with("path/to/") || WORDS.iter().any(|word| word.eq_ignore_ascii_case(written))
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destinations_are_told_apart_by_their_looks() {
        for written in [
            "",
            "#part",
            "?query",
            "//host/x",
            "https://example.com/a.md",
            "HTTP://example.com",
            "mailto:desk@example.com",
            "skill://pdf/SKILL.md",
            "tel:+1",
            "data:text/plain,x",
            "{{ url }}",
            "<issue-url>",
            "${HOME}/x",
            "docs/*.md",
            "scripts/…",
            "...",
            "url",
            "URL",
            "path/to/file.md",
        ] {
            assert_eq!(Destination::of(written), Destination::Elsewhere, "{written}");
        }
        for written in ["C:\\x.md", "c:/x.md", "file:///x.md", "FILE:x", "\\\\share\\x", "\\x", "~/x", "~"] {
            assert_eq!(Destination::of(written), Destination::Machine, "{written}");
        }
        assert_eq!(Destination::of("/docs/x.md?y#z"), Destination::Absolute("docs/x.md"));
        for (written, path) in [
            ("a.md", "a.md"),
            ("./a.md#part", "./a.md"),
            ("../a.md?raw=1#part", "../a.md"),
            ("12:30.md", "12:30.md"),
            ("a/b:c.md", "a/b:c.md"),
            ("a\\b.md", "a\\b.md"),
            ("urls", "urls"),
        ] {
            assert_eq!(Destination::of(written), Destination::Relative(path), "{written}");
        }
    }

    #[test]
    fn escapes_are_undone_where_they_are_some() {
        for (path, plain) in [
            ("a.md", "a.md"),
            ("setup%20guide.md", "setup guide.md"),
            ("%66%6F%6f", "foo"),
            ("r%C3%A9sum%C3%A9.md", "résumé.md"),
            ("100%.md", "100%.md"),
            ("100%2", "100%2"),
            ("%zz%", "%zz%"),
            ("a%2Fb%00", "a%2Fb%00"),
            ("%E9", "%E9"),
        ] {
            assert_eq!(decoded(path), plain, "{path}");
        }
    }

    #[test]
    fn what_is_encoded_is_decoded_to_the_same() {
        for path in ["a b/(c)/[d].md", "100%.md", "why?#.md", "résumé.md", "a\\b", "<x>\"`", "\u{7}"] {
            let written = encoded(path);
            assert!(!written.contains([' ', '(', ')', '<', '?', '#', '\\']), "{written}");
            assert_eq!(decoded(&written), path);
        }
    }
}
