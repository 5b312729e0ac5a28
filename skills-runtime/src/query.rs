//! What a server can be asked about a catalog, and how it is set up to answer. Not the messages that carry it.

/// One question to a [`Catalog`](crate::Catalog): a method of the protocol with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Query<'q> {
    /// `skills/list` (SEP-7).
    ListSkills {
        /// The `nextCursor` of the page before; `None` asks for the first page.
        cursor: Option<&'q str>,
    },
    /// `skills/get` (SEP-8).
    GetSkill {
        /// The URI of a `SKILL.md`.
        uri: &'q str,
    },
    /// `resources/directory/read` (SEP-9).
    ReadDirectory {
        /// The URI of a directory, without a trailing slash.
        uri: &'q str,
        /// The `nextCursor` of the page before; `None` asks for the first page.
        cursor: Option<&'q str>,
    },
    /// `resources/list`.
    ListResources {
        /// The `nextCursor` of the page before; `None` asks for the first page.
        cursor: Option<&'q str>,
    },
    /// `resources/read` (SEP-10).
    ReadResource {
        /// The URI of a file.
        uri: &'q str,
    },
}

#[cfg(feature = "session")]
impl<'q> Query<'q> {
    /// What the query is about, if that is one URI.
    pub(crate) const fn uri(self) -> Option<&'q str> {
        match self {
            Self::GetSkill { uri } | Self::ReadDirectory { uri, .. } | Self::ReadResource { uri } => {
                Some(uri)
            }
            Self::ListSkills { .. } | Self::ListResources { .. } => None,
        }
    }
}

/// Which of the two protocols a client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Era {
    /// Before 2026-07-28: no `resultType`, no cache hints, −32002 for an unknown resource (SEP-10, SEP-12).
    Legacy,
    /// 2026-07-28 and later.
    Modern,
}

/// How a catalog answers: the same for every client.
///
/// ```
/// use skills_runtime::{DirectoryRead, Policy};
///
/// const POLICY: Policy = {
///     let mut policy = Policy::new();
///     policy.ttl_ms = 60_000;
///     policy.directory_read = DirectoryRead::NotServed;
///     policy
/// };
/// assert_eq!(POLICY.page_limits.entries, 1_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// For how many milliseconds a client may take an answer as current: 300,000 unless set. What exceeds 2^53 − 1,
    /// the largest integer that every JSON reader keeps, is written as that.
    pub ttl_ms: u64,
    /// Who may keep an answer: everyone, unless set.
    pub cache_scope: CacheScope,
    /// Where a page ends.
    pub page_limits: PageLimits,
    /// Whether `resources/directory/read` is served: it is, unless set.
    pub directory_read: DirectoryRead,
    /// What `resources/list` shows: the `SKILL.md` files, unless set.
    pub resource_listing: ResourceListing,
}

impl Policy {
    /// The defaults that each field names.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            ttl_ms: 300_000,
            cache_scope: CacheScope::Public,
            page_limits: PageLimits { entries: 1_000, bytes: 1 << 20 },
            directory_read: DirectoryRead::Served,
            resource_listing: ResourceListing::SkillFiles,
        }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::new()
    }
}

/// Who may keep an answer (SEP-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CacheScope {
    /// Any cache, for any user: right for embedded content, which is the same for everyone.
    Public,
    /// Only the client that asked.
    Private,
}

/// Where a page ends: at whichever limit is met first. An entry is never split, and a page has at least one (SEP-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageLimits {
    /// Entries on a page: 1,000 unless set.
    pub entries: usize,
    /// Bytes of all entries of a page together, commas included: 1 MiB unless set.
    pub bytes: usize,
}

/// Whether `resources/directory/read` is served (SEP-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DirectoryRead {
    /// It is, and is declared as `directoryRead: true` (SEP-1).
    Served,
    /// It is an unknown method: −32601.
    NotServed,
}

/// What `resources/list` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResourceListing {
    /// The `SKILL.md` of every listed skill: enough to find the rest, and what clients without the extension can show.
    SkillFiles,
    /// Every file of every listed skill, those of skills nested in it included.
    AllFiles,
}
