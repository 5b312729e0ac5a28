//! The session from outside: transcripts of both eras, every error, headers, batches, limits, damaged input. Not the
//! answers of a catalog, which have tests of their own.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::*;
use crate::sample::{Sample, many, odd};
use crate::{CacheScope, Catalog, Field, Headers, PageLimits};

const REFUNDS: &str = "skill://acme/billing/refunds/SKILL.md";
const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const MODERN: &str = "2026-07-28";

fn session() -> Session {
    Session::new(Server::new(odd()).name("test").version("1.2.3"))
}

/// Sends a message as a stream does.
fn send(session: &mut Session, message: &str) -> (u16, Option<Value>) {
    send_with(session, message, &Meta::stream())
}

fn send_with(session: &mut Session, message: &str, meta: &Meta<'_>) -> (u16, Option<Value>) {
    let reply = session.receive(message.as_bytes(), meta);
    let body = reply.body.map(|body| {
        assert!(!body.contains('\n'), "an answer is one line");
        serde_json::from_str(&body).expect("an answer is JSON")
    });
    (reply.status.code(), body)
}

fn answer(session: &mut Session, message: &str) -> Value {
    send(session, message).1.expect("an answer")
}

fn legacy(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

fn modern(method: &str, params: &Value) -> String {
    let mut params = params.clone();
    params["_meta"] = modern_meta();
    legacy(method, &params)
}

fn modern_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": "c", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

fn initialize(version: &str) -> String {
    let client = json!({"name": "c", "version": "1"});
    legacy("initialize", &json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client}))
}

fn http<'m>(version: Option<&'m str>, method: Option<&'m str>, name: Option<&'m str>) -> Meta<'m> {
    let field = |value: Option<&'m str>| value.map(str::as_bytes).into_iter().collect();
    let mut headers = Headers::default();
    headers.protocol_version = field(version);
    headers.method = field(method);
    headers.name = field(name);
    Meta::http(headers)
}

/// Every query that is served, with the key of what it answers and whether the answer may be kept.
fn queries() -> Vec<(&'static str, Value, &'static str, Caching)> {
    vec![
        ("skills/list", json!({}), "skills", Caching::Hinted),
        ("skills/get", json!({"uri": REFUNDS}), "skill", Caching::Hinted),
        ("resources/directory/read", json!({"uri": "skill://acme"}), "resources", Caching::None),
        ("resources/list", json!({}), "resources", Caching::Hinted),
        ("resources/read", json!({"uri": REFUNDS}), "contents", Caching::Hinted),
        ("resources/templates/list", json!({}), "resourceTemplates", Caching::Hinted),
    ]
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Caching {
    Hinted,
    None,
}

#[test]
fn legacy_transcript() {
    for version in LEGACY {
        let mut session = session();
        let handshake = answer(&mut session, &initialize(version));
        // SEP-1
        assert_eq!(
            handshake,
            json!({"jsonrpc": "2.0", "id": 1, "result": {
                "protocolVersion": version,
                "capabilities": {
                    "resources": {},
                    "extensions": {"io.modelcontextprotocol/skills": {"directoryRead": true}},
                },
                "serverInfo": {"name": "test", "version": "1.2.3"},
            }})
        );
        let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert_eq!(send(&mut session, initialized), (202, None));
        assert_eq!(answer(&mut session, &legacy("ping", &json!({})))["result"], json!({}));
        for (method, params, key, _) in queries() {
            let result = &answer(&mut session, &legacy(method, &params))["result"];
            // SEP-12: none of the three, and nothing of the later era.
            let keys: Vec<&String> = result.as_object().unwrap().keys().collect();
            assert_eq!(keys, [key], "{method}");
        }
    }
}

#[test]
fn modern_transcript() {
    let mut session = session();
    let discovery = answer(&mut session, &modern("server/discover", &json!({})));
    // SEP-1, SEP-12
    assert_eq!(
        discovery,
        json!({"jsonrpc": "2.0", "id": 1, "result": {
            "resultType": "complete",
            "supportedVersions": ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
            "capabilities": {
                "resources": {},
                "extensions": {"io.modelcontextprotocol/skills": {"directoryRead": true}},
            },
            "ttlMs": 300_000,
            "cacheScope": "public",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "test", "version": "1.2.3"}},
        }})
    );
    for (method, params, key, caching) in queries() {
        let reply = send(&mut session, &modern(method, &params));
        assert_eq!(reply.0, 200);
        let result = &reply.1.unwrap()["result"];
        // SEP-12
        assert_eq!(result["resultType"], "complete", "{method}");
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "test", "{method}");
        assert!(result[key].is_array() || result[key].is_object(), "{method}");
        let hinted = caching == Caching::Hinted;
        assert_eq!(result.get("ttlMs").is_some(), hinted, "{method}");
        assert_eq!(result.get("cacheScope").is_some(), hinted, "{method}");
    }
}

