//! The layer beside a handler that has everything: the same messages to it and to the bare handler get the same answers,
//! except where skills are. Not what the skills answer.

use rmcp::ServerHandler;
use serde_json::{Value, json};
use skills_runtime::rmcp::WithSkills;

use crate::SKILLS;
use crate::office::Office;
use crate::wire::{ERAS, Era, Wire};

const EXTENSION: &str = "io.modelcontextprotocol/skills";

/// Methods that are none of the skills' business, with parameters that are taken and some that are not.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("ping", json!({})),
        ("tools/list", json!({})),
        ("tools/list", json!({"cursor": "t2"})),
        ("tools/list", json!({"cursor": "~t2"})),
        ("tools/list", json!({"cursor": ""})),
        (
            "tools/call",
            json!({"name": "stamp", "arguments": {"colour": "red"}, "_meta": {"office/asked": 1}}),
        ),
        ("tools/call", json!({"name": "file"})),
        ("tools/call", json!({"name": "shred"})),
        ("prompts/list", json!({})),
        ("prompts/list", json!({"cursor": "p2"})),
        ("prompts/list", json!({"cursor": "p3"})),
        ("prompts/get", json!({"name": "greet", "arguments": {"who": "you"}})),
        ("prompts/get", json!({"name": "unknown"})),
        ("resources/templates/list", json!({})),
        ("resources/templates/list", json!({"cursor": "x"})),
        ("resources/templates/list", json!({"cursor": "y"})),
        ("resources/read", json!({"uri": "file:///a.txt"})),
        ("resources/read", json!({"uri": "office://unknown"})),
        ("resources/read", json!({"uri": "skill://not-ours/SKILL.md"})),
        ("resources/read", json!({"uri": "not a uri at all %"})),
        ("resources/subscribe", json!({"uri": "file:///a.txt"})),
        ("resources/subscribe", json!({"uri": "skill://billing/refunds/SKILL.md"})),
        ("resources/unsubscribe", json!({"uri": "file:///a.txt"})),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "greet"}, "argument": {"name": "who", "value": "y"}}),
        ),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/resource", "uri": "file:///{name}"}, "argument": {"name": "name", "value": ""}}),
        ),
        ("logging/setLevel", json!({"level": "debug"})),
        ("tasks/get", json!({"taskId": "1"})),
        ("tasks/update", json!({"taskId": "2", "inputResponses": {}})),
        ("tasks/cancel", json!({"taskId": "3"})),
        ("office/echo", json!({"any": [1, "2", null]})),
        ("office/refuse", json!({})),
        ("skills/unheard-of", json!({"uri": "skill://billing/refunds/SKILL.md"})),
        (
            "subscriptions/listen",
            json!({"notifications": {"toolsListChanged": true, "resourcesListChanged": true}}),
        ),
        ("office/noted", json!({})),
    ]
}

const NOTIFICATIONS: [&str; 5] = [
    r#"{"jsonrpc":"2.0","method":"office/lunch","params":{"until":1}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":999,"reason":"tired"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
    r#"{"jsonrpc":"2.0","method":"office/back"}"#,
];

#[tokio::test]
async fn every_method_of_the_handler_answers_as_without_the_layer() {
    for era in ERAS {
        let mut bare = Wire::open(Office::new(), era).await;
        let mut layered = Wire::open(Office::new().with_skills(&SKILLS), era).await;
        let mut refused = 0;
        for (method, params) in calls() {
            let expected = bare.exchange(method, params.clone()).await;
            assert_eq!(layered.exchange(method, params.clone()).await, expected, "{era:?} {method} {params}");
            refused += usize::from(expected.0.get("error").is_some());
        }
        assert!(refused < calls().len() / 2, "most calls are answered");
    }
}

#[tokio::test]
async fn notifications_reach_the_handler() {
    for era in ERAS {
        let mut noted = Vec::new();
        let offices =
            [Wire::open(Office::new(), era).await, Wire::open(Office::new().with_skills(&SKILLS), era).await];
        for mut office in offices {
            // The SDK takes no notification before the first request.
            office.call("office/echo", json!({})).await;
            for notification in NOTIFICATIONS {
                office.send(&serde_json::from_str(notification).unwrap()).await;
                // Handled in tasks of their own: an answer in between keeps their order.
                office.call("office/echo", json!({})).await;
            }
            noted.push(office.result("office/noted", json!({})).await["noted"].take());
        }
        assert_eq!(noted[0], noted[1], "{era:?}");
        assert!(noted[0].as_array().unwrap().len() >= 4, "{era:?}: {}", noted[0]);
    }
}

#[tokio::test]
async fn the_greeting_has_what_the_skills_add_and_nothing_else() {
    for era in ERAS {
        let bare = Wire::open(Office::new(), era).await.greeting;
        let mut layered = Wire::open(Office::new().with_skills(&SKILLS), era).await.greeting;
        // SEP-1
        let added = layered["capabilities"]["extensions"].as_object_mut().unwrap().remove(EXTENSION);
        assert_eq!(added, Some(json!({"directoryRead": true})));
        assert_eq!(layered, bare, "{era:?}");
        assert_eq!(layered["capabilities"]["resources"], json!({"subscribe": true}));
        assert!(layered["capabilities"].get("experimental").is_some_and(|all| all.get(EXTENSION).is_none()));
    }
}

/// A handler without anything: the skills are all there is.
#[derive(Clone, Copy)]
pub(crate) struct Nothing;

impl ServerHandler for Nothing {}

#[tokio::test]
async fn a_handler_without_resources_gets_the_capability() {
    for era in ERAS {
        let mut layered = Wire::open(Nothing.with_skills(&SKILLS), era).await;
        // SEP-1
        let capabilities = &layered.greeting["capabilities"];
        assert_eq!(
            *capabilities,
            json!({"resources": {}, "extensions": {EXTENSION: {"directoryRead": true}}})
        );
        // Neither has what neither declares.
        for method in ["tools/list", "prompts/list", "completion/complete", "nothing/at-all"] {
            let params =
                json!({"ref": {"type": "ref/prompt", "name": "n"}, "argument": {"name": "a", "value": ""}});
            assert_eq!(layered.call(method, params).await["error"]["code"], -32601, "{era:?} {method}");
        }
        let code = if era == Era::Modern { -32602 } else { -32002 };
        // SEP-10: the server has resources now, so it is the URI that is unknown.
        let error = &layered.call("resources/read", json!({"uri": "file:///a.txt"})).await["error"];
        assert_eq!(error["code"], code);
        assert!(error["message"].as_str().unwrap().contains("file:///a.txt"));
    }
}
