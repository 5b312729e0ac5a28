//! Text as a YAML scalar, for corrections. Not for serving: what is served is JSON.

use core::fmt::Write as _;

use super::core_schema::{Value, resolve};

/// `text` between quotes, the way an author would: double quotes, unless only single quotes spare the backslashes.
pub(crate) fn quote(text: &str) -> String {
    let needs_escapes = text.chars().any(|letter| matches!(letter, '"' | '\\'));
    if needs_escapes && !text.chars().any(|letter| letter == '\'' || is_unprintable(letter)) {
        return format!("'{text}'");
    }
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ if is_unprintable(letter) => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\U{:08X}", u32::from(letter));
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// `text` as an author would write it: in quotes only where it needs them.
pub(crate) fn written(text: &str) -> String {
    let starts_like_text = text.starts_with(|first: char| first.is_alphabetic());
    let stands_alone = !text.contains(": ") && !text.contains(" #") && !text.ends_with([':', ' ']);
    let one_line = !text.chars().any(is_unprintable);
    if starts_like_text && stands_alone && one_line && resolve(text) == Value::Text {
        text.to_owned()
    } else {
        quote(text)
    }
}

/// `text`, which has only letters, digits and hyphens, as a scalar that every reader takes for a string.
pub(crate) fn spelled(text: &str) -> String {
    const WORDS: [&str; 8] = ["y", "n", "yes", "no", "on", "off", "true", "false"];
    let starts_like_text = text.starts_with(|first: char| first.is_alphabetic());
    if starts_like_text && resolve(text) == Value::Text && !WORDS.contains(&text.to_lowercase().as_str()) {
        text.to_owned()
    } else {
        quote(text)
    }
}

/// Whether it must be written as an escape.
pub(super) fn is_unprintable(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_as_little_as_possible() {
        assert_eq!(quote("Plan a trip: pick a bag"), r#""Plan a trip: pick a bag""#);
        assert_eq!(quote(r#"say "hi""#), r#"'say "hi"'"#);
        assert_eq!(quote(r"C:\tmp"), r"'C:\tmp'");
        assert_eq!(quote(r#"it's "so""#), r#""it's \"so\"""#);
        assert_eq!(quote("a\tb\u{7}"), r#""a\tb\U00000007""#);
    }

    #[test]
    fn spells_words_that_readers_retype_with_quotes() {
        for (text, spelling) in
            [("pdf", "pdf"), ("on", "\"on\""), ("null", "\"null\""), ("2024", "\"2024\""), ("-a", "\"-a\"")]
        {
            assert_eq!(spelled(text), spelling);
        }
    }
}
