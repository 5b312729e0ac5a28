//! What holds for trees and bytes that nobody thought of: checking returns, spans lie in their files, edits can be
//! applied, every format can be written, and what passes the gate is read alike by an independent reader.

#[path = "properties/inputs.rs"]
mod inputs;
#[path = "properties/reading.rs"]
mod reading;
#[path = "properties/shown.rs"]
mod shown;
#[path = "properties/sound.rs"]
mod sound;

use std::str::from_utf8;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use skills_authoring::{Level, Options, Tree, check};

use self::shown::everything_is_shown;
use self::sound::{bytes_of, sound};

/// `PROPTEST_CASES` runs more of them.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(192);
    let seeds = FileFailurePersistence::Direct(concat!(env!("CARGO_MANIFEST_DIR"), "/properties/seeds.txt"));
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(seeds)),
        max_global_rejects: u32::MAX,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn arbitrary_bytes_are_checked_and_shown(bytes in inputs::skill_md()) {
        let tree = Tree::from_files([("rota/SKILL.md", bytes.0), ("rota/forms/week.md", b"A form.\n".to_vec())]);
        everything_is_shown(&sound(&tree, &pedantic()).findings, &tree);
    }

    #[test]
    fn arbitrary_trees_are_checked_and_shown(contents in inputs::contents(), prefix in "[a-zé%/]{0,6}") {
        let tree = Tree::from_contents(contents);
        let mut options = pedantic();
        // What is no prefix is refused when it is set.
        let _ = options.set_prefix(&prefix);
        everything_is_shown(&sound(&tree, &options).findings, &tree);
    }

    #[test]
    fn edits_lead_to_files_that_are_checked_again(bytes in inputs::skill_md()) {
        let tree = Tree::from_files([("rota/SKILL.md", bytes.0)]);
        for finding in check(&tree, &pedantic()).findings {
            for edit in finding.help.iter().filter_map(|help| help.edit.as_ref()) {
                let bytes = bytes_of(&tree, &finding.path).unwrap();
                let edited = [&bytes[..edit.span.start], edit.replacement.as_bytes(), &bytes[edit.span.end..]].concat();
                prop_assert!(from_utf8(bytes).is_err() || from_utf8(&edited).is_ok());
                prop_assert_ne!(bytes, &edited, "{:?} changes nothing", finding);
                sound(&Tree::from_files([(finding.path.as_str(), edited)]), &pedantic());
            }
        }
    }

    /// SEP-4 and HOST-2: whoever reads the file again finds what is served.
    #[test]
    fn what_passes_is_served_as_another_reader_reads_it(bytes in inputs::skill_md()) {
        let tree = Tree::from_files([("rota/SKILL.md", bytes.0)]);
        let report = check(&tree, &Options::default());
        let Some(checked) = report.checked else { return Ok(()) };
        // It warns of nothing but that readers disagree.
        prop_assume!(!report.findings.iter().any(|found| found.rule.name == "flow_colon"));
        for skill in checked.skills() {
            let served = serde_json::from_str(&skill.entry[skill.frontmatter.clone()]).unwrap();
            let file = bytes_of(&tree, &checked.files()[skill.skill_md].source).unwrap();
            let outcome = reading::same(&served, from_utf8(file).unwrap());
            prop_assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
        }
    }
}

/// The properties say little if everything passes, or fails for the same reason.
#[test]
fn inputs_pass_and_fail_in_many_ways() {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let (mut passed, mut rules) = (0, std::collections::BTreeSet::new());
    for _ in 0..400 {
        let bytes = inputs::skill_md().new_tree(&mut runner).unwrap().current();
        let report = check(&Tree::from_files([("rota/SKILL.md", bytes.0)]), &pedantic());
        passed += usize::from(report.checked.is_some());
        rules.extend(report.findings.iter().map(|finding| finding.rule.name));
    }
    assert!((60..340).contains(&passed), "{passed} of 400 pass");
    assert!(rules.len() >= 25, "only {rules:?} fire");
}

fn pedantic() -> Options {
    let mut options = Options::default();
    options.set_level("pedantic", Level::Warn).unwrap();
    options
}
