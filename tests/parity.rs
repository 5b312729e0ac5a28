//! Same transcript, same bytes: two recorded conversations with the example's catalog, replayed through the session, a
//! stdio process and HTTP. What the answers should be is tested where they are made.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};

use serde_json::Value;
use skills_runtime::{Catalog, Meta, Server, Session, embed_skills, http};

static SKILLS: Catalog = embed_skills!("../examples/http/skills", allow(not_packaged));

/// A server, and what was said to it: one message a line, as clients of both eras sent them, mistakes included.
struct Recording {
    messages: &'static str,
    /// Messages that nobody answers: notifications, and a response of the client.
    unanswered: usize,
    server: fn() -> Server,
    /// The argument that makes the process the same server.
    argument: Option<&'static str>,
}

const SKILLS_ALONE: Recording = Recording {
    messages: include_str!("parity/conversation.jsonl"),
    unanswered: 3,
    server: || Server::new(&SKILLS),
    argument: None,
};

/// With everything that settings switch on.
const OFFERS: Recording = Recording {
    messages: include_str!("parity/offers.jsonl"),
    unanswered: 1,
    server: || {
        let server = Server::new(&SKILLS);
        server.resource_templates().fallback_tools().skill_prompts().skill_instructions(2_000)
    },
    argument: Some("offers"),
};

#[test]
fn a_recorded_conversation_gives_the_same_bytes_everywhere() {
    // SEP-1, SEP-7, SEP-8, SEP-9, SEP-10, SEP-12: whatever they demand, no transport has a say in it.
    for recording in [SKILLS_ALONE, OFFERS] {
        let session = recording.through_the_session();
        assert_eq!(session.len(), recording.messages.lines().count() - recording.unanswered);
        for answer in &session {
            let answer: Value = serde_json::from_str(answer).unwrap();
            assert_eq!(answer["jsonrpc"], "2.0");
        }
        assert_eq!(recording.through_stdio(), session);
        assert_eq!(recording.through_http(), session);
    }
}

impl Recording {
    fn through_the_session(&self) -> Vec<String> {
        let mut session = Session::new((self.server)());
        let messages = self.messages.lines();
        messages.filter_map(|line| session.receive(line.as_bytes(), &Meta::stream()).body).collect()
    }

    fn through_stdio(&self) -> Vec<String> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_skills-tests-stdio"))
            .args(self.argument)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let messages = self.messages;
        let writer = std::thread::spawn(move || stdin.write_all(messages.as_bytes()).unwrap());
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    fn through_http(&self) -> Vec<String> {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind(("127.0.0.1", 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let server = runtime.spawn(http::serve(listener, http::router((self.server)()), async {
            let _ = stopped.await;
        }));
        let mut negotiated = None;
        let mut answers = Vec::new();
        for line in self.messages.lines() {
            let answer = post(address, line, negotiated.as_deref());
            let parsed = serde_json::from_str::<Value>(&answer).unwrap_or_default();
            negotiated = parsed["result"]["protocolVersion"].as_str().map(str::to_owned).or(negotiated);
            answers.extend(Some(answer).filter(|answer| !answer.is_empty()));
        }
        stop.send(()).unwrap();
        runtime.block_on(server).unwrap().unwrap();
        answers
    }
}

/// Sends one message as a client of its era does, and returns the body of the response.
fn post(address: SocketAddr, message: &str, negotiated: Option<&str>) -> String {
    let parsed = serde_json::from_str::<Value>(message).unwrap_or_default();
    let params = &parsed["params"];
    let stated = params["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
    let mut head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nconnection: close\r\ncontent-length: {}\r\n",
        message.len()
    );
    if let Some(version) = stated.or(negotiated) {
        head += &format!("mcp-protocol-version: {version}\r\n");
    }
    if stated.is_some() {
        head += &format!("mcp-method: {}\r\n", parsed["method"].as_str().unwrap());
        let name = match parsed["method"].as_str() {
            Some("resources/read") => &params["uri"],
            Some("prompts/get" | "tools/call") => &params["name"],
            _ => &Value::Null,
        };
        if let Some(name) = name.as_str() {
            head += &format!("mcp-name: {name}\r\n");
        }
    }
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(format!("{head}\r\n{message}").as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    body.to_owned()
}
