//! Findings as text, for every rule and in every format: what is printed is stored, and what machines read is read again
//! and compared with the findings. Whether a rule fires where it should is tested with the rule.

#[path = "rendering/trees.rs"]
mod trees;

use std::ops::Range;

use serde_json::Value;
use skills_authoring::render::{Root, Style, concise, full, full_for_command, github, json, sarif};
use skills_authoring::{Content, Finding, Options, RULES, Rule, Tree, check};

const BASE: &str = "app/skills";

#[test]
fn every_rule_looks_like_this() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("rendering/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut wrong = Vec::new();
    for rule in RULES {
        let (tree, findings) = found(rule);
        let text = shown(rule, Root { findings: &findings, tree: &tree, base: BASE });
        // All of them are compared before one fails.
        let compare = || settings.bind(|| insta::assert_snapshot!(rule.name, text));
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(compare)).is_err() {
            wrong.push(rule.name);
        }
    }
    assert!(wrong.is_empty(), "INSTA_UPDATE=always, and read what changed: {wrong:?}");
}

#[test]
fn nothing_is_stored_of_rules_that_are_gone() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rendering/snapshots");
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let rule = name.split('.').next().unwrap();
        assert!(Rule::named(rule).is_some(), "{name} belongs to no rule");
    }
}

#[test]
fn a_finding_names_its_page_in_every_format() {
    for rule in RULES {
        let (tree, findings) = found(rule);
        let root = Root { findings: &findings, tree: &tree, base: BASE };
        let page = rule.page();
        assert!(page.ends_with(&format!("/RULES.md#{}", rule.name)), "{page}");
        let texts =
            [full(&findings[0], &tree, BASE), full_for_command(&[root], Style::Plain), github(&[root])];
        for text in texts.into_iter().chain([json(&[root]), sarif(&[root])]) {
            assert!(text.contains(&page), "{text}");
        }
    }
}

#[test]
fn lines_and_columns_mean_the_same_bytes_as_the_findings() {
    for rule in RULES {
        let (tree, findings) = found(rule);
        let roots = [Root { findings: &findings, tree: &tree, base: BASE }];
        let objects = read(&json(&roots));
        let log = read(&sarif(&roots));
        let results = &log["runs"][0]["results"];
        assert_eq!(objects.as_array().unwrap().len(), findings.len());
        assert_eq!(results.as_array().unwrap().len(), findings.len());
        for (at, finding) in findings.iter().enumerate() {
            let file = Text::of(&tree, finding);
            let (object, result) = (&objects[at], &results[at]);
            let location = &result["locations"][0]["physicalLocation"];
            file.is_at(finding.span.as_ref(), &object["span"], &location["region"]);
            for (at, (span, text)) in finding.related.iter().enumerate() {
                let related = &result["relatedLocations"][at];
                file.is_at(
                    Some(span),
                    &object["related"][at]["span"],
                    &related["physicalLocation"]["region"],
                );
                assert_eq!(object["related"][at]["text"], **text);
            }
            let mut fixes = 0;
            for (at, help) in finding.help.iter().enumerate() {
                let edit = &object["help"][at]["edit"];
                let Some(expected) = &help.edit else {
                    assert!(edit.is_null());
                    continue;
                };
                let change = &result["fixes"][fixes]["artifactChanges"][0];
                let replacement = &change["replacements"][0];
                file.is_at(Some(&expected.span), &edit["span"], &replacement["deletedRegion"]);
                assert_eq!(edit["replacement"], *expected.replacement);
                assert_eq!(replacement["insertedContent"]["text"], *expected.replacement);
                assert_eq!(change["artifactLocation"], location["artifactLocation"]);
                fixes += 1;
            }
        }
    }
}

#[test]
fn a_sarif_log_describes_the_rules_that_it_names() {
    let found: Vec<_> = RULES.iter().map(|rule| found(rule)).collect();
    let roots: Vec<_> =
        found.iter().map(|(tree, findings)| Root { findings, tree, base: "/srv/my skills" }).collect();
    let log = read(&sarif(&roots));
    let run = &log["runs"][0];
    assert_eq!((&log["version"], &run["columnKind"]), (&"2.1.0".into(), &"unicodeCodePoints".into()));
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), RULES.len());
    for (described, rule) in rules.iter().zip(RULES) {
        assert_eq!(described["id"], rule.name);
        assert_eq!(described["help"]["markdown"], rule.explanation());
    }
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(result["ruleId"], rules[index]["id"]);
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.starts_with("file:///srv/my%20skills"), "{uri}");
        assert!(
            uri.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}#?".contains(&byte)),
            "{uri}"
        );
    }
}

