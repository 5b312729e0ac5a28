//! Tabs in frontmatter, against what readers really do: `scalars/tabs.tsv` has their answers to a tab in every place of
//! a document. What one of them refuses or reads otherwise does not build, but for the one tab that only warns.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "scalars/table.rs"]
mod table;

use serde_json::Value;
use skills_authoring::{Options, Severity, Tree, check};

use self::table::unescaped;

/// A document, and the JSON that each reader makes of it.
struct Row {
    document: String,
    readings: Vec<Option<Value>>,
}

#[test]
fn what_a_reader_refuses_or_reads_otherwise_does_not_build() {
    // SEP-4, HOST-2: the frontmatter we serve is what every host reads.
    let rows = rows();
    let mut wrong = Vec::new();
    let (mut refused, mut warned, mut clean) = (0, 0, 0);
    for row in &rows {
        let found = found(&row.document);
        let errors: Vec<_> = found.rules(Severity::Error);
        let warnings: Vec<_> = found.rules(Severity::Warning);
        let sound = match (row.agreed(), errors.as_slice(), warnings.as_slice()) {
            (Some(value), [], []) => {
                clean += 1;
                found.served.as_ref() == Some(value)
            }
            (None, [], ["tab_separator", ..]) => {
                warned += 1;
                row.only_pyyaml_refuses().is_some_and(|value| found.served.as_ref() == Some(value))
            }
            (None, ["yaml_syntax"], _) => {
                refused += 1;
                true
            }
            _ => false,
        };
        if !sound {
            wrong.push(format!(
                "{:?} {errors:?} {warnings:?} {:?}",
                row.document,
                row.readings.iter().map(|r| r.as_ref().map(ToString::to_string)).collect::<Vec<_>>()
            ));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
    assert!(refused > 1_500 && warned > 50 && clean > 200, "{refused} {warned} {clean}");
}

impl Row {
    fn parse(line: &str) -> Self {
        let mut cells = line.split('\t');
        let document = unescaped(cells.next().unwrap());
        let mut readings: Vec<Option<Value>> =
            cells.map(|cell| (cell != "!").then(|| serde_json::from_str(cell).unwrap())).collect();
        if let [one] = readings.as_slice() {
            readings = vec![one.clone(); 5];
        }
        assert_eq!(readings.len(), 5, "{line}");
        Self { document, readings }
    }

    /// What every reader reads.
    fn agreed(&self) -> Option<&Value> {
        let first = self.readings[0].as_ref()?;
        self.readings.iter().all(|reading| reading.as_ref() == Some(first)).then_some(first)
    }

    /// What every other reader reads, when PyYAML reads nothing.
    fn only_pyyaml_refuses(&self) -> Option<&Value> {
        let [None, others @ ..] = self.readings.as_slice() else { return None };
        let first = others[0].as_ref()?;
        others.iter().all(|reading| reading.as_ref() == Some(first)).then_some(first)
    }
}

/// What is found in a document, and what is served of it.
struct Found {
    findings: Vec<(Severity, &'static str)>,
    served: Option<Value>,
}

impl Found {
    fn rules(&self, severity: Severity) -> Vec<&'static str> {
        let of_severity = self.findings.iter().filter(|(found, _)| *found == severity);
        of_severity.map(|(_, rule)| *rule).collect()
    }
}

fn found(document: &str) -> Found {
    let skill_md = format!("---\nname: tabs\ndescription: Text.\n{document}---\n");
    let mut options = Options::default();
    for rule in ["unknown_field", "crlf"] {
        options.set_level(rule, skills_authoring::Level::Allow).unwrap();
    }
    let report = check(&Tree::from_files([("tabs/SKILL.md", skill_md.into_bytes())]), &options);
    let findings = report.findings.iter().map(|finding| (finding.severity, finding.rule.name)).collect();
    let served = report.checked.map(|checked| {
        let skill = &checked.skills()[0];
        let mut frontmatter: Value = serde_json::from_str(&skill.entry[skill.frontmatter.clone()]).unwrap();
        let fields = frontmatter.as_object_mut().unwrap();
        fields.remove("name");
        fields.remove("description");
        frontmatter
    });
    Found { findings, served }
}

fn rows() -> Vec<Row> {
    let rows: Vec<_> = table::lines(include_str!("scalars/tabs.tsv")).map(Row::parse).collect();
    assert!(rows.len() > 2_000, "{} rows: the table is not whole", rows.len());
    rows
}
