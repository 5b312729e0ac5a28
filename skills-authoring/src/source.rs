//! A file as a person sees it: lines and columns of its bytes. It cuts nothing and draws nothing.

/// A place in a file, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// The line; line feeds end lines.
    pub(crate) line: usize,
    /// The column in characters; a byte that is not UTF-8 counts as one.
    pub(crate) column: usize,
}

/// Where byte `at` of `bytes` stands; past the end counts as the end.
pub(crate) fn position(bytes: &[u8], at: usize) -> Position {
    let before = bytes.get(..at).unwrap_or(bytes);
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |feed| feed + 1);
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let in_line = before.get(line_start..).unwrap_or_default();
    Position { line, column: 1 + String::from_utf8_lossy(in_line).chars().count() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_from_one() {
        let at = |bytes: &[u8], at: usize| {
            let position = position(bytes, at);
            (position.line, position.column)
        };
        assert_eq!(at(b"", 0), (1, 1));
        assert_eq!(at(b"ab\nc", 1), (1, 2));
        assert_eq!(at(b"ab\nc", 2), (1, 3));
        assert_eq!(at(b"ab\nc", 3), (2, 1));
        assert_eq!(at("ä→\u{1f600}x".as_bytes(), 9), (1, 4));
        assert_eq!(at(b"\xff\xe9x", 2), (1, 3));
        assert_eq!(at(b"a\r\nb", 3), (2, 1));
        assert_eq!(at(b"ab", 99), (1, 3));
    }
}
