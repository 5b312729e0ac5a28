//! The tools for hosts without the extension: who has them, and that they say what the resources say.

use super::*;
use crate::{File, QueryError};

fn server(catalog: &'static Catalog) -> Server {
    Server::new(catalog).fallback_tools()
}

fn call(server: &Server, name: &str, arguments: &Value) -> Value {
    result(server, "tools/call", &json!({"name": name, "arguments": arguments}))
}

/// The text of a call that went wrong.
fn complaint(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    only(result)["text"].as_str().unwrap()
}

/// The one content of a result.
fn only(result: &Value) -> &Value {
    let content = result["content"].as_array().unwrap();
    assert_eq!(content.len(), 1, "{result}");
    &content[0]
}

/// What a tool has of a file, compared with what `resources/read` has.
fn check_bytes(server: &Server, tool: &str, file: File) {
    let uri = file.uri();
    let outcome = call(server, tool, &json!({"uri": uri}));
    assert_eq!(outcome.get("isError"), None, "{outcome}");
    let read = &result(server, "resources/read", &json!({"uri": uri}))["contents"][0];
    let content = only(&outcome);
    match file.text() {
        Some(text) => {
            assert_eq!(content, &json!({"type": "text", "text": text}), "{uri}");
            assert_eq!(read["text"], text, "{uri}");
        }
        None => assert_eq!(content, &json!({"type": "resource", "resource": read}), "{uri}"),
    }
}

#[test]
fn only_clients_without_the_extension_have_tools() {
    let requests = [
        ("tools/list", json!({})),
        ("tools/call", json!({"name": "load_skill", "arguments": {"uri": REFUNDS}})),
    ];
    let mut session = Session::new(server(odd()));
    for (method, params) in &requests {
        assert!(answer(&mut session, &modern(method, params))["result"].is_object());
        let (status, body) = send(&mut session, &knowing(method, params));
        assert_eq!((status, &body.unwrap()["error"]["code"]), (404, &json!(-32601)), "{method}");
    }
    let tools = |session: &mut Session, message: &str| {
        let result = answer(session, message)["result"].take();
        (result["capabilities"].get("tools").cloned(), result["cacheScope"].clone())
    };
    let discover = json!({});
    // SEP-12: what is not the same for everyone is not for everyone to keep.
    let private = json!("private");
    assert_eq!(
        tools(&mut session, &modern("server/discover", &discover)),
        (Some(json!({})), private.clone())
    );
    assert_eq!(tools(&mut session, &knowing("server/discover", &discover)), (None, private));
    let mut open = Session::new(server(odd()).cache_scope(CacheScope::Public));
    assert_eq!(tools(&mut open, &knowing("server/discover", &discover)).1, "public");
    assert_eq!(result(&server(odd()), "tools/list", &json!({}))["cacheScope"], "public");

    for version in LEGACY {
        let mut session = Session::new(server(odd()));
        assert!(answer(&mut session, &initialize(version))["result"]["capabilities"]["tools"].is_object());
        let params = json!({
            "protocolVersion": version,
            "capabilities": {"extensions": {"io.modelcontextprotocol/skills": {"directoryRead": true}}},
        });
        let handshake = answer(&mut session, &legacy("initialize", &params));
        assert_eq!(handshake["result"]["capabilities"].get("tools"), None);
        for (method, params) in &requests {
            let refused = answer(&mut session, &legacy(method, params));
            assert_eq!(refused["error"]["code"], -32601, "{version} {method}");
        }
        assert!(answer(&mut session, &legacy("skills/list", &json!({})))["result"].is_object());
    }
}

