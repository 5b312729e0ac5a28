//! A place in the text of a catalog, measured and joined without a look at the text. Not what stands there.

use core::fmt;
use core::ptr;

use crate::catalog::Catalog;

/// A slice of a catalog's text.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    catalog: &'static Catalog,
    at: u32,
    len: u32,
}

impl Piece {
    pub(crate) const fn new(catalog: &'static Catalog, at: u32, len: u32) -> Self {
        Self { catalog, at, len }
    }

    /// Bytes.
    pub(crate) const fn len(self) -> usize {
        self.len as usize
    }

    pub(crate) const fn text(self) -> &'static str {
        self.catalog.slice(self.at, self.len)
    }

    /// Both pieces and the comma between them, where they are two of a row (`__private`).
    pub(crate) fn joined(self, next: Self) -> Option<Self> {
        let comma = self.at.checked_add(self.len)?;
        let is_next = ptr::eq(self.catalog, next.catalog) && comma.checked_add(1) == Some(next.at);
        let len = self.len.checked_add(1)?.checked_add(next.len)?;
        is_next.then_some(Self { len, ..self })
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{many, odd};

    #[test]
    fn two_of_a_row_are_joined_and_others_are_not() {
        let catalog = odd();
        let piece = |at, len| Piece::new(catalog, at, len);
        let both = piece(3, 4).joined(piece(8, 5)).unwrap();
        assert_eq!((both.text(), both.len()), (piece(3, 10).text(), 10));
        for other in [piece(7, 5), piece(9, 5), piece(3, 4), piece(2, 1), Piece::new(many(1), 8, 5)] {
            assert!(piece(3, 4).joined(other).is_none(), "{other:?}");
        }
        assert!(piece(u32::MAX, 0).joined(piece(0, 5)).is_none());
        assert!(piece(3, u32::MAX - 3).joined(piece(0, 5)).is_none());
        assert!(piece(3, 4).joined(piece(8, u32::MAX)).is_none());
    }
}
