//! Where a finding is, as a reader is told it: the path below the base, lines and columns. It draws nothing.

use core::ops::Range;
use std::borrow::Cow;

use crate::finding::Finding;
use crate::source::{Position, position};
use crate::tree::{Content, Tree};

/// The file or folder of a finding.
pub(super) struct Place<'a> {
    /// The path with the base before it, as it is.
    pub(super) path: String,
    /// The bytes, where it is a file that was read, without what the finding conceals.
    pub(super) bytes: Option<Cow<'a, [u8]>>,
}

/// Bytes of a file as its lines and columns. The end is where the first byte after them stands.
pub(super) struct Region {
    pub(super) start: Position,
    pub(super) end: Position,
}

impl<'a> Place<'a> {
    pub(super) fn of(finding: &Finding, tree: &'a Tree, base: &str) -> Self {
        let path = match (base, finding.path.as_str()) {
            ("", "") => ".".to_owned(),
            (base, "") => base.to_owned(),
            ("", path) => path.to_owned(),
            (base, path) => format!("{base}/{path}"),
        };
        let bytes = match tree.entry(&finding.path).map(|entry| &entry.content) {
            Some(Content::File(bytes)) => Some(finding.shown(bytes)),
            _ => None,
        };
        Self { path, bytes }
    }

    /// Where `span` stands, if there is a file for it.
    pub(super) fn region(&self, span: &Range<usize>) -> Option<Region> {
        let bytes = self.bytes.as_deref()?;
        let start = position(bytes, span.start);
        Some(Region { start, end: position(bytes, span.end.max(span.start)) })
    }
}
