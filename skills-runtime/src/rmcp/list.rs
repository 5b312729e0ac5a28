//! Two lists become one: the handler's pages, and ours after its last. Not what is on a page.
//!
//! Our cursors stay as they are. Those of the handler go out behind a mark that no cursor of ours can start with, and
//! come back to it without. So nothing is remembered, and neither side sees a cursor that it has not issued.

use alloc::string::String;
use core::cmp;

use rmcp::ErrorData;
use rmcp::model::{
    CacheScope, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult,
    ListToolsResult, MetaObject, PaginatedRequestParams,
};

/// Goes before cursors of the handler; ours are base64url.
const MARK: char = '~';

/// Whose page a request asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The handler's, from its own cursor on.
    Handler(Option<String>),
    /// Ours, from our own cursor on.
    Skills(String),
}

impl Turn {
    pub(super) fn of(params: Option<&PaginatedRequestParams>) -> Self {
        match params.and_then(|params| params.cursor.as_deref()) {
            None => Self::Handler(None),
            Some(cursor) => match cursor.strip_prefix(MARK) {
                Some(cursor) => Self::Handler(Some(cursor.into())),
                None => Self::Skills(cursor.into()),
            },
        }
    }
}

/// The page that is sent, given the handler's page where it is the handler's turn and has one. `ours` makes the page of
/// ours from a cursor on.
pub(super) fn join<P: Page>(
    turn: &Turn,
    theirs: Option<P>,
    ours: impl FnOnce(Option<&str>) -> Result<P, ErrorData>,
) -> Result<P, ErrorData> {
    match (turn, theirs) {
        (Turn::Skills(cursor), _) => ours(Some(cursor)),
        (Turn::Handler(_), None) => ours(None),
        (Turn::Handler(_), Some(mut page)) => {
            if let Some(cursor) = page.next_cursor() {
                cursor.insert(0, MARK);
            } else {
                page.append(ours(None)?);
            }
            Ok(page)
        }
    }
}

/// A page of one of the SDK's lists.
pub(super) trait Page {
    /// The cursor to the next page.
    fn next_cursor(&mut self) -> &mut Option<String>;

    /// Adds a page: its items, and its cursor. What may be kept is what both may be kept for.
    fn append(&mut self, page: Self);
}

macro_rules! pages {
    ($($page:ident.$items:ident),* $(,)?) => {
        $(impl Page for $page {
            fn next_cursor(&mut self) -> &mut Option<String> {
                &mut self.next_cursor
            }

            fn append(&mut self, page: Self) {
                self.$items.extend(page.$items);
                self.next_cursor = page.next_cursor;
                self.ttl_ms = self.ttl_ms.zip(page.ttl_ms).map(|(theirs, ours)| cmp::min(theirs, ours));
                self.cache_scope = self.cache_scope.zip(page.cache_scope).map(narrower);
                append_meta(&mut self.meta, page.meta);
            }
        })*
    };
}

pages!(
    ListPromptsResult.prompts,
    ListResourceTemplatesResult.resource_templates,
    ListResourcesResult.resources,
    ListSkillsResult.skills,
    ListToolsResult.tools,
);

fn narrower(scopes: (CacheScope, CacheScope)) -> CacheScope {
    match scopes {
        (CacheScope::Public, CacheScope::Public) => CacheScope::Public,
        _ => CacheScope::Private,
    }
}

/// What the handler says wins.
fn append_meta(theirs: &mut Option<MetaObject>, ours: Option<MetaObject>) {
    for (key, value) in ours.into_iter().flat_map(|meta| meta.0) {
        theirs.get_or_insert_default().0.entry(key).or_insert(value);
    }
}
