//! What a skill may be called (AS-3), and what a name that may not be would be spelled like. Not where the name stands.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The most characters a name may have.
pub(crate) const LONGEST: usize = 64;

/// What keeps a text from being a name, its length aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameFault {
    /// This character is none of `a`–`z`, `0`–`9` and `-`.
    Character(char),
    /// A hyphen at the start or the end, or two in a row.
    Hyphen(HyphenPlace),
    /// Letters or digits beyond ASCII, of which the first is this one, and nothing else that is wrong.
    NonAscii(char),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HyphenPlace {
    Doubled,
    End,
    Start,
}

/// The first fault of `name`. An empty name has none: its length is wrong.
pub(crate) fn fault(name: &str) -> Option<NameFault> {
    let mut beyond_ascii = None;
    for letter in name.chars() {
        match letter {
            'a'..='z' | '0'..='9' | '-' => {}
            _ if !letter.is_ascii() && is_lower_alphanumeric(letter) => {
                beyond_ascii = beyond_ascii.or(Some(letter));
            }
            // A decomposed accent is part of a letter once composed.
            _ if is_combining_mark(letter) && composes(name, letter) => {
                beyond_ascii = beyond_ascii.or(Some(letter));
            }
            _ => return Some(NameFault::Character(letter)),
        }
    }
    let place = if name.starts_with('-') {
        Some(HyphenPlace::Start)
    } else if name.ends_with('-') {
        Some(HyphenPlace::End)
    } else if name.contains("--") {
        Some(HyphenPlace::Doubled)
    } else {
        None
    };
    place.map(NameFault::Hyphen).or(beyond_ascii.map(NameFault::NonAscii))
}

/// Whether a skill may be called this.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= LONGEST && fault(name).is_none()
}

/// The valid name that is spelled most like `text`: lower case, accents dropped, everything else one hyphen. None when
/// nothing would be left.
pub(crate) fn suggestion(text: &str) -> Option<String> {
    let mut name = String::new();
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
        // No accent survives, so a byte is a character.
        if name.len() > LONGEST {
            break;
        }
    }
    name.truncate(LONGEST);
    let name = name.trim_end_matches('-');
    (!name.is_empty()).then(|| name.to_owned())
}

fn is_lower_alphanumeric(letter: char) -> bool {
    letter.is_alphanumeric() && letter.to_lowercase().eq([letter])
}

fn composes(name: &str, mark: char) -> bool {
    !name.nfc().any(|letter| letter == mark)
}
