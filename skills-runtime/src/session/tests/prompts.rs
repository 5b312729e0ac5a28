//! The prompts: one for each skill, what it is called, and what it puts into the conversation.

use super::*;

fn server(catalog: &'static Catalog) -> Server {
    Server::new(catalog).skill_prompts()
}

fn prompts(server: &Server) -> Vec<Value> {
    walk("prompts", |cursor| result(server, "prompts/list", &with_cursor(cursor)))
}

fn names(server: &Server) -> Vec<String> {
    prompts(server).iter().map(|prompt| prompt["name"].as_str().unwrap().to_owned()).collect()
}

fn get(server: &Server, name: &str) -> Value {
    result(server, "prompts/get", &json!({"name": name}))
}

/// The URI of the skill whose text a prompt has.
fn uri(catalogs: &[&'static Catalog], prompt: &Value) -> &'static str {
    let text = prompt["messages"][0]["content"]["text"].as_str().unwrap();
    let mut skills = catalogs.iter().flat_map(|catalog| catalog.skills());
    skills.find(|skill| skill.skill_md().text() == Some(text)).unwrap().uri()
}

#[test]
fn a_prompt_has_the_bytes_of_its_skill() {
    // SEP-10
    let server = server(odd());
    for skill in odd().skills().filter(|skill| skill.is_listed()) {
        let prompt = get(&server, skill.name());
        assert_eq!(prompt["description"], skill.description());
        let messages = prompt["messages"].as_array().unwrap();
        assert!(messages.iter().all(|message| message["role"] == "user"));
        let read = &result(&server, "resources/read", &json!({"uri": skill.uri()}))["contents"][0];
        assert_eq!(messages[0]["content"], json!({"type": "text", "text": read["text"]}));
        assert_eq!(read["text"], skill.skill_md().text().unwrap());
        // Where its files are, if it has any: a path in a skill leads nowhere without.
        assert_eq!(messages.len(), if skill.files().len() > 1 { 2 } else { 1 });
        if let Some(place) = messages.get(1) {
            let place = place["content"]["text"].as_str().unwrap();
            assert!(place.contains(skill.uri()), "{place}");
            assert!(place.ends_with(&format!("start at {}/", skill.directory().uri())), "{place}");
        }
    }
}

#[test]
fn every_listed_skill_is_a_prompt_on_one_page() {
    // SEP-7, SEP-8
    for (catalog, entries) in [(odd(), 1), (odd(), 2), (odd(), 1_000), (many(25), 7)] {
        let server = server(catalog).page_limits(PageLimits { entries, bytes: usize::MAX });
        let listed = catalog.skills().filter(|skill| skill.is_listed());
        let listed = listed.map(|skill| json!({"name": skill.name(), "description": skill.description()}));
        assert_eq!(prompts(&server), listed.collect::<Vec<_>>());
    }
    let small = server(odd()).page_limits(PageLimits { entries: 1, bytes: 1 });
    let next = |method| result(&small, method, &json!({}))["nextCursor"].take();
    for cursor in [next("skills/list"), json!("x"), json!("")] {
        let (code, message) = error(&small, "prompts/list", &json!({"cursor": cursor}));
        assert!(code == -32602 && message.starts_with("invalid cursor"), "{message}");
    }
    let (code, _) = error(&small, "skills/list", &json!({"cursor": next("prompts/list")}));
    assert_eq!(code, -32602);
    assert_eq!(prompts(&server(many(2_500))).len(), 2_500);
}

#[test]
fn names_that_several_skills_have_give_way_to_paths_and_those_to_uris() {
    // SEP-13
    let one =
        Sample::new().skill("pdf", "P").skill("a/pdf", "AP").skill("a/b", "B").skill("x/csv", "C1").catalog();
    assert_eq!(names(&server(one)), ["b", "a/pdf", "pdf", "csv"]);
    let two = Sample::new().scheme("team").skill("a/pdf", "team's").skill("y/csv", "C2").catalog();
    let merged = Server::merge([one, two]).unwrap().skill_prompts();
    let expected = ["b", "skill://a/pdf/SKILL.md", "pdf", "x/csv", "team://a/pdf/SKILL.md", "y/csv"];
    assert_eq!(names(&merged), expected);
    let uris: Vec<&str> = expected.iter().map(|name| uri_of(&[one, two], &merged, name)).collect();
    assert_eq!(
        uris,
        [
            "skill://a/b/SKILL.md",
            "skill://a/pdf/SKILL.md",
            "skill://pdf/SKILL.md",
            "skill://x/csv/SKILL.md",
            "team://a/pdf/SKILL.md",
            "team://y/csv/SKILL.md"
        ]
    );
    // What a skill is called is settled among those that the caller sees.
    let shown = merged.visible(|skill, _| skill.catalog().scheme() != "team" && skill.path() != "pdf");
    assert_eq!(names(&shown), ["b", "pdf", "csv"]);
    assert_eq!(uri_of(&[one, two], &shown, "pdf"), "skill://a/pdf/SKILL.md");
    for name in ["a/pdf", "skill://a/pdf/SKILL.md", "x/csv", "", "PDF", "pdf "] {
        let (code, message) = error(&shown, "prompts/get", &json!({"name": name}));
        assert!(code == -32602 && message.starts_with("invalid params: no prompt is called"), "{message}");
        assert!(message.contains(if name.is_empty() { "(empty)" } else { name }));
    }
}

fn uri_of(catalogs: &[&'static Catalog], server: &Server, name: &str) -> &'static str {
    uri(catalogs, &get(server, name))
}

#[test]
fn every_prompt_that_is_listed_is_there_and_no_other() {
    let catalog = odd();
    masked(catalog, Server::skill_prompts, |server, shows| {
        let listed: Vec<Skill> =
            catalog.skills().filter(|skill| skill.is_listed() && shows(*skill)).collect();
        assert_eq!(names(server), listed.iter().map(|skill| skill.name()).collect::<Vec<_>>());
        for skill in catalog.skills() {
            if listed.contains(&skill) {
                assert_eq!(uri(&[catalog], &get(server, skill.name())), skill.uri());
            } else {
                assert_eq!(error(server, "prompts/get", &json!({"name": skill.name()})).0, -32602);
            }
        }
    });
    assert_eq!(error(&server(odd()), "prompts/get", &json!({})).0, -32602);
}
