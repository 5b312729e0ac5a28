//! What a server shows to whom: merged catalogs, rules of visibility, and both together. Not one setting alone.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::any::Any;

use serde_json::{Value, json};

use super::*;
use crate::sample::{Sample, odd};
use crate::server::view::Desk;
use crate::{Child, Directory, Era, Frame, Meta, Query, QueryError, Session};

const ANYONE: Caller<'static> = Caller::new("2026-07-28");

fn ask(server: &Server, query: Query<'_>) -> Result<Value, String> {
    ask_as(server, &ANYONE, query)
}

fn ask_as(server: &Server, caller: &Caller<'_>, query: Query<'_>) -> Result<Value, String> {
    let desk = Desk::new(server, caller);
    let answer = desk.answer(query).map_err(|error| error.to_string())?;
    let mut out = String::new();
    answer.write(&Frame { era: Era::Modern, server_info: None }, &mut out).unwrap();
    assert!(out.len() <= answer.len_hint() && answer.len_hint() <= out.len() + 200);
    Ok(serde_json::from_str(&out).unwrap())
}

/// The URIs of all pages of a list, whose items are under `key`.
fn walk<'q>(server: &Server, key: &str, query: impl for<'c> Fn(Option<&'c str>) -> Query<'c>) -> Vec<String> {
    let (mut uris, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let mut page = ask(server, query(cursor.as_deref())).unwrap();
        let items = page[key].as_array().unwrap();
        uris.extend(items.iter().map(|item| item["uri"].as_str().unwrap().to_string()));
        match page["nextCursor"].take() {
            Value::String(next) => cursor = Some(next),
            _ => return uris,
        }
        assert!(uris.len() < 100_000, "the walk does not end");
    }
}

fn uris<T>(handles: impl IntoIterator<Item = T>, uri: impl Fn(T) -> &'static str) -> Vec<String> {
    handles.into_iter().map(|handle| uri(handle).to_string()).collect()
}

fn small_pages(server: Server) -> Server {
    server.page_limits(PageLimits { entries: 2, bytes: usize::MAX })
}

#[test]
fn merged_catalogs_are_one_in_the_order_of_uris() {
    // SEP-7, SEP-9: shared prefix directories show what every catalog has in them.
    let one = Sample::new().skill("acme/a", "A").skill("acme/c", "C").file("acme/c/x.txt", "c").catalog();
    let two = Sample::new().skill("acme/b", "B").skill("zeta", "Z").skill("acme/deep/d", "D").catalog();
    let three = Sample::new().scheme("team").skill("acme/a", "Another scheme").catalog();
    let whole = Sample::new()
        .skill("acme/a", "A")
        .skill("acme/b", "B")
        .skill("acme/c", "C")
        .file("acme/c/x.txt", "c")
        .skill("acme/deep/d", "D")
        .skill("zeta", "Z")
        .catalog();
    let server = small_pages(Server::merge([two, three, one]).unwrap());
    let expected = small_pages(Server::new(whole));

    let skills = walk(&server, "skills", |cursor| Query::ListSkills { cursor });
    assert!(skills.is_sorted());
    assert_eq!(skills.last().map(String::as_str), Some("team://acme/a/SKILL.md"));
    assert_eq!(skills[..skills.len() - 1], walk(&expected, "skills", |cursor| Query::ListSkills { cursor }));
    for listing in [Server::clone, |server: &Server| server.clone().list_all_files()] {
        let list = |server| walk(&listing(server), "resources", |cursor| Query::ListResources { cursor });
        assert_eq!(list(&server)[..list(&server).len() - 1], list(&expected));
    }
    for directory in whole.directories() {
        let uri = directory.uri();
        let read = |server| walk(server, "resources", |cursor| Query::ReadDirectory { uri, cursor });
        assert_eq!(read(&server), read(&expected), "{uri}");
    }
    let uri = "team://acme";
    assert_eq!(walk(&server, "resources", |cursor| Query::ReadDirectory { uri, cursor }), ["team://acme/a"]);
    for file in whole.files().chain(three.files()) {
        let uri = file.uri();
        let read = ask(&server, Query::ReadResource { uri }).unwrap();
        assert_eq!(read["contents"][0]["text"], file.text().unwrap(), "{uri}");
    }
    for skill in whole.skills().chain(three.skills()) {
        let entry = ask(&server, Query::GetSkill { uri: skill.uri() }).unwrap();
        assert_eq!(entry["skill"], serde_json::from_str::<Value>(skill.entry()).unwrap());
    }
}

