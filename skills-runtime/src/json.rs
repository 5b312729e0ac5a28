//! JSON strings and base64, written in whole slices. Not a serializer: objects are put together by who writes them.

use core::fmt::{self, Write};
use core::str;

/// Writes `text` as a JSON string with its quotes.
pub(crate) fn write_string<W: Write + ?Sized>(out: &mut W, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    write_escaped(out, text)?;
    out.write_str("\"")
}

/// Writes what stands between the quotes; what is written of two texts is what is written of both together.
pub(crate) fn write_escaped<W: Write + ?Sized>(out: &mut W, text: &str) -> fmt::Result {
    let mut buffer = [0; BUFFER];
    let mut rest = text;
    while let Some(at) = find_special(rest.as_bytes())
        && let Some((run, special)) = rest.split_at_checked(at)
    {
        // Runs that need no escape are written as they are, and prose is mostly such runs. In markup and code they are
        // so short that calling the output for each takes longer than the rest.
        let after = if is_crowded(special.as_bytes()) {
            let crowd = if at < RUN { rest } else { special };
            if at >= RUN {
                out.write_str(run)?;
            }
            let (read, written) = escape(crowd, &mut buffer);
            out.write_str(text_of(&buffer, written)?)?;
            crowd.get(read..)
        } else {
            out.write_str(run)?;
            write_escape(out, special.as_bytes())?;
            special.get(1..)
        };
        rest = after.ok_or(fmt::Error)?;
    }
    out.write_str(rest)
}

/// The bytes that [`write_string`] writes.
pub(crate) fn string_len(text: &str) -> usize {
    /// Bytes whose additions are counted in one byte, of up to five each.
    const CHUNK: usize = 48;
    let added = |chunk: &[u8]| {
        let added: u8 =
            chunk.iter().map(|&byte| u8::from(is_special(byte)) + 4 * u8::from(is_long(byte))).sum();
        usize::from(added)
    };
    let (chunks, rest) = text.as_bytes().as_chunks::<CHUNK>();
    2 + text.len() + chunks.iter().map(|chunk| added(chunk)).sum::<usize>() + added(rest)
}

/// Bytes that are looked at together, and copied together.
const BLOCK: usize = 16;
/// A run this long is written as it is.
const RUN: usize = 32;
/// Bytes that are put together before they are written.
const BUFFER: usize = 1024;

