//! What is served, and how: catalogs with the settings of their server. Not a conversation, and not a transport.

mod offers;
mod settings;
pub(crate) mod view;

#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::merge::Merge;
use crate::server::settings::Settings;
use crate::shelf::Shelf;
use crate::{
    Annotations, CacheScope, Caller, Catalog, DirectoryRead, File, MergeError, PageLimits, Policy,
    ResourceListing, Skill,
};

/// A skills server: a catalog or several, and the settings under which they are served.
///
/// Making one costs nothing that grows with the catalog, and clones share the settings. The transports take it by
/// value: `serve_stdio` and `serve_io` (feature `server`), `http::router` and `serve_http` (feature `http`); any other
/// transport makes a [`Session`](crate::Session) of it (feature `session`).
///
/// ```
/// use skills_runtime::{CacheScope, Catalog, PageLimits, Server};
///
/// static SKILLS: Catalog = Catalog::EMPTY;
///
/// let server = Server::new(&SKILLS)
///     .name("acme-skills")
///     .version("1.4.0")
///     .instructions("Load skill://billing/refunds/SKILL.md before you touch a refund.")
///     .ttl_ms(60_000)
///     .cache_scope(CacheScope::Private)
///     .page_limits(PageLimits { entries: 100, bytes: 256 * 1024 })
///     .allowed_hosts(["skills.example.com"])
///     .allowed_origins(["https://app.example.com"]);
/// # let _ = server;
/// ```
#[derive(Clone, Debug)]
pub struct Server {
    stock: Stock,
    settings: Arc<Settings>,
}

#[derive(Clone, Debug)]
enum Stock {
    One(&'static Catalog),
    Several(Arc<Merge>),
}

impl Server {
    /// A server of one catalog, under the name `skills` and the version of this crate; a server that people meet should
    /// set its own: [`name`](Self::name), [`version`](Self::version).
    #[must_use]
    pub fn new(catalog: &'static Catalog) -> Self {
        Self { stock: Stock::One(catalog), settings: Arc::new(Settings::new()) }
    }

    /// A server of several catalogs, so that a library can ship its skills and a binary can serve those of all its
    /// libraries. Lists are in the order of URIs, whichever catalog an entry comes from; prefix directories that
    /// several catalogs have are one.
    ///
    /// ```
    /// use skills_runtime::{Catalog, Server};
    ///
    /// mod billing_skills {
    ///     pub static SKILLS: skills_runtime::Catalog = skills_runtime::Catalog::EMPTY;
    /// }
    /// static CORE: Catalog = Catalog::EMPTY;
    ///
    /// let server = Server::merge([&CORE, &billing_skills::SKILLS])?;
    /// # let _ = server;
    /// # Ok::<(), skills_runtime::MergeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Two catalogs serve the same URI, or one has something inside a skill of another. Both are named: see
    /// [`MergeError`].
    pub fn merge(catalogs: impl IntoIterator<Item = &'static Catalog>) -> Result<Self, MergeError> {
        let catalogs: Vec<&'static Catalog> = catalogs.into_iter().collect();
        let stock = match *catalogs {
            [catalog] => Stock::One(catalog),
            _ => Stock::Several(Arc::new(Merge::new(catalogs)?)),
        };
        Ok(Self { stock, settings: Arc::new(Settings::new()) })
    }

