//! Characters that nobody sees: which they are, and where scripts and emoji need them. It reports nothing.

use core::ops::{Range, RangeInclusive};

/// Invisible characters side by side.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) span: Range<usize>,
    pub(crate) characters: Vec<char>,
}

/// Every invisible character of `text` that has no business where it stands, those side by side together.
pub(crate) fn invisible_runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut end = 0;
    for at in suspicious_places(text) {
        // What is around a character tells whether it is needed; a line is enough of that.
        if at >= end {
            let (before, after) = text.split_at_checked(at).unwrap_or_default();
            let start = before.rfind('\n').map_or(0, |feed| feed + 1);
            end = at + after.find('\n').unwrap_or(after.len());
            in_line(text.get(start..end).unwrap_or_default(), start, &mut runs);
        }
    }
    runs
}

/// Where invisible characters may be, ascending. Where code runs unoptimised, looking a whole text through for one character
/// after the other is much cheaper than looking at each of its characters.
fn suspicious_places(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut places = Vec::new();
    for (lead, ranges) in INVISIBLE {
        if bytes.contains(lead) {
            for character in ranges.iter().cloned().flatten() {
                places.extend(text.match_indices(character).map(|(at, _)| at));
            }
        }
    }
    places.sort_unstable();
    places
}

/// The invisible characters, by the first byte of their UTF-8.
const INVISIBLE: &[(u8, &[RangeInclusive<char>])] = &[
    (0xc2, &['\u{ad}'..='\u{ad}']),
    (0xcd, &['\u{34f}'..='\u{34f}']),
    (0xd8, &['\u{61c}'..='\u{61c}']),
    (0xe1, &['\u{115f}'..='\u{1160}', '\u{180e}'..='\u{180e}']),
    (0xe2, &['\u{200b}'..='\u{200f}', '\u{202a}'..='\u{202e}', '\u{2060}'..='\u{206f}']),
    (0xe3, &['\u{3164}'..='\u{3164}']),
    (
        0xef,
        &['\u{fe00}'..='\u{fe0f}', '\u{feff}'..='\u{feff}', '\u{ffa0}'..='\u{ffa0}', '\u{fff9}'..='\u{fffb}'],
    ),
    (0xf3, &[TAG_FIRST..=TAG_LAST, '\u{e0100}'..='\u{e01ef}']),
];

/// What Unicode calls `character`, or its kind.
pub(crate) fn name(character: char) -> &'static str {
    match character {
        '\u{ad}' => "soft hyphen",
        '\u{34f}' => "combining grapheme joiner",
        '\u{61c}' => "Arabic letter mark",
        '\u{200b}' => "zero width space",
        '\u{200c}' => "zero width non-joiner",
        '\u{200d}' => "zero width joiner",
        '\u{200e}' => "left-to-right mark",
        '\u{200f}' => "right-to-left mark",
        '\u{202a}' => "left-to-right embedding",
        '\u{202b}' => "right-to-left embedding",
        '\u{202c}' => "pop directional formatting",
        '\u{202d}' => "left-to-right override",
        '\u{202e}' => "right-to-left override",
        '\u{2060}' => "word joiner",
        '\u{2066}' => "left-to-right isolate",
        '\u{2067}' => "right-to-left isolate",
        '\u{2068}' => "first strong isolate",
        '\u{2069}' => "pop directional isolate",
        '\u{feff}' => "zero width no-break space",
        TAG_FIRST..=TAG_LAST => "tag character",
        character if is_selector(character) => "variation selector",
        character if is_filler(character) => "filler",
        _ => "format character",
    }
}

/// The text that tag characters spell: each stands for the ASCII character below it.
pub(crate) fn spelled_by_tags(characters: &[char]) -> String {
    let ascii = |character: &char| char::from_u32(u32::from(*character).checked_sub(u32::from(TAG_FIRST))?);
    characters.iter().filter_map(ascii).filter(|letter| letter.is_ascii_graphic() || *letter == ' ').collect()
}