#[test]
fn both_eras_are_served_side_by_side_and_no_handshake_is_needed() {
    let mut fresh = session();
    let mut settled = session();
    answer(&mut settled, &initialize("2025-11-25"));
    for (method, params, ..) in queries() {
        for message in [legacy(method, &params), modern(method, &params)] {
            assert_eq!(send(&mut fresh, &message), send(&mut settled, &message), "{message}");
        }
    }
    assert_eq!(answer(&mut fresh, &legacy("ping", &json!({})))["result"], json!({}));
}

#[test]
fn a_handshake_settles_on_what_both_speak() {
    for (asked, agreed) in [
        ("2025-06-18", "2025-06-18"),
        ("2099-01-01", "2025-11-25"),
        ("", "2025-11-25"),
        // The modern era has no handshake, so it cannot be the outcome of one.
        (MODERN, "2025-11-25"),
    ] {
        let result = answer(&mut session(), &initialize(asked));
        assert_eq!(result["result"]["protocolVersion"], agreed, "{asked}");
    }
    // What a client does not say about itself is not needed.
    let bare = legacy("initialize", &json!({"protocolVersion": "2025-06-18"}));
    assert_eq!(answer(&mut session(), &bare)["result"]["protocolVersion"], "2025-06-18");
}

#[test]
fn settings_show_in_what_is_answered() {
    let server = Server::new(odd())
        .name("a \"name\"")
        .version("2")
        .instructions("Read\nskill://scaffold/SKILL.md first.")
        .ttl_ms(u64::MAX)
        .cache_scope(CacheScope::Private)
        .page_limits(PageLimits { entries: 2, bytes: 1 << 20 })
        .without_directory_read()
        .list_all_files();
    let mut session = Session::new(server.clone());
    let handshake = answer(&mut session, &initialize("2025-11-25"))["result"].clone();
    let discovery = answer(&mut session, &modern("server/discover", &json!({})))["result"].clone();
    let info = json!({"name": "a \"name\"", "version": "2"});
    assert_eq!(handshake["serverInfo"], info);
    assert_eq!(discovery["_meta"]["io.modelcontextprotocol/serverInfo"], info);
    for result in [&handshake, &discovery] {
        // SEP-1: without the method, no setting for it.
        assert_eq!(
            result["capabilities"],
            json!({"resources": {}, "extensions": {"io.modelcontextprotocol/skills": {}}})
        );
        assert_eq!(result["instructions"], "Read\nskill://scaffold/SKILL.md first.");
    }
    for method in ["server/discover", "skills/list", "resources/templates/list"] {
        let result = answer(&mut session, &modern(method, &json!({})))["result"].clone();
        // SEP-12
        assert_eq!(result["ttlMs"], (1_u64 << 53) - 1, "{method}");
        assert_eq!(result["cacheScope"], "private", "{method}");
    }
    // SEP-7
    let mut cursor = Value::Null;
    let mut uris = Vec::new();
    loop {
        let params = if cursor.is_null() { json!({}) } else { json!({"cursor": cursor}) };
        let result = answer(&mut session, &legacy("skills/list", &params))["result"].clone();
        let skills = result["skills"].as_array().unwrap().clone();
        assert!(skills.len() <= 2);
        uris.extend(skills.into_iter().map(|skill| skill["uri"].as_str().unwrap().to_owned()));
        cursor = result["nextCursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    let listed = odd().skills().filter(|skill| skill.is_listed()).map(crate::Skill::uri);
    assert!(uris.iter().map(String::as_str).eq(listed));
    // SEP-9: undeclared is unknown.
    let directory = json!({"uri": "skill://acme"});
    for (message, status) in [
        (legacy("resources/directory/read", &directory), 200),
        (modern("resources/directory/read", &directory), 404),
    ] {
        let (code, body) = send(&mut session, &message);
        assert_eq!((code, &body.unwrap()["error"]["code"]), (status, &json!(-32601)));
    }
    let resources = answer(&mut session, &legacy("resources/list", &json!({})))["result"]["resources"].clone();
    assert_eq!(resources[0]["uri"], "skill://acme/billing-old/SKILL.md");
    assert_eq!(resources[1]["uri"], "skill://acme/billing/refunds/100%25%20caf%C3%A9%20%231%3F%2B.md");
    assert!(format!("{server:?}").contains("a \\\"name\\\""));
}

#[test]
fn every_error_has_its_code_its_status_and_a_reason() {
    // SEP-8, SEP-9, SEP-10, SEP-15
    let unknown = "skill://none/SKILL.md";
    let long = format!("skill://{}", "x".repeat(5_000));
    let cases: Vec<(&str, Value, [(i32, u16); 2], &str)> = vec![
        ("skills/get", json!({"uri": unknown}), [(-32602, 200); 2], unknown),
        ("skills/get", json!({"uri": "skill://acme"}), [(-32602, 200); 2], "skill://acme"),
        ("skills/get", json!({"uri": "skill://%zz"}), [(-32602, 200); 2], "skill://%zz"),
        ("skills/get", json!({}), [(-32602, 200); 2], "`uri` must be a string"),
        ("skills/get", json!({"uri": 3}), [(-32602, 200); 2], "`uri` must be a string"),
        ("skills/get", json!({"uri": null}), [(-32602, 200); 2], "`uri` must be a string"),
        ("resources/directory/read", json!({"uri": unknown}), [(-32602, 200); 2], unknown),
        ("resources/directory/read", json!({"uri": REFUNDS}), [(-32602, 200); 2], "not a directory"),
        ("resources/directory/read", json!({"uri": "skill://acme", "cursor": ""}), [(-32602, 200); 2], "cursor"),
        ("resources/directory/read", json!({}), [(-32602, 200); 2], "`uri`"),
        ("resources/read", json!({"uri": unknown}), [(-32002, 200), (-32602, 200)], unknown),
        ("resources/read", json!({"uri": "skill://acme"}), [(-32002, 200), (-32602, 200)], "a directory"),
        ("resources/read", json!({"uri": long}), [(-32002, 200), (-32602, 200)], "skill://xxx"),
        ("resources/read", json!({"uri": ["a"]}), [(-32602, 200); 2], "`uri`"),
        ("resources/read", json!({}), [(-32602, 200); 2], "`uri`"),
        ("skills/list", json!({"cursor": "x"}), [(-32602, 200); 2], "`x`"),
        ("skills/list", json!({"cursor": ""}), [(-32602, 200); 2], "cursor"),
        ("skills/list", json!({"cursor": null}), [(-32602, 200); 2], "`cursor` must be a string"),
        ("resources/list", json!({"cursor": 1}), [(-32602, 200); 2], "`cursor` must be a string"),
        ("resources/templates/list", json!({"cursor": "x"}), [(-32602, 200); 2], "cursor"),
        ("initialize", json!({}), [(-32602, 200), (-32601, 404)], "`"),
        ("initialize", json!({"protocolVersion": 1}), [(-32602, 200), (-32601, 404)], "`"),
        (
            "initialize",
            json!({"protocolVersion": "2025-06-18", "capabilities": []}),
            [(-32602, 200), (-32601, 404)],
            "`",
        ),
        (
            "initialize",
            json!({"protocolVersion": "2025-06-18", "clientInfo": "me"}),
            [(-32602, 200), (-32601, 404)],
            "`",
        ),
    ];
    for (method, params, expected, reason) in cases {
        for (message, (code, status)) in [legacy(method, &params), modern(method, &params)].iter().zip(expected) {
            let (sent, body) = send(&mut session(), message);
            let error = &body.as_ref().unwrap()["error"];
            assert_eq!((error["code"].as_i64(), sent), (Some(code.into()), status), "{message}");
            let text = error["message"].as_str().unwrap();
            assert!(text.contains(reason), "{text} does not say {reason}");
            assert!(text.len() < 400 && !text.ends_with('.'), "{text}");
            assert_eq!(body.as_ref().unwrap()["id"], 1);
            if code == -32002 || (method == "resources/read" && reason == unknown) {
                let uri = params["uri"].as_str().unwrap();
                let told = error["data"]["uri"].as_str();
                assert_eq!(told, Some(uri).filter(|uri| uri.len() < 1_000), "{message}");
            }
        }
    }
}

#[test]
fn methods_that_hang_on_undeclared_capabilities_are_unknown() {
    let everywhere = [
        "resources/subscribe",
        "resources/unsubscribe",
        "subscriptions/listen",
        "logging/setLevel",
        "completion/complete",
        "tools/list",
        "tools/call",
        "prompts/list",
        "prompts/get",
        "sampling/createMessage",
        "roots/list",
        "skills/",
        "Skills/List",
        "",
        "x",
    ];
    let mut session = session();
    for method in everywhere {
        let (status, body) = send(&mut session, &legacy(method, &json!({"uri": REFUNDS})));
        assert_eq!((status, &body.unwrap()["error"]["code"]), (200, &json!(-32601)), "{method}");
    }
    for method in everywhere.into_iter().chain(["initialize", "ping", "notifications/initialized"]) {
        let (status, body) = send(&mut session, &modern(method, &json!({})));
        assert_eq!((status, &body.unwrap()["error"]["code"]), (404, &json!(-32601)), "{method}");
    }
    // Only the modern era has discovery, so asking for it without saying so is a modern request that lacks something.
    let bare = send(&mut session, &legacy("server/discover", &json!({})));
    assert_eq!((bare.0, &bare.1.unwrap()["error"]["code"]), (400, &json!(-32602)));
    answer(&mut session, &initialize("2025-11-25"));
    let settled = send(&mut session, &legacy("server/discover", &json!({})));
    assert_eq!((settled.0, &settled.1.unwrap()["error"]["code"]), (200, &json!(-32601)));
}

#[test]
fn parameters_are_an_object() {
    for params in ["[]", "null", "3", "\"uri\"", r#"{"uri":"a","uri":"b"}"#, r#"{"cursor":"a","cursor":"b"}"#] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"skills/list","params":{params}}}"#);
        let (status, body) = send(&mut session(), &message);
        assert_eq!((status, &body.unwrap()["error"]["code"]), (200, &json!(-32602)), "{params}");
        let (status, body) = send_with(&mut session(), &message, &http(Some(MODERN), Some("skills/list"), None));
        assert_eq!((status, &body.unwrap()["error"]["code"]), (400, &json!(-32602)), "{params}");
    }
    // Members that nobody knows are nobody's business.
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"a":2}}"#;
    assert_eq!(answer(&mut session(), message)["result"], json!({}));
    let none = r#"{"jsonrpc":"2.0","id":1,"method":"skills/list"}"#;
    assert!(answer(&mut session(), none)["result"]["skills"].is_array());
    // A URI is compared as text, not as it is spelled in JSON.
    let escaped = r#"{"jsonrpc":"2.0","id":1,"method":"skills/get","params":{"uri":"skill:\/\/scaffold/SKILL\u002emd"}}"#;
    assert_eq!(answer(&mut session(), escaped)["result"]["skill"]["uri"], "skill://scaffold/SKILL.md");
    let surrogate = r#"{"jsonrpc":"2.0","id":1,"method":"skills/get","params":{"uri":"\ud800"}}"#;
    assert_eq!(answer(&mut session(), surrogate)["error"]["code"], -32602);
}

