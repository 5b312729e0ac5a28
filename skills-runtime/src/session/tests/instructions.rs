//! What a model is told of the skills: to whom, and after what. Not how the text is fitted into its budget.

use super::*;

/// The instructions of both eras, which are the same.
fn told(server: &Server) -> Option<String> {
    let discovery = result(server, "server/discover", &json!({}));
    let mut session = Session::new(server.clone());
    let handshake = answer(&mut session, &initialize("2025-11-25"))["result"].take();
    assert_eq!(discovery.get("instructions"), handshake.get("instructions"));
    discovery.get("instructions").map(|text| text.as_str().unwrap().to_owned())
}

#[test]
fn the_text_about_skills_follows_the_server_s_own() {
    let mut alone = String::new();
    odd().instructions(&mut alone, 300).unwrap();
    assert!(!alone.is_empty());
    let server = Server::new(odd());
    assert_eq!(told(&server), None);
    assert_eq!(told(&server.clone().skill_instructions(300)), Some(alone.clone()));
    let both = server.instructions("Amounts are\nin cents.");
    assert_eq!(
        told(&both.clone().skill_instructions(300)),
        Some(format!("Amounts are\nin cents.\n\n{alone}"))
    );
    // Nothing to say, or no room to say it.
    assert_eq!(told(&both.skill_instructions(10)).as_deref(), Some("Amounts are\nin cents."));
    assert_eq!(told(&Server::new(&Catalog::EMPTY).skill_instructions(1_000)), None);
    assert_eq!(told(&Server::new(&Catalog::EMPTY).instructions("").skill_instructions(1_000)), None);
}

#[test]
fn nobody_is_told_of_a_skill_that_lists_do_not_show() {
    // SEP-8
    let catalog = odd();
    masked(
        catalog,
        |server| server.skill_instructions(10_000),
        |server, shows| {
            let text = told(server).unwrap_or_default();
            for skill in catalog.skills() {
                let line = format!("({})", skill.uri());
                assert_eq!(text.contains(&line), skill.is_listed() && shows(skill), "{text}");
            }
        },
    );
    let unlisted = Server::new(odd()).unlisted(|skill| skill.name() == "scaffold").skill_instructions(10_000);
    assert!(!told(&unlisted).unwrap().contains("scaffold"));
}

#[test]
fn merged_catalogs_are_told_of_in_one_text() {
    let one = Sample::new().skill("a", "A").skill("c", "C").catalog();
    let two = Sample::new().skill("b", "B").catalog();
    let text = told(&Server::merge([one, two]).unwrap().skill_instructions(10_000)).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(
        lines,
        ["- a: A (skill://a/SKILL.md)", "- b: B (skill://b/SKILL.md)", "- c: C (skill://c/SKILL.md)"]
    );
}

#[test]
fn who_has_the_tools_is_told_of_them() {
    let server = Server::new(many(12)).fallback_tools().skill_instructions(300);
    assert!(told(&server).unwrap().ends_with(" more: see the tool list_skills"));
    let knowing = answer(&mut Session::new(server), &knowing("server/discover", &json!({})));
    let text = knowing["result"]["instructions"].as_str().unwrap();
    assert!(text.ends_with(" more: see skills/list"), "{text}");
}
