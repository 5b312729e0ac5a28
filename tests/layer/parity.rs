//! The layer and the session give the same answers to the same requests. Not a test of what they answer.

use serde_json::{Value, json};
use skills_runtime::rmcp::WithSkills;
use skills_runtime::{Meta, PageLimits, Server, Session};

use crate::SKILLS;
use crate::office::Office;
use crate::untouched::Nothing;
use crate::wire::{ERAS, Era, Wire};

const REFUNDS: &str = "skill://billing/refunds/SKILL.md";

/// Every method with what it is asked for, answered and refused.
fn requests() -> Vec<(&'static str, Value)> {
    let mut requests = vec![
        ("skills/list", json!({})),
        ("skills/list", json!({"cursor": "forged"})),
        ("skills/list", json!({"cursor": ""})),
        ("skills/get", json!({"uri": "skill://no-such-skill/SKILL.md"})),
        ("resources/list", json!({})),
        ("resources/list", json!({"cursor": "forged"})),
        ("resources/directory/read", json!({"uri": REFUNDS})),
        ("resources/directory/read", json!({"uri": "skill://no-such-skill"})),
        ("resources/directory/read", json!({"uri": "skill://billing/"})),
        ("resources/directory/read", json!({"uri": "skill://billing", "cursor": "forged"})),
        ("resources/read", json!({"uri": "skill://no-such-skill/SKILL.md"})),
        ("resources/read", json!({"uri": "skill://billing"})),
        ("resources/read", json!({"uri": "skill://billing/%zz"})),
        ("resources/read", json!({"uri": "skill://billing/%72efunds/SKILL.md"})),
        ("resources/read", json!({"uri": format!("skill://{}", "x".repeat(5_000))})),
    ];
    requests.extend(SKILLS.skills().map(|skill| ("skills/get", json!({"uri": skill.uri()}))));
    requests.extend(SKILLS.files().map(|file| ("resources/read", json!({"uri": file.uri()}))));
    let directories = SKILLS.directories();
    requests
        .extend(directories.map(|directory| ("resources/directory/read", json!({"uri": directory.uri()}))));
    requests
}

fn server() -> Server {
    Server::new(&SKILLS)
        .ttl_ms(60_000)
        .page_limits(PageLimits { entries: 2, bytes: 1 << 20 })
        .list_all_files()
}

/// The session's answer, in the shape of [`Wire::call`].
fn answer(session: &mut Session, era: Era, method: &str, mut params: Value) -> Value {
    if era == Era::Modern {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": era.revision(),
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let body = session.receive(request.as_bytes(), &Meta::stream()).body.unwrap();
    let mut answer: Value = serde_json::from_str(&body).unwrap();
    answer.as_object_mut().unwrap().retain(|key, _| key == "result" || key == "error");
    answer
}

/// What the SDK adds to directory reads, where the protocol has nothing.
fn without_the_sdk_s_hints(method: &str, era: Era, answer: &mut Value) {
    if let (Some(result), "resources/directory/read", Era::Modern) = (answer.get_mut("result"), method, era) {
        let result = result.as_object_mut().unwrap();
        assert_eq!(result.remove("ttlMs"), Some(json!(0)));
        assert_eq!(result.remove("cacheScope"), Some(json!("private")));
    }
}

#[tokio::test]
async fn the_same_requests_get_the_same_values() {
    // SEP-4, SEP-5, SEP-7, SEP-8, SEP-9, SEP-10, SEP-11, SEP-12, SEP-15
    for era in ERAS {
        let mut layered = Wire::open(Nothing.with_server(server()), era).await;
        let info = rmcp::ServerHandler::get_info(&Nothing).server_info;
        let mut session = Session::new(server().name(info.name).version(info.version));
        let mut pages = 0;
        for (method, params) in requests() {
            let mut params = params;
            loop {
                let expected = answer(&mut session, era, method, params.clone());
                let mut actual = layered.call(method, params.clone()).await;
                without_the_sdk_s_hints(method, era, &mut actual);
                assert_eq!(actual, expected, "{era:?} {method} {params}");
                let Some(cursor) = expected.pointer("/result/nextCursor") else { break };
                params["cursor"] = cursor.clone();
                pages += 1;
            }
        }
        assert!(pages > 10, "the pages are small");
    }
}

#[tokio::test]
async fn beside_another_handler_the_answers_are_the_same() {
    let skills =
        |answer: &Value| answer.pointer("/result/skills").or(answer.pointer("/result/skill")).cloned();
    for era in ERAS {
        let mut layered = Wire::open(Office::new().with_server(server()), era).await;
        let mut session = Session::new(server());
        for (method, params) in requests().into_iter().filter(|(method, _)| method.starts_with("skills/")) {
            let expected = answer(&mut session, era, method, params.clone());
            let actual = layered.call(method, params.clone()).await;
            assert_eq!(skills(&actual), skills(&expected), "{era:?} {method} {params}");
            assert_eq!(actual["error"], expected["error"], "{era:?} {method} {params}");
        }
    }
}

#[tokio::test]
async fn what_is_no_skill_md_is_refused_with_the_same_code() {
    // SEP-8, SEP-15: the SDK refuses it before anyone is asked, in words of its own.
    for era in ERAS {
        let mut layered = Wire::open(Nothing.with_skills(&SKILLS), era).await;
        for uri in ["skill://billing/refunds/references/policy.md", "skill://billing", ""] {
            let expected = answer(&mut Session::new(server()), era, "skills/get", json!({"uri": uri}));
            let actual = layered.call("skills/get", json!({"uri": uri})).await;
            assert_eq!(actual["error"]["code"], expected["error"]["code"], "{uri}");
            assert!(actual["error"]["message"].as_str().unwrap().contains(uri), "{actual}");
        }
    }
}

#[tokio::test]
async fn another_spelling_of_a_skill_is_told_its_own() {
    // SEP-15: the SDK takes it for another skill.
    for era in ERAS {
        let mut layered = Wire::open(Nothing.with_skills(&SKILLS), era).await;
        let error = layered.call("skills/get", json!({"uri": "skill://billing/%72efunds/SKILL.md"})).await;
        assert_eq!(error["error"]["code"], -32602);
        assert!(error["error"]["message"].as_str().unwrap().ends_with(REFUNDS), "{error}");
    }
}