    /// The name that clients show and log; most set it to `env!("CARGO_PKG_NAME")`.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        self.with(|settings| {
            settings.name = name.into();
            settings.render_info();
        })
    }

    /// The version that clients show and log; most set it to `env!("CARGO_PKG_VERSION")`.
    #[must_use]
    pub fn version(self, version: impl Into<String>) -> Self {
        self.with(|settings| {
            settings.version = version.into();
            settings.render_info();
        })
    }

    /// What a client gives its model about this server as a whole. It may point at skills by their URI. Unless set,
    /// there is none.
    #[must_use]
    pub fn instructions(self, instructions: impl Into<String>) -> Self {
        self.with(|settings| settings.instructions = Some(instructions.into()))
    }

    /// For how many milliseconds a client may take an answer as current (SEP-12): 300,000 unless set.
    #[must_use]
    pub fn ttl_ms(self, ttl_ms: u64) -> Self {
        self.with(|settings| settings.policy.ttl_ms = ttl_ms)
    }

    /// Who may keep an answer (SEP-12). Unless set: everyone, and only the client that asked where
    /// [`visible`](Self::visible) makes answers differ.
    #[must_use]
    pub fn cache_scope(self, scope: CacheScope) -> Self {
        self.with(|settings| settings.cache_scope = Some(scope))
    }

    /// Where a page of a list ends (SEP-7): after 1,000 entries or 1 MiB unless set.
    #[must_use]
    pub fn page_limits(self, limits: PageLimits) -> Self {
        self.with(|settings| settings.policy.page_limits = limits)
    }

    /// Neither serves nor declares `resources/directory/read` (SEP-1, SEP-9).
    #[must_use]
    pub fn without_directory_read(self) -> Self {
        self.with(|settings| settings.policy.directory_read = DirectoryRead::NotServed)
    }

    /// Shows every file of every listed skill in `resources/list`, not only each `SKILL.md`.
    #[must_use]
    pub fn list_all_files(self) -> Self {
        self.with(|settings| settings.policy.resource_listing = ResourceListing::AllFiles)
    }

    /// Hides skills from callers: a skill for which `rule` says `false` does not exist for that caller, and neither does
    /// what belongs to it alone. It is in no list and no directory, `skills/get` refuses it as it refuses what was never
    /// there, and its files are not read. A file that a visible skill around it lists stays readable (SEP-3).
    ///
    /// The rule may be asked several times for one request and has to say the same each time. Rules add up: a skill is
    /// there if all of them say so.
    ///
    /// ```
    /// use skills_runtime::{Caller, Catalog, Server, Skill};
    ///
    /// static SKILLS: Catalog = Catalog::EMPTY;
    /// let server = Server::new(&SKILLS)
    ///     .visible(|skill, caller| !skill.path().starts_with("beta/") || caller.protocol_version() >= "2026-07-28");
    /// # let _ = server;
    /// ```
    #[must_use]
    pub fn visible(self, rule: impl Fn(Skill, &Caller<'_>) -> bool + Send + Sync + 'static) -> Self {
        self.with(|settings| settings.visible.push(Arc::new(rule)))
    }

    /// Keeps skills out of every list, beside those that were embedded as `unlisted`: `skills/get` answers for them, and
    /// their files are read (SEP-8).
    #[must_use]
    pub fn unlisted(self, rule: impl Fn(Skill) -> bool + Send + Sync + 'static) -> Self {
        self.with(|settings| settings.unlisted.push(Arc::new(rule)))
    }

    /// Gives each file its [`Annotations`], in `resources/list` and in directory reads. Unless set there are none: a
    /// host pays for every byte of a list.
    #[must_use]
    pub fn annotations(self, hints: impl Fn(File) -> Annotations + Send + Sync + 'static) -> Self {
        self.with(|settings| settings.annotations = Some(Arc::new(hints)))
    }

    /// Shows the whole frontmatter of a skill in the `_meta` of its `SKILL.md`, in `resources/list` and in directory
    /// reads, under `io.modelcontextprotocol.skills/frontmatter` (SEP-11, SEP-14): for hosts without the extension, which
    /// see no entry.
    #[must_use]
    pub fn frontmatter_meta(self) -> Self {
        self.with(|settings| settings.frontmatter_meta = true)
    }

    /// Adds names under which this server may be called over HTTP.
    ///
    /// A page in a browser can make its own host name resolve to the loopback address and then read what a local server
    /// answers. So a request is refused (403) unless its `Host` is `localhost`, a loopback address or one of these. Give
    /// `skills.example.com` to allow any port, `skills.example.com:8443` for one, `*` for any host at all, which is
    /// right only where something in front of the server checks it.
    #[must_use]
    pub fn allowed_hosts(self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with(|settings| settings.allowed_hosts.extend(hosts.into_iter().map(Into::into)))
    }

    /// Adds origins whose pages may call this server over HTTP from a browser.
    ///
    /// A request that has an `Origin` is refused (403) unless that is a page of this computer (`http://localhost`, any
    /// port) or one of these, spelled as browsers send them: `https://app.example.com`, with the port where it is not
    /// the usual one. `*` allows any.
    #[must_use]
    pub fn allowed_origins(self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with(|settings| settings.allowed_origins.extend(origins.into_iter().map(Into::into)))
    }

    fn with(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(Arc::make_mut(&mut self.settings));
        self
    }

    /// Everything that is served, seen whole.
    pub(crate) fn shelf(&self) -> Shelf<'_> {
        match &self.stock {
            Stock::One(catalog) => Shelf::of(catalog),
            Stock::Several(merge) => Shelf::of_several(merge.merged()),
        }
    }

    pub(crate) fn policy(&self) -> Policy {
        self.settings.policy()
    }

    pub(crate) fn info(&self) -> &str {
        &self.settings.info
    }

    pub(crate) fn instructions_text(&self) -> Option<&str> {
        self.settings.instructions.as_deref()
    }
}

#[cfg(feature = "http")]
impl Server {
    pub(crate) fn hosts(&self) -> &[String] {
        &self.settings.allowed_hosts
    }

    pub(crate) fn origins(&self) -> &[String] {
        &self.settings.allowed_origins
    }
}