#[test]
fn a_modern_request_says_which_revision_it_speaks() {
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    let with_header = http(Some(MODERN), Some("server/discover"), None);
    let cases = [
        (json!({}), -32602),
        (json!({"_meta": {}}), -32602),
        (json!({"_meta": []}), -32602),
        (json!({"_meta": "x"}), -32602),
        (json!({"_meta": {version: 3, capabilities: {}}}), -32602),
        (json!({"_meta": {version: MODERN}}), -32602),
        (json!({"_meta": {version: MODERN, capabilities: true}}), -32602),
        (json!({"_meta": {version: MODERN, capabilities: null}}), -32602),
        (json!({"_meta": {capabilities: {}}}), -32602),
        (json!({"_meta": {version: "v999.0.0", capabilities: {}}}), -32020),
        (json!({"_meta": {version: "2025-11-25", capabilities: {}}}), -32020),
    ];
    for (params, code) in cases {
        let (status, body) = send_with(&mut session(), &legacy("server/discover", &params), &with_header);
        let body = body.unwrap();
        assert_eq!((status, &body["error"]["code"], &body["id"]), (400, &json!(code), &json!(1)), "{params}");
    }
    // Who the client is need not be said.
    let params = json!({"_meta": {version: MODERN, capabilities: {}}});
    assert_eq!(send_with(&mut session(), &legacy("server/discover", &params), &with_header).0, 200);
}

