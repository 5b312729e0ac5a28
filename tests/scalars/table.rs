//! The tables that `measure` writes: their lines, and the text in a cell. Not what the columns are.

/// The rows, without the remarks.
pub(crate) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.split_terminator('\n').filter(|line| !line.starts_with("# "))
}

/// The text of a cell, where line ends and what cannot be seen are escaped.
pub(crate) fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        plain.push_str(before);
        let (letter, length) = match escape.as_bytes()[0] {
            b'\\' => ('\\', 1),
            b't' => ('\t', 1),
            _ => (u32::from_str_radix(&escape[1..5], 16).ok().and_then(char::from_u32).unwrap(), 5),
        };
        plain.push(letter);
        rest = &escape[length..];
    }
    plain + rest
}
