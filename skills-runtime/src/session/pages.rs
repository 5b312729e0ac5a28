//! Pages of lists that have something of every listed skill, made when they are asked for. Not what they have of it.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::cursor::Cursor;
use crate::page::Sequence;
use crate::server::view::Desk;
use crate::{QueryError, Skill};

/// A list of this kind. The numbers go on where those of the embedded lists end.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(crate) enum Roll {
    Prompts = 5,
    Summaries = 6,
}

/// One page: its items, and where the next one begins.
pub(crate) struct SkillPage {
    items: String,
    next: Option<Cursor>,
}

impl SkillPage {
    /// Cuts the page that `cursor` asks for from the skills that lists show the caller, within the server's limits.
    pub(crate) fn cut<'q>(
        desk: &Desk<'_>,
        roll: Roll,
        cursor: Option<&'q str>,
        write_item: impl Fn(Skill, &mut String) -> fmt::Result,
    ) -> Result<Self, QueryError<'q>> {
        let shelf = desk.shelf();
        let item = |position| {
            let mut text = String::new();
            write_item(shelf.listed_skill(position)?, &mut text).ok()?;
            Some(text)
        };
        let sequence =
            Sequence { tag: (roll as u8, 0), end: shelf.skills(), fingerprint: shelf.fingerprint() };
        let cut = sequence
            .cut(cursor, desk.server().policy().page_limits, |position| item(position).map(|item| item.len()))
            .map_err(|fault| QueryError::InvalidCursor { cursor: cursor.unwrap_or_default(), fault })?;
        let mut items = String::with_capacity(cut.bytes);
        for item in (cut.start..cut.end).filter_map(item) {
            items.push_str(if items.is_empty() { "" } else { "," });
            items.push_str(&item);
        }
        Ok(Self { items, next: cut.next })
    }

    /// Writes the members of a result that has the page under `key`.
    pub(crate) fn write<W: Write>(&self, key: &str, out: &mut W) -> fmt::Result {
        write!(out, "\"{key}\":[")?;
        out.write_str(&self.items)?;
        out.write_str("]")?;
        if let Some(next) = &self.next {
            out.write_str(",\"nextCursor\":\"")?;
            next.write(out)?;
            out.write_str("\"")?;
        }
        Ok(())
    }
}
