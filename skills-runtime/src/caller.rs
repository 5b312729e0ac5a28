//! Who asks: what a transport and a message say of the client. Not what it may see.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use core::any::Any;
use core::fmt;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::message::text_of;

/// The client that a request comes from, as far as the transport knows it.
///
/// What a client says of itself is what it says: only [`context`](Self::context), which the application's own transport
/// or middleware put there, is fit to decide who may see what.
#[derive(Clone, Copy)]
pub struct Caller<'c> {
    protocol_version: &'c str,
    client_info: Option<&'c str>,
    client_capabilities: Option<&'c str>,
    context: Option<&'c dyn Any>,
}

impl<'c> Caller<'c> {
    /// A caller of whom nothing is known but the revision that its request speaks.
    #[must_use]
    pub const fn new(protocol_version: &'c str) -> Self {
        Self { protocol_version, client_info: None, client_capabilities: None, context: None }
    }

    /// The caller with what it says of itself: `clientInfo` as the text of a JSON object.
    #[must_use]
    pub const fn with_client_info(self, json: Option<&'c str>) -> Self {
        Self { client_info: json, ..self }
    }

    /// The caller with what it says it can: its capabilities as the text of a JSON object.
    #[must_use]
    pub const fn with_client_capabilities(self, json: Option<&'c str>) -> Self {
        Self { client_capabilities: json, ..self }
    }

    /// The caller with what the transport knows: see [`context`](Self::context).
    #[must_use]
    pub const fn with_context(self, context: Option<&'c dyn Any>) -> Self {
        Self { context, ..self }
    }

    /// The revision of the protocol that the request speaks: `2026-07-28`.
    #[must_use]
    pub const fn protocol_version(&self) -> &'c str {
        self.protocol_version
    }

    /// `clientInfo` as the text of a JSON object, if the client gave one: with the request on 2026-07-28 and later,
    /// with `initialize` before, where a connection has a memory (standard input and output).
    #[must_use]
    pub const fn client_info(&self) -> Option<&'c str> {
        self.client_info
    }

    /// The `name` in [`client_info`](Self::client_info).
    #[must_use]
    pub fn client_name(&self) -> Option<Cow<'c, str>> {
        let info: ClientInfo<'c> = serde_json::from_str(self.client_info?).ok()?;
        info.name.and_then(text_of)
    }

    /// The client's capabilities as the text of a JSON object, if it gave them, where [`client_info`](Self::client_info)
    /// comes from.
    #[must_use]
    pub const fn client_capabilities(&self) -> Option<&'c str> {
        self.client_capabilities
    }

    /// Whether the client said that it knows an extension: `io.modelcontextprotocol/skills`.
    #[must_use]
    pub fn declares_extension(&self, identifier: &str) -> bool {
        let capabilities = self.client_capabilities.map(serde_json::from_str::<Capabilities<'c>>);
        let Some(Ok(Capabilities { extensions: Some(extensions) })) = capabilities else { return false };
        serde_json::from_str::<BTreeMap<Cow<'c, str>, IgnoredAny>>(extensions.get())
            .is_ok_and(|extensions| extensions.contains_key(identifier))
    }

    /// What the transport knows of the request, if it is of the type `T`: over HTTP `http::request::Parts`, with the
    /// headers, and the extensions that middleware set; in the layer of the feature `rmcp` its `RequestContext`; in a
    /// transport of your own what you hand to [`Meta::with_context`](crate::Meta::with_context).
    #[must_use]
    pub fn context<T: Any>(&self) -> Option<&'c T> {
        self.context.and_then(|context| context.downcast_ref())
    }
}

impl fmt::Debug for Caller<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller")
            .field("protocol_version", &self.protocol_version)
            .field("client_info", &self.client_info)
            .field("client_capabilities", &self.client_capabilities)
            .field("has_context", &self.context.is_some())
            .finish()
    }
}

#[derive(Deserialize)]
struct ClientInfo<'c> {
    #[serde(borrow, default)]
    name: Option<&'c RawValue>,
}

#[derive(Deserialize)]
struct Capabilities<'c> {
    #[serde(borrow, default)]
    extensions: Option<&'c RawValue>,
}
