//! The three lists of a shelf and how a page is cut from them. Not the JSON around a page.

use core::iter;

use crate::annotations::Item;
use crate::cursor::Cursor;
use crate::directory::Child;
use crate::error::CursorFault;
use crate::query::PageLimits;
use crate::shelf::{Folder, Shelf};
use crate::skill::Skill;

/// A list that is served in pages: a sequence of positions, some of which show an item.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List<'s> {
    /// The entries of listed skills, by place among the skills.
    Skills,
    /// The `SKILL.md` resources of listed skills, by place among the skills.
    SkillFiles,
    /// The resources of every file of a listed skill, by place among the files.
    AllFiles,
    /// The resources of a directory's children, by place in the directory.
    Children(Folder<'s>),
}

impl<'s> List<'s> {
    /// The item at a position; `None` where nothing is shown.
    pub(crate) fn item(self, shelf: Shelf<'s>, position: u32) -> Option<Item> {
        let resource = |file| Item::resource(file, shelf.extra(file));
        match self {
            Self::Skills => shelf.listed_skill(position).map(Skill::entry_piece).map(Item::embedded),
            Self::SkillFiles => shelf.listed_skill(position).map(Skill::skill_md).map(resource),
            Self::AllFiles => shelf.listed_file(position).map(resource),
            Self::Children(folder) => shelf.child(folder, position).map(|child| match child {
                Child::File(file) => resource(file),
                Child::Directory(directory) => Item::embedded(directory.resource_piece()),
            }),
        }
    }

    /// The end of the positions.
    fn end(self, shelf: Shelf<'s>) -> u32 {
        match self {
            Self::Skills | Self::SkillFiles => shelf.skills(),
            Self::AllFiles => shelf.files(),
            Self::Children(folder) => folder.len(),
        }
    }

    /// What a cursor says of the list.
    fn tag(self, shelf: Shelf<'s>) -> (u8, u32) {
        match self {
            Self::Skills => (1, 0),
            Self::SkillFiles => (2, 0),
            Self::AllFiles => (3, 0),
            Self::Children(folder) => (4, shelf.number(folder)),
        }
    }
}

/// One page of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page<'s> {
    pub(crate) list: List<'s>,
    pub(crate) cut: Cut,
}

/// Where a page is in its list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The positions on the page.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The bytes of all items together, commas included.
    pub(crate) bytes: usize,
    /// The cursor to the next page.
    pub(crate) next: Option<Cursor>,
}

/// The positions of a list that is served in pages, whatever is at them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    /// What a cursor says of the list.
    pub(crate) tag: (u8, u32),
    /// The end of the positions.
    pub(crate) end: u32,
    /// The build.
    pub(crate) fingerprint: u64,
}

impl Sequence {
    /// Cuts the page that `cursor` asks for, the first one without cursor. `len` gives the bytes of the item at a
    /// position, and nothing where none is shown.
    pub(crate) fn cut(
        self,
        cursor: Option<&str>,
        limits: PageLimits,
        len: impl Fn(u32) -> Option<usize>,
    ) -> Result<Cut, CursorFault> {
        let Self { tag, end, fingerprint } = self;
        let start = match cursor {
            Some(text) => Cursor::parse(text, tag, fingerprint)?.position,
            None => 0,
        };
        // We issue cursors to items after the first only.
        if cursor.is_some() && (start == 0 || start >= end || len(start).is_none()) {
            return Err(CursorFault::Unknown);
        }
        let mut cut = Cut { start, end, bytes: 0, next: None };
        let mut entries = 0;
        for position in start..end {
            let Some(len) = len(position) else { continue };
            let bytes = cut.bytes + len + usize::from(entries > 0);
            if entries > 0 && (entries >= limits.entries || bytes > limits.bytes) {
                cut.end = position;
                cut.next = Some(Cursor { list: tag, position, fingerprint });
                break;
            }
            cut.bytes = bytes;
            entries += 1;
        }
        Ok(cut)
    }
}

