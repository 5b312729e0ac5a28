//! A request about skills: asked of the session as its own client would, and the answer in the SDK's types. Not what the
//! handler says.

use alloc::string::{String, ToString};

use rmcp::model::{DiscoverResult, ErrorData, InitializeResult, ProtocolVersion, ServerCapabilities};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::tools::Offer;
use super::{Requirement, SkillsLayer};
use crate::{Era, Meta, Server, Session};

/// One request, with all that is known of the caller.
pub(super) struct Question {
    server: Server,
    context: RequestContext<RoleServer>,
}

/// What the skills say of their server.
#[derive(Clone, Debug, Default)]
pub(super) struct Declaration {
    pub(super) capabilities: ServerCapabilities,
    pub(super) instructions: Option<String>,
}

/// The session's message, whichever it is.
#[derive(Deserialize)]
struct Message<T> {
    result: Option<T>,
    error: Option<ErrorData>,
}

impl<H: ServerHandler> SkillsLayer<H> {
    /// Takes up a request about skills. The handler may have to be asked for its tools first.
    pub(super) async fn question(
        &self,
        mut context: RequestContext<RoleServer>,
    ) -> Result<Question, ErrorData> {
        if self.requirement == Requirement::Binding {
            let offer = Offer::of(&self.handler, &context).await?;
            context.extensions.insert(offer);
        }
        Ok(Question { server: self.server.clone(), context })
    }

    /// Whether a URI is one of the skills', whoever may see what is there.
    pub(super) fn owns(&self, uri: &str) -> bool {
        matches!(self.server.shelf().find(uri), Ok(Some(_)))
    }
}

impl Question {
    /// Calls a method of the session.
    pub(super) fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        params: impl Serialize,
    ) -> Result<T, ErrorData> {
        let mut params = serde_json::to_value(params).map_err(internal)?;
        let mut session = Session::new(self.server.clone());
        let meta = Meta::stream().with_context(&self.context);
        match self.era() {
            Era::Legacy if method != "initialize" => {
                call::<Value>(&mut session, &meta, "initialize", self.introduction())?;
            }
            Era::Legacy => {}
            Era::Modern => {
                let capabilities = self.context.client_capabilities().unwrap_or_default();
                params["_meta"] = modern(capabilities, self.context.client_info())?;
            }
        }
        call(&mut session, &meta, method, params)
    }

    /// What the caller is told of the server.
    pub(super) fn declaration(&self) -> Result<Declaration, ErrorData> {
        match self.era() {
            Era::Legacy => {
                let InitializeResult { capabilities, instructions, .. } =
                    self.ask("initialize", self.introduction())?;
                Ok(Declaration { capabilities, instructions })
            }
            Era::Modern => {
                let DiscoverResult { capabilities, instructions, .. } =
                    self.ask("server/discover", json!({}))?;
                Ok(Declaration { capabilities, instructions })
            }
        }
    }

    /// Revisions are dates, and so is their order.
    fn era(&self) -> Era {
        match self.context.protocol_version() {
            Some(version) if version >= ProtocolVersion::V_2026_07_28 => Era::Modern,
            _ => Era::Legacy,
        }
    }

    /// The parameters of a legacy client's handshake.
    fn introduction(&self) -> Value {
        let version = self.context.protocol_version().unwrap_or(ProtocolVersion::V_2025_03_26);
        let mut params = json!({
            "protocolVersion": version,
            "capabilities": self.context.client_capabilities().unwrap_or_default(),
        });
        if let Some(info) = self.context.client_info() {
            params["clientInfo"] = json!(info);
        }
        params
    }
}

/// What is declared to a caller that says nothing of itself.
pub(super) fn declaration_to_anyone(server: &Server) -> Declaration {
    let declared = modern(json!({}), None::<Value>).and_then(|meta| {
        let params = json!({"_meta": meta});
        call(&mut Session::new(server.clone()), &Meta::stream(), "server/discover", params)
    });
    declared.map_or_else(
        |_| Declaration::default(),
        |DiscoverResult { capabilities, instructions, .. }| Declaration { capabilities, instructions },
    )
}

/// The `_meta` of a request since 2026-07-28.
fn modern(capabilities: impl Serialize, info: Option<impl Serialize>) -> Result<Value, ErrorData> {
    let mut meta = json!({"io.modelcontextprotocol/protocolVersion": ProtocolVersion::V_2026_07_28});
    meta["io.modelcontextprotocol/clientCapabilities"] =
        serde_json::to_value(capabilities).map_err(internal)?;
    if let Some(info) = info {
        meta["io.modelcontextprotocol/clientInfo"] = serde_json::to_value(info).map_err(internal)?;
    }
    Ok(meta)
}

fn call<T: DeserializeOwned>(
    session: &mut Session,
    meta: &Meta<'_>,
    method: &str,
    params: Value,
) -> Result<T, ErrorData> {
    let request = json!({"jsonrpc": "2.0", "id": 0, "method": method, "params": params});
    let mut answer = String::new();
    session.receive_into(request.to_string().as_bytes(), meta, &mut answer);
    match serde_json::from_str(&answer).map_err(internal)? {
        Message { result: Some(result), .. } => Ok(result),
        Message { error, .. } => Err(error.unwrap_or_default()),
    }
}

fn internal(error: serde_json::Error) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
