//! Bytes as a conversation: the first two choose what the server has switched on and how the messages come, the rest are
//! messages, one on a line. What they are answered is not known here, only what must hold of every answer.
#![no_main]

mod catalog;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;
use skills_runtime::{Catalog, Field, Headers, Meta, PageLimits, Server, Session};

/// In everything of a skill that callers may not see.
const HIDDEN: &str = "moonstone";

static SKILLS: LazyLock<&'static Catalog> = LazyLock::new(|| {
    catalog::of_files(&[
        (
            "a/pdf/SKILL.md",
            b"---\nname: pdf\ndescription: Reads \"PDF\" files.\n---\n[form](form.md) [x](x.bin)\n",
        ),
        ("a/pdf/form.md", "A f\u{f6}rm.\r\n".as_bytes()),
        ("a/pdf/x.bin", b"\0\xff\xfe"),
        ("a/rota/SKILL.md", b"---\nname: rota\ndescription: Plans a rota.\n---\n# Rota\n"),
        (
            "b/moonstone/SKILL.md",
            b"---\nname: moonstone\ndescription: The moonstone.\n---\n[moonstone](moonstone.md)\n",
        ),
        ("b/moonstone/moonstone.md", b"Where the moonstone is.\n"),
        ("b/pdf/SKILL.md", b"---\nname: pdf\ndescription: Another of that name.\n---\n# PDF\n"),
    ])
});

/// The members of a message that decide what has to come back, if each is there once.
#[derive(Deserialize)]
struct Envelope<'m> {
    #[serde(borrow)]
    id: Option<&'m RawValue>,
    method: Option<Value>,
    jsonrpc: Option<Value>,
    result: Option<Value>,
    error: Option<Value>,
    /// Read so that it is noticed twice.
    #[expect(dead_code, reason = "only its number counts")]
    params: Option<IgnoredAny>,
}

fuzz_target!(|bytes: &[u8]| {
    let [settings, way, messages @ ..] = bytes else { return };
    let mut session = Session::new(server(*settings));
    for message in messages.split(|byte| *byte == b'\n') {
        let header =
            |bit: u8, value: &'static [u8]| if way & bit == 0 { Field::Absent } else { Field::Value(value) };
        let mut headers = Headers::default();
        headers.protocol_version =
            if way & 2 == 0 { header(4, b"2025-06-18") } else { header(4, b"2026-07-28") };
        headers.method = header(8, b"resources/read");
        headers.name = header(16, b"skill://a/pdf/SKILL.md");
        let meta = if way & 1 == 0 { Meta::stream() } else { Meta::http(headers) };
        let body = session.receive(message, &meta).body;
        holds(message, body.as_deref());
    }
});

fn server(settings: u8) -> Server {
    let mut server = Server::new(*SKILLS).visible(|skill, _| skill.name() != HIDDEN);
    let on = |bit: u8| settings & bit != 0;
    if on(1) {
        server = server.fallback_tools();
    }
    if on(2) {
        server = server.skill_prompts();
    }
    if on(4) {
        server = server.resource_templates();
    }
    if on(8) {
        server = server.page_limits(PageLimits { entries: 1, bytes: 300 });
    }
    if on(16) {
        server = server.list_all_files().frontmatter_meta();
    }
    if on(32) {
        server = server.without_directory_read();
    }
    if on(64) {
        server = server.unlisted(|skill| skill.name() == "rota");
    }
    if on(128) {
        server = server.skill_instructions(400);
    }
    server
}

fn holds(message: &[u8], body: Option<&str>) {
    let text = str::from_utf8(message).unwrap_or_default();
    if let Some(body) = body {
        assert!(!body.contains(['\n', '\r']), "{body}");
        // An error names what was asked for, so it may say what the message said, in any spelling.
        let said = text.contains(HIDDEN) || text.contains(['%', '\\']);
        assert!(said || !body.contains(HIDDEN), "{body}");
    }
    let answer: Option<Value> = body.map(|body| serde_json::from_str(body).expect("an answer is JSON"));
    if text.trim_ascii_start().starts_with('[') {
        if let Some(Value::Array(answers)) = &answer {
            answers.iter().for_each(answers_are_sound);
        } else if let Some(answer) = &answer {
            answers_are_sound(answer);
        }
        return;
    }
    if let Some(answer) = &answer {
        answers_are_sound(answer);
    }
    let Ok(envelope) = serde_json::from_str::<Envelope<'_>>(text) else {
        assert!(text.trim_ascii().starts_with('{') || answer.is_some(), "what is no message is refused");
        return;
    };
    let called = envelope.method.as_ref().is_some_and(Value::is_string);
    if !text.trim_ascii().starts_with('{') || envelope.jsonrpc != Some(Value::from("2.0")) {
        return;
    }
    // `null` reads as absent here, and is an id that no request has.
    let has_id = serde_json::from_str::<Value>(text).is_ok_and(|value| value.get("id").is_some());
    match (envelope.id, called) {
        (Some(id), true) if is_id(id.get()) => {
            let body = body.expect("a request is answered");
            assert!(
                body.starts_with(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{},", id.get())),
                "{text} {body}"
            );
        }
        (None, true) if !has_id => assert_eq!(answer, None, "{text}"),
        (_, false)
            if envelope.method.is_none() && (envelope.result.is_some() || envelope.error.is_some()) =>
        {
            assert_eq!(answer, None, "{text}");
        }
        _ => {}
    }
}

fn answers_are_sound(answer: &Value) {
    assert_eq!(answer["jsonrpc"], "2.0");
    assert!(answer.get("id").is_some(), "{answer}");
    assert!(answer.get("result").is_some() != answer.get("error").is_some(), "{answer}");
    assert_ne!(answer["error"]["code"], -32603, "{answer}");
}

/// A string, or an integer in digits.
fn is_id(raw: &str) -> bool {
    raw.starts_with('"') || raw.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit())
}
