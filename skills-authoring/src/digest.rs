//! SHA-256 of many files. The only file that knows `sha2`.

use core::cmp::Reverse;

use sha2::{Digest as _, Sha256};

use crate::parallel;

/// The digest of each of `contents`, as 64 lower-case hex digits (SEP-5).
pub(crate) fn hex(contents: &[&[u8]]) -> Vec<String> {
    // The largest first, so that no thread starts a long one when the others are done.
    let mut jobs: Vec<(usize, &[u8])> = contents.iter().copied().enumerate().collect();
    jobs.sort_by_key(|(_, bytes)| Reverse(bytes.len()));
    let mut digests = parallel::map(&jobs, |(at, bytes)| (*at, hex_of(bytes)));
    digests.sort_unstable_by_key(|(at, _)| *at);
    digests.into_iter().map(|(_, digest)| digest).collect()
}

fn hex_of(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_lower_case_hex_in_the_order_of_the_contents() {
        // SEP-5; the first two are the examples of FIPS 180-2 and its empty message.
        let long = vec![b'a'; 1_000_000];
        assert_eq!(
            hex(&[b"abc", b"", &long]),
            [
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
            ]
        );
    }
}
