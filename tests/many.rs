//! A catalog in which every skill has a mistake: all of them are found and shown, and nobody waits for it.

use std::time::{Duration, Instant};

use skills_authoring::render::{Root, Style, concise, full_for_command, github, json, sarif};
use skills_authoring::{Options, Tree, check};

const SKILLS: usize = 1_000;

type Render<'r> = &'r dyn Fn(&[Root<'_>]) -> String;

/// Far more than it takes, as tests run unoptimised and side by side.
const LONGEST: Duration = Duration::from_secs(5);

/// One mistake each, as what follows `name: …` in the frontmatter, and the body.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("yaml_syntax", "description: Plan a trip: pick a bag.", ""),
    ("description_missing", "license: MIT", ""),
    ("description_type", "description: 404", ""),
    ("metadata_value", "description: Plans.\nmetadata:\n  version: 1.10", ""),
    ("ambiguous_scalar", "description: Plans.\nreleased: 2026-03-05", ""),
    ("misspelled_field", "description: Plans.\nlicence: MIT", ""),
    ("yaml_feature", "description: &text Plans.", ""),
    ("broken_link", "description: Plans.", "Read the [policy](references/policy.md).\n"),
];

#[test]
fn a_thousand_mistakes_are_a_thousand_findings() {
    let mut options = Options::default();
    // The dates of `ambiguous_scalar` stand in a field of their own.
    options.set_level("unknown_field", skills_authoring::Level::Allow).unwrap();
    let mistake = |number: usize| MISTAKES[number % MISTAKES.len()];
    let tree = Tree::from_files((0..SKILLS).map(|number| {
        let (_, fields, body) = mistake(number);
        (format!("s{number:03}/SKILL.md"), format!("---\nname: s{number:03}\n{fields}\n---\n{body}"))
    }));

    let start = Instant::now();
    let report = check(&tree, &options);
    let elapsed = start.elapsed();
    assert!(report.checked.is_none());
    let found: Vec<_> =
        report.findings.iter().map(|finding| (finding.path.clone(), finding.rule.name)).collect();
    let expected: Vec<_> =
        (0..SKILLS).map(|number| (format!("s{number:03}/SKILL.md"), mistake(number).0)).collect();
    assert_eq!(found, expected);
    assert!(elapsed < LONGEST, "{elapsed:?} for {SKILLS} skills");

    let roots = [Root { findings: &report.findings, tree: &tree, base: "skills" }];
    let coloured = |roots: &[Root<'_>]| full_for_command(roots, Style::Coloured);
    let formats: [(&str, Render<'_>); 5] =
        [("concise", &concise), ("github", &github), ("json", &json), ("sarif", &sarif), ("full", &coloured)];
    for (format, render) in formats {
        let start = Instant::now();
        let text = render(&roots);
        let elapsed = start.elapsed();
        assert!(elapsed < LONGEST, "{elapsed:?} to show {SKILLS} findings as {format}");
        let mut rest = text.as_str();
        for (path, rule) in &expected {
            let at =
                rest.find(&format!("skills/{path}")).unwrap_or_else(|| panic!("{path} is not in {format}"));
            rest = &rest[at..];
            assert!(text.contains(rule), "{rule} is not in {format}");
        }
    }
}
