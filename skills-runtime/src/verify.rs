//! Hashes everything embedded again and names what differs from its digest. Not a defence: whoever can change the
//! bytes of a binary can change its digests.

use core::fmt;

use sha2::{Digest, Sha256};

use crate::catalog::Catalog;
use crate::file::File;

impl Catalog {
    /// Hashes every file again and compares with the digests that the catalog serves (SEP-5).
    ///
    /// The macro hashes a file, the compiler reads it again a moment later. A file of another length in between does
    /// not compile; one of the same length does, and is served with a digest that hosts refuse (HOST-1). The next
    /// build heals it. This test proves that a binary has none:
    ///
    /// ```
    /// # use skills_runtime::Catalog;
    /// # static SKILLS: Catalog = Catalog::EMPTY;
    /// let verification = SKILLS.verify();
    /// assert!(verification.is_ok(), "{verification}");
    /// ```
    ///
    /// It takes as long as hashing all bytes takes, and allocates nothing.
    #[must_use]
    pub fn verify(&'static self) -> Verification {
        let mut verification = Verification { catalog: self, files: 0, bytes: 0, mismatches: 0 };
        for file in self.files() {
            verification.files += 1;
            verification.bytes += file.size();
            verification.mismatches += usize::from(Mismatch::find(file).is_some());
        }
        verification
    }
}

/// The outcome of [`Catalog::verify`]. Printed, it names every file that differs.
#[derive(Clone, Copy, Debug)]
pub struct Verification {
    catalog: &'static Catalog,
    files: usize,
    bytes: u64,
    mismatches: usize,
}

impl Verification {
    /// Whether every file has its digest.
    #[must_use]
    pub const fn is_ok(&self) -> bool {
        self.mismatches == 0
    }

    /// How many files were hashed.
    #[must_use]
    pub const fn files(&self) -> usize {
        self.files
    }

    /// How many bytes were hashed.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The files that differ, in the order of their URIs. They are hashed once more to find them.
    pub fn mismatches(&self) -> impl Iterator<Item = Mismatch> + Clone + use<> {
        self.catalog.files().filter_map(Mismatch::find).take(self.mismatches)
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, bytes, mismatches, .. } = self;
        write!(f, "{files} files, {bytes} bytes, {mismatches} files differ from their digest")?;
        for mismatch in self.mismatches() {
            write!(f, "\n{mismatch}")?;
        }
        Ok(())
    }
}

/// A file whose bytes are not those that were hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// The file. Its [`digest`](File::digest) is the one that is served.
    pub file: File,
    /// The SHA-256 of the bytes that are embedded.
    pub actual: [u8; 32],
}

impl Mismatch {
    fn find(file: File) -> Option<Self> {
        let actual: [u8; 32] = Sha256::digest(file.bytes()).into();
        if actual == file.digest() { None } else { Some(Self { file, actual }) }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} bytes with the digest sha256:", self.file.uri(), self.file.size())?;
        for byte in self.actual {
            write!(f, "{byte:02x}")?;
        }
        write!(f, ", served as sha256:{}", self.file.digest_hex())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use crate::Catalog;
    use crate::sample::{Sample, odd};

    #[test]
    fn what_was_hashed_is_embedded() {
        // SEP-5
        let catalog = odd();
        let verification = catalog.verify();
        assert!(verification.is_ok(), "{verification}");
        assert_eq!((verification.files(), verification.bytes()), (catalog.files().len(), catalog.size()));
        assert_eq!(verification.mismatches().count(), 0);
        assert!(Catalog::EMPTY.is_empty() && { const { &Catalog::EMPTY }.verify().is_ok() });
    }

    #[test]
    fn what_differs_is_named() {
        let catalog = Sample::new()
            .skill("pdf", "PDF")
            .file("pdf/a.txt", "abc")
            .file("pdf/b.txt", "abc")
            .wrong_digest("pdf/b.txt")
            .catalog();
        let verification = catalog.verify();
        assert!(!verification.is_ok());
        let files: Vec<&str> = verification.mismatches().map(|mismatch| mismatch.file.path()).collect();
        assert_eq!(files, ["pdf/b.txt"]);
        let text = verification.to_string();
        let expected = "skill://pdf/b.txt: 3 bytes with the digest \
                        sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad, served as sha256:";
        assert!(
            text.starts_with("3 files, ") && text.contains("1 files differ") && text.contains(expected),
            "{text}"
        );
    }
}
