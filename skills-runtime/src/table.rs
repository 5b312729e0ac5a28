//! Rows of little-endian words in static bytes, and slices of the text they point into; not what a word means.

use crate::__private::NONE;

/// Rows of `WORDS` words each. A word that is not there reads as [`NONE`], text that is not there as `""`, so that no
/// table, however damaged, can panic.
#[derive(Clone, Copy)]
pub(crate) struct Table<const WORDS: usize> {
    rows: &'static [[[u8; 4]; WORDS]],
}

impl<const WORDS: usize> Table<WORDS> {
    pub(crate) const fn new(bytes: &'static [u8]) -> Self {
        let (words, _) = bytes.as_chunks::<4>();
        let (rows, _) = words.as_chunks::<WORDS>();
        Self { rows }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a row is named by a word, so there are fewer than 2^32"
    )]
    pub(crate) const fn len(self) -> u32 {
        self.rows.len() as u32
    }

    pub(crate) const fn word(self, row: u32, column: usize) -> u32 {
        let row = row as usize;
        if row < self.rows.len() && column < WORDS {
            u32::from_le_bytes(self.rows[row][column])
        } else {
            NONE
        }
    }
}

/// The slice of `text` that the pair of words `(at, len)` names.
pub(crate) const fn slice(text: &'static str, at: u32, len: u32) -> &'static str {
    match text.split_at_checked(at as usize) {
        Some((_, rest)) => match rest.split_at_checked(len as usize) {
            Some((slice, _)) => slice,
            None => "",
        },
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_reads_as_absent() {
        let table = Table::<2>::new(&[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 1, 0, 0, 9, 9, 9]);
        assert_eq!(table.len(), 2);
        assert_eq!((table.word(0, 0), table.word(0, 1), table.word(1, 0), table.word(1, 1)), (1, 2, 3, 260));
        assert_eq!((table.word(2, 0), table.word(0, 2), table.word(NONE, 0)), (NONE, NONE, NONE));
    }

    #[test]
    fn a_slice_outside_the_text_or_inside_a_character_is_empty() {
        assert_eq!(slice("héllo", 0, 3), "hé");
        assert_eq!(slice("héllo", 2, 1), "");
        assert_eq!(slice("héllo", 0, 7), "");
        assert_eq!(slice("héllo", NONE, NONE), "");
    }
}
