//! Resource templates and the completion of their argument: what is offered, what is suggested, what is refused.

use super::*;

fn server(catalog: &'static Catalog) -> Server {
    Server::new(catalog).resource_templates()
}

fn templates(server: &Server) -> Vec<String> {
    let list = result(server, "resources/templates/list", &json!({}))["resourceTemplates"].take();
    let templates = list.as_array().unwrap().iter();
    templates.map(|template| template["uriTemplate"].as_str().unwrap().to_owned()).collect()
}

fn request(scheme: &str, value: &str) -> Value {
    json!({
        "ref": {"type": "ref/resource", "uri": format!("{scheme}://{{+path}}")},
        "argument": {"name": "path", "value": value},
    })
}

/// The values that are suggested, once all of them are counted.
fn complete(server: &Server, scheme: &str, value: &str) -> Vec<String> {
    let completion = result(server, "completion/complete", &request(scheme, value))["completion"].take();
    let values: Vec<String> = serde_json::from_value(completion["values"].clone()).unwrap();
    let total = usize::try_from(completion["total"].as_u64().unwrap()).unwrap();
    assert_eq!(values.len(), total.min(100));
    assert_eq!(completion["hasMore"], total > 100);
    values
}

#[test]
fn there_is_a_template_for_every_scheme_that_the_caller_sees() {
    let one = Sample::new().skill("a", "A").skill("z", "Z").catalog();
    let two = Sample::new().scheme("team").skill("m", "M").catalog();
    let three = Sample::new().skill("b", "B").catalog();
    let merged = Server::merge([two, one, three]).unwrap().resource_templates();
    assert_eq!(templates(&merged), ["skill://{+path}", "team://{+path}"]);
    let list = result(&merged, "resources/templates/list", &json!({}))["resourceTemplates"].take();
    assert_eq!((&list[0]["name"], &list[1]["name"]), (&json!("skill-file"), &json!("team-file")));
    let shown = merged.clone().visible(|skill, _| skill.catalog().scheme() == "team");
    assert_eq!(templates(&shown), ["team://{+path}"]);
    assert_eq!(error(&shown, "completion/complete", &request("skill", "")).0, -32602);
    assert_eq!(complete(&merged, "team", ""), ["m/SKILL.md"]);
    assert_eq!(complete(&merged, "skill", ""), ["a/SKILL.md", "b/SKILL.md", "z/SKILL.md"]);
    assert!(templates(&server(&Catalog::EMPTY)).is_empty());
    assert!(templates(&Server::new(one)).is_empty());
}

#[test]
fn what_is_suggested_can_be_read() {
    // SEP-10
    let server = server(odd());
    let mut suggested = Vec::new();
    for value in complete(&server, "skill", "") {
        let uri = format!("skill://{value}");
        let read = result(&server, "resources/read", &json!({"uri": uri}))["contents"].take();
        assert_eq!(read[0]["uri"], uri);
        suggested.push(uri);
    }
    let listed = odd().files().filter(|file| file.skills().any(Skill::is_listed));
    assert_eq!(suggested, listed.map(|file| file.uri()).collect::<Vec<_>>());
}

#[test]
fn suggestions_begin_with_what_was_typed() {
    let server = server(odd());
    let all = complete(&server, "skill", "");
    for value in &all {
        for (end, _) in value.char_indices() {
            let begun = &value[..end];
            let expected: Vec<&String> = all.iter().filter(|path| path.starts_with(begun)).collect();
            let suggested = complete(&server, "skill", begun);
            assert!(expected.iter().all(|path| suggested.contains(path)), "{begun}");
            // What else is there begins with it on disk.
            let others = suggested.iter().filter(|path| !path.starts_with(begun));
            others.for_each(|path| assert!(path.contains('%'), "{begun}: {path}"));
        }
        assert_eq!(complete(&server, "skill", value).first(), Some(value));
    }
    let typed = "acme/billing/refunds/100% ca";
    assert_eq!(
        complete(&server, "skill", typed),
        ["acme/billing/refunds/100%25%20caf%C3%A9%20%231%3F%2B.md"]
    );
    for nothing in ["x", "ACME", "/", "acme//", "skill://acme", "acme/internal/secret/key"] {
        assert!(complete(&server, "skill", nothing).is_empty(), "{nothing}");
    }
}

#[test]
fn at_most_a_hundred_are_sent_and_all_are_counted() {
    let server = server(many(120));
    assert_eq!(complete(&server, "skill", "").len(), 100);
    assert_eq!(result(&server, "completion/complete", &request("skill", ""))["completion"]["total"], 240);
    for (skills, more) in [(49, false), (50, false), (51, true)] {
        let completion = result(&self::server(many(skills)), "completion/complete", &request("skill", ""));
        assert_eq!(completion["completion"]["hasMore"], more, "{skills}");
    }
}

#[test]
fn a_hidden_skill_is_not_suggested() {
    // SEP-3, SEP-8
    let catalog = odd();
    masked(catalog, Server::resource_templates, |server, shows| {
        let listed = |skill: Skill| skill.is_listed() && shows(skill);
        let files = catalog.files().filter(|file| file.skills().any(listed));
        let expected: Vec<&str> = files.map(|file| file.uri().strip_prefix("skill://").unwrap()).collect();
        if expected.is_empty() {
            assert!(templates(server).is_empty());
        } else {
            assert_eq!(complete(server, "skill", ""), expected);
        }
    });
}

#[test]
fn a_wrong_reference_or_argument_is_named() {
    // SEP-15
    let server = server(odd());
    let (good_ref, good_argument) =
        (request("skill", "")["ref"].take(), json!({"name": "path", "value": ""}));
    let cases = [
        (json!({"type": "ref/prompt", "name": "refunds"}), good_argument.clone(), "`ref/prompt`"),
        (json!({"type": "x"}), good_argument.clone(), "`x`"),
        (json!({"type": "ref/resource", "uri": REFUNDS}), good_argument.clone(), REFUNDS),
        (json!({"type": "ref/resource", "uri": "team://{+path}"}), good_argument.clone(), "`team://{+path}`"),
        (json!({"type": "ref/resource", "uri": "skill://{path}"}), good_argument.clone(), "`skill://{path}`"),
        (json!({"type": "ref/resource"}), good_argument.clone(), "`ref.uri` must be a string"),
        (json!({}), good_argument.clone(), "`ref.type` must be a string"),
        (json!([]), good_argument.clone(), "`ref` must be an object"),
        (Value::Null, good_argument, "`ref` must be an object"),
        (good_ref.clone(), json!({"name": "file", "value": ""}), "`file` is no argument"),
        (good_ref.clone(), json!({"name": "path"}), "`argument.value` must be a string"),
        (good_ref.clone(), json!({"value": ""}), "`argument.name` must be a string"),
        (good_ref, json!("path"), "`argument` must be an object"),
    ];
    for (reference, argument, reason) in cases {
        let params = json!({"ref": reference, "argument": argument});
        let (code, message) = error(&server, "completion/complete", &params);
        assert!(code == -32602 && message.contains(reason), "{params}: {message}");
    }
    assert_eq!(error(&server, "completion/complete", &json!({})).0, -32602);
}
