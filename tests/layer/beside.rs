//! Tools, prompts, templates and completions of the skills, beside those of the handler: both are there, and the
//! handler's is meant where the names are the same. Not what ours answer.

use serde_json::{Value, json};
use skills_runtime::rmcp::WithSkills;
use skills_runtime::{Meta, Server, Session};

use crate::SKILLS;
use crate::office::{Office, pages};
use crate::untouched::Nothing;
use crate::wire::{ERAS, Era, Wire, walk};

const REFUNDS: &str = "skill://billing/refunds/SKILL.md";

fn server() -> Server {
    Server::new(&SKILLS).fallback_tools().skill_prompts().resource_templates().skill_instructions(4_000)
}

/// What the session alone answers, in the legacy era.
fn alone(method: &str, params: &Value) -> Value {
    let mut session = Session::new(server());
    let hello = json!({"protocolVersion": Era::Legacy.revision(), "capabilities": {}});
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}).to_string();
    session.receive(hello.as_bytes(), &Meta::stream());
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let body = session.receive(request.as_bytes(), &Meta::stream()).body.unwrap();
    serde_json::from_str::<Value>(&body).unwrap()["result"].take()
}

fn names(pages: &[Vec<Value>], key: &str) -> Vec<String> {
    pages.iter().flatten().map(|item| item[key].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn both_are_listed_the_handler_s_first() {
    for era in ERAS {
        for (method, key, name) in [
            ("tools/list", "tools", "name"),
            ("prompts/list", "prompts", "name"),
            ("resources/templates/list", "resourceTemplates", "uriTemplate"),
        ] {
            let theirs = walk(&mut Wire::open(Office::new(), era).await, method, key).await;
            let ours: Vec<Value> = serde_json::from_value(alone(method, &json!({}))[key].take()).unwrap();
            assert!(!ours.is_empty(), "{method}");
            let both =
                walk(&mut Wire::open(Office::new().with_server(server()), era).await, method, key).await;
            assert_eq!(
                names(&both, name),
                [names(&theirs, name), names(core::slice::from_ref(&ours), name)].concat()
            );
            let only = walk(&mut Wire::open(Nothing.with_server(server()), era).await, method, key).await;
            assert_eq!(only, [ours], "{era:?} {method}");
        }
    }
}

#[tokio::test]
async fn both_can_be_called() {
    // SEP-10
    for era in ERAS {
        let mut layered = Wire::open(Office::new().with_server(server()), era).await;
        for (method, params, key) in [
            ("tools/call", json!({"name": "list_skills", "arguments": {}}), "content"),
            ("tools/call", json!({"name": "load_skill", "arguments": {"uri": REFUNDS}}), "content"),
            ("prompts/get", json!({"name": "refunds"}), "messages"),
            (
                "completion/complete",
                json!({"ref": {"type": "ref/resource", "uri": "skill://{+path}"}, "argument": {"name": "path", "value": "b"}}),
                "completion",
            ),
        ] {
            let expected = alone(method, &params)[key].take();
            assert!(!expected.is_null(), "{method} {params}");
            assert_eq!(
                layered.result(method, params.clone()).await[key],
                expected,
                "{era:?} {method} {params}"
            );
        }
        let mut bare = Wire::open(Office::new(), era).await;
        for (method, params) in [
            ("tools/call", json!({"name": "stamp", "arguments": {"colour": "red"}})),
            ("tools/call", json!({"name": "shred"})),
            ("tools/call", json!({"name": "unlisted"})),
            ("prompts/get", json!({"name": "greet"})),
            (
                "completion/complete",
                json!({"ref": {"type": "ref/prompt", "name": "greet"}, "argument": {"name": "who", "value": "y"}}),
            ),
            (
                "completion/complete",
                json!({"ref": {"type": "ref/resource", "uri": "file:///{name}"}, "argument": {"name": "name", "value": ""}}),
            ),
        ] {
            let expected = bare.call(method, params.clone()).await;
            assert_eq!(layered.call(method, params.clone()).await, expected, "{era:?} {method} {params}");
        }
    }
}

#[tokio::test]
async fn a_tool_of_the_handler_wins_on_whatever_page_it_is() {
    for era in ERAS {
        let office =
            || Office { tools: pages(&[("", &["stamp"]), ("t2", &["load_skill"])]), ..Office::new() };
        let mut layered = Wire::open(office().with_server(server()), era).await;
        let listed = names(&walk(&mut layered, "tools/list", "tools").await, "name");
        assert_eq!(listed.iter().filter(|name| *name == "load_skill").count(), 1, "{listed:?}");
        let params = json!({"name": "load_skill", "arguments": {"uri": REFUNDS}});
        let expected = Wire::open(office(), era).await.call("tools/call", params.clone()).await;
        assert_eq!(layered.call("tools/call", params).await, expected);
    }
}

#[tokio::test]
async fn the_capabilities_are_declared_and_the_handler_s_settings_stay() {
    for era in ERAS {
        let alone = Wire::open(Nothing.with_server(server()), era).await.greeting;
        for capability in ["tools", "prompts", "completions", "resources"] {
            assert_eq!(alone["capabilities"][capability], json!({}), "{era:?}");
        }
        let beside = Wire::open(Office::new().with_server(server()), era).await.greeting;
        assert_eq!(beside["capabilities"]["tools"], json!({"listChanged": true}));
        let instructions = beside["instructions"].as_str().unwrap();
        assert!(instructions.starts_with("Open from nine to five.\n\n") && instructions.contains(REFUNDS));
    }
}

#[tokio::test]
async fn a_client_with_the_extension_gets_no_tools_of_ours() {
    let mut layered = Wire::open(Nothing.with_server(server()), Era::Modern).await;
    layered.declares_skills();
    assert_eq!(layered.call("tools/list", json!({})).await["error"]["code"], -32601);
    let params = json!({"name": "list_skills", "arguments": {}});
    assert!(layered.call("tools/call", params).await.get("error").is_some());
}
