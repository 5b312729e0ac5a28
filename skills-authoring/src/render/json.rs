//! Findings as an array of JSON objects, for programs. Nothing is cut, spelled out or left out.

use core::ops::Range;

use super::Root;
use super::document::{Document, Literal};
use super::place::Place;
use crate::finding::Finding;
use crate::source::Position;

/// The findings of `roots` as one JSON array, indented, with a line end. Each is an object whose keys are all there,
/// always and in this order; keys may be added, and none is renamed or reused.
///
/// | key | value |
/// |---|---|
/// | `rule` | the name of the rule |
/// | `severity` | `"error"` or `"warning"` |
/// | `message` | one sentence |
/// | `path` | the file or folder, with the base of its root |
/// | `span` | what it is about: a span, or `null` for the file or folder as a whole |
/// | `label` | a few words about the span, or `null` |
/// | `related` | further places in the same file: objects of `span` and `text` |
/// | `help` | ways out: objects of `text` and `edit`, which is `null` or an object of `span` and `replacement` |
/// | `page` | where the rule is explained, as [`Rule::page`](crate::Rule::page) has it |
///
/// A span is an object of `start` and `end`, both `{"byte": n, "line": n, "column": n}`: bytes from 0, lines from 1, and
/// columns from 1 in characters. The end is where the first byte after it stands. An edit puts its replacement in the
/// place of its span, which is empty where it inserts.
///
/// ```
/// use skills_authoring::render::{Root, json};
/// use skills_authoring::{Options, Tree, check};
///
/// let tree = Tree::from_files([("pdf/SKILL.md", "---\nname: pfd\ndescription: Fills in forms.\n---\n")]);
/// let report = check(&tree, &Options::default());
/// let text = json(&[Root { findings: &report.findings, tree: &tree, base: "skills" }]);
/// let found: serde_json::Value = serde_json::from_str(&text)?;
/// assert_eq!(found[0]["rule"], "name_mismatch");
/// assert_eq!(found[0]["span"]["start"]["line"], 2);
/// assert_eq!(found[0]["help"][0]["edit"]["replacement"], "pdf");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn json(roots: &[Root<'_>]) -> String {
    Document::text(|json| {
        json.array(|json| {
            for Root { findings, tree, base } in roots {
                for finding in *findings {
                    json.item().object(|json| fill(json, finding, &Place::of(finding, tree, base)));
                }
            }
        });
    })
}

fn fill(json: &mut Document, finding: &Finding, place: &Place<'_>) {
    json.key("rule").string(finding.rule.name);
    json.key("severity").string(finding.severity.word());
    json.key("message").string(&finding.message);
    json.key("path").string(&place.path);
    push_span(json, place, finding.span.as_ref());
    match &finding.label {
        Some(label) => json.key("label").string(label),
        None => json.key("label").literal(Literal::Null),
    }
    json.key("related").array(|json| {
        for (span, text) in &finding.related {
            json.item().object(|json| {
                push_span(json, place, Some(span));
                json.key("text").string(text);
            });
        }
    });
    json.key("help").array(|json| {
        for help in &finding.help {
            json.item().object(|json| {
                json.key("text").string(&help.text);
                match &help.edit {
                    Some(edit) => json.key("edit").object(|json| {
                        push_span(json, place, Some(&edit.span));
                        json.key("replacement").string(&edit.replacement);
                    }),
                    None => json.key("edit").literal(Literal::Null),
                }
            });
        }
    });
    json.key("page").string(&finding.rule.page());
}

fn push_span(json: &mut Document, place: &Place<'_>, span: Option<&Range<usize>>) {
    let json = json.key("span");
    match span.and_then(|span| Some((span, place.region(span)?))) {
        Some((span, region)) => json.object(|json| {
            push_position(json.key("start"), span.start, region.start);
            push_position(json.key("end"), span.end, region.end);
        }),
        None => json.literal(Literal::Null),
    }
}

fn push_position(json: &mut Document, byte: usize, position: Position) {
    json.object(|json| {
        json.key("byte").number(byte);
        json.key("line").number(position.line);
        json.key("column").number(position.column);
    });
}