impl<'s> Page<'s> {
    /// Cuts the page that `cursor` asks for; the first one without cursor.
    pub(crate) fn cut(
        shelf: Shelf<'s>,
        list: List<'s>,
        cursor: Option<&str>,
        limits: PageLimits,
    ) -> Result<Self, CursorFault> {
        let sequence =
            Sequence { tag: list.tag(shelf), end: list.end(shelf), fingerprint: shelf.fingerprint() };
        let cut =
            sequence.cut(cursor, limits, |position| list.item(shelf, position).map(|item| item.len()))?;
        Ok(Self { list, cut })
    }

    /// The items on the page, as one where they are embedded in a row.
    pub(crate) fn runs(self, shelf: Shelf<'s>) -> impl Iterator<Item = Item> {
        let mut items = self.items(shelf).peekable();
        iter::from_fn(move || {
            let mut run = items.next()?;
            while let Some(longer) = items.peek().and_then(|next| run.joined(*next)) {
                run = longer;
                items.next();
            }
            Some(run)
        })
    }

    fn items(self, shelf: Shelf<'s>) -> impl Iterator<Item = Item> {
        (self.cut.start..self.cut.end).filter_map(move |position| self.list.item(shelf, position))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;
    use crate::sample::{Sample, many, odd};
    use crate::{Catalog, File};

    fn is_listed(file: File) -> bool {
        file.skills().any(Skill::is_listed)
    }

    fn of(catalog: &'static Catalog) -> Shelf<'static> {
        Shelf::of(catalog)
    }

    #[test]
    fn a_cursor_to_where_no_page_starts_is_unknown() {
        // The checksum is right, the position is not one that is issued.
        let catalog = odd();
        let unlisted = catalog.skills().position(|skill| !skill.is_listed()).unwrap();
        let hidden = catalog.files().position(|file| !is_listed(file)).unwrap();
        for (list, hidden) in [
            (List::Skills, unlisted),
            (List::SkillFiles, unlisted),
            (List::AllFiles, hidden),
            (List::Children(Folder::Own(catalog.directory("acme/billing/refunds"))), 0),
        ] {
            let shelf = of(catalog);
            let end = list.end(shelf);
            for position in [0, u32::try_from(hidden).unwrap(), end, end + 1, u32::MAX] {
                let cursor = Cursor { list: list.tag(shelf), position, fingerprint: catalog.fingerprint };
                let mut text = String::new();
                cursor.write(&mut text).unwrap();
                let page = Page::cut(shelf, list, Some(&text), PageLimits { entries: 1, bytes: 1 });
                assert_eq!(page.unwrap_err(), CursorFault::Unknown, "{list:?} at {position}");
            }
        }
    }

    #[test]
    fn a_file_is_listed_by_any_listed_skill_around_it() {
        let catalog = Sample::new().skill("a", "Outer").skill("a/b/c", "Inner").unlisted("a/b/c").catalog();
        assert!(catalog.files().all(is_listed));
        let catalog = Sample::new().skill("a", "Outer").skill("a/b/c", "Inner").unlisted("a").catalog();
        assert_eq!(catalog.files().map(is_listed).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn what_stands_in_a_row_is_one_run() {
        let runs = |catalog: &'static Catalog, list| {
            let page = Page::cut(of(catalog), list, None, PageLimits { entries: 1_000, bytes: 1 << 20 });
            page.unwrap().runs(of(catalog)).count()
        };
        let catalog = many(100);
        assert_eq!((runs(catalog, List::Skills), runs(catalog, List::AllFiles)), (1, 1));
        // Between two `SKILL.md` stands another file.
        assert_eq!(runs(catalog, List::SkillFiles), 100);
        let gap = Sample::new().skill("a", "A").skill("b", "B").unlisted("b").skill("c", "C").catalog();
        assert_eq!((runs(gap, List::Skills), runs(gap, List::AllFiles)), (2, 2));
    }

    #[test]
    fn the_bytes_of_a_page_are_those_of_its_items_and_commas() {
        let catalog = odd();
        let page =
            Page::cut(of(catalog), List::AllFiles, None, PageLimits { entries: 5, bytes: 100_000 }).unwrap();
        let items = page.items(of(catalog)).map(|item| item.len());
        assert_eq!(items.sum::<usize>() + 4, page.cut.bytes);
        assert_eq!(page.items(of(catalog)).count(), 5);
    }
}
