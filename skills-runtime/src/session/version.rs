//! The protocol revisions that are served, and the era of each. Not how a message says which one it speaks.

use core::fmt::{self, Write};

use crate::Era;

/// A revision of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
    V2026_07_28,
}

impl Version {
    /// All of them, the newest first: the order in which a client should prefer them.
    pub(crate) const ALL: [Self; 5] =
        [Self::V2026_07_28, Self::V2025_11_25, Self::V2025_06_18, Self::V2025_03_26, Self::V2024_11_05];

    /// What a handshake settles on when the client asks for a revision that has none.
    pub(crate) const LATEST_LEGACY: Self = Self::V2025_11_25;

    /// What a message speaks that does not say.
    pub(crate) const UNSTATED: Self = Self::V2025_03_26;

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.as_str() == text)
    }

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    pub(crate) const fn era(self) -> Era {
        match self {
            Self::V2026_07_28 => Era::Modern,
            _ => Era::Legacy,
        }
    }

    /// All of them as a JSON array.
    pub(crate) fn write_all<W: Write>(out: &mut W) -> fmt::Result {
        for (at, version) in Self::ALL.into_iter().enumerate() {
            let before = if at == 0 { '[' } else { ',' };
            write!(out, "{before}\"{}\"", version.as_str())?;
        }
        out.write_char(']')
    }
}
