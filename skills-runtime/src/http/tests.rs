//! The endpoint over real connections: statuses, limits, shutdown, and the same answers as everywhere. Not the rules of
//! hosts, media types and stalls, which are tested where they are.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::time::Duration;

use axum::routing::get;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::*;
use crate::sample::{Sample, odd};
use crate::{Catalog, Field, Headers, Meta, Session};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

/// A server on a free port, stopped on demand.
struct Running {
    address: core::net::SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<io::Result<()>>,
}

async fn start(server: Server) -> Running {
    start_router(router(server)).await
}

async fn start_router(router: Router) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let shutdown = async move {
        let _ = stopped.await;
    };
    Running { address, stop, served: tokio::spawn(serve(listener, router, shutdown)) }
}

#[derive(Debug, PartialEq, Eq)]
struct Response {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Response {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("the body is JSON")
    }
}

/// One connection, over which requests are spelled out.
struct Client {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Client {
    async fn connect(running: &Running) -> Self {
        Self { stream: TcpStream::connect(running.address).await.unwrap(), received: Vec::new() }
    }

    async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).await.unwrap();
    }

    /// Reads one response; `None` when the connection ends instead.
    async fn receive(&mut self) -> Option<Response> {
        let head = self
            .receive_until(|bytes| bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4))
            .await?;
        let head = String::from_utf8(head).unwrap();
        let (first, rest) = head.split_once("\r\n").unwrap();
        let headers: Vec<(String, String)> = rest
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let status = first.split(' ').nth(1).unwrap().parse().unwrap();
        let mut response = Response { status, headers, body: String::new() };
        let body = if response.header("transfer-encoding") == Some("chunked") {
            self.receive_chunks().await?
        } else {
            let len: usize = response.header("content-length").map_or(0, |len| len.parse().unwrap());
            self.receive_until(|bytes| (bytes.len() >= len).then_some(len)).await?
        };
        response.body = String::from_utf8(body).unwrap();
        Some(response)
    }

    async fn receive_chunks(&mut self) -> Option<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line = self
                .receive_until(|bytes| bytes.windows(2).position(|two| two == b"\r\n").map(|at| at + 2))
                .await?;
            let len = usize::from_str_radix(str::from_utf8(&line).unwrap().trim_end(), 16).unwrap();
            let mut chunk = self.receive_until(|bytes| (bytes.len() >= len + 2).then_some(len + 2)).await?;
            assert_eq!(chunk.split_off(len), b"\r\n");
            if chunk.is_empty() {
                return Some(body);
            }
            body.extend(chunk);
        }
    }

    async fn receive_until(&mut self, end: impl Fn(&[u8]) -> Option<usize>) -> Option<Vec<u8>> {
        loop {
            if let Some(end) = end(&self.received) {
                let rest = self.received.split_off(end);
                return Some(core::mem::replace(&mut self.received, rest));
            }
            if self.stream.read_buf(&mut self.received).await.ok()? == 0 {
                return None;
            }
        }
    }

    async fn request(&mut self, head: &str, body: &str) -> Response {
        self.send(request(head, body)).await;
        self.receive().await.expect("a response")
    }
}

/// A request with a host and a length.
fn request(head: &str, body: &str) -> String {
    let (line, headers) = head.split_once('\n').unwrap_or((head, ""));
    let mut request = format!("{line} HTTP/1.1\r\n");
    if !headers.lines().any(|header| header.starts_with("host:")) {
        request.push_str("host: localhost\r\n");
    }
    for header in headers.lines() {
        request += &format!("{}\r\n", header.trim());
    }
    format!("{request}content-length: {}\r\n\r\n{body}", body.len())
}

const POST: &str = "POST /mcp\ncontent-type: application/json";

