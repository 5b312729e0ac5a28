//! Clients that remember everything they heard: one that calls the session, one over HTTP. Not a judgement of the
//! answers.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::LazyLock;

use serde_json::{Value, json};
use skills_runtime::{Meta, Server, Session, http};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Revision {
    /// Since 2026-07-28: each request states it.
    Modern,
    /// 2025-11-25: the handshake, or a header.
    Legacy,
}

impl Revision {
    pub(crate) const BOTH: [Self; 2] = [Self::Modern, Self::Legacy];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Modern => "2026-07-28",
            Self::Legacy => "2025-11-25",
        }
    }
}

/// The way of a message to the server and of the answer back.
pub(crate) trait Wire {
    fn exchange(&mut self, revision: Revision, message: &Value) -> String;
}

pub(crate) struct Client<W> {
    pub(crate) revision: Revision,
    wire: W,
    /// Every result, one after the other.
    pub(crate) heard: String,
}

impl<W: Wire> Client<W> {
    pub(crate) fn new(revision: Revision, wire: W) -> Self {
        Self { revision, wire, heard: String::new() }
    }

    /// The result, or else the whole answer with the error.
    pub(crate) fn ask(&mut self, method: &str, mut params: Value) -> Result<Value, String> {
        if self.revision == Revision::Modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.revision.as_str(),
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let text = self.wire.exchange(self.revision, &message);
        let mut answer: Value = serde_json::from_str(&text).unwrap();
        if answer["error"].is_object() {
            return Err(text);
        }
        self.heard += &text;
        Ok(answer["result"].take())
    }
}

pub(crate) struct InProcess {
    session: Session,
}

impl InProcess {
    pub(crate) fn new(server: Server) -> Self {
        let mut session = Session::new(server);
        let params =
            json!({"protocolVersion": Revision::Legacy.as_str(), "clientInfo": {}, "capabilities": {}});
        let handshake = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        session.receive(handshake.to_string().as_bytes(), &Meta::stream());
        Self { session }
    }
}

impl Wire for InProcess {
    fn exchange(&mut self, _: Revision, message: &Value) -> String {
        self.session.receive(message.to_string().as_bytes(), &Meta::stream()).body.unwrap()
    }
}

/// A server on a port of this computer, and one connection to it.
pub(crate) struct Http {
    address: SocketAddr,
    connection: BufReader<TcpStream>,
    /// Dropped, it stops the server.
    _stop: oneshot::Sender<()>,
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

impl Http {
    pub(crate) fn start(server: Server) -> Self {
        let listener = RUNTIME.block_on(tokio::net::TcpListener::bind(("127.0.0.1", 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        RUNTIME.spawn(http::serve(listener, http::router(server), async {
            let _ = stopped.await;
        }));
        let connection = BufReader::new(TcpStream::connect(address).unwrap());
        Self { address, connection, _stop: stop }
    }
}

impl Wire for Http {
    fn exchange(&mut self, revision: Revision, message: &Value) -> String {
        let (body, version) = (message.to_string(), revision.as_str());
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             mcp-protocol-version: {version}\r\n",
            self.address,
            body.len()
        );
        if revision == Revision::Modern {
            let method = message["method"].as_str().unwrap();
            head += &format!("mcp-method: {method}\r\n");
            if let (Some(uri), "resources/read") = (message["params"]["uri"].as_str(), method) {
                head += &format!("mcp-name: {uri}\r\n");
            }
        }
        self.connection.get_mut().write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.connection.read_line(&mut line).unwrap();
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().unwrap();
                }
                None if line == "\r\n" => break,
                _ => assert!(!line.is_empty(), "the server hung up"),
            }
        }
        let mut body = vec![0; length];
        self.connection.read_exact(&mut body).unwrap();
        String::from_utf8(body).unwrap()
    }
}
