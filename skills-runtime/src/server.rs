//! What is served, and how: a catalog with the settings of its server. Not a conversation, and not a transport.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::{
    Answer, CacheScope, Catalog, DirectoryRead, PageLimits, Policy, Query, QueryError, ResourceListing, json,
};

/// A skills server: a catalog, and the settings under which it is served.
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
    catalog: &'static Catalog,
    settings: Arc<Settings>,
}

#[derive(Clone, Debug)]
struct Settings {
    name: String,
    version: String,
    /// Name and version as a JSON object, because every result of the modern era has it.
    info: String,
    instructions: Option<String>,
    policy: Policy,
    allowed_hosts: Vec<String>,
    allowed_origins: Vec<String>,
}

impl Server {
    /// A server of one catalog, under the name `skills` and the version of this crate; a server that people meet should
    /// set its own: [`name`](Self::name), [`version`](Self::version).
    #[must_use]
    pub fn new(catalog: &'static Catalog) -> Self {
        let mut settings = Settings {
            name: "skills".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            info: String::new(),
            instructions: None,
            policy: Policy::new(),
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
        };
        settings.render_info();
        Self { catalog, settings: Arc::new(settings) }
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

    /// Who may keep an answer (SEP-12): everyone, unless set.
    #[must_use]
    pub fn cache_scope(self, scope: CacheScope) -> Self {
        self.with(|settings| settings.policy.cache_scope = scope)
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

    pub(crate) fn answer<'q>(&self, query: Query<'q>) -> Result<Answer, QueryError<'q>> {
        self.catalog.answer(query, &self.settings.policy)
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.settings.policy
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

impl Settings {
    fn render_info(&mut self) {
        let mut info = String::from("{\"name\":");
        // A `String` takes everything that is written to it.
        let _ = json::write_string(&mut info, &self.name);
        info.push_str(",\"version\":");
        let _ = json::write_string(&mut info, &self.version);
        info.push('}');
        self.info = info;
    }
}