#[tokio::test]
async fn every_request_gets_the_status_it_deserves() {
    let running = start(Server::new(odd()).allowed_hosts(["skills.example.com"])).await;
    let long = " ".repeat(MESSAGE_LIMIT + 1);
    let cases: &[(&str, &str, u16)] = &[
        (POST, PING, 200),
        (
            "POST /mcp\ncontent-type: application/json; charset=utf-8\naccept: application/json, text/event-stream",
            PING,
            200,
        ),
        ("POST /mcp\ncontent-type: application/json\nhost: skills.example.com", PING, 200),
        ("POST /mcp\ncontent-type: application/json\norigin: http://localhost:6274", PING, 200),
        ("POST /mcp\ncontent-type: application/json\nmcp-session-id: ignored\nlast-event-id: 3", PING, 200),
        (POST, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, 202),
        (POST, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 202),
        (POST, r#"{"jsonrpc":"2.0","id":1,"method":"none"}"#, 200),
        (POST, "nonsense", 400),
        (POST, "", 400),
        ("POST /mcp\ncontent-type: application/json\nmcp-protocol-version: 1999-01-01", PING, 400),
        ("POST /mcp\ncontent-type: application/json\nmcp-protocol-version: 2026-07-28", PING, 400),
        (
            "POST /mcp\ncontent-type: application/json\nmcp-protocol-version: 2025-06-18\nmcp-protocol-version: 2025-06-18",
            PING,
            400,
        ),
        ("GET /mcp", "", 405),
        ("HEAD /mcp", "", 405),
        ("DELETE /mcp\nmcp-session-id: 1", "", 405),
        ("PUT /mcp\ncontent-type: application/json", PING, 405),
        ("OPTIONS /mcp", "", 405),
        ("OPTIONS /mcp\norigin: http://localhost:1", "", 405),
        ("POST /\ncontent-type: application/json", PING, 404),
        ("POST /mcp/\ncontent-type: application/json", PING, 404),
        ("POST /mcp", PING, 415),
        ("POST /mcp\ncontent-type: text/plain", PING, 415),
        ("POST /mcp\ncontent-type: application/json\naccept: text/event-stream", PING, 406),
        ("POST /mcp\ncontent-type: application/json\nhost: evil.example.com", PING, 403),
        ("POST /mcp\ncontent-type: application/json\norigin: http://evil.example.com", PING, 403),
        ("GET /mcp\nhost: evil.example.com", "", 403),
        ("OPTIONS /mcp\norigin: null\naccess-control-request-method: POST", "", 403),
        (POST, &long, 413),
    ];
    for (head, body, status) in cases {
        let mut client = Client::connect(&running).await;
        client.send(request(head, body)).await;
        let head_only = head.starts_with("HEAD");
        let response = if head_only { None } else { client.receive().await };
        if head_only {
            let mut text = vec![0; 12];
            client.stream.read_exact(&mut text).await.unwrap();
            assert_eq!(text, b"HTTP/1.1 405");
            continue;
        }
        let response = response.unwrap();
        assert_eq!(response.status, *status, "{head}");
        assert_eq!(response.header("allow"), (*status == 405).then_some("POST"), "{head}");
        match status {
            200 | 400 | 413 => {
                assert_eq!(response.header("content-type"), Some("application/json"), "{head}");
                assert_eq!(response.json()["jsonrpc"], "2.0");
            }
            202 => assert_eq!((response.body.as_str(), response.header("content-type")), ("", None)),
            _ => {}
        }
        assert_eq!(response.header("mcp-session-id"), None);
    }
}

#[tokio::test]
async fn the_modern_wire_is_judged_by_its_headers_too() {
    let running = start(Server::new(odd())).await;
    let mut client = Client::connect(&running).await;
    let body = json!({"jsonrpc": "2.0", "id": "x", "method": "resources/read", "params": {
        "uri": "skill://scaffold/SKILL.md",
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    }});
    let head =
        format!("{POST}\nMCP-PROTOCOL-VERSION: 2026-07-28\nmcp-method:   resources/read  \nMcp-Name: ");
    let good = client.request(&format!("{head}  skill://scaffold/SKILL.md "), &body.to_string()).await;
    assert_eq!((good.status, &good.json()["result"]["resultType"]), (200, &json!("complete")));
    let bad = client.request(&format!("{head}skill://scaffold/skill.md"), &body.to_string()).await;
    assert_eq!(
        (bad.status, &bad.json()["error"]["code"], &bad.json()["id"]),
        (400, &json!(-32020), &json!("x"))
    );
    let twice = client
        .request(
            &format!("{head}skill://scaffold/SKILL.md\nmcp-name: skill://scaffold/SKILL.md"),
            &body.to_string(),
        )
        .await;
    assert_eq!((twice.status, &twice.json()["error"]["code"]), (400, &json!(-32020)));
    let unknown = body.to_string().replace("resources/read", "resources/write");
    let unknown = client
        .request(&head.replace("resources/read", "resources/write").replace("\nMcp-Name: ", ""), &unknown)
        .await;
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &json!(-32601)));
}

