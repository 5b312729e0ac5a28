//! JSON strings and base64, written in whole slices. Not a serializer: objects are put together by who writes them.

use core::fmt::{self, Write};
use core::str;

/// Writes `text` as a JSON string with its quotes.
pub(crate) fn write_string<W: Write + ?Sized>(out: &mut W, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    let mut rest = text;
    // Runs that need no escape are written whole; text is mostly such runs.
    while let Some(at) = find_special(rest.as_bytes())
        && let Some((run, special)) = rest.split_at_checked(at)
        && let Some((special, after)) = special.split_at_checked(1)
    {
        out.write_str(run)?;
        match special {
            "\"" => out.write_str("\\\"")?,
            "\\" => out.write_str("\\\\")?,
            "\n" => out.write_str("\\n")?,
            "\r" => out.write_str("\\r")?,
            "\t" => out.write_str("\\t")?,
            "\u{8}" => out.write_str("\\b")?,
            "\u{c}" => out.write_str("\\f")?,
            control => {
                for byte in control.bytes() {
                    write!(out, "\\u{byte:04x}")?;
                }
            }
        }
        rest = after;
    }
    out.write_str(rest)?;
    out.write_str("\"")
}

/// The bytes that [`write_string`] writes.
pub(crate) fn string_len(text: &str) -> usize {
    let mut len = 2 + text.len();
    // Counts of one byte are what the compiler sums many at once; a chunk is short enough that none overflows.
    for chunk in text.as_bytes().chunks(usize::from(u8::MAX)) {
        let escapes: u8 = chunk.iter().map(|&byte| u8::from(is_special(byte))).sum();
        let long: u8 = chunk.iter().map(|&byte| u8::from(is_long(byte))).sum();
        len += usize::from(escapes) + 4 * usize::from(long);
    }
    len
}

