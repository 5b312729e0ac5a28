//! Lists that the handler and the skills have both: each item once, in order, whatever the pages. Not what is in an item.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use serde_json::{Value, json};
use skills_runtime::rmcp::{WithSkills, assert_no_collision};
use skills_runtime::{PageLimits, Server};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::SKILLS;
use crate::office::{Office, Page, pages};
use crate::untouched::Nothing;
use crate::wire::{ERAS, Era, Wire, walk};

const REFUNDS: &str = "skill://billing/refunds/SKILL.md";

fn uris(pages: &[Vec<Value>]) -> Vec<String> {
    pages.iter().flatten().map(|item| item["uri"].as_str().unwrap().to_owned()).collect()
}

fn skill_uris() -> Vec<String> {
    SKILLS.skills().map(|skill| skill.uri().to_owned()).collect()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

#[tokio::test]
async fn the_handler_s_resources_come_first_and_as_they_were() {
    for era in ERAS {
        let bare = walk(&mut Wire::open(Office::new(), era).await, "resources/list", "resources").await;
        let mut layered = Wire::open(Office::new().with_skills(&SKILLS), era).await;
        let both = walk(&mut layered, "resources/list", "resources").await;
        assert_eq!(both.len(), bare.len(), "ours fit on the handler's last page");
        assert_eq!(both[0], bare[0]);
        assert!(both[1].starts_with(&bare[1]));
        assert_eq!(uris(&both), [uris(&bare), skill_uris()].concat());
    }
}

#[tokio::test]
async fn a_page_of_both_is_kept_for_no_longer_than_either_and_by_no_one_else() {
    // SEP-12
    let mut layered = Wire::open(Office::new().with_skills(&SKILLS), Era::Modern).await;
    let last = layered.result("resources/list", json!({"cursor": "~~r 2"})).await;
    assert_eq!((&last["ttlMs"], &last["cacheScope"]), (&json!(1_000), &json!("public")));
    assert_eq!(last["_meta"]["office/page"], 1);
    let private = Server::new(&SKILLS).cache_scope(skills_runtime::CacheScope::Private).ttl_ms(7);
    let mut layered = Wire::open(Office::new().with_server(private), Era::Modern).await;
    let last = layered.result("resources/list", json!({"cursor": "~~r 2"})).await;
    assert_eq!((&last["ttlMs"], &last["cacheScope"]), (&json!(7), &json!("private")));
    let first = layered.result("resources/list", json!({})).await;
    assert_eq!((&first["ttlMs"], &first["cacheScope"]), (&json!(1_000), &json!("public")));
}

#[tokio::test]
async fn a_handler_without_the_method_has_an_empty_list() {
    for era in ERAS {
        let mut layered = Wire::open(Nothing.with_skills(&SKILLS), era).await;
        let pages = walk(&mut layered, "resources/list", "resources").await;
        assert_eq!((pages.len(), uris(&pages)), (1, skill_uris()));
    }
}

#[tokio::test]
async fn a_cursor_that_nobody_issued_is_refused_by_the_one_it_is_for() {
    let mut layered = Wire::open(Office::new().with_skills(&SKILLS), Era::Modern).await;
    for (cursor, says) in [
        ("", "was not issued by this server"),
        ("t2", "was not issued by this server"),
        ("~", "the office has no page \"\""),
        ("~t2", "the office has no page \"t2\""),
    ] {
        let error = layered.call("resources/list", json!({"cursor": cursor})).await["error"].take();
        assert_eq!(error["code"], -32602, "{cursor:?}");
        assert!(error["message"].as_str().unwrap().contains(says), "{cursor:?}: {error}");
    }
}

#[tokio::test]
async fn an_error_of_the_handler_is_the_answer() {
    // Half a list would look like a whole one.
    let mut office = Office::new();
    office.resources[1].cursor = "once".into();
    let mut layered = Wire::open(office.with_skills(&SKILLS), Era::Modern).await;
    let error = layered.call("resources/list", json!({"cursor": "~twice"})).await;
    assert_eq!(error["error"]["message"], "the office has no page \"twice\"");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_item_comes_once_and_in_order(
        sizes in prop::collection::vec(0..4_usize, 1..6),
        cursors in prop::collection::vec("[~a-zA-Z0-9_ äß\"-]{0,30}", 6),
        entries in 1..7_usize,
        modern in any::<bool>(),
        ours in prop::collection::vec(0..3_usize, 6),
    ) {
        let cursors: BTreeSet<String> = cursors.into_iter().collect();
        let mut number = 0;
        let mut expected = Vec::new();
        let mut resources = Vec::new();
        for ((size, cursor), hidden) in sizes.iter().zip(cursors).zip(&ours) {
            let mut names = Vec::new();
            for _ in 0..*size {
                number += 1;
                expected.push(format!("file:///{number}"));
                names.push(format!("file:///{number}"));
            }
            // What is at one of our URIs, directories and other spellings included, is no item of the handler's.
            let collisions = [REFUNDS, "skill://billing", "skill://billing/%72efunds/SKILL.md"];
            names.extend(collisions.iter().take(*hidden).map(|uri| (*uri).to_owned()));
            resources.push(Page { cursor, names });
        }
        expected.extend(skill_uris());
        let office = Office { resources, ..Office::new() };
        let server = Server::new(&SKILLS).page_limits(PageLimits { entries, bytes: 1 << 20 });
        let era = if modern { Era::Modern } else { Era::Legacy };
        let listed = runtime().block_on(async {
            let mut layered = Wire::open(office.with_server(server), era).await;
            walk(&mut layered, "resources/list", "resources").await
        });
        prop_assert_eq!(uris(&listed), expected);
    }
}

#[test]
fn a_resource_at_one_of_our_uris_is_left_out_and_traced() {
    let heard = Arc::<Mutex<Vec<String>>>::default();
    let listed = tracing::subscriber::with_default(Ears(Arc::clone(&heard)), || {
        runtime().block_on(async {
            let office = Office { resources: pages(&[("", &["file:///a.txt", REFUNDS])]), ..Office::new() };
            let mut layered = Wire::open(office.with_skills(&SKILLS), Era::Modern).await;
            walk(&mut layered, "resources/list", "resources").await
        })
    });
    assert_eq!(uris(&listed).iter().filter(|uri| *uri == REFUNDS).count(), 1);
    assert_eq!(uris(&listed)[0], "file:///a.txt");
    let heard = heard.lock().unwrap();
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert!(heard[0].contains(REFUNDS), "{heard:?}");
}

#[tokio::test]
async fn no_collision_passes() {
    assert_no_collision(Office::new(), &SKILLS).await;
    assert_no_collision(Nothing, &SKILLS).await;
}

#[tokio::test]
#[should_panic(
    expected = "served by the handler and by the skills: skill://billing, skill://brand-assets/SKILL.md"
)]
async fn a_collision_on_any_page_fails_the_assertion() {
    let resources = pages(&[
        ("", &["file:///a.txt", "skill://billing"]),
        ("r2", &["skill://billing-2"]),
        ("r3", &["skill://brand-assets/SKILL.md"]),
    ]);
    assert_no_collision(Office { resources, ..Office::new() }, &SKILLS).await;
}

/// Hears the warnings of this crate.
struct Ears(Arc<Mutex<Vec<String>>>);

impl Subscriber for Ears {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("skills_runtime") && *metadata.level() == tracing::Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut text = String::new();
        event.record(&mut |field: &tracing::field::Field, value: &dyn core::fmt::Debug| {
            text.push_str(&format!("{field}={value:?} "));
        });
        self.0.lock().unwrap().push(text);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
