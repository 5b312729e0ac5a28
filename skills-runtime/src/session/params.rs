//! The parameters of a request, read and typed. Not what they mean to a method.

use alloc::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::message::{present, text_of};
use crate::session::completion::Partial;
use crate::session::fault::{Expected, Fault};

/// The key that makes a request one of 2026-07-28 or later.
const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// Every member of `params` that some method or the headers know.
#[derive(Default, Deserialize)]
pub(crate) struct Params<'m> {
    #[serde(borrow, default, deserialize_with = "present")]
    uri: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    name: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    cursor: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    arguments: Option<&'m RawValue>,
    #[serde(borrow, default, rename = "ref", deserialize_with = "present")]
    reference: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    argument: Option<&'m RawValue>,
    #[serde(borrow, default, rename = "protocolVersion", deserialize_with = "present")]
    protocol_version: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    capabilities: Option<&'m RawValue>,
    #[serde(borrow, default, rename = "clientInfo", deserialize_with = "present")]
    client_info: Option<&'m RawValue>,
    #[serde(borrow, default, rename = "_meta", deserialize_with = "present")]
    meta: Option<&'m RawValue>,
}

/// The members of `params._meta` that the protocol defines and this server needs.
#[derive(Default, Deserialize)]
pub(crate) struct RequestMeta<'m> {
    #[serde(
        borrow,
        default,
        rename = "io.modelcontextprotocol/protocolVersion",
        deserialize_with = "present"
    )]
    protocol_version: Option<&'m RawValue>,
    #[serde(
        borrow,
        default,
        rename = "io.modelcontextprotocol/clientCapabilities",
        deserialize_with = "present"
    )]
    client_capabilities: Option<&'m RawValue>,
    #[serde(borrow, default, rename = "io.modelcontextprotocol/clientInfo", deserialize_with = "present")]
    client_info: Option<&'m RawValue>,
}

/// What a completion is asked for.
#[derive(Deserialize)]
struct Reference<'m> {
    #[serde(borrow, default, rename = "type")]
    kind: Option<&'m RawValue>,
    #[serde(borrow, default)]
    uri: Option<&'m RawValue>,
}

/// An argument as far as it was typed.
#[derive(Deserialize)]
struct Argument<'m> {
    #[serde(borrow, default)]
    name: Option<&'m RawValue>,
    #[serde(borrow, default)]
    value: Option<&'m RawValue>,
}

/// What a client says of itself: texts of JSON objects.
#[derive(Clone, Copy, Default)]
pub(crate) struct Introduction<'m> {
    pub(crate) client_info: Option<&'m str>,
    pub(crate) client_capabilities: Option<&'m str>,
}

impl<'m> Params<'m> {
    pub(crate) fn read(raw: Option<&'m RawValue>) -> Result<Self, Fault> {
        let Some(raw) = raw else { return Ok(Self::default()) };
        object(raw).ok_or(Fault::Params)
    }