#[test]
fn a_server_of_one_catalog_and_of_none() {
    let merged = Server::merge([odd()]).unwrap();
    let query = Query::ListSkills { cursor: None };
    assert_eq!(ask(&merged, query), ask(&Server::new(odd()), query));
    let none = Server::merge([]).unwrap();
    assert_eq!(ask(&none, query).unwrap()["skills"], json!([]));
    let uri = "skill://a";
    assert!(ask(&none, Query::ReadDirectory { uri, cursor: None }).is_err());
}

#[test]
fn what_is_served_twice_is_refused_and_both_are_named() {
    let sample = |module| {
        move |sample: Sample| -> &'static Catalog {
            let catalog = alloc::boxed::Box::new(crate::__private::embedded_in(module, sample.owned()));
            alloc::boxed::Box::leak(catalog)
        }
    };
    let (core, billing) = (sample("acme_core"), sample("billing_skills"));
    let cases = [
        (
            core(Sample::new().skill("x/pdf", "A")),
            billing(Sample::new().skill("x/pdf", "B")),
            "skill://x/pdf/SKILL.md is served twice: by the skills embedded in `acme_core` and by those in \
             `billing_skills`; give one of the two a `prefix`",
        ),
        (
            core(Sample::new().skill("x", "A")),
            billing(Sample::new().skill("x/pdf", "B")),
            "skill://x has files of `billing_skills`, but it belongs to the skill skill://x/SKILL.md of `acme_core`, \
             which does not list them; give one of the two a `prefix`",
        ),
        (
            core(Sample::new().skill("x/y/pdf", "B")),
            billing(Sample::new().skill("x", "A").file("x/y/note.txt", "")),
            "skill://x has files of `acme_core`, but it belongs to the skill skill://x/SKILL.md of `billing_skills`, \
             which does not list them; give one of the two a `prefix`",
        ),
        (
            core(Sample::new().skill("x", "A").file("x/data", "a file")),
            billing(Sample::new().skill("x/data/pdf", "B")),
            "skill://x/data is served twice: by the skills embedded in `acme_core` and by those in \
             `billing_skills`; give one of the two a `prefix`",
        ),
    ];
    for (first, second, message) in cases {
        assert_eq!(Server::merge([first, second]).unwrap_err().to_string(), message);
        assert!(Server::merge([second, first]).is_err());
    }
    assert!(Server::merge([odd(), odd()]).is_err());
}

#[test]
fn a_cursor_of_one_server_is_not_taken_by_another() {
    let (one, two) =
        (Sample::new().skill("a", "A").catalog(), Sample::new().skill("b", "B").skill("c", "C").catalog());
    let merged = Server::merge([one, two]).unwrap().page_limits(PageLimits { entries: 1, bytes: 1 });
    let next = ask(&merged, Query::ListSkills { cursor: None }).unwrap()["nextCursor"].clone();
    let cursor = next.as_str();
    assert!(ask(&merged, Query::ListSkills { cursor }).is_ok());
    for other in [Server::new(two), Server::merge([two, one]).unwrap()] {
        let refused = ask(&other, Query::ListSkills { cursor }).unwrap_err();
        assert!(refused.contains("another build"), "{refused}");
    }
}

