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
    let (mut plain, mut rest) = split(text);
    if rest.is_empty() {
        return out.write_str(plain);
    }
    // Runs that need no escape are written as they are. Where they are short, as they are in markup and code, calling the
    // output for each takes longer than the rest.
    let mut buffer = [0; BUFFER];
    loop {
        if !plain.is_empty() {
            out.write_str(plain)?;
        }
        if rest.is_empty() {
            return Ok(());
        }
        let (read, written) = escape(rest, &mut buffer);
        out.write_str(text_of(&buffer, written)?)?;
        (plain, rest) = split(rest.get(read..).ok_or(fmt::Error)?);
    }
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

/// Bytes that are looked at together.
const BLOCK: usize = 64;
/// Bytes that are copied together.
const COPY: usize = 32;
/// Bytes that are put together before they are written. Places are taken modulo these powers of two, which shows the
/// compiler that they exist.
const FULL: usize = 2048;
/// What is copied last may lie behind the place that counts.
const BUFFER: usize = FULL + BLOCK;

/// A text before the first block with a byte that a JSON string cannot hold as it is, and the rest.
fn split(text: &str) -> (&str, &str) {
    let (blocks, last) = text.as_bytes().as_chunks::<BLOCK>();
    // The compiler looks at many bytes of a block at once, as long as none of them ends the search.
    let is_plain = |block: &[u8]| !block.iter().fold(false, |any, &byte| any | is_special(byte));
    let plain = blocks.iter().take_while(|block| is_plain(*block)).count();
    let end = if plain == blocks.len() && is_plain(last) { text.len() } else { plain * BLOCK };
    text.split_at_checked(text.floor_char_boundary(end)).unwrap_or(("", text))
}

/// Escapes the start of `text`, until special bytes become rare, or the text or the buffer ends; returns the bytes read
/// and the bytes written.
fn escape(text: &str, buffer: &mut [u8; BUFFER]) -> (usize, usize) {
    /// What a block becomes at most.
    const MOST: usize = 6 * BLOCK;
    let mut rest = text.as_bytes();
    let (mut written, mut plain) = (0, 0);
    while !rest.is_empty() && written + MOST < FULL && plain < 2 {
        let mut padded = [b' '; BLOCK + COPY];
        let window = rest.first_chunk().unwrap_or_else(|| {
            padded.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            &padded
        });
        let len = rest.len().min(BLOCK);
        let mut bits = special_bits(window);
        plain = if bits == 0 { plain + 1 } else { 0 };
        let mut at = 0;
        while bits != 0 {
            let special = bits.trailing_zeros() as usize;
            copy(buffer, written, window, at, special - at);
            written += special - at;
            let byte = window.get(special % BLOCK).copied().unwrap_or_default();
            let escape = ESCAPES.get(usize::from(byte)).unwrap_or(&[0; 8]);
            put(buffer, written, Some(escape));
            written += usize::from(escape[7]);
            at = special + 1;
            bits &= bits - 1;
        }
        copy(buffer, written, window, at, len - at);
        written += len - at;
        rest = rest.get(len..).unwrap_or_default();
    }
    let mut read = text.len() - rest.len();
    // What a block ends with may be a part of a character; it was copied byte by byte.
    while !text.is_char_boundary(read) {
        read -= 1;
        written -= 1;
    }
    (read, written)
}

/// Copies `len` bytes of a block, and what lies behind them.
#[inline(always)]
fn copy(buffer: &mut [u8; BUFFER], written: usize, window: &[u8; BLOCK + COPY], at: usize, len: usize) {
    let piece = |at: usize| window.get(at % BLOCK..).and_then(|rest| rest.first_chunk::<COPY>());
    put(buffer, written, piece(at));
    if len > COPY {
        put(buffer, written + COPY, piece(at + COPY));
    }
}

#[inline(always)]
fn put<const LEN: usize>(buffer: &mut [u8; BUFFER], at: usize, bytes: Option<&[u8; LEN]>) {
    if let Some(place) = buffer.get_mut(at % FULL..).and_then(|rest| rest.first_chunk_mut::<LEN>())
        && let Some(bytes) = bytes
    {
        *place = *bytes;
    }
}

fn text_of(buffer: &[u8], len: usize) -> Result<&str, fmt::Error> {
    buffer.get(..len).and_then(|bytes| str::from_utf8(bytes).ok()).ok_or(fmt::Error)
}

