//! Which revision a request speaks, and that its headers say the same. Not what each revision answers.

use super::*;

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
        (
            &list,
            http(Some("2025-11-25"), Some("skills/list"), None),
            Some("MCP-Protocol-Version is `2025-11-25`"),
        ),
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
        let mut headers = Headers {
            protocol_version: Field::Value(MODERN.as_bytes()),
            method: Field::Value(b"resources/read"),
            name: Field::Value(REFUNDS.as_bytes()),
        };
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