#[test]
fn no_format_shows_a_credential() {
    let (tree, findings) = found(Rule::named("secret").unwrap());
    let roots = [Root { findings: &findings, tree: &tree, base: BASE }];
    let [start, end] = [&trees::credential()[4..12], &trees::credential()[12..]];
    for text in [shown(findings[0].rule, roots[0]), full_for_command(&roots, Style::Coloured)] {
        assert!(text.contains("rota/deploy.sh:1:12") && text.contains('*'), "{text}");
        assert!(!text.contains(start) && !text.contains(end), "{text}");
    }
}

#[test]
fn several_roots_make_one_report() {
    let (first, second) = (found(RULES[0]), found(Rule::named("name_characters").unwrap()));
    let roots = [
        Root { findings: &first.1, tree: &first.0, base: "one" },
        Root { findings: &second.1, tree: &second.0, base: "" },
    ];
    assert_eq!(
        concise(&roots).lines().map(|line| line.split("]: ").next().unwrap()).collect::<Vec<_>>(),
        ["one: error[skills::root_not_found", "rota/SKILL.md:2:7: error[skills::name_characters"]
    );
    assert_eq!(github(&roots).lines().count(), 2);
    assert_eq!(read(&json(&roots)).as_array().unwrap().len(), 2);
    assert_eq!(read(&sarif(&roots))["runs"][0]["results"].as_array().unwrap().len(), 2);
    assert_eq!(full_for_command(&roots, Style::Plain).matches("error[skills::").count(), 2);
    for nothing in [concise(&[]), github(&[]), full_for_command(&[], Style::Coloured)] {
        assert_eq!(nothing, "");
    }
    assert_eq!(read(&json(&[])), Value::Array(Vec::new()));
    assert_eq!(read(&sarif(&[]))["runs"][0]["results"], Value::Array(Vec::new()));
}

/// What is found of `rule` where it is broken, and nothing else.
fn found(rule: &Rule) -> (Tree, Vec<Finding>) {
    let (tree, options): (Tree, Options) = trees::broken(rule)
        .unwrap_or_else(|| panic!("no tree breaks `{}`: add one to rendering/trees.rs", rule.name));
    let mut findings = check(&tree, &options).findings;
    findings.retain(|finding| finding.rule == rule);
    assert!(!findings.is_empty(), "the tree for `{}` does not break it", rule.name);
    (tree, findings)
}

/// All formats below each other. What changes without the renderers, the version and the rule page, is left away.
fn shown(rule: &Rule, root: Root<'_>) -> String {
    let explanation = Value::from(rule.explanation()).to_string();
    let version = format!("\"semanticVersion\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let log = sarif(&[root]);
    assert!(log.contains(&explanation) && log.contains(&version), "{log}");
    let log = log.replace(&explanation, "\"…\"").replace(&version, "\"semanticVersion\": \"…\"");
    let of_macro: Vec<_> = root.findings.iter().map(|finding| full(finding, root.tree, root.base)).collect();
    [
        "── full, in the macro",
        &of_macro.join("\n\n"),
        "── full, in the command",
        full_for_command(&[root], Style::Plain).trim_end(),
        "── concise",
        concise(&[root]).trim_end(),
        "── github",
        github(&[root]).trim_end(),
        "── json",
        json(&[root]).trim_end(),
        "── sarif",
        log.trim_end(),
    ]
    .join("\n")
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The bytes of a finding's file, if it has one.
struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    fn of(tree: &'a Tree, finding: &Finding) -> Self {
        match tree.entry(&finding.path).map(|entry| &entry.content) {
            Some(Content::File(bytes)) => Self(bytes),
            _ => Self(b""),
        }
    }

    /// Checks that `span` is what a span of ours and a region of SARIF say.
    #[track_caller]
    fn is_at(&self, span: Option<&Range<usize>>, ours: &Value, region: &Value) {
        let Some(span) = span else {
            assert!(ours.is_null() && region.is_null());
            return;
        };
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        for (end, byte, line, column) in
            [("start", span.start, "startLine", "startColumn"), ("end", span.end, "endLine", "endColumn")]
        {
            assert_eq!(number(&ours[end]["byte"]), byte);
            assert_eq!((&ours[end]["line"], &ours[end]["column"]), (&region[line], &region[column]));
            assert_eq!(self.byte(number(&region[line]), number(&region[column])), byte);
        }
    }

    /// Where a line and a column are, found the slow way.
    fn byte(&self, line: usize, column: usize) -> usize {
        let start: usize =
            self.0.split_inclusive(|byte| *byte == b'\n').take(line - 1).map(<[u8]>::len).sum();
        let mut at = start;
        for _ in 1..column {
            let longest = (1..=4).rev().find(|size| self.0.get(at..at + size).is_some_and(is_character));
            at += longest.unwrap_or(1);
        }
        at
    }
}

fn is_character(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| text.chars().count() == 1)
}