#[test]
fn an_unknown_revision_is_refused_with_those_that_are_served() {
    let mut params = json!({"_meta": modern_meta()});
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("v999.0.0");
    let message = legacy("skills/list", &params);
    let headers = http(Some("v999.0.0"), Some("skills/list"), None);
    for (message, meta) in [
        (&message, Meta::stream()),
        (&message, headers),
        (&legacy("skills/list", &json!({})), headers),
        (&initialize("2025-11-25"), headers),
    ] {
        let (status, body) = send_with(&mut session(), message, &meta);
        let error = &body.unwrap()["error"];
        assert_eq!((status, &error["code"]), (400, &json!(-32022)), "{message}");
        assert_eq!(
            error["data"],
            json!({
                "supported": ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
                "requested": "v999.0.0",
            })
        );
    }
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("x".repeat(100_000));
    let reply = session().receive(legacy("skills/list", &params).as_bytes(), &Meta::stream());
    assert!(reply.body.unwrap().len() < 1_000, "an answer to nonsense stays small");
    // Nobody is answered who did not ask.
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(send_with(&mut session(), notification, &headers), (400, None));
}

#[test]
fn a_request_may_state_a_revision_from_before_the_handshake_was_dropped() {
    for version in LEGACY {
        let params = json!({"_meta": {"io.modelcontextprotocol/protocolVersion": version}});
        for meta in [Meta::stream(), http(Some(version), None, None)] {
            let (status, body) = send_with(&mut session(), &legacy("skills/list", &params), &meta);
            assert_eq!(status, 200);
            assert_eq!(body.unwrap()["result"].as_object().unwrap().len(), 1, "SEP-12: nothing but the list");
            let (_, body) = send_with(&mut session(), &legacy("server/discover", &params), &meta);
            assert_eq!(body.unwrap()["error"]["code"], -32601);
        }
    }
}