#[tokio::test]
async fn pages_of_allowed_origins_may_call_from_a_browser() {
    let running = start(Server::new(odd()).allowed_origins(["https://app.example.com"])).await;
    let mut client = Client::connect(&running).await;
    let preflight = "OPTIONS /mcp\norigin: https://app.example.com\naccess-control-request-method: POST\n\
                     access-control-request-headers: content-type,mcp-method";
    let response = client.request(preflight, "").await;
    assert_eq!(response.status, 204);
    assert_eq!(response.header("access-control-allow-origin"), Some("https://app.example.com"));
    assert_eq!(response.header("access-control-allow-methods"), Some("POST"));
    assert_eq!(response.header("access-control-allow-headers"), Some("content-type,mcp-method"));
    let response = client.request(&format!("{POST}\norigin: https://app.example.com"), PING).await;
    assert_eq!(response.header("access-control-allow-origin"), Some("https://app.example.com"));
    assert!(response.headers.iter().any(|(name, value)| name == "vary" && value == "Origin"));
    let response = client.request(&format!("{POST}\norigin: https://evil.example.com"), PING).await;
    assert_eq!((response.status, response.header("access-control-allow-origin")), (403, None));
    let response = client.request(POST, PING).await;
    assert_eq!((response.status, response.header("access-control-allow-origin")), (200, None));
}

#[tokio::test]
async fn a_connection_carries_many_requests() {
    let running = start(Server::new(odd())).await;
    let mut client = Client::connect(&running).await;
    for _ in 0..3 {
        assert_eq!(client.request(POST, PING).await.body, PONG);
    }
    // Pipelined, and cut at odd places.
    let requests = request(POST, PING).repeat(5);
    for piece in requests.as_bytes().chunks(37) {
        client.send(piece).await;
    }
    for _ in 0..5 {
        assert_eq!(client.receive().await.unwrap().body, PONG);
    }
    // In chunks.
    let chunked = format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n\
         5\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n",
        &PING[..5],
        PING.len() - 5,
        &PING[5..]
    );
    client.send(chunked).await;
    assert_eq!(client.receive().await.unwrap().body, PONG);
}

/// With several threads, because it is a race: the end of the connection may be seen before the body was handed on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_is_done_sending_gets_its_answers() {
    let running = start(Server::new(odd())).await;
    for round in 0..100 {
        let mut client = Client::connect(&running).await;
        let requests = request(POST, PING).repeat(1 + round % 2);
        let (first, last) = requests.split_at(requests.len() - 1);
        client.send(first).await;
        client.send(last).await;
        client.stream.shutdown().await.unwrap();
        for _ in 0..=round % 2 {
            let response = client.receive().await;
            assert_eq!(response.map(|response| response.body).as_deref(), Some(PONG), "round {round}");
        }
        assert_eq!(client.receive().await, None);
    }
    // What is not complete by then never will be.
    let mut client = Client::connect(&running).await;
    client.send(&request(POST, PING)[..request(POST, PING).len() - 1]).await;
    client.stream.shutdown().await.unwrap();
    assert_eq!(client.receive().await.map(|response| response.status), Some(400));
    assert_eq!(client.receive().await, None);
}