#[test]
fn tools_say_what_they_take_and_that_they_change_nothing() {
    let tools = result(&server(odd()), "tools/list", &json!({}))["tools"].take();
    let tools = tools.as_array().unwrap();
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["list_skills", "load_skill", "read_skill_file"]);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object");
        let hints = &tool["annotations"];
        assert_eq!(
            [
                &hints["readOnlyHint"],
                &hints["idempotentHint"],
                &hints["destructiveHint"],
                &hints["openWorldHint"]
            ],
            [true, true, false, false]
        );
        assert_eq!(tool["title"], hints["title"]);
        let description = tool["description"].as_str().unwrap();
        assert!(description.len() < 500 && description.ends_with('.'));
        let argument = if tool["name"] == "list_skills" { "cursor" } else { "uri" };
        assert_eq!(tool["inputSchema"]["properties"][argument]["type"], "string");
        assert_eq!(tool["inputSchema"].get("required").is_some(), argument == "uri");
        assert_eq!(tool.get("outputSchema").is_some(), argument == "cursor");
    }
    let (code, message) = error(&server(odd()), "tools/list", &json!({"cursor": "x"}));
    assert!(code == -32602 && message.contains("cursor"));
}

#[test]
fn every_file_has_the_bytes_of_its_resource() {
    // SEP-10, SEP-3: nested and unlisted ones, too.
    let team = Sample::new().scheme("team").skill("x", "X").file("x/logo.png", [137, 80, 78, 71, 0]);
    let other = team.catalog();
    let merged = Server::merge([odd(), other]).unwrap().fallback_tools();
    for file in odd().files().chain(other.files()) {
        check_bytes(&merged, "read_skill_file", file);
        check_bytes(&server(file.catalog()), "read_skill_file", file);
    }
    let twenty = many(20);
    twenty.files().for_each(|file| check_bytes(&server(twenty), "read_skill_file", file));
    for skill in odd().skills().chain(other.skills()) {
        check_bytes(&merged, "load_skill", skill.skill_md());
        let directory = call(&merged, "load_skill", &json!({"uri": skill.directory().uri()}));
        assert!(complaint(&directory).ends_with("is not the SKILL.md of a skill"));
    }
}

#[test]
fn what_a_model_got_wrong_is_a_result_that_says_so() {
    // SEP-15
    let server = server(odd());
    let unknown = "skill://none/SKILL.md";
    for (tool, uri, reason) in [
        ("load_skill", unknown, QueryError::UnknownSkill { uri: unknown }),
        ("load_skill", "skill://%", QueryError::MalformedUri { uri: "skill://%" }),
        ("read_skill_file", unknown, QueryError::UnknownFile { uri: unknown }),
        ("read_skill_file", "skill://acme", QueryError::NotAFile { uri: "skill://acme" }),
        ("read_skill_file", "refunds", QueryError::UnknownFile { uri: "refunds" }),
    ] {
        let result = call(&server, tool, &json!({"uri": uri}));
        assert_eq!(complaint(&result), reason.to_string());
    }
    for arguments in [json!({}), json!({"uri": 1}), json!({"uri": null}), json!({"url": REFUNDS})] {
        for tool in ["load_skill", "read_skill_file"] {
            assert_eq!(complaint(&call(&server, tool, &arguments)), "invalid params: `uri` must be a string");
        }
    }
    let result = call(&server, "list_skills", &json!({"cursor": "x"}));
    assert!(complaint(&result).starts_with("invalid cursor `x`"));
    let result = call(&server, "list_skills", &json!({"cursor": 3}));
    assert_eq!(complaint(&result), "invalid params: `cursor` must be a string");
    // A host fills in what its model left out.
    for arguments in [json!({"cursor": null}), json!({"cursor": null, "reason": "why not", "uri": 1})] {
        assert_eq!(call(&server, "list_skills", &arguments), call(&server, "list_skills", &json!({})));
    }
}

