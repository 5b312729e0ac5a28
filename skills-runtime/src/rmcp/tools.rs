//! The tools that a handler offers, and the skills that want others. Not the tools of the skills server itself.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use rmcp::model::{ErrorCode, ErrorData, PaginatedRequestParams};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use crate::{Caller, Skill};

/// Whether the caller is offered what the skill requires. What it is offered was put into its context.
pub(super) fn are_offered(skill: Skill, caller: &Caller<'_>) -> bool {
    let offer = caller.context::<RequestContext<RoleServer>>().and_then(|context| context.extensions.get());
    match offer {
        Some(offer) => Offer::missing(offer, skill).next().is_none(),
        None => skill.requires_tools().next().is_none(),
    }
}

/// The names of the tools that one caller is offered.
#[derive(Clone, Debug)]
pub(super) struct Offer(Arc<BTreeSet<String>>);

impl Offer {
    /// Asks a handler, as the caller of `context` would, for every page.
    pub(super) async fn of<H: ServerHandler>(
        handler: &H,
        context: &RequestContext<RoleServer>,
    ) -> Result<Self, ErrorData> {
        let mut names: Vec<String> = Vec::new();
        let mut params = None;
        loop {
            let page = match handler.list_tools(params, context.clone()).await {
                Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => break,
                page => page?,
            };
            names.extend(page.tools.iter().map(|tool| tool.name.to_string()));
            match page.next_cursor {
                Some(cursor) => params = Some(PaginatedRequestParams::default().with_cursor(Some(cursor))),
                None => break,
            }
        }
        Ok(names.into_iter().collect())
    }

    pub(super) fn has(&self, tool: &str) -> bool {
        self.0.contains(tool)
    }

    /// The tools that a skill requires and that are not offered.
    pub(super) fn missing(&self, skill: Skill) -> impl Iterator<Item = &'static str> {
        skill.requires_tools().filter(|tool| !self.has(tool))
    }
}

impl<T: Into<String>> FromIterator<T> for Offer {
    fn from_iter<I: IntoIterator<Item = T>>(names: I) -> Self {
        Self(Arc::new(names.into_iter().map(Into::into).collect()))
    }
}
