//! What a server has beyond the methods of the extension, for hosts that do not know it: how it is switched on, and for
//! whom it is there. Not what is answered (`session`).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use crate::server::Server;
use crate::server::view::Desk;
use crate::{CacheScope, Policy};

/// The name of the extension (SEP-1).
const EXTENSION: &str = "io.modelcontextprotocol/skills";

impl Server {
    /// Names the skills in the server's instructions, after the text of [`instructions`](Self::instructions), in at most
    /// `budget` characters: see [`Catalog::instructions`](crate::Catalog::instructions). A caller is told of the skills
    /// that lists show to it, and of no other.
    ///
    /// A host may give this text to its model with every conversation, so a budget of a few thousand characters is
    /// plenty.
    ///
    /// ```
    /// use skills_runtime::{Catalog, Server};
    ///
    /// static SKILLS: Catalog = Catalog::EMPTY;
    /// let server = Server::new(&SKILLS).instructions("Amounts are in cents.").skill_instructions(4_000);
    /// # let _ = server;
    /// ```
    #[must_use]
    pub fn skill_instructions(self, budget: usize) -> Self {
        self.with(|settings| settings.skill_instructions = Some(budget))
    }

    /// Offers every file of every skill as a resource template, `skill://{+path}`, one for each scheme of the skills that
    /// lists show the caller, and completes `path`: for hosts that let a person pick a resource.
    ///
    /// `completion/complete` suggests the paths of files of listed skills that begin with what was typed, spelled as in
    /// URIs, at most 100, in the order of URIs. The capability `completions` is declared.
    #[must_use]
    pub fn resource_templates(self) -> Self {
        self.with(|settings| settings.resource_templates = true)
    }

    /// Offers read-only tools to clients that do not declare the extension, whose models could not get at a skill
    /// otherwise: `list_skills`, `load_skill` and `read_skill_file`. They answer with the same bytes as `resources/read`
    /// (SEP-10), and see what the caller sees.
    ///
    /// A client that declares the extension gets no tools: for it, neither the capability `tools` nor `tools/list` and
    /// `tools/call` are there (−32601). Where a connection has no memory, as over HTTP before 2026-07-28, a client
    /// declares the extension in `initialize` and is not told of the tools there; later requests do not say who sent
    /// them, and are answered.
    #[must_use]
    pub fn fallback_tools(self) -> Self {
        self.with(|settings| settings.fallback_tools = true)
    }

    /// Offers every skill that lists show the caller as a prompt, for hosts that let a person choose one: it puts the text
    /// of the `SKILL.md` into the conversation, and where its files are.
    ///
    /// A prompt is called like its skill. Where several have that name (SEP-13), each is called by its path, and by its
    /// URI where several catalogs have the path. The capability `prompts` is declared.
    #[must_use]
    pub fn skill_prompts(self) -> Self {
        self.with(|settings| settings.skill_prompts = true)
    }
}

impl Desk<'_> {
    /// Whether there are tools for the caller.
    pub(crate) fn offers_tools(&self) -> bool {
        self.server().settings.fallback_tools && !self.caller().declares_extension(EXTENSION)
    }

    /// Whether there are prompts.
    pub(crate) fn offers_prompts(&self) -> bool {
        self.server().settings.skill_prompts
    }

    /// Whether there are resource templates and completions of them.
    pub(crate) fn offers_templates(&self) -> bool {
        self.server().settings.resource_templates
    }

    /// What the caller's model is told about the server, if anything.
    pub(crate) fn instructions(&self) -> Option<Cow<'_, str>> {
        let text = self.server().instructions_text().map(Cow::Borrowed);
        let Some(budget) = self.server().settings.skill_instructions else { return text };
        let list = if self.offers_tools() { "the tool list_skills" } else { "skills/list" };
        let mut skills = String::new();
        // A `String` takes everything that is written to it.
        let _ = self.shelf().write_instructions(budget, list, &mut skills);
        match text.filter(|text| !text.is_empty()) {
            text if skills.is_empty() => text,
            None => Some(skills.into()),
            Some(text) => Some(format!("{text}\n\n{skills}").into()),
        }
    }

    /// How the caller may keep what the server says of itself. Where some callers have tools, that is not the same for
    /// everyone.
    pub(crate) fn declaration_policy(&self) -> Policy {
        let settings = &self.server().settings;
        let policy = settings.policy();
        match settings.cache_scope {
            None if settings.fallback_tools => Policy { cache_scope: CacheScope::Private, ..policy },
            _ => policy,
        }
    }
}