/// Where the first byte is that a JSON string cannot hold as it is.
fn find_special(bytes: &[u8]) -> Option<usize> {
    const HIGHS: u64 = ONES << 7;
    let mut at = 0;
    // Eight bytes at a time: a byte's high bit ends up set when it is below 0x20, a quote or a backslash. A borrow can
    // set the bit of a later byte wrongly, never of an earlier one, and only the earliest is used.
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ (ONES * 0x22);
        let backslash = word ^ (ONES * 0x5c);
        let low = word.wrapping_sub(ONES * 0x20) & !word;
        let found =
            (low | quote.wrapping_sub(ONES) & !quote | backslash.wrapping_sub(ONES) & !backslash) & HIGHS;
        if found != 0 {
            return Some(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    let tail = bytes.get(at..).unwrap_or_default();
    tail.iter().position(|&byte| is_special(byte)).map(|offset| at + offset)
}

const fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Whether the escape takes six bytes, not two.
const fn is_long(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t' | 8 | 12)
}

/// Writes `bytes` in base64, standard alphabet, padded, between quotes.
pub(crate) fn write_base64<W: Write + ?Sized>(out: &mut W, bytes: &[u8]) -> fmt::Result {
    /// Bytes per slice that is written: a multiple of six, and of three, so that only the last slice is padded.
    const SLICE: usize = 768;
    out.write_str("\"")?;
    for slice in bytes.chunks(SLICE) {
        let mut digits = [0; SLICE / 3 * 4];
        let (groups, tail) = slice.as_chunks::<6>();
        let (spread, _) = digits.as_chunks_mut::<8>();
        for (group, spread) in groups.iter().zip(&mut *spread) {
            *spread = spread_six(*group);
        }
        if let Some(spread) = spread.get_mut(groups.len()) {
            let mut group = [0; 6];
            for (to, from) in group.iter_mut().zip(tail) {
                *to = *from;
            }
            *spread = spread_six(group);
        }
        // All of the buffer, so that the compiler sees a fixed length and handles many digits at once.
        for digit in &mut digits {
            *digit = character(*digit);
        }
        let len = (slice.len() * 8).div_ceil(6);
        let padded = len.next_multiple_of(4);
        for padding in digits.get_mut(len..padded).unwrap_or_default() {
            *padding = b'=';
        }
        out.write_str(
            digits.get(..padded).and_then(|digits| str::from_utf8(digits).ok()).ok_or(fmt::Error)?,
        )?;
    }
    out.write_str("\"")
}

/// The bytes that [`write_base64`] writes.
pub(crate) const fn base64_len(bytes: &[u8]) -> usize {
    2 + bytes.len().div_ceil(3) * 4
}

/// Six bytes as eight digits of six bits, all eight at once in one word.
const fn spread_six([a, b, c, d, e, f]: [u8; 6]) -> [u8; 8] {
    let word = u64::from_be_bytes([0, 0, a, b, c, d, e, f]);
    let word = (word & 0xffff_ff00_0000) << 8 | word & 0x00ff_ffff;
    let word = (word & 0x00ff_f000_00ff_f000) << 4 | word & 0x0000_0fff_0000_0fff;
    let word = (word & 0x0fc0_0fc0_0fc0_0fc0) << 2 | word & 0x003f_003f_003f_003f;
    word.to_be_bytes()
}

/// The character of a digit below 64, without branch or table.
const fn character(digit: u8) -> u8 {
    let lower = if digit >= 26 { b'a' - b'A' - 26 } else { 0 };
    let number = if digit >= 52 { b'a' - b'0' + 26 } else { 0 };
    let plus = if digit >= 62 { b'0' + 10 - b'+' } else { 0 };
    let slash = if digit >= 63 { b'/' - b'+' - 1 } else { 0 };
    (digit + b'A' + lower + slash) - number - plus
}

/// A one in every byte.
const ONES: u64 = u64::MAX / 255;

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    /// Bytes that look random and are the same each time.
    fn noise(len: usize, seed: u64) -> Vec<u8> {
        let mut state = seed;
        let next = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        (0..len).map(next).collect()
    }

    fn string(text: &str) -> String {
        let mut out = String::new();
        write_string(&mut out, text).unwrap();
        assert_eq!(out.len(), string_len(text));
        out
    }

    fn base64(bytes: &[u8]) -> String {
        let mut out = String::new();
        write_base64(&mut out, bytes).unwrap();
        assert_eq!(out.len(), base64_len(bytes));
        out
    }

    #[test]
    fn every_character_reads_back_at_every_place() {
        let interesting = (0..=0xff).chain([0x2028, 0x2029, 0xfeff, 0xffff, 0x1_f600, 0x10_ffff]);
        for char in interesting.filter_map(char::from_u32) {
            for before in 0..17 {
                let text: String =
                    core::iter::repeat_n('x', before).chain([char, char, 'é', '"', 'y']).collect();
                assert_eq!(serde_json::from_str::<String>(&string(&text)).unwrap(), text);
            }
        }
    }

    #[test]
    fn strings_are_written_as_serde_writes_them() {
        for seed in 0..2_000 {
            let bytes: Vec<u8> = noise(seed as usize % 97, seed).iter().map(|byte| byte & 0x7f).collect();
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(string(&text), serde_json::to_string(&text).unwrap());
        }
    }

    #[test]
    fn base64_of_the_vectors_of_rfc_4648() {
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, encoded) in vectors {
            assert_eq!(base64(plain.as_bytes()), alloc::format!("\"{encoded}\""));
        }
    }

    #[test]
    fn base64_of_every_length_and_every_digit_reads_back() {
        for len in (0..100).chain(760..780).chain(1_530..1_545) {
            let bytes = noise(len, len as u64);
            assert_eq!(decode(&base64(&bytes)), bytes);
        }
        let all: Vec<u8> = (0..=u8::MAX).flat_map(|high| [high, high.wrapping_mul(7), !high]).collect();
        assert_eq!(decode(&base64(&all)), all);
    }

    /// The slow way back.
    fn decode(text: &str) -> Vec<u8> {
        let digits = text.trim_matches('"').trim_end_matches('=').bytes().map(|byte| match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            other => panic!("{other} is no digit"),
        });
        let bits: Vec<bool> =
            digits.flat_map(|digit| (0..6).rev().map(move |bit| digit >> bit & 1 == 1)).collect();
        bits.as_chunks::<8>()
            .0
            .iter()
            .map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit)))
            .collect()
    }

    #[test]
    fn an_error_of_the_output_is_returned() {
        struct Full;
        impl Write for Full {
            fn write_str(&mut self, _: &str) -> fmt::Result {
                Err(fmt::Error)
            }
        }
        assert!(write_string(&mut Full, "text").is_err());
        assert!(write_base64(&mut Full, b"bytes").is_err());
    }
}