#[tokio::test]
async fn bodies_and_heads_are_bounded() {
    let running = start(Server::new(odd())).await;
    // A body without a length shows its size only when it is there.
    let mut client = Client::connect(&running).await;
    let head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    let piece = format!("{:x}\r\n{}\r\n", 100_000, " ".repeat(100_000));
    client.send(format!("{head}{}", piece.repeat(11))).await;
    let response = client.receive().await.unwrap();
    assert_eq!((response.status, &response.json()["error"]["code"]), (413, &json!(-32600)));
    let fits = format!("{}{PING}", " ".repeat(MESSAGE_LIMIT - PING.len()));
    assert_eq!(Client::connect(&running).await.request(POST, &fits).await.body, PONG);

    let many = (0..200).map(|number| format!("\nx-{number}: 1")).collect::<String>();
    assert_eq!(Client::connect(&running).await.request(&format!("{POST}{many}"), PING).await.status, 431);
    // The connection may be gone before the answer was read, because the server does not read the rest.
    for len in [16 * 1024, 100_000, 200_000] {
        let long = format!("{POST}\nx-long: {}", "x".repeat(len));
        let mut client = Client::connect(&running).await;
        let sent = client.stream.write_all(request(&long, PING).as_bytes()).await;
        let response = client.receive().await.map(|response| response.status);
        assert!(response == Some(431) || response.is_none(), "{len}: {sent:?} {response:?}");
    }
    let rest = request(&format!("{POST}\nx-long:-"), PING).len() - PING.len();
    let fits = format!("{POST}\nx-long:-{}", "x".repeat(16 * 1024 - rest));
    assert_eq!(request(&fits, PING).find("\r\n\r\n"), Some(16 * 1024 - 4));
    assert_eq!(Client::connect(&running).await.request(&fits, PING).await.body, PONG);
    // Others are served as ever.
    assert_eq!(Client::connect(&running).await.request(POST, PING).await.body, PONG);
}

#[tokio::test(start_paused = true)]
async fn nobody_can_wait_for_ever() {
    let running = start(Server::new(odd())).await;
    let closes = async |sent: String| {
        let start = Instant::now();
        let mut client = Client::connect(&running).await;
        client.send(sent).await;
        let response = client.receive().await;
        let mut rest = Vec::new();
        let _ = client.stream.read_to_end(&mut rest).await;
        (response.map(|response| response.status), start.elapsed())
    };
    let minute = Duration::from_secs(60)..Duration::from_secs(70);
    let (response, time) = closes(String::new()).await;
    assert_eq!((response, minute.contains(&time)), (None, true), "no head at all: {time:?}");
    let (response, time) = closes(request(POST, PING)[..40].to_owned()).await;
    assert_eq!((response, minute.contains(&time)), (None, true), "half a head: {time:?}");
    let (response, time) = closes(request(POST, PING)).await;
    assert_eq!((response, minute.contains(&time)), (Some(200), true), "nothing after an answer: {time:?}");
    let half = request(POST, PING);
    let (response, time) = closes(half[..half.len() - 5].to_owned()).await;
    assert_eq!(response, Some(408), "half a body: {time:?}");
    assert!(time >= Duration::from_secs(30));
}

