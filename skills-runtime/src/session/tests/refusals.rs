//! What is refused, and how: every error of a method, what is no request, damaged input. Not revisions and headers.

use super::*;

#[test]
fn every_error_has_its_code_its_status_and_a_reason() {
    // SEP-8, SEP-9, SEP-10, SEP-15
    let unknown = "skill://none/SKILL.md";
    let long = format!("skill://{}", "x".repeat(5_000));
    let cases = vec![
        ("skills/get", json!({"uri": unknown}), [(-32602, 200); 2], unknown),
        ("skills/get", json!({"uri": "skill://acme"}), [(-32602, 200); 2], "skill://acme"),
        ("skills/get", json!({"uri": "skill://%zz"}), [(-32602, 200); 2], "skill://%zz"),
        ("skills/get", json!({}), [(-32602, 200); 2], "`uri` must be a string"),
        ("skills/get", json!({"uri": 3}), [(-32602, 200); 2], "`uri` must be a string"),
        ("skills/get", json!({"uri": null}), [(-32602, 200); 2], "`uri` must be a string"),
        ("resources/directory/read", json!({"uri": unknown}), [(-32602, 200); 2], unknown),
        ("resources/directory/read", json!({"uri": REFUNDS}), [(-32602, 200); 2], "not a directory"),
        (
            "resources/directory/read",
            json!({"uri": "skill://acme", "cursor": ""}),
            [(-32602, 200); 2],
            "cursor",
        ),
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
    ];
    for (method, params, expected, reason) in cases {
        for (message, (code, status)) in
            [legacy(method, &params), modern(method, &params)].iter().zip(expected)
        {
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
    for params in ["[]", "null", "3", "\"uri\"", r#"{"uri":"a","uri":"b"}"#, r#"{"cursor":"a","cursor":"b"}"#]
    {
        let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"skills/list","params":{params}}}"#);
        let (status, body) = send(&mut session(), &message);
        assert_eq!((status, &body.unwrap()["error"]["code"]), (200, &json!(-32602)), "{params}");
        let (status, body) =
            send_with(&mut session(), &message, &http(Some(MODERN), Some("skills/list"), None));
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
    let metas = [
        Meta::stream(),
        http(None, None, None),
        http(Some(MODERN), Some("resources/read"), Some("=?base64?")),
    ];
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
    assert!(
        answered > 100 && refused > 1_000,
        "{answered} answered, {refused} refused: the corpus is one-sided"
    );
}
