//! A service of the SDK at the other end of a pipe, spoken to in JSON: what a client of any kind sends and gets. Not a
//! client that knows the protocol.

use core::time::Duration;

use rmcp::model::{ClientNotification, ClientRequest, ErrorData, ServerConfig, ServerResult};
use rmcp::service::{DynService, NotificationContext, RequestContext};
use rmcp::{RoleServer, Service, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};

/// The two protocols, each with a revision that speaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    Legacy,
    Modern,
}

pub(crate) const ERAS: [Era; 2] = [Era::Legacy, Era::Modern];

impl Era {
    pub(crate) const fn revision(self) -> &'static str {
        match self {
            Self::Legacy => "2025-11-25",
            Self::Modern => "2026-07-28",
        }
    }
}

pub(crate) struct Wire {
    era: Era,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    last_id: i64,
    extensions: Value,
    /// What the first exchange of the era said: the result of `initialize` or of `server/discover`.
    pub(crate) greeting: Value,
}

impl Wire {
    /// Serves, and goes through what the era begins with.
    pub(crate) async fn open(service: impl Service<RoleServer>, era: Era) -> Self {
        Self::open_any(Any(service.into_dyn()), era).await
    }

    async fn open_any(service: Any, era: Era) -> Self {
        let (near, far) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            let running = rmcp::serve_server(service, far).await.unwrap();
            running.waiting().await.unwrap();
        });
        let (reader, writer) = tokio::io::split(near);
        let lines = BufReader::new(reader).lines();
        let mut wire = Self {
            era,
            lines,
            writer,
            last_id: 0,
            extensions: json!({"io.modelcontextprotocol/tasks": {}}),
            greeting: Value::Null,
        };
        wire.greeting = match era {
            Era::Legacy => {
                let client = json!({"name": "wire", "version": "1"});
                let params =
                    json!({"protocolVersion": era.revision(), "capabilities": {}, "clientInfo": client});
                let greeting = wire.result("initialize", params).await;
                wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
                greeting
            }
            Era::Modern => wire.result("server/discover", json!({})).await,
        };
        wire
    }

    /// From now on, requests of the modern era say that the client knows the extension.
    pub(crate) fn declares_skills(&mut self) {
        self.extensions["io.modelcontextprotocol/skills"] = json!({});
    }

    /// Calls a method; the answer is an object with `result` or `error`.
    pub(crate) async fn call(&mut self, method: &str, params: Value) -> Value {
        let (answer, notified) = self.exchange(method, params).await;
        assert_eq!(notified, [Value::Null; 0], "{method}");
        answer
    }

    /// The result of a call that must have one.
    pub(crate) async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.call(method, params).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Calls a method, and takes what is sent before its answer.
    pub(crate) async fn exchange(&mut self, method: &str, mut params: Value) -> (Value, Vec<Value>) {
        self.last_id += 1;
        if self.era == Era::Modern {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(self.era.revision());
            params["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({"name": "wire", "version": "1"});
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
                json!({"extensions": self.extensions});
        }
        self.send(&json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})).await;
        let mut notified = Vec::new();
        loop {
            let mut message = self.receive().await;
            if message.get("id").is_some_and(|id| *id == json!(self.last_id)) {
                let parts = message.as_object_mut().unwrap();
                parts.retain(|key, _| key == "result" || key == "error");
                return (message, notified);
            }
            notified.push(message);
        }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.writer.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn receive(&mut self) -> Value {
        let line = tokio::time::timeout(Duration::from_secs(20), self.lines.next_line()).await;
        let line = line.expect("an answer in time").unwrap().expect("an answer before the end");
        serde_json::from_str(&line).unwrap()
    }
}

/// Any service, so that the loop that serves one is compiled once and not for every handler.
struct Any(Box<dyn DynService<RoleServer>>);

impl Service<RoleServer> for Any {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        DynService::handle_request(&*self.0, request, context).await
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        DynService::handle_notification(&*self.0, notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        DynService::get_info(&*self.0)
    }
}

/// Everything on a list, page by page.
pub(crate) async fn walk(wire: &mut Wire, method: &str, key: &str) -> Vec<Vec<Value>> {
    let mut pages = Vec::new();
    let mut params = json!({});
    loop {
        let mut page = wire.result(method, params).await;
        pages.push(serde_json::from_value(page[key].take()).unwrap());
        assert!(pages.len() < 10_000, "{method} does not end");
        match page["nextCursor"].take() {
            Value::Null => return pages,
            cursor => params = json!({"cursor": cursor}),
        }
    }
}
