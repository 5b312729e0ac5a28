//! The lines of a file that a finding is about, made safe to show: what cannot be seen is spelled out, what is long is
//! cut, and every byte keeps its place. It draws nothing.

use core::ops::Range;

use crate::invisible::is_invisible;

/// A run of whole lines.
pub(crate) struct Excerpt {
    /// The lines, spelled out.
    pub(crate) text: String,
    /// The number of the first of them in the file, from 1.
    pub(crate) first_line: usize,
    /// Where bytes of the file stand in `text`, both ascending.
    places: Vec<(usize, usize)>,
}

/// How many lines before and after a marked one are spelled out: more are never shown around it.
const NEIGHBOURS: usize = 2;

impl Excerpt {
    /// The lines of `bytes` from the first of `spans` to the last, cut to `context` bytes on each side of where one
    /// starts or ends. Spans beyond the end count as the end.
    pub(crate) fn around(bytes: &[u8], spans: &[Range<usize>], context: usize) -> Self {
        let clamp = |at: usize| at.min(bytes.len());
        let marks: Vec<usize> = spans.iter().flat_map(|span| [clamp(span.start), clamp(span.end)]).collect();
        let (first, last) = (
            marks.iter().copied().min().unwrap_or_default(),
            marks.iter().copied().max().unwrap_or_default(),
        );
        let start = bytes.get(..first).and_then(|before| before.iter().rposition(|byte| *byte == b'\n'));
        let start = start.map_or(0, |feed| feed + 1);
        let first_line =
            1 + bytes.get(..start).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count();

        let mut lines = Vec::new();
        let mut at = start;
        for line in bytes.get(start..).unwrap_or_default().split_inclusive(|byte| *byte == b'\n') {
            lines.push((at, line));
            at += line.len();
            if at > last {
                break;
            }
        }
        let marked: Vec<bool> = lines
            .iter()
            .map(|(at, line)| marks.iter().any(|mark| (*at..=at + line.len()).contains(mark)))
            .collect();
        let mut excerpt = Self { text: String::new(), first_line, places: Vec::new() };
        for (number, (at, line)) in lines.iter().enumerate() {
            let near = number.saturating_sub(NEIGHBOURS)..=number + NEIGHBOURS;
            if near.clone().any(|other| marked.get(other) == Some(&true)) {
                excerpt.push_line(*at, line, &marks, context);
            } else {
                excerpt.places.push((*at, excerpt.text.len()));
            }
            if line.ends_with(b"\n") {
                excerpt.places.push((at + line.len() - 1, excerpt.text.len()));
                excerpt.text.push('\n');
            }
        }
        excerpt.places.push((at, excerpt.text.len()));
        excerpt
    }

    /// Where `span` of the file stands in the text.
    pub(crate) fn shown(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.place(span.start);
        start..self.place(span.end).max(start)
    }

    fn place(&self, at: usize) -> usize {
        let after = self.places.partition_point(|(of_file, _)| *of_file <= at);
        after.checked_sub(1).and_then(|before| self.places.get(before)).map_or(0, |(_, shown)| *shown)
    }

    /// Adds a line without its end, cut to what is near a mark.
    fn push_line(&mut self, at: usize, line: &[u8], marks: &[usize], context: usize) {
        let line = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let near = |at: usize| marks.iter().any(|mark| mark.abs_diff(at) <= context);
        let is_short = line.len() <= 2 * context;
        let mut is_cutting = false;
        for (place, piece) in pieces(line) {
            let place = at + place;
            if is_short || near(place) {
                is_cutting = false;
                self.places.push((place, self.text.len()));
                piece.spell(&mut self.text);
            } else if !is_cutting {
                is_cutting = true;
                self.places.push((place, self.text.len()));
                self.text.push('…');
            }
        }
        self.places.push((at + line.len(), self.text.len()));
    }
}

/// `text` with everything spelled out that a terminal would act on or hide.
#[must_use]
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        Piece::Character(character).spell(&mut shown);
    }
    shown
}

/// The smallest thing that is shown whole.
enum Piece {
    Character(char),
    /// A byte that is not UTF-8.
    Byte(u8),
}

impl Piece {
    fn spell(&self, out: &mut String) {
        match self {
            Self::Character(character) if is_hidden(*character) => out.extend(character.escape_unicode()),
            Self::Character(character) => out.push(*character),
            Self::Byte(byte) => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
}

fn pieces(line: &[u8]) -> impl Iterator<Item = (usize, Piece)> + '_ {
    let mut start = 0;
    line.utf8_chunks().flat_map(move |chunk| {
        let valid = start;
        let invalid = valid + chunk.valid().len();
        start = invalid + chunk.invalid().len();
        let characters = chunk
            .valid()
            .char_indices()
            .map(move |(at, character)| (valid + at, Piece::Character(character)));
        let bytes =
            chunk.invalid().iter().enumerate().map(move |(at, byte)| (invalid + at, Piece::Byte(*byte)));
        characters.chain(bytes)
    })
}

/// Controls, separators that some terminals break lines at, and what nobody sees.
fn is_hidden(character: char) -> bool {
    // What chooses between a symbol and its emoji is all over ordinary texts.
    let is_ordinary = matches!(character, '\u{fe0e}' | '\u{fe0f}');
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}')
        || (is_invisible(character) && !is_ordinary)
}