#[tokio::test]
async fn stopping_lets_what_is_being_answered_be_answered() {
    let running = start(Server::new(odd())).await;
    let mut idle = Client::connect(&running).await;
    assert_eq!(idle.request(POST, PING).await.status, 200);
    let mut busy = Client::connect(&running).await;
    let message = request(POST, PING);
    let (begin, rest) = message.split_at(message.len() - 5);
    busy.send(begin).await;
    // Once this is answered, the server has read the begin of the other.
    assert_eq!(idle.request(POST, PING).await.status, 200);
    running.stop.send(()).unwrap();
    assert_eq!(idle.receive().await, None, "an idle connection is closed at once");
    assert!(TcpStream::connect(running.address).await.is_err(), "nobody new is let in");
    assert!(!running.served.is_finished());
    busy.send(rest).await;
    assert_eq!(busy.receive().await.unwrap().body, PONG);
    running.served.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn stopping_waits_ten_seconds_and_no_longer() {
    let running = start(Server::new(odd())).await;
    let mut client = Client::connect(&running).await;
    assert_eq!(client.request(POST, PING).await.status, 200);
    let message = request(POST, PING);
    client.send(&message[..message.len() - 1]).await;
    // Once this is answered, the server has read the other.
    assert_eq!(Client::connect(&running).await.request(POST, PING).await.status, 200);
    let start = Instant::now();
    running.stop.send(()).unwrap();
    running.served.await.unwrap().unwrap();
    let waited = start.elapsed();
    assert!((Duration::from_secs(10)..Duration::from_secs(11)).contains(&waited), "{waited:?}");
    assert_eq!(client.receive().await, None);
}

#[tokio::test]
async fn stopping_does_not_wait_for_requests_that_have_not_arrived() {
    let running = start(Server::new(odd())).await;
    let message = request(POST, PING);
    let head = message.find("\r\n\r\n").unwrap();
    let mut clients = Vec::new();
    // Nothing at all, some of a first head, and some of a later one.
    for (begin, answered) in [(0, 0), (1, 0), (head, 0), (1, 1), (head + 3, 1)] {
        let mut client = Client::connect(&running).await;
        for _ in 0..answered {
            assert_eq!(client.request(POST, PING).await.status, 200);
        }
        client.send(&message[..begin]).await;
        clients.push(client);
    }
    assert_eq!(Client::connect(&running).await.request(POST, PING).await.status, 200);
    let start = Instant::now();
    running.stop.send(()).unwrap();
    running.served.await.unwrap().unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    for client in &mut clients {
        assert_eq!(client.receive().await, None);
    }
}

/// A file whose answer is far longer than what is held of it.
fn long() -> &'static Catalog {
    let text = "A line of text, \"quoted\".\n".repeat(200_000);
    Sample::new()
        .skill("big", "Big")
        .file("big/long.txt", text)
        .file("big/long.bin", vec![0xff; 3_000_001])
        .catalog()
}

fn read(uri: &str) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": uri}}).to_string()
}

#[tokio::test]
async fn a_long_answer_is_the_same_in_pieces_and_says_a_length_that_is_known() {
    // SEP-10
    let running = start(Server::new(long())).await;
    let mut client = Client::connect(&running).await;
    for (uri, is_escaped) in [("skill://big/long.txt", true), ("skill://big/long.bin", false)] {
        let whole =
            Session::new(Server::new(long())).receive(read(uri).as_bytes(), &Meta::stream()).body.unwrap();
        let response = client.request(POST, &read(uri)).await;
        let len = whole.len().to_string();
        assert_eq!(response.header("content-length"), (!is_escaped).then_some(&*len));
        assert_eq!(response.header("transfer-encoding"), is_escaped.then_some("chunked"));
        assert!(response.body == whole, "{uri}");
        // The connection is good for more.
        assert_eq!(client.request(POST, PING).await.body, PONG);
    }
}

#[tokio::test]
async fn stopping_lets_a_long_answer_be_read_to_its_end() {
    let running = start(Server::new(long())).await;
    let mut client = Client::connect(&running).await;
    client.send(request(POST, &read("skill://big/long.txt"))).await;
    // The answer has begun.
    client.received.push(client.stream.read_u8().await.unwrap());
    running.stop.send(()).unwrap();
    let response = client.receive().await.unwrap();
    assert_eq!(response.json()["result"]["contents"][0]["text"].as_str().unwrap().len(), 26 * 200_000);
    running.served.await.unwrap().unwrap();
}

#[tokio::test]
async fn the_endpoint_can_be_part_of_an_application() {
    let app = Router::new().route("/health", get(async || "ok")).merge(router(Server::new(odd())));
    let running = start_router(app).await;
    let mut client = Client::connect(&running).await;
    assert_eq!(client.request("GET /health\nhost: elsewhere.example", "").await.body, "ok");
    assert_eq!(client.request(POST, PING).await.body, PONG);
}

#[tokio::test]
async fn many_clients_at_once() {
    let running = start(Server::new(odd())).await;
    let mut clients = Vec::new();
    for _ in 0..200 {
        clients.push(Client::connect(&running).await);
    }
    for client in &mut clients {
        client.send(request(POST, PING)).await;
    }
    for client in &mut clients {
        assert_eq!(client.receive().await.unwrap().body, PONG);
    }
}