    /// What `Mcp-Name` repeats: the `uri` or the `name` that the method is called about.
    pub(crate) fn name_of(&self, method: &str) -> Option<Cow<'m, str>> {
        match method {
            "prompts/get" | "tools/call" => self.name,
            _ => self.uri,
        }
        .and_then(text_of)
    }

    pub(crate) fn uri(&self) -> Result<Cow<'m, str>, Fault> {
        required(self.uri, "uri")
    }

    pub(crate) fn name(&self) -> Result<Cow<'m, str>, Fault> {
        required(self.name, "name")
    }

    /// The arguments of a tool: the text of a JSON object.
    pub(crate) fn arguments(&self) -> Result<Option<&'m str>, Fault> {
        let Some(raw) = self.arguments else { return Ok(None) };
        let fault = Fault::Param { name: "arguments", expected: Expected::OptionalObject };
        object_text(Some(raw)).map(Some).ok_or(fault)
    }

    /// What is to be completed.
    pub(crate) fn partial(&self) -> Result<Partial<'m>, Fault> {
        let expected = Expected::Object;
        let reference = self.reference.and_then(object::<Reference<'m>>);
        let reference = reference.ok_or(Fault::Param { name: "ref", expected })?;
        let argument = self.argument.and_then(object::<Argument<'m>>);
        let argument = argument.ok_or(Fault::Param { name: "argument", expected })?;
        let kind = required(reference.kind, "ref.type")?;
        if kind != "ref/resource" {
            return Err(Fault::UnknownReference { reference: kind.into_owned() });
        }
        Ok(Partial {
            template: required(reference.uri, "ref.uri")?,
            argument: required(argument.name, "argument.name")?,
            value: required(argument.value, "argument.value")?,
        })
    }

    pub(crate) fn cursor(&self) -> Result<Option<Cow<'m, str>>, Fault> {
        let Some(raw) = self.cursor else { return Ok(None) };
        let fault = Fault::Param { name: "cursor", expected: Expected::OptionalString };
        text_of(raw).map(Some).ok_or(fault)
    }

    /// The version that a handshake asks for. What the client says about itself besides is not needed, so it may be
    /// missing; but it is what it has to be.
    pub(crate) fn handshake(&self) -> Result<Cow<'m, str>, Fault> {
        for (value, name) in [(self.capabilities, "capabilities"), (self.client_info, "clientInfo")] {
            if value.is_some_and(|value| !is_object(value)) {
                return Err(Fault::Param { name, expected: Expected::OptionalObject });
            }
        }
        required(self.protocol_version, "protocolVersion")
    }

    /// What a client says of itself in a handshake.
    pub(crate) fn introduction(&self) -> Introduction<'m> {
        Introduction {
            client_info: object_text(self.client_info),
            client_capabilities: object_text(self.capabilities),
        }
    }

    pub(crate) fn meta(&self) -> Result<RequestMeta<'m>, Fault> {
        let Some(raw) = self.meta else { return Ok(RequestMeta::default()) };
        object(raw).ok_or(Fault::MetaShape)
    }
}

impl<'m> RequestMeta<'m> {
    /// The version that the request says it speaks; before 2026-07-28 none does.
    pub(crate) fn protocol_version(&self) -> Result<Option<Cow<'m, str>>, Fault> {
        let Some(raw) = self.protocol_version else { return Ok(None) };
        text_of(raw).map(Some).ok_or(Self::version_missing())
    }

    pub(crate) const fn version_missing() -> Fault {
        Fault::Meta { key: PROTOCOL_VERSION, expected: Expected::String }
    }

    /// What a client says of itself in a request of the modern era.
    pub(crate) fn introduction(&self) -> Introduction<'m> {
        Introduction {
            client_info: object_text(self.client_info),
            client_capabilities: object_text(self.client_capabilities),
        }
    }

    pub(crate) fn check_client_capabilities(&self) -> Result<(), Fault> {
        if self.client_capabilities.is_some_and(is_object) {
            return Ok(());
        }
        Err(Fault::Meta { key: CLIENT_CAPABILITIES, expected: Expected::Object })
    }
}

fn required<'m>(raw: Option<&'m RawValue>, name: &'static str) -> Result<Cow<'m, str>, Fault> {
    raw.and_then(text_of).ok_or(Fault::Param { name, expected: Expected::String })
}

/// Reads an object, and not an array, which a derived reader takes for one.
fn object<'m, T: Deserialize<'m>>(raw: &'m RawValue) -> Option<T> {
    serde_json::from_str(raw.get()).ok().filter(|_| is_object(raw))
}

fn object_text(raw: Option<&RawValue>) -> Option<&str> {
    raw.filter(|raw| is_object(raw)).map(RawValue::get)
}

fn is_object(raw: &RawValue) -> bool {
    raw.get().starts_with('{')
}
