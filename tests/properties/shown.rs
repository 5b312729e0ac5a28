//! What holds for every finding in every format: programs can read it, and a terminal shows it as it is meant.

use skills_authoring::render::{Root, Style, concise, full, full_for_command, github, json, sarif};
use skills_authoring::{Finding, Tree};

/// Writes `findings` in every format, and checks that a terminal and a reader of JSON can take what is written.
#[track_caller]
pub(crate) fn everything_is_shown(findings: &[Finding], tree: &Tree) {
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
