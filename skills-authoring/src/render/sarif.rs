//! Findings as a SARIF 2.1.0 log, for code scanning. It holds no excerpt: its readers have the files.

mod location;

use self::location::{artifact, location, message, push_region};
use super::Root;
use super::document::{Document, Literal};
use super::place::Place;
use crate::finding::Finding;
use crate::rule::{Level, RULES, Rule};

/// The findings of `roots` as a SARIF 2.1.0 log of one run, indented, with a line end. Columns count characters. Each
/// rule that was found is described by its text on the rule page, in Markdown, and ways out that are changes to the file
/// are there as fixes. Paths are URIs: relative to where a root's base is, or absolute where it is.
///
/// ```
/// use skills_authoring::render::{Root, sarif};
/// use skills_authoring::{Options, Tree, check};
///
/// let tree = Tree::from_files([("pdf/SKILL.md", "---\nname: pfd\ndescription: Fills in forms.\n---\n")]);
/// let report = check(&tree, &Options::default());
/// let text = sarif(&[Root { findings: &report.findings, tree: &tree, base: "skills" }]);
/// let log: serde_json::Value = serde_json::from_str(&text)?;
/// assert_eq!(log["runs"][0]["results"][0]["ruleId"], "name_mismatch");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn sarif(roots: &[Root<'_>]) -> String {
    let is_found = |rule: &Rule| roots.iter().flat_map(|root| root.findings).any(|found| found.rule == rule);
    let rules: Vec<&Rule> = RULES.iter().copied().filter(|rule| is_found(rule)).collect();
    Document::text(|json| {
        json.object(|json| {
            json.key("$schema").string(SCHEMA);
            json.key("version").string("2.1.0");
            json.key("runs").array(|json| {
                json.item().object(|json| {
                    json.key("tool").object(|json| json.key("driver").object(|json| driver(json, &rules)));
                    json.key("columnKind").string("unicodeCodePoints");
                    json.key("results").array(|json| results(json, roots, &rules));
                });
            });
        });
    })
}

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

fn driver(json: &mut Document, rules: &[&Rule]) {
    json.key("name").string(env!("CARGO_PKG_NAME"));
    json.key("semanticVersion").string(env!("CARGO_PKG_VERSION"));
    json.key("rules").array(|json| {
        for rule in rules {
            json.item().object(|json| {
                json.key("id").string(rule.name);
                json.key("shortDescription").object(|json| json.key("text").string(rule.summary));
                json.key("help").object(|json| {
                    json.key("text").string(&format!("see {}", rule.page()));
                    json.key("markdown").string(rule.explanation());
                });
                json.key("defaultConfiguration").object(|json| match rule.level {
                    Level::Error | Level::Deny => json.key("level").string("error"),
                    Level::Warn => json.key("level").string("warning"),
                    Level::Allow => json.key("enabled").literal(Literal::False),
                });
            });
        }
    });
}

fn results(json: &mut Document, roots: &[Root<'_>], rules: &[&Rule]) {
    for Root { findings, tree, base } in roots {
        for finding in *findings {
            json.item().object(|json| result(json, finding, &Place::of(finding, tree, base), rules));
        }
    }
}

fn result(json: &mut Document, finding: &Finding, place: &Place<'_>, rules: &[&Rule]) {
    json.key("ruleId").string(finding.rule.name);
    if let Some(index) = rules.iter().position(|rule| *rule == finding.rule) {
        json.key("ruleIndex").number(index);
    }
    json.key("level").string(finding.severity.word());
    let words = finding.help.iter().filter(|help| help.edit.is_none());
    let words: String = words.map(|help| format!("\nhelp: {}", help.text)).collect();
    message(json.key("message"), &format!("{}{words}", finding.message));
    json.key("locations").array(|json| {
        json.item().object(|json| {
            let region = finding.span.as_ref().and_then(|span| place.region(span));
            location(json, place, region, finding.label.as_deref());
        });
    });
    if !finding.related.is_empty() {
        json.key("relatedLocations").array(|json| {
            for (span, text) in &finding.related {
                json.item().object(|json| location(json, place, place.region(span), Some(text)));
            }
        });
    }
    if finding.help.iter().any(|help| help.edit.is_some()) {
        json.key("fixes").array(|json| fixes(json, finding, place));
    }
}

fn fixes(json: &mut Document, finding: &Finding, place: &Place<'_>) {
    for help in &finding.help {
        let Some((edit, region)) =
            help.edit.as_ref().and_then(|edit| Some((edit, place.region(&edit.span)?)))
        else {
            continue;
        };
        json.item().object(|json| {
            message(json.key("description"), &help.text);
            json.key("artifactChanges").array(|json| {
                json.item().object(|json| {
                    artifact(json, place);
                    json.key("replacements").array(|json| {
                        json.item().object(|json| {
                            push_region(json.key("deletedRegion"), &region);
                            json.key("insertedContent")
                                .object(|json| json.key("text").string(&edit.replacement));
                        });
                    });
                });
            });
        });
    }
}