#[test]
fn what_a_host_got_wrong_is_an_error() {
    let server = server(odd());
    for (params, reason) in [
        (json!({"name": "load_skills"}), "no tool is called `load_skills`"),
        (json!({"name": ""}), "no tool is called `(empty)`"),
        (json!({}), "`name` must be a string"),
        (json!({"name": 1}), "`name` must be a string"),
        (json!({"name": "load_skill", "arguments": []}), "`arguments` must be an object"),
        (json!({"name": "load_skill", "arguments": null}), "`arguments` must be an object"),
    ] {
        let (code, message) = error(&server, "tools/call", &params);
        assert!(code == -32602 && message.contains(reason), "{params}: {message}");
    }
    let twice = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"load_skill","arguments":{"uri":"a","uri":"b"}}}"#;
    let refused = answer(&mut Session::new(server), twice);
    assert_eq!(refused["error"]["code"], -32602);
}

/// The skills of all pages of `list_skills`.
fn summaries(server: &Server) -> Vec<Value> {
    walk("skills", |cursor| {
        let mut result = call(server, "list_skills", &with_cursor(cursor));
        let text = only(&result)["text"].as_str().unwrap();
        // The text is the same once more, for hosts that show nothing else.
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), result["structuredContent"]);
        result["structuredContent"].take()
    })
}

#[test]
fn every_listed_skill_is_on_one_page_of_the_tool() {
    // SEP-7
    for (catalog, entries) in [(odd(), 1), (odd(), 2), (odd(), 1_000), (many(25), 7)] {
        let server = server(catalog).page_limits(PageLimits { entries, bytes: usize::MAX });
        let listed = catalog.skills().filter(|skill| skill.is_listed());
        let listed = listed.map(
            |skill| json!({"name": skill.name(), "description": skill.description(), "uri": skill.uri()}),
        );
        assert_eq!(summaries(&server), listed.collect::<Vec<_>>());
    }
    let server = server(many(2_500));
    let page = call(&server, "list_skills", &json!({}));
    assert_eq!(page["structuredContent"]["skills"].as_array().unwrap().len(), 1_000);
    let bytes = server.page_limits(PageLimits { entries: 1_000, bytes: 4_096 });
    let page = call(&bytes, "list_skills", &json!({}));
    assert!(page.to_string().len() < 3 * 4_096, "{}", page.to_string().len());
    // A cursor of another list leads nowhere.
    let other = result(&bytes, "skills/list", &json!({}))["nextCursor"].take();
    let refused = call(&bytes, "list_skills", &json!({"cursor": other}));
    assert!(complaint(&refused).ends_with("it was issued for another request"));
}

#[test]
fn structured_content_is_for_revisions_that_have_it() {
    for (version, has) in LEGACY.into_iter().zip([false, false, true, true]) {
        let mut session = Session::new(server(odd()));
        answer(&mut session, &initialize(version));
        let tools = answer(&mut session, &legacy("tools/list", &json!({})))["result"]["tools"].take();
        assert_eq!(tools[0].get("outputSchema").is_some(), has, "{version}");
        let called = answer(&mut session, &legacy("tools/call", &json!({"name": "list_skills"})));
        assert_eq!(called["result"].get("structuredContent").is_some(), has, "{version}");
    }
}

#[test]
fn no_tool_knows_a_hidden_skill() {
    // SEP-3, SEP-8
    let catalog = odd();
    masked(catalog, Server::fallback_tools, |server, shows| {
        let uris: Vec<Value> = summaries(server).iter().map(|skill| skill["uri"].clone()).collect();
        let listed = catalog.skills().filter(|skill| skill.is_listed() && shows(*skill));
        assert_eq!(uris, listed.map(Skill::uri).collect::<Vec<_>>());
        for skill in catalog.skills() {
            let loaded = call(server, "load_skill", &json!({"uri": skill.uri()}));
            assert_eq!(loaded.get("isError").is_none(), shows(skill));
        }
        for file in catalog.files() {
            let uri = file.uri();
            let read = call(server, "read_skill_file", &json!({"uri": uri}));
            if file.skills().any(shows) {
                assert_eq!(read.get("isError"), None);
            } else {
                assert_eq!(complaint(&read), QueryError::UnknownFile { uri }.to_string());
            }
        }
    });
}
