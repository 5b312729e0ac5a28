//! The session from outside: transcripts of both eras and the settings of a server. Not the answers of a catalog, which
//! have tests of their own.

mod batches;
mod instructions;
mod prompts;
mod refusals;
mod revisions;
mod templates;
mod tools;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::*;
use crate::sample::{Sample, many, odd};
use crate::{CacheScope, Catalog, Field, Headers, PageLimits, Skill};

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

/// A request of a client that declares the extension.
fn knowing(method: &str, params: &Value) -> String {
    let mut message: Value = serde_json::from_str(&modern(method, params)).unwrap();
    message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"extensions": {"io.modelcontextprotocol/skills": {}}});
    message.to_string()
}

/// The result of a request that stands alone, as a client of 2026-07-28 without the extension sends it.
fn result(server: &Server, method: &str, params: &Value) -> Value {
    let mut answer = answer(&mut Session::new(server.clone()), &modern(method, params));
    assert_eq!(answer.get("error"), None, "{method} {params}");
    answer["result"].take()
}

/// The code and the message of an error.
fn error(server: &Server, method: &str, params: &Value) -> (i64, String) {
    let answer = answer(&mut Session::new(server.clone()), &modern(method, params));
    let error = &answer["error"];
    assert!(error.is_object(), "{method} {params}: {answer}");
    (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
}

/// The items of all pages of a list; `page` asks for the one that a cursor leads to.
fn walk(key: &str, page: impl Fn(Option<&str>) -> Value) -> Vec<Value> {
    let (mut items, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let mut page = page(cursor.as_deref());
        items.append(page[key].as_array_mut().unwrap());
        match page["nextCursor"].take() {
            Value::String(next) => cursor = Some(next),
            _ => return items,
        }
        assert!(items.len() < 100_000, "the walk does not end");
    }
}

fn with_cursor(cursor: Option<&str>) -> Value {
    cursor.map_or(json!({}), |cursor| json!({"cursor": cursor}))
}

/// A catalog with some of its skills hidden, for each set of them.
fn masked(
    catalog: &'static Catalog,
    settings: impl Fn(Server) -> Server,
    check: impl Fn(&Server, &dyn Fn(Skill) -> bool),
) {
    let skills: Vec<Skill> = catalog.skills().collect();
    for mask in 0..1_u32 << skills.len() {
        let bits = skills.iter().enumerate();
        let hidden: Vec<Skill> =
            bits.filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, skill)| *skill).collect();
        let shows = move |skill: Skill| !hidden.contains(&skill);
        let rule = shows.clone();
        check(&settings(Server::new(catalog).visible(move |skill, _| rule(skill))), &shows);
    }
}

fn initialize(version: &str) -> String {
    let client = json!({"name": "c", "version": "1"});
    legacy("initialize", &json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client}))
}

fn http<'m>(version: Option<&'m str>, method: Option<&'m str>, name: Option<&'m str>) -> Meta<'m> {
    let field = |value: Option<&'m str>| value.map(str::as_bytes).into_iter().collect();
    Meta::http(Headers { protocol_version: field(version), method: field(method), name: field(name) })
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
    for (params, reason) in [
        (json!({}), "`protocolVersion` must be a string"),
        (json!({"protocolVersion": 1}), "`protocolVersion` must be a string"),
        (json!({"protocolVersion": "2025-06-18", "capabilities": []}), "`capabilities` must be an object"),
        (json!({"protocolVersion": "2025-06-18", "clientInfo": "me"}), "`clientInfo` must be an object"),
    ] {
        let mut session = session();
        let (status, body) = send(&mut session, &legacy("initialize", &params));
        let error = &body.unwrap()["error"];
        assert_eq!((status, &error["code"]), (200, &json!(-32602)), "{params}");
        assert!(error["message"].as_str().unwrap().contains(reason), "{error} does not say {reason}");
        assert_eq!(session.negotiated, None, "nothing was agreed on");
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
    let resources =
        answer(&mut session, &legacy("resources/list", &json!({})))["result"]["resources"].clone();
    assert_eq!(resources[0]["uri"], "skill://acme/billing-old/SKILL.md");
    assert_eq!(resources[1]["uri"], "skill://acme/billing/refunds/100%25%20caf%C3%A9%20%231%3F%2B.md");
    assert!(format!("{server:?}").contains("a \\\"name\\\""));
}

#[test]
fn what_settings_offer_has_the_members_of_its_era_and_is_off_without_them() {
    // SEP-12: each result with what the base protocol wants of it.
    let server = Server::new(odd()).fallback_tools().skill_prompts().resource_templates();
    let template = json!({"type": "ref/resource", "uri": "skill://{+path}"});
    let requests = [
        ("tools/list", json!({}), Caching::Hinted),
        ("tools/call", json!({"name": "list_skills"}), Caching::None),
        ("tools/call", json!({"name": "load_skill", "arguments": {"uri": "skill://none"}}), Caching::None),
        ("prompts/list", json!({}), Caching::Hinted),
        ("prompts/get", json!({"name": "refunds"}), Caching::None),
        (
            "completion/complete",
            json!({"ref": template, "argument": {"name": "path", "value": ""}}),
            Caching::None,
        ),
        ("resources/templates/list", json!({}), Caching::Hinted),
    ];
    for (method, params, caching) in requests {
        let modern_result = result(&server, method, &params);
        assert_eq!(modern_result["resultType"], "complete", "{method}");
        assert_eq!(modern_result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "skills");
        for key in ["ttlMs", "cacheScope"] {
            assert_eq!(modern_result.get(key).is_some(), caching == Caching::Hinted, "{method}");
        }
        let mut session = Session::new(server.clone());
        let old = answer(&mut session, &legacy(method, &params))["result"].take();
        for key in ["resultType", "ttlMs", "cacheScope", "_meta"] {
            assert_eq!(old.get(key), None, "{method}");
        }
        if method != "resources/templates/list" {
            let (status, body) = send(&mut self::session(), &modern(method, &params));
            assert_eq!((status, &body.unwrap()["error"]["code"]), (404, &json!(-32601)), "{method}");
        }
    }
    let capabilities = result(&server, "server/discover", &json!({}))["capabilities"].take();
    let names: Vec<&String> = capabilities.as_object().unwrap().keys().collect();
    assert_eq!(names, ["completions", "extensions", "prompts", "resources", "tools"]);
    let mut session = Session::new(server);
    let handshake = answer(&mut session, &initialize("2025-11-25"))["result"].take();
    assert_eq!(handshake["capabilities"], capabilities);
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