#[test]
fn headers_and_body_agree_or_the_request_is_refused() {
    let read = modern("resources/read", &json!({"uri": REFUNDS}));
    let get = modern("skills/get", &json!({"uri": REFUNDS}));
    let list = modern("skills/list", &json!({}));
    let call = modern("tools/call", &json!({"name": "a"}));
    let encoded = "=?base64?c2tpbGw6Ly9hY21lL2JpbGxpbmcvcmVmdW5kcy9TS0lMTC5tZA==?=";
    let v = Some(MODERN);
    let cases = [
        (&list, http(v, Some("skills/list"), None), None),
        (&list, http(v, None, None), Some("Mcp-Method is missing")),
        (&list, http(v, Some("skills/get"), None), Some("Mcp-Method is `skills/get`")),
        (&list, http(v, Some("SKILLS/LIST"), None), Some("the body says `skills/list`")),
        (&list, http(None, Some("skills/list"), None), Some("MCP-Protocol-Version is missing")),
        (&list, http(Some("2025-11-25"), Some("skills/list"), None), Some("MCP-Protocol-Version is `2025-11-25`")),
        (&list, http(Some("2026-07-28\u{e9}"), Some("skills/list"), None), Some("MCP-Protocol-Version")),
        // Nothing in the body has that name.
        (&list, http(v, Some("skills/list"), Some("anything")), None),
        (&read, http(v, Some("resources/read"), Some(REFUNDS)), None),
        (&read, http(v, Some("resources/read"), Some(encoded)), None),
        (&read, http(v, Some("resources/read"), None), Some("Mcp-Name is missing")),
        (&read, http(v, Some("resources/read"), Some("skill://other")), Some("Mcp-Name is `skill://other`")),
        (&read, http(v, Some("resources/read"), Some("=?base64?c2tp?=")), Some("Mcp-Name is `ski`")),
        (&read, http(v, Some("resources/read"), Some("=?base64?c2t?=")), Some("Mcp-Name cannot be read")),
        (&read, http(v, Some("resources/read"), Some("skill://\u{1}")), Some("Mcp-Name cannot be read")),
        // Not required, but if it is there it is true.
        (&get, http(v, Some("skills/get"), None), None),
        (&get, http(v, Some("skills/get"), Some(REFUNDS)), None),
        (&get, http(v, Some("skills/get"), Some("skill://other")), Some("Mcp-Name")),
        (&call, http(v, Some("tools/call"), Some("b")), Some("Mcp-Name is `b`")),
        (&call, http(v, Some("tools/call"), None), Some("Mcp-Name is missing")),
    ];
    for (message, meta, expected) in cases {
        let (status, body) = send_with(&mut session(), message, &meta);
        let body = body.unwrap();
        match expected {
            None => assert_eq!((status, body.get("error")), (200, None), "{message} {meta:?}"),
            Some(reason) => {
                assert_eq!((status, &body["error"]["code"]), (400, &json!(-32020)), "{message} {meta:?}");
                let text = body["error"]["message"].as_str().unwrap();
                assert!(text.contains(reason), "{text} does not say {reason}");
                assert_eq!(body["id"], 1);
            }
        }
    }
    for field in 0..3 {
        let mut headers = Headers::default();
        headers.protocol_version = Field::Value(MODERN.as_bytes());
        headers.method = Field::Value(b"resources/read");
        headers.name = Field::Value(REFUNDS.as_bytes());
        *[&mut headers.protocol_version, &mut headers.method, &mut headers.name][field] = Field::Repeated;
        let (status, body) = send_with(&mut session(), &read, &Meta::http(headers));
        assert_eq!((status, &body.unwrap()["error"]["code"]), (400, &json!(-32020)), "{field}");
    }
    // What is missing in the body is not a matter of the header.
    let nameless = modern("resources/read", &json!({}));
    let (_, body) = send_with(&mut session(), &nameless, &http(v, Some("resources/read"), None));
    assert_eq!(body.unwrap()["error"]["code"], -32602);
    // Before 2026-07-28 nobody promised anything about those headers.
    let meta = http(Some("2025-11-25"), Some("nonsense"), Some("nonsense"));
    assert_eq!(send_with(&mut session(), &legacy("skills/list", &json!({})), &meta).0, 200);
}

