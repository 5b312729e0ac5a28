//! What a server of skills can be set to, through the layer: limits, visibility, instructions, several catalogs. Not the
//! settings themselves.

use rmcp::RoleServer;
use rmcp::service::RequestContext;
use serde_json::{Value, json};
use skills_runtime::rmcp::WithSkills;
use skills_runtime::{Annotations, Caller, MergeError, PageLimits, Server, Skill};

use crate::office::Office;
use crate::untouched::Nothing;
use crate::wire::{ERAS, Era, Wire, walk};
use crate::{SKILLS, VERSIONING};

fn uris(pages: &[Vec<Value>]) -> Vec<&str> {
    pages.iter().flatten().map(|item| item["uri"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn instructions_follow_those_of_the_handler() {
    let server = || Server::new(&SKILLS).instructions("Read skill://billing/refunds/SKILL.md first.");
    for era in ERAS {
        let layered = Wire::open(Office::new().with_server(server()), era).await;
        assert_eq!(
            layered.greeting["instructions"],
            "Open from nine to five.\n\nRead skill://billing/refunds/SKILL.md first."
        );
        let alone = Wire::open(Nothing.with_server(server()), era).await;
        assert_eq!(alone.greeting["instructions"], "Read skill://billing/refunds/SKILL.md first.");
    }
}

#[tokio::test]
async fn limits_listings_and_annotations_apply() {
    // SEP-7
    let server = Server::new(&SKILLS)
        .page_limits(PageLimits { entries: 1, bytes: 1 << 20 })
        .list_all_files()
        .annotations(|file| {
            if file.uri().ends_with("/SKILL.md") {
                Annotations::new().priority(0.9)
            } else {
                Annotations::new()
            }
        });
    let mut layered = Wire::open(Office::new().with_server(server), Era::Modern).await;
    let skills = walk(&mut layered, "skills/list", "skills").await;
    assert_eq!(skills.len(), SKILLS.skills().len());
    let resources = walk(&mut layered, "resources/list", "resources").await;
    let ours: Vec<&Value> = resources
        .iter()
        .flatten()
        .filter(|item| item["uri"].as_str().unwrap().starts_with("skill:"))
        .collect();
    assert_eq!(ours.len(), SKILLS.files().len());
    for resource in ours {
        let is_skill = resource["uri"].as_str().unwrap().ends_with("/SKILL.md");
        assert_eq!(resource.pointer("/annotations/priority").is_some(), is_skill, "{resource}");
    }
}

#[tokio::test]
async fn without_directory_reads_none_is_declared_or_served() {
    for era in ERAS {
        let server = Server::new(&SKILLS).without_directory_read();
        let mut layered = Wire::open(Office::new().with_server(server), era).await;
        // SEP-1, SEP-9
        assert_eq!(
            layered.greeting["capabilities"]["extensions"]["io.modelcontextprotocol/skills"],
            json!({})
        );
        let error = layered.call("resources/directory/read", json!({"uri": "skill://billing"})).await;
        assert_eq!(error["error"]["code"], -32601);
    }
}

#[tokio::test]
async fn a_rule_sees_the_request_and_what_it_hides_is_nowhere() {
    fn rule(skill: Skill, caller: &Caller<'_>) -> bool {
        let context = caller.context::<RequestContext<RoleServer>>().expect("the context of the SDK");
        let is_known = context.meta.0.get("office/badge").is_some_and(|badge| badge == "red");
        assert_eq!(caller.client_name().as_deref(), Some("wire"));
        is_known || !skill.path().starts_with("billing/")
    }
    for era in ERAS {
        let mut layered =
            Wire::open(Office::new().with_server(Server::new(&SKILLS).visible(rule)), era).await;
        let badge = json!({"office/badge": "red"});
        let all = layered.result("skills/list", json!({"_meta": badge.clone()})).await;
        assert_eq!(all["skills"].as_array().unwrap().len(), SKILLS.skills().len());
        let some = layered.result("skills/list", json!({})).await;
        assert!(some["skills"].as_array().unwrap().len() < SKILLS.skills().len());
        assert!(!some.to_string().contains("skill://billing"), "{some}");
        assert!(
            !walk(&mut layered, "resources/list", "resources")
                .await
                .iter()
                .flatten()
                .any(|resource| { resource["uri"].as_str().unwrap().starts_with("skill://billing") })
        );
        for (method, uri) in [
            ("skills/get", "skill://billing/refunds/SKILL.md"),
            ("resources/read", "skill://billing/refunds/references/policy.md"),
            ("resources/directory/read", "skill://billing"),
        ] {
            let hidden = layered.call(method, json!({"uri": uri})).await;
            assert!(hidden["error"]["message"].as_str().unwrap().contains(uri), "{method}: {hidden}");
            let seen = layered.call(method, json!({"uri": uri, "_meta": badge.clone()})).await;
            assert!(seen.get("error").is_none(), "{method}: {seen}");
        }
    }
}

#[tokio::test]
async fn several_catalogs_are_one_list() {
    for era in ERAS {
        let layered = Office::new().with_catalogs([&SKILLS, &VERSIONING]).unwrap();
        let mut layered = Wire::open(layered, era).await;
        let listed = walk(&mut layered, "skills/list", "skills").await;
        let mut expected: Vec<&str> = SKILLS.skills().chain(VERSIONING.skills()).map(Skill::uri).collect();
        expected.sort_unstable();
        assert_eq!(uris(&listed), expected);
        for uri in expected {
            layered.result("resources/read", json!({"uri": uri})).await;
        }
    }
    let twice = Office::new().with_catalogs([&SKILLS, &SKILLS]);
    assert!(matches!(twice, Err(MergeError::ServedTwice { .. })));
}

#[tokio::test]
async fn a_handler_that_serves_skills_keeps_them() {
    // A layer on a layer: what the inner one serves stays, the outer one comes after it.
    for era in ERAS {
        let inner = Office::new()
            .with_server(Server::new(&SKILLS).page_limits(PageLimits { entries: 2, bytes: 1 << 20 }));
        let mut layered = Wire::open(inner.with_skills(&VERSIONING), era).await;
        let expected: Vec<&str> = SKILLS.skills().chain(VERSIONING.skills()).map(Skill::uri).collect();
        assert_eq!(uris(&walk(&mut layered, "skills/list", "skills").await), expected);
        for uri in expected {
            let entry = layered.result("skills/get", json!({"uri": uri})).await;
            assert_eq!(entry["skill"]["uri"], uri);
            layered.result("resources/read", json!({"uri": uri})).await;
        }
        for uri in ["skill://billing", "skill://versioning"] {
            layered.result("resources/directory/read", json!({"uri": uri})).await;
        }
    }
}