/// The escape of each byte that needs one, and its length in the last place.
static ESCAPES: [[u8; 8]; 1 << 8] = {
    let mut escapes = [[0; 8]; 1 << 8];
    let mut byte = 0;
    while byte < 0x60 {
        escapes[byte as usize] = escape_of(byte);
        byte += 1;
    }
    escapes
};

const fn escape_of(byte: u8) -> [u8; 8] {
    let letter = match byte {
        8 => b'b',
        12 => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        b'"' | b'\\' => byte,
        _ => {
            let low = byte & 0xf;
            let digit = if low < 10 { b'0' + low } else { b'a' + low - 10 };
            return [b'\\', b'u', b'0', b'0', b'0' + (byte >> 4 & 1), digit, 0, 6];
        }
    };
    [b'\\', letter, 0, 0, 0, 0, 0, 2]
}

/// A bit for each byte of a block, set when the byte is special.
#[inline(always)]
fn special_bits(window: &[u8; BLOCK + COPY]) -> u64 {
    // Moves the low bit of every byte into the highest byte, the first byte's lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut flags = [0; BLOCK];
    flags.iter_mut().zip(window).for_each(|(flag, &byte)| *flag = u8::from(is_special(byte)));
    let bits = |word: &[u8; 8]| u64::from_le_bytes(*word).wrapping_mul(GATHER) >> 56;
    flags.as_chunks().0.iter().rev().fold(0, |all, word| all << 8 | bits(word))
}

const fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Whether the escape takes six bytes, not two.
const fn is_long(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t' | 8 | 12)
}

/// Writes a number. `core::fmt` takes longer for it than an entry takes to be copied.
pub(crate) fn write_number<W: Write + ?Sized>(out: &mut W, number: u64) -> fmt::Result {
    let mut digits = [0; 20];
    let (mut at, mut rest) = (digits.len(), number);
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        (at, rest) = (at - 1, rest / 10);
        if rest == 0 {
            break;
        }
    }
    out.write_str(digits.get(at..).and_then(|digits| str::from_utf8(digits).ok()).ok_or(fmt::Error)?)
}

/// Writes `bytes` in base64, standard alphabet, padded, between quotes.
pub(crate) fn write_base64<W: Write + ?Sized>(out: &mut W, bytes: &[u8]) -> fmt::Result {
    out.write_str("\"")?;
    write_digits(out, bytes)?;
    out.write_str("\"")
}

/// Writes what stands between the quotes; where the bytes come in parts, each but the last is a multiple of three long.
pub(crate) fn write_digits<W: Write + ?Sized>(out: &mut W, bytes: &[u8]) -> fmt::Result {
    /// Bytes that become a full buffer: a multiple of three, so that only the last slice is padded.
    const SLICE: usize = FULL / 4 * 3;
    let mut buffer = [0; BUFFER];
    for slice in bytes.chunks(SLICE) {
        let written = encode(slice, &mut buffer);
        out.write_str(text_of(&buffer, written)?)?;
    }
    Ok(())
}

/// The digits of what fits the buffer; returns how many there are. Not generic, so that what it calls is compiled into it.
fn encode(slice: &[u8], buffer: &mut [u8; BUFFER]) -> usize {
    let (mut read, mut written) = (0, 0);
    // Eight bytes are loaded, of which six are used.
    while let Some(word) = slice.get(read..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_be_bytes(*word);
        let [a, b] = pair(word >> 52);
        let [c, d] = pair(word >> 40);
        let [e, f] = pair(word >> 28);
        let [g, h] = pair(word >> 16);
        put(buffer, written, Some(&[a, b, c, d, e, f, g, h]));
        read += 6;
        written += 8;
    }
    for group in slice.get(read..).unwrap_or_default().chunks(3) {
        let byte = |at: usize| u64::from(group.get(at).copied().unwrap_or_default());
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        let ([a, b], [c, d]) = (pair(word >> 12), pair(word));
        let (c, d) = (if group.len() > 1 { c } else { b'=' }, if group.len() > 2 { d } else { b'=' });
        put(buffer, written, Some(&[a, b, c, d]));
        written += 4;
    }
    written
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
    use alloc::string::{String, ToString as _};
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
            for before in (0..17).chain(60..68) {
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
    fn numbers_are_written_as_core_writes_them() {
        let powers = (0..20).map(|exponent| 10_u64.pow(exponent));
        for number in powers.flat_map(|power| [power - 1, power, power + 1, power / 7 * 3]).chain([u64::MAX])
        {
            let mut out = String::new();
            write_number(&mut out, number).unwrap();
            assert_eq!(out, number.to_string());
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
        for len in (0..100).chain(1_525..1_545).chain(3_065..3_080) {
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
