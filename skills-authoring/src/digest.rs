//! SHA-256 of many files. The only file that knows `ring` and `sha2`; why there are two, `Cargo.toml` says.

use core::cmp::Reverse;

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
    let digest = sha256(bytes);
    // Numbers as wide as there are: the standard library formats them in code that is compiled for speed.
    let (halves, _) = digest.as_ref().as_chunks();
    halves.iter().map(|half| format!("{:032x}", u128::from_be_bytes(*half))).collect()
}

#[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
fn sha256(bytes: &[u8]) -> impl AsRef<[u8]> {
    ring::digest::digest(&ring::digest::SHA256, bytes)
}

#[cfg(not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn sha256(bytes: &[u8]) -> impl AsRef<[u8]> {
    <sha2::Sha256 as sha2::Digest>::digest(bytes)
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

    #[test]
    fn both_libraries_agree_at_every_length_around_a_block() {
        // SEP-5; a block has 64 bytes, of which the padding takes 9, and assembly takes several blocks at a time.
        let mut random = crate::random::generator(0x2640);
        let bytes: Vec<u8> = (0..70_000).map(|_| u8::try_from(random(256)).unwrap()).collect();
        let edges = [1_024, 4_096, 16_384, 65_536];
        let lengths = (0..=520).chain(edges.iter().flat_map(|edge| edge - 66..=edge + 66));
        let contents: Vec<&[u8]> = lengths.map(|length| &bytes[bytes.len() - length..]).collect();
        let portable = contents.iter().map(|bytes| {
            let digest = <sha2::Sha256 as sha2::Digest>::digest(bytes);
            digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        });
        assert_eq!(hex(&contents), portable.collect::<Vec<_>>());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn digests_are_those_of_sha256sum() {
        // SEP-5
        let folder = tempfile::tempdir().unwrap();
        for length in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 8_191, 1 << 20] {
            let bytes: Vec<u8> = (0..=250u8).cycle().take(length).collect();
            let file = folder.path().join("file");
            std::fs::write(&file, &bytes).unwrap();
            let output = std::process::Command::new("sha256sum").arg(&file).output().unwrap();
            let line = String::from_utf8(output.stdout).unwrap();
            assert_eq!(hex(&[&bytes])[0], line.split_whitespace().next().unwrap(), "{length} bytes");
        }
    }
}
