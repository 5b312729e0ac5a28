//! The hash that leads from a path to its row. Not a digest: it says nothing about who made the path.

/// Hashes a path. `skills-macros` computes the same while it lays out the index.
///
/// Eight bytes are one little-endian word. The last word has what is left, none to seven bytes, and the low byte of the
/// length in its high byte.
#[must_use]
pub const fn hash(path: &[u8]) -> u64 {
    scan(path).0
}

/// The hash of `bytes`, and whether one of them is a `%`, a `?` or a `#`: what makes an encoded path differ from the
/// path, or be none.
pub(crate) const fn scan(bytes: &[u8]) -> (u64, bool) {
    let (words, _) = bytes.as_chunks::<8>();
    let (mut state, mut special) = (START, 0);
    let mut at = 0;
    while at < words.len() {
        let word = u64::from_le_bytes(words[at]);
        state = step(state, word);
        special |= has(word, b'%') | has(word, b'?') | has(word, b'#');
        at += 1;
    }
    let word = rest(bytes);
    special |= has(word, b'%') | has(word, b'?') | has(word, b'#');
    (step(state, word | last(bytes.len())), special != 0)
}

/// The same hash of bytes that come one at a time.
#[derive(Clone, Copy)]
pub(crate) struct Hasher {
    state: u64,
    word: u64,
    len: usize,
}

impl Hasher {
    pub(crate) const fn new() -> Self {
        Self { state: START, word: 0, len: 0 }
    }

    pub(crate) const fn push(&mut self, byte: u8) {
        self.word |= (byte as u64) << (self.len % 8 * 8);
        self.len += 1;
        if self.len.is_multiple_of(8) {
            self.state = step(self.state, self.word);
            self.word = 0;
        }
    }

    pub(crate) const fn finish(self) -> u64 {
        step(self.state, self.word | last(self.len))
    }
}

/// Whether two slices are equal, in a `const`.
pub(crate) const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let ((left_words, _), (right_words, _)) = (left.as_chunks::<8>(), right.as_chunks::<8>());
    let mut at = 0;
    while at < left_words.len() && at < right_words.len() {
        if u64::from_le_bytes(left_words[at]) != u64::from_le_bytes(right_words[at]) {
            return false;
        }
        at += 1;
    }
    rest(left) == rest(right)
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

const fn step(state: u64, word: u64) -> u64 {
    let product = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

const fn last(len: usize) -> u64 {
    (len as u64) << 56
}

/// What follows the last whole word, fewer than eight bytes, as a word.
const fn rest(bytes: &[u8]) -> u64 {
    let (_, end) = bytes.as_chunks::<8>();
    // One load where there are eight bytes to load, the first of which are then shifted out.
    if let (Some(last), 1..=7) = (bytes.last_chunk::<8>(), end.len()) {
        return u64::from_le_bytes(*last) >> (64 - 8 * end.len());
    }
    let (mut word, mut at) = (0, 0);
    while at < end.len() {
        word |= (end[at] as u64) << (at % 8 * 8);
        at += 1;
    }
    word
}

/// Not zero when one of the bytes of `word` is `byte`.
const fn has(word: u64, byte: u8) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let word = word ^ (ONES * byte as u64);
    word.wrapping_sub(ONES) & !word & ONES << 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_one_at_a_time_give_the_same_hash() {
        let text = "acme/billing/refunds/references/policy.md".repeat(8);
        for end in 0..text.len() {
            let bytes = &text.as_bytes()[..end];
            let mut hasher = Hasher::new();
            bytes.iter().for_each(|byte| hasher.push(*byte));
            assert_eq!(hasher.finish(), hash(bytes));
        }
    }

    #[test]
    fn the_hash_is_the_one_that_expansions_were_laid_out_with() {
        // The same three stand in `skills-macros`.
        assert_eq!(hash(b""), 0xf8bb_92c9_1b3f_5cc0);
        assert_eq!(hash(b"billing"), 0x95fd_dbf3_3e11_a020);
        assert_eq!(hash(b"billing/refunds/references/policy.md"), 0xe63a_482b_239a_c7bc);
    }

    #[test]
    fn special_bytes_are_seen_wherever_they_are() {
        for byte in 0..=u8::MAX {
            for len in 1..20 {
                for at in 0..len {
                    let mut bytes = [b'x'; 20];
                    bytes[at] = byte;
                    assert_eq!(
                        scan(&bytes[..len]).1,
                        matches!(byte, b'%' | b'?' | b'#'),
                        "{byte} at {at} of {len}"
                    );
                }
            }
        }
    }

    #[test]
    fn equal_is_what_differs_in_no_byte() {
        let text = b"acme/billing/refunds/SKILL";
        for len in 0..text.len() {
            assert!(same(&text[..len], &text[..len]) && !same(&text[..len], &text[..=len]));
            for at in 0..len {
                let mut other = *text;
                other[at] ^= 1;
                assert!(!same(&text[..len], &other[..len]));
            }
        }
    }
}
