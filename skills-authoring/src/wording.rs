//! How messages quote what an author wrote. It does not make text safe to print: renderers do.

/// `text` in backticks, cut where nobody would read on.
pub(crate) fn ticked(text: &str) -> String {
    const LONGEST: usize = 64;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("`{}…`", text.get(..cut).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}

/// `letter` in backticks, or its number where nobody could read it.
pub(crate) fn letter(letter: char) -> String {
    if letter.is_alphanumeric() || letter.is_ascii_graphic() {
        format!("`{letter}`")
    } else {
        format!("U+{:04X}", u32::from(letter))
    }
}
