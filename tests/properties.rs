//! What holds for trees and bytes that nobody thought of: checking returns, spans lie in their files, edits can be
//! applied, every format can be written, and what passes the gate is read alike by an independent reader.

#[path = "properties/inputs.rs"]
mod inputs;
#[path = "properties/reading.rs"]
mod reading;

use std::ops::Range;
use std::str::from_utf8;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use skills_authoring::render::{Root, Style, concise, full, full_for_command, github, json, sarif};
use skills_authoring::{Content, Finding, Level, Options, Report, Severity, Tree, check};

/// What no small tree takes, however busy the machine is.
const LONGEST: Duration = Duration::from_secs(20);

/// `PROPTEST_CASES` runs more of them.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(192);
    let seeds = FileFailurePersistence::Direct(concat!(env!("CARGO_MANIFEST_DIR"), "/properties/seeds.txt"));
    ProptestConfig { cases, failure_persistence: Some(Box::new(seeds)), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn arbitrary_bytes_are_checked_and_shown(bytes in inputs::skill_md()) {
        let tree = Tree::from_files([("rota/SKILL.md", bytes.0), ("rota/forms/week.md", b"A form.\n".to_vec())]);
        sound(&tree, &pedantic());
    }

    #[test]
    fn arbitrary_trees_are_checked_and_shown(contents in inputs::contents(), prefix in "[a-zé%/]{0,6}") {
        let tree = Tree::from_contents(contents);
        let mut options = pedantic();
        // What is no prefix is refused when it is set.
        let _ = options.set_prefix(&prefix);
        sound(&tree, &options);
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
        let Some(checked) = check(&tree, &Options::default()).checked else { return Ok(()) };
        for skill in checked.skills() {
            let served = serde_json::from_str(&skill.entry[skill.frontmatter.clone()]).unwrap();
            let file = bytes_of(&tree, &checked.files()[skill.skill_md].source).unwrap();
            reading::same(&served, from_utf8(file).unwrap())?;
        }
    }
}

/// Three quarters of what `skill_md` makes must not fail for the same reason, or the properties say little.
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

/// Checks and renders `tree`, and that both hold what they promise.
#[track_caller]
fn sound(tree: &Tree, options: &Options) -> Report {
    let start = Instant::now();
    let report = check(tree, options);
    assert!(start.elapsed() < LONGEST, "{:?} for {tree:?}", start.elapsed());
    let fails = report.findings.iter().any(|finding| finding.severity == Severity::Error);
    assert_eq!(report.checked.is_none(), fails);
    assert!(report.findings.is_sorted_by(|a, b| a.path <= b.path));
    for finding in &report.findings {
        spans_lie_in_their_file(finding, tree);
    }
    everything_is_shown(&report.findings, tree);
    report
}

#[track_caller]
fn spans_lie_in_their_file(finding: &Finding, tree: &Tree) {
    assert!(finding.path.is_empty() || tree.entry(&finding.path).is_some(), "{finding:?}");
    let edits = finding.help.iter().filter_map(|help| help.edit.as_ref().map(|edit| &edit.span));
    let related = finding.related.iter().map(|(span, _)| span);
    for span in finding.span.iter().chain(related).chain(edits).chain(&finding.concealed) {
        let bytes = bytes_of(tree, &finding.path).unwrap_or_else(|| panic!("no file for {finding:?}"));
        let Range { start, end } = *span;
        assert!(start <= end && end <= bytes.len(), "{finding:?} of {} bytes", bytes.len());
        if let Ok(text) = from_utf8(bytes) {
            assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{finding:?} in {text:?}");
        }
    }
}

#[track_caller]
fn everything_is_shown(findings: &[Finding], tree: &Tree) {
    let roots = [Root { findings, tree, base: "app/skills" }];
    let lines = [concise(&roots), github(&roots)];
    for text in &lines {
        assert_eq!(text.matches('\n').count(), findings.len(), "{text:?}");
    }
    for text in [json(&roots), sarif(&roots)] {
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
    }
    let coloured = full_for_command(&roots, Style::Coloured);
    assert_eq!(coloured.is_empty(), findings.is_empty());
    // What a terminal acts on is spelled out.
    let plain = findings.iter().map(|finding| full(finding, tree, "app/skills"));
    for text in plain.chain(lines).chain([full_for_command(&roots, Style::Plain)]) {
        let acts = |letter: char| letter.is_control() && letter != '\n';
        assert!(!text.contains(acts) && !text.contains(['\u{202e}', '\u{200b}', '\u{feff}']), "{text:?}");
    }
}

fn bytes_of<'t>(tree: &'t Tree, path: &str) -> Option<&'t [u8]> {
    match &tree.entry(path)?.content {
        Content::File(bytes) => Some(bytes),
        _ => None,
    }
}

#[test]
#[ignore]
fn zz_collect() {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;
    let n: usize = std::env::var("N").unwrap().parse().unwrap();
    let seed: u8 = std::env::var("SEED").unwrap().parse().unwrap();
    let mut runner = TestRunner::new_with_rng(config(), proptest::test_runner::TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &[seed; 32]));
    for _ in 0..n {
        let mut tree = inputs::skill_md().new_tree(&mut runner).unwrap();
        let test = |bytes: inputs::Bytes| {
            let tree = Tree::from_files([("rota/SKILL.md", bytes.0)]);
            let report = check(&tree, &Options::default());
            let Some(checked) = report.checked else { return Ok(()) };
            for skill in checked.skills() {
                let served = serde_json::from_str(&skill.entry[skill.frontmatter.clone()]).unwrap();
                let file = bytes_of(&tree, &checked.files()[skill.skill_md].source).unwrap();
                if let Err(e) = reading::same(&served, from_utf8(file).unwrap()) { return Err((e, report.findings.iter().map(|f| f.rule.name).collect::<Vec<_>>())) }
            }
            Ok(())
        };
        if let Err(_) = test(tree.current()) {
            let mut last = tree.current();
            let mut k = 0;
            while k < 3000 {
                k += 1;
                let failed = test(tree.current()).is_err();
                if failed { last = tree.current(); if !tree.simplify() { break } } else if !tree.complicate() { break }
            }
            let (e, rules) = test(last.clone()).unwrap_err();
            println!("CASE {:?}\n  {:?}\n  {}", last, rules, format!("{e:?}").replace("\\n", " ").chars().take(250).collect::<String>());
        }
    }
}
