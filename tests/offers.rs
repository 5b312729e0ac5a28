//! What a server offers beyond the extension, for skills that were really embedded, compared with the files on disk. How
//! it is worded and what is refused is tested where it is made.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use skills_runtime::{Catalog, Meta, Server, Session, Skill, embed_skills};

static SKILLS: Catalog = embed_skills!("fixtures/offers/skills/", allow(duplicate_name));

fn server() -> Server {
    Server::new(&SKILLS).resource_templates().fallback_tools().skill_prompts().skill_instructions(2_000)
}

fn ask(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let reply = Session::new(server()).receive(request.to_string().as_bytes(), &Meta::stream());
    let mut reply: Value = serde_json::from_str(&reply.body.unwrap()).unwrap();
    assert_eq!(reply.get("error"), None, "{request}");
    reply["result"].take()
}

fn on_disk(path: &str) -> Vec<u8> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/offers/skills");
    fs::read(root.join(path)).unwrap()
}

fn call(tool: &str, uri: &str) -> Value {
    ask("tools/call", json!({"name": tool, "arguments": {"uri": uri}}))["content"][0].take()
}

#[test]
fn a_skill_says_which_tools_it_needs() {
    // AS-5: a key of `metadata` like any other, and no rule objects to it.
    let tools = |skill: Skill| skill.requires_tools().collect::<Vec<_>>();
    assert_eq!(tools(SKILLS.skill("billing/refunds")), ["lookup_order", "issue_refund"]);
    assert_eq!(tools(SKILLS.skill("billing/rates")), ["rates.lookup", "rates.list"]);
    assert_eq!(tools(SKILLS.skill("archive/refunds")), [""; 0]);
    let frontmatter: Value = serde_json::from_str(SKILLS.skill("billing/rates").frontmatter()).unwrap();
    assert_eq!(frontmatter["metadata"][Skill::REQUIRES_TOOLS], "rates.lookup rates.list");
}

#[test]
fn tools_have_the_bytes_on_disk() {
    // SEP-10
    for file in SKILLS.files() {
        let bytes = on_disk(file.path());
        let content = call("read_skill_file", file.uri());
        let read = &ask("resources/read", json!({"uri": file.uri()}))["contents"][0];
        if let Ok(text) = str::from_utf8(&bytes) {
            assert_eq!(content, json!({"type": "text", "text": text}));
            assert_eq!(read["text"], text);
        } else {
            assert_eq!(file.path(), "billing/refunds/logo.bin");
            assert_eq!(&content["resource"], read);
            assert_eq!(read["blob"], "AJ+Slv8=");
        }
    }
    for skill in SKILLS.skills() {
        let text = String::from_utf8(on_disk(skill.skill_md().path())).unwrap();
        assert_eq!(call("load_skill", skill.uri())["text"], text);
    }
}

#[test]
fn prompts_have_the_bytes_on_disk() {
    // SEP-13: two skills of one name are told apart by their paths.
    let prompts = ask("prompts/list", json!({}))["prompts"].take();
    let names: Vec<&str> =
        prompts.as_array().unwrap().iter().map(|prompt| prompt["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["archive/refunds", "rates", "billing/refunds"]);
    for (name, skill) in names.into_iter().zip(SKILLS.skills()) {
        let prompt = ask("prompts/get", json!({"name": name}));
        let text = String::from_utf8(on_disk(skill.skill_md().path())).unwrap();
        assert_eq!(prompt["messages"][0]["content"]["text"], text);
        assert_eq!(prompt["description"], skill.description());
    }
}

#[test]
fn paths_are_completed_and_instructions_name_every_skill() {
    let argument = json!({"name": "path", "value": "billing/refunds/"});
    let reference = json!({"type": "ref/resource", "uri": "skill://{+path}"});
    let completed = ask("completion/complete", json!({"ref": reference, "argument": argument}));
    assert_eq!(
        completed["completion"],
        json!({
            "values": [
                "billing/refunds/SKILL.md",
                "billing/refunds/logo.bin",
                "billing/refunds/references/policy.md",
            ],
            "total": 3,
            "hasMore": false,
        })
    );
    let instructions = ask("server/discover", json!({}))["instructions"].take();
    let mut expected = String::new();
    SKILLS.instructions(&mut expected, 2_000).unwrap();
    assert_eq!(instructions, expected);
    for skill in SKILLS.skills() {
        assert!(expected.contains(&format!("- {}: {} ({})", skill.name(), skill.description(), skill.uri())));
    }
}