const TAG_FIRST: char = '\u{e0000}';
const TAG_LAST: char = '\u{e007f}';
const CANCEL_TAG: char = '\u{e007f}';

fn in_line(line: &str, start: usize, runs: &mut Vec<Run>) {
    let characters: Vec<(usize, char)> = line.char_indices().collect();
    let line: Vec<char> = characters.iter().map(|(_, character)| *character).collect();
    let is_mirrored = line.iter().copied().any(is_right_to_left);
    for (place, (at, character)) in characters.into_iter().enumerate() {
        let at = start + at;
        let mark = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}');
        // An encoding that says what it is; `encoding` is about it where it may not be.
        let is_byte_order_mark = at == 0 && character == '\u{feff}';
        if !is_invisible(character) || (mark && is_mirrored) || is_byte_order_mark || is_needed(&line, place)
        {
            continue;
        }
        let end = at + character.len_utf8();
        match runs.last_mut().filter(|run| run.span.end == at) {
            Some(run) => {
                run.span.end = end;
                run.characters.push(character);
            }
            None => runs.push(Run { span: at..end, characters: vec![character] }),
        }
    }
}

/// Whether nothing is to be seen of `character`, wherever it stands.
pub(crate) fn is_invisible(character: char) -> bool {
    // Most characters are told by one comparison.
    character >= '\u{ad}'
        && INVISIBLE.iter().any(|(_, ranges)| ranges.iter().any(|range| range.contains(&character)))
}

