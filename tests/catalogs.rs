//! What holds for catalogs that nobody wrote down, served alone and merged, to callers who may not see everything:
//! paging gives each visible item once and in order, and nothing of what is hidden can be reached. Asked through the
//! session and over HTTP, in both eras.

#[path = "fuzz/catalog.rs"]
mod catalog;
#[path = "catalogs/client.rs"]
mod client;
#[path = "catalogs/model.rs"]
mod model;
#[path = "catalogs/packs.rs"]
mod packs;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use skills_runtime::{MergeError, Server};

use self::client::{Client, Http, InProcess, Revision};
use self::model::Model;
use self::packs::{Case, case};

/// `PROPTEST_CASES` runs more of them.
fn config(usual: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual);
    let seeds = FileFailurePersistence::Direct(concat!(env!("CARGO_MANIFEST_DIR"), "/catalogs/seeds.txt"));
    ProptestConfig { cases, failure_persistence: Some(Box::new(seeds)), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(96))]

    /// SEP-3, SEP-7, SEP-8, SEP-9, SEP-10, SEP-15
    #[test]
    fn a_session_shows_what_is_visible_and_nothing_else(case in case()) {
        let model = Model::of(&case);
        for revision in Revision::BOTH {
            model.check(&case, &mut Client::new(revision, InProcess::new(server(&case))));
            let all_files = server(&case).list_all_files();
            model.check_all_files(&case, &mut Client::new(revision, InProcess::new(all_files)));
        }
    }
}

proptest! {
    #![proptest_config(config(8))]

    /// SEP-7, SEP-8, SEP-9, SEP-10, SEP-12: a transport has no say in it.
    #[test]
    fn http_shows_what_is_visible_and_nothing_else(case in case()) {
        let model = Model::of(&case);
        for revision in Revision::BOTH {
            model.check(&case, &mut Client::new(revision, Http::start(server(&case))));
        }
    }
}

/// The server of a case, whose pages are small and whose callers see what the case lets them see.
fn server(case: &Case) -> Server {
    let hidden = case.hidden.clone();
    let server = Server::merge(case.catalogs()).unwrap();
    server.visible(move |skill, _| !hidden.contains(skill.uri())).page_limits(case.limits)
}

/// The properties say little if nothing is hidden, nothing is merged, or everything fits on one page.
#[test]
fn cases_are_of_many_kinds() {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let (mut merged, mut refused, mut shared, mut hidden, mut kept, mut unlisted) = (0, 0, 0, 0, 0, 0);
    for _ in 0..100 {
        let case = case().new_tree(&mut runner).unwrap().current();
        let model = Model::of(&case);
        merged += usize::from(case.packs.len() > 1);
        refused += usize::from(case.refused > 0);
        shared += usize::from(model.shares_a_directory(&case));
        hidden += usize::from(!model.hidden.is_empty());
        kept += usize::from(model.has_a_visible_file_of_a_hidden_skill(&case));
        unlisted += usize::from(
            case.packs.iter().any(|pack| pack.checked.skills().iter().any(|skill| !skill.listed)),
        );
    }
    for (kind, count) in [
        ("merged", merged),
        ("refused", refused),
        ("shared", shared),
        ("hidden", hidden),
        ("kept", kept),
        ("unlisted", unlisted),
    ] {
        assert!(count >= 15, "only {count} of 100 are {kind}");
    }
}

mod support {
    use skills_runtime::{Catalog, embed_skills};

    /// The same directory as that of [`sales`](super::sales).
    pub(crate) static SKILLS: Catalog = embed_skills!("renamed/skills");
}

mod sales {
    use skills_runtime::{Catalog, embed_skills};

    /// The same directory as that of [`support`](super::support).
    pub(crate) static SKILLS: Catalog = embed_skills!("renamed/skills");

    /// And once more, out of the way.
    pub(crate) static APART: Catalog = embed_skills!("renamed/skills", prefix = "sales");
}

#[test]
fn a_uri_that_is_served_twice_names_both_modules() {
    let refused = Server::merge([&support::SKILLS, &sales::SKILLS]).unwrap_err();
    let uri = "skill://greeting/SKILL.md";
    let expected = MergeError::ServedTwice { uri, first: "catalogs::support", second: "catalogs::sales" };
    assert_eq!(refused, expected);
    assert_eq!(
        refused.to_string(),
        "skill://greeting/SKILL.md is served twice: by the skills embedded in `catalogs::support` and by those in \
         `catalogs::sales`; give one of the two a `prefix`"
    );
    assert!(Server::merge([&support::SKILLS, &sales::APART]).is_ok());
}