#[test]
fn batches_are_answered_on_2025_03_26_only() {
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let batch = format!("[{ping},{ping}]");
    for version in LEGACY.into_iter().chain([MODERN]) {
        let headers = http(Some(version), Some("ping"), None);
        let mut negotiated = session();
        if version != MODERN {
            answer(&mut negotiated, &initialize(version));
        }
        for (mut session, meta) in [(session(), headers), (negotiated, Meta::stream())] {
            if version == MODERN && meta.headers().is_none() {
                continue;
            }
            let (status, body) = send_with(&mut session, &batch, &meta);
            let body = body.unwrap();
            if version == "2025-03-26" {
                assert_eq!((status, body.as_array().map(Vec::len)), (200, Some(2)), "{version}");
            } else {
                assert_eq!((status, &body["error"]["code"]), (400, &json!(-32600)), "{version}");
                assert_eq!(body["id"], Value::Null);
            }
        }
    }
    // Who does not say what he speaks speaks 2025-03-26, in every transport.
    assert_eq!(send(&mut session(), &batch), send_with(&mut session(), &batch, &http(None, None, None)));
}

#[test]
fn each_element_of_a_batch_is_a_message() {
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let modern = modern("skills/list", &json!({}));
    let elements = [
        r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#,
        notification,
        r#"{"jsonrpc":"2.0","id":9,"result":{}}"#,
        "3",
        "[]",
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
        r#"["2.0",1,"ping"]"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"none"}"#,
        &initialize("2025-03-26"),
        &modern,
        r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
    ];
    let mut session = session();
    let (status, body) = send(&mut session, &format!("[{}]", elements.join(" , ")));
    let answers = body.unwrap();
    let told: Vec<(Value, Value)> = answers.as_array().unwrap().iter().map(|answer| {
        (answer["id"].clone(), answer["error"]["code"].clone())
    }).collect();
    assert_eq!(status, 200);
    assert_eq!(
        Value::from_iter(told.iter().map(|(id, code)| json!([id, code]))),
        json!([["a", null], [null, -32600], [null, -32600], [null, -32600], [null, -32600], [2, -32601],
            [1, -32600], [1, -32600], [null, -32600]])
    );
    assert_eq!(session.negotiated, None, "a handshake inside a batch is none");
    assert_eq!(send(&mut session, &format!("[{notification},{notification}]")), (202, None));
    let (status, body) = send(&mut session, "[]");
    assert_eq!((status, &body.unwrap()["error"]["code"]), (400, &json!(-32600)));
}

