//! The three lists of a catalog and how a page is cut from them. Not the JSON around a page.

use crate::catalog::Catalog;
use crate::cursor::Cursor;
use crate::directory::{Child, Directory};
use crate::error::CursorFault;
use crate::file::File;
use crate::query::PageLimits;
use crate::rows::Handle;
use crate::skill::Skill;

/// A list that is served in pages: a sequence of positions, some of which show an item.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List {
    /// The entries of listed skills, by row of the skill.
    Skills,
    /// The `SKILL.md` resources of listed skills, by row of the skill.
    SkillFiles,
    /// The resources of every file of a listed skill, by row of the file.
    AllFiles,
    /// The resources of a directory's children, by place in the directory.
    Children(Directory),
}

impl List {
    /// The item at a position as JSON text; `None` where nothing is shown.
    pub(crate) fn item(self, catalog: &'static Catalog, position: u32) -> Option<&'static str> {
        match self {
            Self::Skills => {
                Some(Skill::new(catalog, position)).filter(|skill| skill.is_listed()).map(Skill::entry)
            }
            Self::SkillFiles => Some(Skill::new(catalog, position))
                .filter(|skill| skill.is_listed())
                .map(|skill| skill.skill_md().resource()),
            Self::AllFiles => {
                Some(File::new(catalog, position)).filter(|file| is_listed(*file)).map(File::resource)
            }
            Self::Children(directory) => {
                let (first, _) = directory.child_rows();
                Some(Child::at(catalog, first.saturating_add(position)).resource())
            }
        }
    }

    /// The end of the positions.
    fn end(self, catalog: &'static Catalog) -> u32 {
        match self {
            Self::Skills | Self::SkillFiles => catalog.skills.len(),
            Self::AllFiles => catalog.files.len(),
            Self::Children(directory) => {
                let (first, end) = directory.child_rows();
                end.saturating_sub(first)
            }
        }
    }

    /// What a cursor says of the list.
    fn tag(self) -> (u8, u32) {
        match self {
            Self::Skills => (1, 0),
            Self::SkillFiles => (2, 0),
            Self::AllFiles => (3, 0),
            Self::Children(directory) => (4, directory.row()),
        }
    }
}

/// Whether a skill that `skills/list` shows has the file in its entry.
fn is_listed(file: File) -> bool {
    let mut skill = Some(file.skill());
    while let Some(inner) = skill {
        if inner.is_listed() {
            return true;
        }
        skill = inner.parent();
    }
    false
}

/// One page of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    pub(crate) list: List,
    /// The positions on the page.
    start: u32,
    end: u32,
    /// The bytes of all items together, commas included.
    pub(crate) bytes: usize,
    /// The cursor to the next page.
    pub(crate) next: Option<Cursor>,
}

impl Page {
    /// Cuts the page that `cursor` asks for; the first one without cursor.
    pub(crate) fn cut(
        catalog: &'static Catalog,
        list: List,
        cursor: Option<&str>,
        limits: PageLimits,
    ) -> Result<Self, CursorFault> {
        let end = list.end(catalog);
        let start = match cursor {
            Some(text) => Cursor::parse(text, list.tag(), catalog.fingerprint)?.position,
            None => 0,
        };
        // We issue cursors to items after the first only.
        if cursor.is_some() && (start == 0 || start >= end || list.item(catalog, start).is_none()) {
            return Err(CursorFault::Unknown);
        }
        let mut page = Self { list, start, end, bytes: 0, next: None };
        let mut entries = 0;
        for position in start..end {
            let Some(item) = list.item(catalog, position) else { continue };
            let bytes = page.bytes + item.len() + usize::from(entries > 0);
            if entries > 0 && (entries >= limits.entries || bytes > limits.bytes) {
                page.end = position;
                page.next = Some(Cursor { list: list.tag(), position, fingerprint: catalog.fingerprint });
                break;
            }
            page.bytes = bytes;
            entries += 1;
        }
        Ok(page)
    }

    /// The items on the page as JSON text.
    pub(crate) fn items(self, catalog: &'static Catalog) -> impl Iterator<Item = &'static str> {
        (self.start..self.end).filter_map(move |position| self.list.item(catalog, position))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;
    use crate::sample::{Sample, odd};

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
            (List::Children(catalog.directory("acme/billing/refunds")), 0),
        ] {
            let end = list.end(catalog);
            for position in [0, u32::try_from(hidden).unwrap(), end, end + 1, u32::MAX] {
                let cursor = Cursor { list: list.tag(), position, fingerprint: catalog.fingerprint };
                let mut text = String::new();
                cursor.write(&mut text).unwrap();
                let page = Page::cut(catalog, list, Some(&text), PageLimits { entries: 1, bytes: 1 });
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
    fn the_bytes_of_a_page_are_those_of_its_items_and_commas() {
        let catalog = odd();
        let page =
            Page::cut(catalog, List::AllFiles, None, PageLimits { entries: 5, bytes: 100_000 }).unwrap();
        let items = page.items(catalog).map(str::len);
        assert_eq!(items.sum::<usize>() + 4, page.bytes);
        assert_eq!(page.items(catalog).count(), 5);
    }
}
