//! The application as a process, asked over HTTP with every token: who sees what, and that what one does not see might
//! as well not exist.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

const SHARED: &str = "skill://shared/bug-reports";
const INTERNAL: &str = "skill://internal/account-recovery";
const ACME: &str = "skill://tenants/acme/release-freeze";
const GLOBEX: &str = "skill://tenants/globex/data-export";

/// Each token with what its bearer sees, in the order of URIs.
const SIGHTS: [(&str, &[&str]); 3] = [
    ("demo-acme", &[SHARED, ACME]),
    ("demo-globex", &[SHARED, GLOBEX]),
    ("demo-staff", &[INTERNAL, SHARED, ACME, GLOBEX]),
];

const REVISIONS: [&str; 2] = ["2026-07-28", "2025-11-25"];

#[test]
fn a_token_opens_what_is_its_bearers() {
    // SEP-7, SEP-8, SEP-9, SEP-10
    let application = Application::start();
    for revision in REVISIONS {
        for (token, seen) in SIGHTS {
            let ask = |method: &str, params: Value| application.ask(token, revision, method, params);
            let skill_mds: Vec<String> = seen.iter().map(|skill| format!("{skill}/SKILL.md")).collect();
            let list = ask("skills/list", json!({})).unwrap();
            assert_eq!(uris(&list["skills"]), skill_mds, "{token}");
            assert_eq!(uris(&ask("resources/list", json!({})).unwrap()["resources"]), skill_mds, "{token}");

            let mut files = BTreeSet::new();
            for entry in list["skills"].as_array().unwrap() {
                assert_eq!(ask("skills/get", json!({"uri": entry["uri"]})).unwrap()["skill"], *entry);
                files.extend(uris(&entry["resources"]));
            }
            for uri in &files {
                let read = ask("resources/read", json!({"uri": uri})).unwrap();
                let path = uri.strip_prefix("skill://").unwrap();
                let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("skills").join(path);
                assert_eq!(read["contents"][0]["text"], fs::read_to_string(source).unwrap());
            }
            let tops: BTreeSet<String> =
                seen.iter().map(|skill| skill.split('/').take(3).collect::<Vec<_>>().join("/")).collect();
            let (mut folders, mut found): (Vec<String>, BTreeSet<String>) =
                (tops.into_iter().collect(), BTreeSet::new());
            while let Some(folder) = folders.pop() {
                let children = ask("resources/directory/read", json!({"uri": folder})).unwrap();
                for child in children["resources"].as_array().unwrap() {
                    let uri = child["uri"].as_str().unwrap().to_owned();
                    match child["mimeType"] == "inode/directory" {
                        true => folders.push(uri),
                        false => assert!(found.insert(uri)),
                    }
                }
            }
            assert_eq!(found, files, "{token}");
        }
    }
}

#[test]
fn what_a_caller_may_not_see_never_existed() {
    // SEP-8, SEP-9, SEP-10, SEP-15
    let application = Application::start();
    let folders = ["", "/SKILL.md", "/references", "/references/escalation.md"];
    let prefixes = ["skill://internal", "skill://tenants/acme", "skill://tenants/globex"];
    for (token, seen) in SIGHTS {
        let hidden = SIGHTS[2].1.iter().filter(|skill| !seen.contains(skill));
        let below = hidden.flat_map(|skill| folders.map(|folder| format!("{skill}{folder}")));
        let above = prefixes.into_iter().filter(|prefix| !seen.iter().any(|skill| skill.starts_with(prefix)));
        let mut asked = 0;
        for uri in below.chain(above.map(str::to_owned)) {
            // Nobody has a skill of that name, and it is as long.
            let (scheme, path) = uri.split_at("skill://".len());
            let never = format!("{scheme}x{}", &path[1..]);
            for (revision, method) in REVISIONS.into_iter().flat_map(|revision| {
                ["skills/get", "resources/read", "resources/directory/read"].map(|method| (revision, method))
            }) {
                let answer = |uri: &str| application.post(Some(token), revision, method, json!({"uri": uri}));
                let (hidden, unknown) = (answer(&uri), answer(&never));
                assert!(hidden.contains("\"error\":{\"code\":-32"), "{hidden}");
                assert_eq!(hidden.replace(&uri, &never), unknown, "{token}: {method}");
                asked += 1;
            }
        }
        assert_eq!(asked == 0, token == "demo-staff");
    }
}