#[test]
fn a_batch_is_bounded_in_messages_and_in_answers() {
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let batch = |message: &str, count| format!("[{}]", vec![message; count].join(","));
    let (_, body) = send(&mut session(), &batch(ping, BATCH_LIMIT));
    assert_eq!(body.unwrap().as_array().unwrap().len(), BATCH_LIMIT);
    let (status, body) = send(&mut session(), &batch(ping, BATCH_LIMIT + 1));
    assert_eq!((status, &body.unwrap()["error"]["code"]), (400, &json!(-32600)));

    let big = Sample::new().skill("big", "Big").file("big/data.txt", vec![b'x'; 1_500_000]).catalog();
    let read = legacy("resources/read", &json!({"uri": "skill://big/data.txt"}));
    let reply = Session::new(Server::new(big)).receive(batch(&read, BATCH_LIMIT).as_bytes(), &Meta::stream());
    let body = reply.body.unwrap();
    assert!(body.len() < batch::BATCH_OUTPUT_LIMIT + 2_000_000, "{} bytes", body.len());
    let answers: Vec<Value> = serde_json::from_str(&body).unwrap();
    assert_eq!(answers.len(), BATCH_LIMIT, "every request has its answer");
    let read = answers.iter().filter(|answer| answer.get("result").is_some()).count();
    assert_eq!(read, 3);
    assert_eq!(answers[BATCH_LIMIT - 1]["error"]["code"], -32603);
}

#[test]
fn a_message_has_a_limit() {
    let pad = |size: usize| {
        let message = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"pad":""}}"#;
        message.replace("\"\"", &format!("\"{}\"", "x".repeat(size - message.len())))
    };
    let fits = pad(MESSAGE_LIMIT);
    assert_eq!(fits.len(), MESSAGE_LIMIT);
    assert_eq!(answer(&mut session(), &fits)["result"], json!({}));
    let (status, body) = send(&mut session(), &pad(MESSAGE_LIMIT + 1));
    let body = body.unwrap();
    assert_eq!((status, &body["error"]["code"], &body["id"]), (413, &json!(-32600), &Value::Null));
    let mut refused = String::new();
    assert_eq!(session().refuse_oversized(&mut refused), Status::TooLarge);
    assert_eq!(serde_json::from_str::<Value>(&refused).unwrap(), body);
}