/// Where the first byte is that a JSON string cannot hold as it is.
fn find_special(bytes: &[u8]) -> Option<usize> {
    const CHUNK: usize = 64;
    // The compiler looks at many bytes of a chunk at once, as long as none of them ends the search.
    let (chunks, _) = bytes.as_chunks::<CHUNK>();
    let is_plain = |chunk: &&[u8; CHUNK]| !chunk.iter().fold(false, |any, &byte| any | is_special(byte));
    let mut at = CHUNK * chunks.iter().take_while(is_plain).count();
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let found = specials(u64::from_le_bytes(*chunk));
        if found != 0 {
            return Some(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    let tail = bytes.get(at..).unwrap_or_default();
    tail.iter().position(|&byte| is_special(byte)).map(|offset| at + offset)
}

/// Whether another special byte follows the first one soon, and there is enough for [`escape`] to begin.
fn is_crowded(bytes: &[u8]) -> bool {
    bytes.first_chunk().is_some_and(|window| special_bits(window).count_ones() > 1)
}

/// Escapes the start of `text`, until special bytes become rare, or the text or the buffer ends; returns the bytes read
/// and the bytes written.
fn escape(text: &str, buffer: &mut [u8; BUFFER]) -> (usize, usize) {
    /// More than a block becomes, and the block that is copied behind it.
    const MOST: usize = 8 * BLOCK;
    let bytes = text.as_bytes();
    let (mut read, mut written, mut plain) = (0, 0, 0);
    while written < BUFFER - MOST
        && plain < RUN
        && let Some(window) = bytes.get(read..).and_then(|rest| rest.first_chunk::<{ 2 * BLOCK }>())
    {
        let mut bits = special_bits(window);
        plain = if bits == 0 { plain + BLOCK } else { 0 };
        // A whole block is copied each time; what lies behind the next special byte is overwritten.
        put(buffer, written, window.first_chunk::<BLOCK>());
        let mut copied = 0;
        while bits != 0 {
            let at = bits.trailing_zeros() as usize;
            written += at - copied;
            let byte = window.get(at).copied().unwrap_or_default();
            match LETTERS.get(usize::from(byte)) {
                Some(0) | None => {
                    put(buffer, written, Some(&long_escape(byte)));
                    written += 6;
                }
                Some(letter) => {
                    put(buffer, written, Some(&[b'\\', *letter]));
                    written += 2;
                }
            }
            copied = at + 1;
            put(buffer, written, window.get(copied..).and_then(|rest| rest.first_chunk::<BLOCK>()));
            bits &= bits - 1;
        }
        read += BLOCK;
        written += BLOCK - copied;
    }
    // What a block ends with may be a part of a character; it was copied byte by byte.
    while !text.is_char_boundary(read) {
        read -= 1;
        written -= 1;
    }
    (read, written)
}

fn put<const LEN: usize>(buffer: &mut [u8; BUFFER], at: usize, bytes: Option<&[u8; LEN]>) {
    if let Some(place) = buffer.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<LEN>())
        && let Some(bytes) = bytes
    {
        *place = *bytes;
    }
}

fn text_of(buffer: &[u8], len: usize) -> Result<&str, fmt::Error> {
    buffer.get(..len).and_then(|bytes| str::from_utf8(bytes).ok()).ok_or(fmt::Error)
}

/// Writes the escape of the first of `bytes`.
fn write_escape<W: Write + ?Sized>(out: &mut W, bytes: &[u8]) -> fmt::Result {
    match bytes.first() {
        Some(b'"') => out.write_str("\\\""),
        Some(b'\\') => out.write_str("\\\\"),
        Some(b'\n') => out.write_str("\\n"),
        Some(b'\r') => out.write_str("\\r"),
        Some(b'\t') => out.write_str("\\t"),
        Some(8) => out.write_str("\\b"),
        Some(12) => out.write_str("\\f"),
        Some(&control) => out.write_str(text_of(&long_escape(control), 6)?),
        None => Ok(()),
    }
}

const fn long_escape(control: u8) -> [u8; 6] {
    let low = control & 0xf;
    let digit = if low < 10 { b'0' + low } else { b'a' + low - 10 };
    [b'\\', b'u', b'0', b'0', b'0' + (control >> 4 & 1), digit]
}

/// What follows the backslash in an escape of two bytes.
const LETTERS: [u8; 0x60] = {
    let mut letters = [0; 0x60];
    letters[8] = b'b';
    letters[12] = b'f';
    letters[b'\n' as usize] = b'n';
    letters[b'\r' as usize] = b'r';
    letters[b'\t' as usize] = b't';
    letters[b'"' as usize] = b'"';
    letters[b'\\' as usize] = b'\\';
    letters
};

/// A bit for each of the first sixteen bytes, set when the byte is special.
fn special_bits(window: &[u8; 2 * BLOCK]) -> u32 {
    // Moves the high bit of every byte into the highest byte, the first byte's lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let bits = |word: &[u8; 8]| (specials(u64::from_le_bytes(*word)) >> 7).wrapping_mul(GATHER) >> 56;
    match window.as_chunks::<8>().0 {
        [first, second, ..] => (bits(first) | bits(second) << 8) as u32,
        _ => 0,
    }
}

/// The high bits of those bytes of a word that are below 0x20, a quote or a backslash.
const fn specials(word: u64) -> u64 {
    // Without their high bits, bytes are added to without a carry into the next.
    const LOW: u64 = ONES * 0x7f;
    let low = word & LOW;
    let not_quote = (low ^ (ONES * 0x22)) + LOW;
    let not_backslash = (low ^ (ONES * 0x5c)) + LOW;
    let plain = not_quote & not_backslash & (low + ONES * 0x60);
    !(plain | word) & ONES << 7
}

const fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Whether the escape takes six bytes, not two.
const fn is_long(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t' | 8 | 12)
}

/// A one in every byte.
const ONES: u64 = u64::MAX / 255;

/// Writes `bytes` in base64, standard alphabet, padded, between quotes.
pub(crate) fn write_base64<W: Write + ?Sized>(out: &mut W, bytes: &[u8]) -> fmt::Result {
    out.write_str("\"")?;
    write_digits(out, bytes)?;
    out.write_str("\"")
}

/// Writes what stands between the quotes; where the bytes come in parts, each but the last is a multiple of three long.
pub(crate) fn write_digits<W: Write + ?Sized>(out: &mut W, bytes: &[u8]) -> fmt::Result {
    /// Bytes per slice that is written: a multiple of three, so that only the last slice is padded.
    const SLICE: usize = BUFFER / 4 * 3;
    let mut digits = [0; BUFFER];
    for slice in bytes.chunks(SLICE) {
        let (mut read, mut written) = (0, 0);
        // Eight bytes are loaded, of which six are used.
        while let Some(word) = slice.get(read..).and_then(|rest| rest.first_chunk::<8>()) {
            let word = u64::from_be_bytes(*word);
            let [a, b] = pair(word >> 52);
            let [c, d] = pair(word >> 40);
            let [e, f] = pair(word >> 28);
            let [g, h] = pair(word >> 16);
            put(&mut digits, written, Some(&[a, b, c, d, e, f, g, h]));
            read += 6;
            written += 8;
        }
        for group in slice.get(read..).unwrap_or_default().chunks(3) {
            let byte = |at: usize| u64::from(group.get(at).copied().unwrap_or_default());
            let word = byte(0) << 16 | byte(1) << 8 | byte(2);
            let ([a, b], [c, d]) = (pair(word >> 12), pair(word));
            let (c, d) = (if group.len() > 1 { c } else { b'=' }, if group.len() > 2 { d } else { b'=' });
            put(&mut digits, written, Some(&[a, b, c, d]));
            written += 4;
        }
        out.write_str(text_of(&digits, written)?)?;
    }
    Ok(())
}

/// The bytes that [`write_base64`] writes.
pub(crate) const fn base64_len(bytes: &[u8]) -> usize {
    2 + bytes.len().div_ceil(3) * 4
}

/// The two characters of the lowest twelve bits.
fn pair(word: u64) -> [u8; 2] {
    PAIRS.get((word & 0xfff) as usize).copied().unwrap_or_default()
}

/// Two characters at once take half as many lookups, and the table still fits the fastest cache.
static PAIRS: [[u8; 2]; 1 << 12] = {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut pairs = [[0; 2]; 1 << 12];
    let mut at = 0;
    while at < pairs.len() {
        pairs[at] = [ALPHABET[at >> 6], ALPHABET[at & 63]];
        at += 1;
    }
    pairs
};

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
    fn crowds_of_escapes_are_written_as_serde_writes_them() {
        // Longer than every buffer, with characters of every length wherever a block or a buffer may end.
        const CROWD: [&str; 8] = ["\"", "\n", "\u{1}", "é", "あ", "😀", "ab", "0123456789abcdef"];
        for seed in 0..400 {
            let rare = seed as usize % 40;
            let text: String = noise(100 + 10 * seed as usize, seed)
                .iter()
                .map(|byte| match CROWD.get(usize::from(*byte) % (CROWD.len() + rare)) {
                    Some(piece) => piece,
                    None => "x",
                })
                .collect();
            assert_eq!(string(&text), serde_json::to_string(&text).unwrap(), "{seed}");
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
        for len in (0..100).chain(755..780).chain(1_525..1_545) {
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
