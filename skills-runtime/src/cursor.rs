//! The cursor between two pages: opaque to clients, stateless, verified. Not the cutting of pages.
//!
//! A cursor is 21 bytes in base64url, 28 characters: method, directory, position, fingerprint of the catalog and a
//! checksum of all of them. It is no secret: whoever forges one reads a page that anyone may read.

use core::fmt::{self, Write};
use core::str;

use crate::__private::hash;
use crate::error::CursorFault;

const BYTES: usize = 21;
const CHARACTERS: usize = BYTES / 3 * 4;
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Where the next page starts, and in which list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The list: a tag of the method, and the row of the directory or 0.
    pub(crate) list: (u8, u32),
    /// The first position of the next page.
    pub(crate) position: u32,
    /// The build.
    pub(crate) fingerprint: u64,
}

impl Cursor {
    /// Reads a cursor for the list `list` of the catalog with this fingerprint.
    pub(crate) fn parse(text: &str, list: (u8, u32), fingerprint: u64) -> Result<Self, CursorFault> {
        let characters = <[u8; CHARACTERS]>::try_from(text.as_bytes()).map_err(|_| CursorFault::Unknown)?;
        let mut bytes = [0; BYTES];
        for (triple, group) in bytes.as_chunks_mut::<3>().0.iter_mut().zip(characters.as_chunks::<4>().0) {
            let mut word = 0;
            for &character in group {
                let digit = digit(character).ok_or(CursorFault::Unknown)?;
                word = word << 6 | u32::from(digit);
            }
            let [_, high, middle, low] = word.to_be_bytes();
            *triple = [high, middle, low];
        }
        let [method, d0, d1, d2, d3, p0, p1, p2, p3, f0, f1, f2, f3, f4, f5, f6, f7, ..] = bytes;
        let cursor = Self {
            list: (method, u32::from_le_bytes([d0, d1, d2, d3])),
            position: u32::from_le_bytes([p0, p1, p2, p3]),
            fingerprint: u64::from_le_bytes([f0, f1, f2, f3, f4, f5, f6, f7]),
        };
        if cursor.bytes() != bytes {
            return Err(CursorFault::Unknown);
        }
        if cursor.fingerprint != fingerprint {
            return Err(CursorFault::Stale);
        }
        if cursor.list != list {
            return Err(CursorFault::Misplaced);
        }
        Ok(cursor)
    }

    /// Writes the cursor: characters that need no escape in JSON.
    pub(crate) fn write<W: Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        let mut characters = [0; CHARACTERS];
        for (group, triple) in
            characters.as_chunks_mut::<4>().0.iter_mut().zip(self.bytes().as_chunks::<3>().0)
        {
            let [high, middle, low] = *triple;
            let word = u32::from_be_bytes([0, high, middle, low]);
            *group = [character(word >> 18), character(word >> 12), character(word >> 6), character(word)];
        }
        out.write_str(str::from_utf8(&characters).map_err(|_| fmt::Error)?)
    }

    fn bytes(&self) -> [u8; BYTES] {
        let (method, directory) = self.list;
        let [d0, d1, d2, d3] = directory.to_le_bytes();
        let [p0, p1, p2, p3] = self.position.to_le_bytes();
        let [f0, f1, f2, f3, f4, f5, f6, f7] = self.fingerprint.to_le_bytes();
        let body = [method, d0, d1, d2, d3, p0, p1, p2, p3, f0, f1, f2, f3, f4, f5, f6, f7];
        let sum = hash(&body);
        let [c0, c1, c2, c3] = ((sum >> 32 ^ sum) as u32).to_le_bytes();
        [method, d0, d1, d2, d3, p0, p1, p2, p3, f0, f1, f2, f3, f4, f5, f6, f7, c0, c1, c2, c3]
    }
}

fn digit(character: u8) -> Option<u8> {
    match character {
        b'A'..=b'Z' => Some(character - b'A'),
        b'a'..=b'z' => Some(character - b'a' + 26),
        b'0'..=b'9' => Some(character - b'0' + 52),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    }
}

fn character(word: u32) -> u8 {
    ALPHABET[(word & 63) as usize]
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec;

    use super::*;

    const CURSOR: Cursor = Cursor { list: (4, 17), position: 1_000, fingerprint: 0x0123_4567_89ab_cdef };

    fn text(cursor: &Cursor) -> String {
        let mut out = String::new();
        cursor.write(&mut out).unwrap();
        out
    }

    #[test]
    fn what_was_issued_is_read_back() {
        let issued = text(&CURSOR);
        assert_eq!(issued.len(), 28);
        assert!(issued.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
        assert_eq!(Cursor::parse(&issued, CURSOR.list, CURSOR.fingerprint), Ok(CURSOR));
    }

    #[test]
    fn no_change_of_one_or_two_characters_is_accepted() {
        let issued = text(&CURSOR);
        for at in 0..issued.len() {
            for &character in ALPHABET {
                let mut forged = vec![0; issued.len()];
                forged.copy_from_slice(issued.as_bytes());
                forged[at] = character;
                let last = forged.len() - 1;
                for other in [forged[last], b'A', b'z', b'_'] {
                    forged[last] = other;
                    let forged = str::from_utf8(&forged).unwrap();
                    let result = Cursor::parse(forged, CURSOR.list, CURSOR.fingerprint);
                    assert_eq!(result.is_ok(), forged == issued, "{forged}");
                }
            }
        }
    }

    #[test]
    fn what_was_never_issued_is_unknown() {
        let issued = text(&CURSOR);
        for forged in
            ["", " ", "0", "null", &issued[..27], &alloc::format!("{issued}A"), &alloc::format!("{issued}=")]
        {
            assert_eq!(
                Cursor::parse(forged, CURSOR.list, CURSOR.fingerprint),
                Err(CursorFault::Unknown),
                "{forged}"
            );
        }
        let with_space = alloc::format!(" {}", &issued[1..]);
        assert_eq!(Cursor::parse(&with_space, CURSOR.list, CURSOR.fingerprint), Err(CursorFault::Unknown));
    }

    #[test]
    fn other_lists_and_other_builds_are_told_apart() {
        let issued = text(&CURSOR);
        for list in [(4, 16), (3, 17), (1, 0)] {
            assert_eq!(Cursor::parse(&issued, list, CURSOR.fingerprint), Err(CursorFault::Misplaced));
        }
        assert_eq!(Cursor::parse(&issued, CURSOR.list, 1), Err(CursorFault::Stale));
    }
}