#[test]
fn what_is_no_request_is_refused_with_its_id_where_that_can_be_read() {
    let cases = [
        ("", -32700, Value::Null),
        ("{", -32700, Value::Null),
        ("\u{feff}{}", -32700, Value::Null),
        ("nonsense", -32700, Value::Null),
        ("{}", -32600, Value::Null),
        ("3", -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":"x"}"#, -32600, json!("x")),
        (r#"{"id":4,"method":"ping"}"#, -32600, json!(4)),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, Value::Null),
    ];
    for (message, code, id) in cases {
        for meta in [Meta::stream(), http(None, None, None), http(Some(MODERN), None, None)] {
            let (status, body) = send_with(&mut session(), message, &meta);
            let body = body.unwrap();
            assert_eq!((status, &body["error"]["code"], &body["id"]), (400, &json!(code), &id), "{message}");
        }
    }
    let response = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    assert_eq!(send(&mut session(), response), (202, None));
}

#[test]
fn answers_are_appended() {
    let mut out = String::from("kept");
    let mut session = session();
    let status = session.receive_into(br#"{"jsonrpc":"2.0","method":"x"}"#, &Meta::stream(), &mut out);
    assert_eq!((status, out.as_str()), (Status::Accepted, "kept"));
    session.receive_into(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, &Meta::stream(), &mut out);
    assert_eq!(out, r#"kept{"jsonrpc":"2.0","id":1,"result":{}}"#);
    session.receive_into(br#"{"jsonrpc":"2.0","id":1,"method":"x"}"#, &Meta::stream(), &mut out);
    assert!(out.starts_with(r#"kept{"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":1,"error":"#));
}

#[test]
fn an_empty_catalog_is_a_server_too() {
    static NONE: Catalog = Catalog::EMPTY;
    let mut session = Session::new(Server::new(&NONE));
    let result = answer(&mut session, &legacy("skills/list", &json!({})))["result"].clone();
    assert_eq!(result, json!({"skills": []}));
    let handshake = answer(&mut session, &initialize("2025-11-25"))["result"].clone();
    assert_eq!(handshake["serverInfo"], json!({"name": "skills", "version": env!("CARGO_PKG_VERSION")}));
}

#[test]
fn pages_of_a_large_catalog_come_whole() {
    // SEP-7
    let mut session = Session::new(Server::new(many(2_500)));
    let mut cursor = Value::Null;
    let (mut pages, mut skills) = (0, 0);
    loop {
        let params = if cursor.is_null() { json!({}) } else { json!({"cursor": cursor}) };
        let result = answer(&mut session, &modern("skills/list", &params))["result"].clone();
        pages += 1;
        skills += result["skills"].as_array().unwrap().len();
        cursor = result["nextCursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!((pages, skills), (3, 2_500));
}

#[test]
fn damaged_messages_are_answered_or_ignored_and_never_more() {
    let valid: Vec<Vec<u8>> = [
        initialize("2025-11-25"),
        modern("server/discover", &json!({})),
        modern("resources/read", &json!({"uri": REFUNDS, "cursor": "x"})),
        legacy("resources/directory/read", &json!({"uri": "skill://acme", "cursor": "\u{e9}\n"})),
        format!("[{},{}]", legacy("ping", &json!({})), legacy("skills/get", &json!({"uri": "a%2Fb"}))),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#.into(),
    ]
    .map(String::into_bytes)
    .into();
    let metas =
        [Meta::stream(), http(None, None, None), http(Some(MODERN), Some("resources/read"), Some("=?base64?")) ];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    let mut corpus: Vec<Vec<u8>> = Vec::new();
    for message in &valid {
        corpus.extend((0..message.len()).map(|end| message[..end].to_vec()));
        for _ in 0..600 {
            let mut damaged = message.clone();
            for _ in 0..=random(3) {
                let at = random(damaged.len());
                match random(5) {
                    0 => damaged[at] = b"{}[]\",:\\0e-\0\xff"[random(13)],
                    1 => damaged[at] = u8::try_from(random(256)).unwrap(),
                    2 => drop(damaged.remove(at)),
                    3 => damaged.insert(at, b'"'),
                    _ => {
                        let other = &valid[random(valid.len())];
                        damaged.splice(at.., other[random(other.len())..].iter().copied());
                        damaged.push(b'}');
                    }
                }
            }
            corpus.push(damaged);
        }
    }
    let mut session = session();
    let (mut answered, mut refused) = (0, 0);
    for message in &corpus {
        for meta in &metas {
            let Some(body) = session.receive(message, meta).body else { continue };
            let answer: Value = serde_json::from_str(&body).expect("an answer is JSON");
            let answers = answer.as_array().cloned().unwrap_or_else(|| vec![answer]);
            for answer in answers {
                assert_eq!(answer["jsonrpc"], "2.0");
                assert!(answer.get("id").is_some());
                match (answer.get("result"), answer.get("error")) {
                    (Some(_), None) => answered += 1,
                    (None, Some(error)) => {
                        assert!(error["code"].is_i64() && error["message"].to_string().len() < 1_000);
                        refused += 1;
                    }
                    _ => panic!("neither or both: {body}"),
                }
            }
        }
    }
    assert!(answered > 100 && refused > 1_000, "{answered} answered, {refused} refused: the corpus is one-sided");
}
