//! Batches: which revision has them, what may be in one, how long one may be. Not the answers to what is in them.

use super::*;

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
    let told: Vec<(Value, Value)> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| (answer["id"].clone(), answer["error"]["code"].clone()))
        .collect();
    assert_eq!(status, 200);
    assert_eq!(
        Value::from_iter(told.iter().map(|(id, code)| json!([id, code]))),
        json!([
            ["a", null],
            [null, -32600],
            [null, -32600],
            [null, -32600],
            [null, -32600],
            [2, -32601],
            [1, -32600],
            [1, -32600],
            [null, -32600]
        ])
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