fn is_selector(character: char) -> bool {
    matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Letters of Hangul without a shape.
fn is_filler(character: char) -> bool {
    matches!(character, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

/// Whether the characters around the one at `place` make something that could not be written without it.
fn is_needed(line: &[char], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|before| line.get(before)).copied().unwrap_or('\n');
    let after = line.get(place + 1).copied().unwrap_or('\n');
    match line.get(place).copied().unwrap_or('\n') {
        '\u{200d}' if is_emoji(before) || is_selector(before) => is_emoji(after),
        '\u{200c}' | '\u{200d}' => is_joining(before),
        '\u{200b}' => is_unspaced(before) && is_unspaced(after),
        // A keycap, an emoji or a letter that is told how to look: one selector for one character.
        selector @ '\u{fe00}'..='\u{fe0f}' if is_selector(selector) => {
            matches!(before, '0'..='9' | '#' | '*') || !(before.is_ascii() || is_invisible(before))
        }
        '\u{e0100}'..='\u{e01ef}' => {
            matches!(before, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
        }
        '\u{115f}' | '\u{1160}' => [before, after].iter().any(|jamo| matches!(jamo, '\u{1100}'..='\u{11ff}')),
        TAG_FIRST..=TAG_LAST => is_in_flag(line, place),
        _ => false,
    }
}

/// Whether the tag at `place` belongs to the flag of a region: a black flag, a few tags, and one that ends them.
fn is_in_flag(line: &[char], place: usize) -> bool {
    const LONGEST: usize = 7;
    let is_tag = |character: &&char| matches!(character, TAG_FIRST..=TAG_LAST);
    let (before, after) = line.split_at_checked(place).unwrap_or_default();
    let tags = before.iter().rev().take_while(is_tag).count();
    let first = place - tags;
    let flag = first.checked_sub(1).and_then(|flag| line.get(flag));
    let rest = tags + after.iter().take_while(is_tag).count();
    flag == Some(&'\u{1f3f4}') && rest <= LONGEST && line.get(first + rest - 1) == Some(&CANCEL_TAG)
}

fn is_emoji(character: char) -> bool {
    matches!(
        character,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{2bff}' | '\u{3030}'
            | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}'
    )
}

/// Letters and signs of scripts that are written with joiners: Arabic and its kin, those of India, and Mongolian.
fn is_joining(character: char) -> bool {
    matches!(
        character,
        '\u{600}'..='\u{61b}' | '\u{61d}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{18af}'
            | '\u{1b00}'..='\u{1bff}' | '\u{a840}'..='\u{a8ff}' | '\u{a980}'..='\u{a9ff}' | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{11fff}' | '\u{1e900}'..='\u{1e95f}'
    ) && character != '\u{180e}'
}

/// Letters of scripts that put no spaces between words.
fn is_unspaced(character: char) -> bool {
    matches!(
        character,
        '\u{e00}'..='\u{eff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1980}'..='\u{1aaf}'
            | '\u{a9e0}'..='\u{a9ff}' | '\u{aa60}'..='\u{aadf}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
    )
}

fn is_right_to_left(character: char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{61b}' | '\u{61d}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code points of each run.
    fn runs(text: &str) -> Vec<String> {
        let shown = |run: Run| {
            assert_eq!(text[run.span.clone()].chars().collect::<Vec<_>>(), run.characters);
            let points: Vec<_> =
                run.characters.iter().map(|character| format!("{:X}", u32::from(*character))).collect();
            points.join(" ")
        };
        invisible_runs(text).into_iter().map(shown).collect()
    }

    #[test]
    fn what_nobody_sees_is_found() {
        for (text, expected) in [
            ("a\u{200b}b", "200B"),
            ("a\u{200b}\u{2060}\u{feff}b", "200B 2060 FEFF"),
            ("\n\u{feff}b", "FEFF"),
            ("x\u{202e}y", "202E"),
            ("x \u{2066}y", "2066"),
            ("x\u{200e}y", "200E"),
            ("pass\u{ad}word", "AD"),
            ("a\u{200d}b", "200D"),
            ("a\u{200c}b", "200C"),
            ("hello\u{e0068}\u{e0069}", "E0068 E0069"),
            ("\u{1f3f4}\u{e0068}\u{e0069}", "E0068 E0069"),
            ("a\u{fe0f}", "FE0F"),
            ("\u{1f600}\u{fe0f}\u{fe01}\u{fe02}", "FE01 FE02"),
            ("a\u{e0101}\u{e0102}", "E0101 E0102"),
            ("\u{3164}", "3164"),
            ("\u{1f469}\u{200d} x", "200D"),
            ("é\u{180e}", "180E"),
            ("\u{627}\u{202e}", "202E"),
        ] {
            assert_eq!(runs(text), [expected], "{text:?}");
        }
        assert_eq!(runs("a\u{200b}b\u{200b}\n\u{200b}"), ["200B", "200B", "200B"]);
    }

    #[test]
    fn what_a_script_or_an_emoji_needs_is_not() {
        for text in [
            "plain",
            "dash — “quotes” … → ✓ naïve 写作 한국어",
            "\u{feff}# Title",
            // A family, a heart on fire, a sailor with a tone of skin, a flag of a region, keycaps, a text style.
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
            "\u{1f9d1}\u{1f3fd}\u{200d}\u{2708}\u{fe0f}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "1\u{fe0f}\u{20e3} #\u{fe0f}\u{20e3}",
            "\u{2714}\u{fe0e} \u{26a0}\u{fe0f} \u{a9}\u{fe0f}",
            // Persian, Hindi, Sinhala; Thai and Khmer; Hebrew with a mark; a name with a chosen glyph.
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "\u{915}\u{94d}\u{200d}\u{937}",
            "\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3}",
            "\u{e01}\u{200b}\u{e02} \u{1780}\u{200b}\u{1781}",
            "C++\u{200e} \u{5e9}\u{5dc}\u{5d5}\u{5dd}",
            "\u{845b}\u{e0100}",
        ] {
            assert_eq!(runs(text), [""; 0], "{text:?}");
        }
    }

    #[test]
    fn tags_are_read() {
        assert_eq!(spelled_by_tags(&['\u{e0068}', '\u{e0020}', '\u{e0069}', '\u{e007f}', 'x']), "h i");
        assert_eq!(name('\u{e0068}'), "tag character");
        assert_eq!(name('\u{fe0f}'), "variation selector");
    }
}