/// One conversation, message by message, with the headers each has over HTTP.
fn transcript() -> Vec<(String, Vec<(&'static str, &'static str)>)> {
    const REFUNDS: &str = "skill://acme/billing/refunds/SKILL.md";
    let mut transcript = Vec::new();
    let methods = [
        ("skills/list", json!({})),
        ("skills/get", json!({"uri": REFUNDS})),
        ("skills/get", json!({"uri": "skill://none"})),
        ("resources/directory/read", json!({"uri": "skill://acme/billing"})),
        ("resources/list", json!({})),
        ("resources/list", json!({"cursor": ""})),
        ("resources/read", json!({"uri": REFUNDS})),
        ("resources/read", json!({"uri": "skill://acme/billing/refunds/logo.bin"})),
        ("resources/read", json!({"uri": "skill://acme/none"})),
        ("resources/templates/list", json!({})),
        ("ping", json!({})),
        ("server/discover", json!({})),
        ("tools/list", json!({})),
    ];
    for (method, params) in &methods {
        let message = json!({"jsonrpc": "2.0", "id": transcript.len(), "method": method, "params": params});
        transcript.push((message.to_string(), Vec::new()));
    }
    transcript.push((format!("[{PING},{PING},3]"), Vec::new()));
    let initialize = json!({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"},
    }});
    transcript.push((initialize.to_string(), Vec::new()));
    let settled = vec![("mcp-protocol-version", "2025-11-25")];
    transcript
        .push((r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(), settled.clone()));
    for (method, params) in &methods {
        let message = json!({"jsonrpc": "2.0", "id": method, "method": method, "params": params});
        transcript.push((message.to_string(), settled.clone()));
    }
    for message in [&format!("[{PING}]"), "nonsense", "{}", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#] {
        transcript.push((message.to_owned(), settled.clone()));
    }
    for (method, params) in &methods {
        let mut params = params.clone();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let mut headers = vec![("mcp-protocol-version", "2026-07-28"), ("mcp-method", method)];
        if *method == "resources/read" {
            headers.push(("mcp-name", String::leak(params["uri"].as_str().unwrap().to_owned())));
        }
        let message = json!({"jsonrpc": "2.0", "id": method, "method": method, "params": params});
        transcript.push((message.to_string(), headers));
    }
    transcript
}

#[tokio::test]
async fn the_same_transcript_gives_the_same_bytes_everywhere() {
    let server = || Server::new(odd()).instructions("Read \"skills\".\n");
    let transcript = transcript();
    let expected: Vec<String> = {
        let mut session = Session::new(server());
        transcript
            .iter()
            .filter_map(|(message, _)| session.receive(message.as_bytes(), &Meta::stream()).body)
            .collect()
    };
    assert_eq!(expected.len(), transcript.len() - 2, "a notification and a response are not answered");

    let input: Vec<u8> =
        transcript.iter().flat_map(|(message, _)| [message.as_bytes(), b"\n"].concat()).collect();
    let mut output = Vec::new();
    server().serve_io(&input[..], &mut output).await.unwrap();
    let over_a_stream: Vec<&str> = core::str::from_utf8(&output).unwrap().lines().collect();
    assert_eq!(over_a_stream, expected);

    let running = start(server()).await;
    let mut client = Client::connect(&running).await;
    let (mut over_http, mut statuses) = (Vec::new(), Vec::new());
    for (message, headers) in &transcript {
        let headers: String = headers.iter().map(|(name, value)| format!("\n{name}: {value}")).collect();
        let response = client.request(&format!("{POST}{headers}"), message).await;
        statuses.push(response.status);
        if !response.body.is_empty() {
            over_http.push(response.body);
        }
    }
    assert_eq!(over_http, expected);

    let mut again = Vec::new();
    for (message, headers) in &transcript {
        let field = |wanted: &str| {
            let values = headers.iter().filter(|(name, _)| *name == wanted);
            values.map(|(_, value)| value.as_bytes()).collect::<Field<'_>>()
        };
        let mirrored = Headers {
            protocol_version: field("mcp-protocol-version"),
            method: field("mcp-method"),
            name: field("mcp-name"),
        };
        again.push(Session::new(server()).receive(message.as_bytes(), &Meta::http(mirrored)).status.code());
    }
    assert_eq!(statuses, again, "the transport takes the status that the session decided");
    assert!(statuses.contains(&404) && statuses.contains(&400) && statuses.contains(&202), "{statuses:?}");
}
