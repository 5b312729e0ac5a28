//! A server as one caller sees it: the settings applied to the skills. Not the settings themselves.

use core::fmt::{self, Write};

use crate::annotations::{Annotations, Extra};
use crate::server::Server;
use crate::shelf::{Shelf, View};
use crate::{Answer, Caller, File, Frame, Query, QueryError, Skill};

/// What one caller is served for the time of one request.
#[derive(Clone, Copy)]
pub(crate) struct Desk<'d> {
    server: &'d Server,
    caller: &'d Caller<'d>,
}

impl<'d> Desk<'d> {
    pub(crate) const fn new(server: &'d Server, caller: &'d Caller<'d>) -> Self {
        Self { server, caller }
    }

    pub(crate) const fn server(&self) -> &'d Server {
        self.server
    }

    pub(crate) const fn caller(&self) -> &'d Caller<'d> {
        self.caller
    }

    pub(crate) fn answer<'q>(&self, query: Query<'q>) -> Result<Answer<'_>, QueryError<'q>> {
        self.shelf().answer(query, &self.server.policy())
    }

    /// Writes the last members of a result that the caller may keep (SEP-12).
    pub(crate) fn write_caching<W: Write>(&self, frame: &Frame<'_>, out: &mut W) -> fmt::Result {
        let policy = self.server.policy();
        frame.write_caching(policy.ttl_ms, policy.cache_scope, out)
    }

    /// What the caller sees.
    pub(crate) fn shelf(&self) -> Shelf<'_> {
        let shelf = self.server.shelf();
        if self.server.settings.shows_as_embedded() { shelf } else { shelf.seen_by(self) }
    }
}

impl View for Desk<'_> {
    fn shows(&self, skill: Skill) -> bool {
        self.server.settings.visible.iter().all(|visible| visible(skill, self.caller))
    }

    fn lists(&self, skill: Skill) -> bool {
        skill.is_listed() && !self.server.settings.unlisted.iter().any(|unlisted| unlisted(skill))
    }

    fn extra(&self, file: File) -> Extra {
        let settings = &self.server.settings;
        Extra {
            annotations: settings.annotations.as_ref().map_or(Annotations::new(), |hint| hint(file)),
            frontmatter: file.as_skill().filter(|_| settings.frontmatter_meta).map(Skill::frontmatter),
        }
    }
}