/// Everything that a server answers for a caller about a catalog, compared with a model of what it may show.
fn check_view(catalog: &'static Catalog, server: &Server, shows: &dyn Fn(Skill) -> bool) {
    let sees = |file: File| file.skills().any(shows);
    let listed = |skill: Skill| skill.is_listed() && shows(skill);
    assert_eq!(
        walk(server, "skills", |cursor| Query::ListSkills { cursor }),
        uris(catalog.skills().filter(|skill| listed(*skill)), Skill::uri)
    );
    assert_eq!(
        walk(server, "resources", |cursor| Query::ListResources { cursor }),
        uris(catalog.skills().filter(|skill| listed(*skill)), Skill::uri)
    );
    assert_eq!(
        walk(&server.clone().list_all_files(), "resources", |cursor| Query::ListResources { cursor }),
        uris(catalog.files().filter(|file| file.skills().any(listed)), File::uri)
    );
    for skill in catalog.skills() {
        let uri = skill.uri();
        match ask(server, Query::GetSkill { uri }) {
            Ok(_) => assert!(shows(skill), "{uri}"),
            Err(refused) => {
                assert!(!shows(skill), "{uri}");
                // As if it had never been there.
                assert_eq!(refused, QueryError::UnknownSkill { uri }.to_string());
            }
        }
    }
    for file in catalog.files() {
        let uri = file.uri();
        match ask(server, Query::ReadResource { uri }) {
            Ok(_) => assert!(sees(file), "{uri}"),
            Err(refused) => {
                assert!(!sees(file), "{uri}");
                assert_eq!(refused, QueryError::UnknownFile { uri }.to_string());
            }
        }
    }
    let inside = |directory: Directory| {
        let below = format!("{}/", directory.uri());
        catalog.files().filter(move |file| file.uri().starts_with(&below))
    };
    for directory in catalog.directories() {
        let uri = directory.uri();
        if !inside(directory).any(sees) {
            let refused = ask(server, Query::ReadDirectory { uri, cursor: None }).unwrap_err();
            assert_eq!(refused, QueryError::UnknownDirectory { uri }.to_string());
            continue;
        }
        let expected = directory.children().filter(|child| match *child {
            Child::File(file) => sees(file),
            Child::Directory(directory) => inside(directory).any(sees),
        });
        assert_eq!(
            walk(server, "resources", |cursor| Query::ReadDirectory { uri, cursor }),
            uris(expected, Child::uri)
        );
    }
}

#[test]
fn what_is_hidden_is_nowhere_and_what_is_visible_is_everywhere() {
    // SEP-3, SEP-7, SEP-8, SEP-9, SEP-10: every mask of a catalog with nested, unlisted and prefixed skills.
    let catalog = odd();
    let paths: Vec<&str> = catalog.skills().map(Skill::path).collect();
    for mask in 0..1_u32 << paths.len() {
        let hidden: BTreeSet<&str> =
            paths.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, path)| *path).collect();
        let shows = move |skill: Skill| !hidden.contains(skill.path());
        let rule = shows.clone();
        let server = Server::new(catalog).visible(move |skill, _| rule(skill));
        check_view(catalog, &small_pages(server), &shows);
    }
}

#[test]
fn rules_add_up_and_answers_that_differ_are_private() {
    // SEP-12
    let scope =
        |server: &Server| ask(server, Query::ListSkills { cursor: None }).unwrap()["cacheScope"].clone();
    let server = Server::new(odd());
    assert_eq!(scope(&server), "public");
    let server =
        server.visible(|skill, _| skill.name() != "refunds").visible(|skill, _| skill.name() != "inner");
    assert_eq!(scope(&server), "private");
    check_view(odd(), &server, &|skill| !["refunds", "inner"].contains(&skill.name()));
    assert_eq!(scope(&server.cache_scope(CacheScope::Public)), "public");
}

#[test]
fn an_unlisted_skill_is_answered_for_and_in_no_list() {
    // SEP-8
    let server = Server::new(odd()).unlisted(|skill| skill.name() == "scaffold");
    let listed = walk(&server, "skills", |cursor| Query::ListSkills { cursor });
    assert!(!listed.iter().any(|uri| uri.contains("scaffold")) && listed.len() == 4);
    assert!(ask(&server, Query::GetSkill { uri: "skill://scaffold/SKILL.md" }).is_ok());
    assert!(ask(&server, Query::ReadResource { uri: "skill://scaffold/assets/template/SKILL.md" }).is_ok());
    let everything = walk(&server.list_all_files(), "resources", |cursor| Query::ListResources { cursor });
    assert!(!everything.iter().any(|uri| uri.contains("scaffold")));
}

