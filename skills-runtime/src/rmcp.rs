//! Skills beside a handler of the official SDK (crate `rmcp`): the layer, and how it is put on. Not a transport, and not
//! a server of its own.
//!
//! ```
//! use rmcp::ServerHandler;
//! use skills_runtime::rmcp::WithSkills;
//! use skills_runtime::{Catalog, embed_skills};
//!
//! static SKILLS: Catalog = embed_skills!("tests/fixtures/docs/skills/");
//!
//! struct Billing;
//!
//! impl ServerHandler for Billing {} // its tools, its prompts, its own resources
//!
//! let service = Billing.with_skills(&SKILLS); // and then `.serve(stdio()).await?`, as before
//! # assert!(rmcp::Service::<rmcp::RoleServer>::get_info(&service).capabilities.supports_skills());
//! ```
//!
//! # What is added
//!
//! - The extension and the `resources` capability, in `initialize` and in `server/discover` (SEP-1), and the server's
//!   instructions after those of the handler.
//! - `skills/list`, `skills/get`, `resources/directory/read` (SEP-7, SEP-8, SEP-9), and `resources/read` for the URIs
//!   of the catalog (SEP-10).
//! - Our resources in `resources/list`, after the last of the handler's. A resource of the handler at one of our URIs
//!   can never be read, so it is left out and traced as a warning; [`assert_no_collision`] finds it in a test.
//!
//! Everything else is the handler's: it gets the same request, and its answer is not touched. So do URIs that are not
//! ours, and the three methods too where the handler serves skills of its own.
//!
//! # What the SDK decides
//!
//! It takes requests and results apart, checks them, and fills in what it finds missing. So a few answers differ from
//! those of [`Session`](crate::Session): a directory read says `ttlMs: 0` and `cacheScope: private` on 2026-07-28;
//! `skills/get` is refused (−32602) for a URI that is escaped in another way than in the entry, and for one that does
//! not end in `/SKILL.md` in the SDK's words; a request whose parameters are not those of its method is unknown (−32601).

mod assertion;
mod beside;
mod declaration;
mod handler;
mod list;
mod question;
mod tools;

pub use assertion::{assert_no_collision, assert_tools};

use rmcp::ServerHandler;

use self::question::{Declaration, declaration_to_anyone};
use crate::{Catalog, MergeError, Server};

/// Puts skills beside what a handler serves already.
pub trait WithSkills: ServerHandler {
    /// This handler, and the skills of a catalog.
    #[must_use]
    fn with_skills(self, catalog: &'static Catalog) -> SkillsLayer<Self> {
        self.with_server(Server::new(catalog))
    }

    /// This handler, and the skills of several catalogs.
    ///
    /// # Errors
    ///
    /// [`MergeError`], where the catalogs do not fit together: see [`Server::merge`].
    fn with_catalogs(
        self,
        catalogs: impl IntoIterator<Item = &'static Catalog>,
    ) -> Result<SkillsLayer<Self>, MergeError> {
        Ok(self.with_server(Server::merge(catalogs)?))
    }

    /// This handler, and skills under settings of your own: page limits, cache hints, visibility, instructions.
    ///
    /// Name and version of the server are the handler's, and hosts and origins are the business of the SDK's transport:
    /// these four settings of [`Server`] do nothing here.
    #[must_use]
    fn with_server(self, server: Server) -> SkillsLayer<Self> {
        SkillsLayer::new(self, server)
    }
}

impl<H: ServerHandler> WithSkills for H {}

/// A handler with skills beside it: a `ServerHandler` again, and so a `Service<RoleServer>` for every transport of the
/// SDK. [`WithSkills`] makes it.
#[derive(Clone, Debug)]
pub struct SkillsLayer<H> {
    handler: H,
    server: Server,
    /// What is declared to a caller that says nothing of itself.
    declared: Declaration,
    requirement: Requirement,
}

/// What becomes of skills that name tools which a caller is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Requirement {
    /// They are served like all others.
    Informative,
    /// They do not exist for that caller.
    Binding,
}

impl<H: ServerHandler> SkillsLayer<H> {
    fn new(handler: H, server: Server) -> Self {
        let info = handler.get_info().server_info;
        let server = server.name(info.name).version(info.version);
        let declared = declaration_to_anyone(&server);
        Self { handler, server, declared, requirement: Requirement::Informative }
    }

    /// Hides a skill from callers whom the handler does not offer every tool that the skill requires: see
    /// [`Skill::requires_tools`](crate::Skill::requires_tools). For them it is as if it were not served.
    ///
    /// The handler is asked for its tools, all pages of them, before each answer about skills. Answers are then for the
    /// one caller alone to keep, unless the server's [`cache_scope`](Server::cache_scope) says otherwise.
    #[must_use]
    pub fn hide_skills_without_tools(self) -> Self {
        let server = self.server.visible(tools::are_offered);
        let declared = declaration_to_anyone(&server);
        Self { server, declared, requirement: Requirement::Binding, ..self }
    }

    /// The handler below the skills.
    pub const fn handler(&self) -> &H {
        &self.handler
    }
}