#[test]
fn without_a_token_there_is_no_answer() {
    let application = Application::start();
    let list = |token| application.post(token, REVISIONS[0], "skills/list", json!({}));
    for none in [list(None), list(Some(""))] {
        assert!(none.starts_with("HTTP/1.1 401 "), "{none}");
        assert!(none.contains("\r\nwww-authenticate: Bearer realm=\"skills\"\r\n"), "{none}");
    }
    for token in ["demo", "demo-acme2", "Demo-Acme", "demo-acme demo-staff"] {
        let refused = list(Some(token));
        assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
        assert!(refused.contains("error=\"invalid_token\"") && !refused.contains("skill://"), "{refused}");
    }
    // The application around the endpoint is as open as it was.
    assert!(application.send("GET /health HTTP/1.1\r\n", "").starts_with("HTTP/1.1 200 "));
    assert!(application.send("GET /nothing HTTP/1.1\r\n", "").starts_with("HTTP/1.1 404 "));
}

#[test]
fn answers_are_for_their_caller_alone() {
    // SEP-12
    let application = Application::start();
    let uri = format!("{SHARED}/SKILL.md");
    for (method, params) in [
        ("skills/list", json!({})),
        ("skills/get", json!({"uri": uri})),
        ("resources/list", json!({})),
        ("resources/read", json!({"uri": uri})),
    ] {
        let result = application.ask("demo-acme", REVISIONS[0], method, params).unwrap();
        assert_eq!(result["cacheScope"], "private", "{method}");
    }
}

fn uris(items: &Value) -> Vec<String> {
    items.as_array().unwrap().iter().map(|item| item["uri"].as_str().unwrap().to_owned()).collect()
}

struct Application {
    child: Child,
    address: String,
}

impl Application {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_skills-example-bearer"))
            .env("SKILLS_ADDR", "127.0.0.1:0")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("http://").and_then(|line| line.split('/').next());
        Self { address: address.expect("it says where it listens").to_owned(), child }
    }

    /// The result, or else the error.
    fn ask(&self, token: &str, revision: &str, method: &str, params: Value) -> Result<Value, Value> {
        let response = self.post(Some(token), revision, method, params);
        let (_, body) = response.split_once("\r\n\r\n").unwrap();
        let mut answer: Value = serde_json::from_str(body).unwrap();
        if answer["error"].is_null() { Ok(answer["result"].take()) } else { Err(answer["error"].take()) }
    }

    /// The whole response to a request as a client of the revision sends it.
    fn post(&self, token: Option<&str>, revision: &str, method: &str, mut params: Value) -> String {
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\ncontent-type: application/json\r\nmcp-protocol-version: {revision}\r\n"
        );
        if let Some(token) = token {
            head += &format!("authorization: Bearer {token}\r\n");
        }
        if revision == REVISIONS[0] {
            head += &format!("mcp-method: {method}\r\n");
            if let (Some(uri), "resources/read") = (params["uri"].as_str(), method) {
                head += &format!("mcp-name: {uri}\r\n");
            }
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": revision,
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        self.send(&head, &json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string())
    }

    /// The response without its date, which is none of ours.
    fn send(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (host, length) = (&self.address, body.len());
        write!(stream, "{head}host: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}")
            .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        let head: Vec<&str> = head.split("\r\n").filter(|line| !line.starts_with("date: ")).collect();
        format!("{}\r\n\r\n{body}", head.join("\r\n"))
    }
}

impl Drop for Application {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