#[test]
fn hints_and_frontmatter_stand_at_a_resource_wherever_it_is_shown() {
    // SEP-9, SEP-11, SEP-14: one `Resource` per file.
    let server = Server::new(odd())
        .annotations(|file| match file.media_type() {
            "text/markdown" => Annotations::new().priority(0.5),
            _ => Annotations::new(),
        })
        .frontmatter_meta();
    let skill = odd().skill("acme/billing/refunds");
    let uri = skill.directory().uri();
    let children = ask(&server, Query::ReadDirectory { uri, cursor: None }).unwrap();
    let shown = children["resources"].as_array().unwrap();
    let resource = shown.iter().find(|resource| resource["uri"] == skill.uri()).unwrap();
    assert_eq!(resource["annotations"], json!({"priority": 0.5}));
    let frontmatter: Value = serde_json::from_str(skill.frontmatter()).unwrap();
    assert_eq!(resource["_meta"], json!({"io.modelcontextprotocol.skills/frontmatter": frontmatter}));
    let list = ask(&server.list_all_files(), Query::ListResources { cursor: None }).unwrap();
    for child in shown.iter().filter(|child| child["mimeType"] != "inode/directory") {
        assert!(list["resources"].as_array().unwrap().contains(child), "{child}");
        let is_skill_md = child["uri"].as_str().unwrap().ends_with("/SKILL.md");
        assert_eq!(child.get("_meta").is_some(), is_skill_md);
    }
}

#[test]
fn a_rule_knows_what_the_client_said_and_what_the_transport_knows() {
    struct Tenant(&'static str);
    let server = Server::new(odd()).visible(|_, caller| {
        caller.client_name().as_deref() == Some("probe \"1\"")
            && caller.declares_extension("io.modelcontextprotocol/skills")
            && caller.context::<Tenant>().is_some_and(|tenant| tenant.0 == "acme")
            && caller.context::<String>().is_none()
    });
    let list = |session: &mut Session, request: &Value, context: &dyn Any| {
        let reply = session.receive(request.to_string().as_bytes(), &Meta::stream().with_context(context));
        let reply: Value = serde_json::from_str(&reply.body.unwrap()).unwrap();
        reply["result"]["skills"].as_array().unwrap_or_else(|| panic!("{reply}")).len()
    };
    let info = json!({"name": "probe \"1\"", "version": "1"});
    let capabilities = json!({"extensions": {"io.modelcontextprotocol/skills": {}}});
    let modern = |info: &Value, capabilities: &Value| {
        json!({"jsonrpc": "2.0", "id": 1, "method": "skills/list", "params": {"_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": info,
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        }}})
    };
    let mut session = Session::new(server.clone());
    assert_eq!(list(&mut session, &modern(&info, &capabilities), &Tenant("acme")), 5);
    assert_eq!(list(&mut session, &modern(&info, &capabilities), &Tenant("other")), 0);
    assert_eq!(list(&mut session, &modern(&info, &capabilities), &()), 0);
    assert_eq!(list(&mut session, &modern(&json!({}), &capabilities), &Tenant("acme")), 0);
    assert_eq!(list(&mut session, &modern(&info, &json!({})), &Tenant("acme")), 0);

    let legacy = json!({"jsonrpc": "2.0", "id": 2, "method": "skills/list"});
    let mut session = Session::new(server);
    assert_eq!(list(&mut session, &legacy, &Tenant("acme")), 0);
    let handshake = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "clientInfo": info, "capabilities": capabilities,
    }});
    session.receive(handshake.to_string().as_bytes(), &Meta::stream());
    assert_eq!(list(&mut session, &legacy, &Tenant("acme")), 5);
}
