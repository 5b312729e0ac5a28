//! Iteration over handles in the order of their URIs; not the handles.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use crate::catalog::Catalog;
use crate::directory::{Child, Directory};
use crate::file::File;
use crate::skill::Skill;
use crate::uri::Node;

/// An iterator over [`Skill`]s, [`File`]s, [`Directory`]s or [`Child`]ren in the order of their URIs.
pub struct Rows<T> {
    catalog: &'static Catalog,
    range: Range<u32>,
    handle: PhantomData<T>,
}

impl<T> Rows<T> {
    pub(crate) const fn new(catalog: &'static Catalog, start: u32, end: u32) -> Self {
        Self { catalog, range: start..end, handle: PhantomData }
    }
}

impl<T: Handle> Iterator for Rows<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.range.next().map(|row| T::at(self.catalog, row))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        self.range.nth(n).map(|row| T::at(self.catalog, row))
    }
}

impl<T: Handle> DoubleEndedIterator for Rows<T> {
    fn next_back(&mut self) -> Option<T> {
        self.range.next_back().map(|row| T::at(self.catalog, row))
    }
}

impl<T: Handle> ExactSizeIterator for Rows<T> {}

impl<T: Handle> FusedIterator for Rows<T> {}

impl<T> Clone for Rows<T> {
    fn clone(&self) -> Self {
        Self { catalog: self.catalog, range: self.range.clone(), handle: PhantomData }
    }
}

impl<T: Handle + fmt::Debug> fmt::Debug for Rows<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// What [`Rows`] can yield: sealed, because a row means nothing outside this crate.
pub trait Handle: Sized {
    #[doc(hidden)]
    fn at(catalog: &'static Catalog, row: u32) -> Self;
}

impl Handle for Skill {
    fn at(catalog: &'static Catalog, row: u32) -> Self {
        Self::new(catalog, row)
    }
}

impl Handle for File {
    fn at(catalog: &'static Catalog, row: u32) -> Self {
        Self::new(catalog, row)
    }
}

impl Handle for Directory {
    fn at(catalog: &'static Catalog, row: u32) -> Self {
        Self::new(catalog, row)
    }
}

impl Handle for Child {
    fn at(catalog: &'static Catalog, row: u32) -> Self {
        match Node::from_word(catalog.children.word(row, 0)) {
            Node::File(row) => Self::File(File::new(catalog, row)),
            Node::Directory(row) => Self::Directory(Directory::new(catalog, row)),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use crate::sample::odd;

    #[test]
    fn rows_come_in_the_order_of_their_uris_from_both_ends() {
        let catalog = odd();
        let files: Vec<&str> = catalog.files().map(crate::File::uri).collect();
        assert!(files.is_sorted() && files.len() == catalog.files().len());
        assert!(catalog.skills().map(crate::Skill::uri).is_sorted());
        assert!(catalog.directories().map(crate::Directory::uri).is_sorted());
        let mut backwards: Vec<&str> = catalog.files().rev().map(crate::File::uri).collect();
        backwards.reverse();
        assert_eq!(files, backwards);
        assert_eq!(catalog.files().nth(3).map(crate::File::uri), files.get(3).copied());
        assert_eq!(catalog.files().nth(files.len()), None);
    }

    #[test]
    fn printed_they_are_a_list_of_handles() {
        let text = format!("{:?}", odd().skills());
        assert!(
            text.starts_with(r#"[Skill { uri: "skill://acme/billing-old/SKILL.md", files: 1, size: "#),
            "{text}"
        );
    }
}
