//! `ambiguous_scalar` against what readers really do: `scalars/measured.tsv` has their answers, and the rule must fire
//! exactly where two of them differ. Where they agree, the frontmatter we serve says what they say (SEP-4, HOST-2).

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "scalars/table.rs"]
mod table;

use std::collections::BTreeMap;

use serde_json::Value;
use skills_authoring::{Finding, Level, Options, Report, Severity, Tree, check};

use self::table::unescaped;

const RULE: &str = "ambiguous_scalar";

/// The columns of the table.
const READERS: [&str; 5] = ["PyYAML", "yaml 2", "js-yaml 4.1", "js-yaml 4.3", "yaml_serde"];

/// A scalar, and how each of [`READERS`] reads it.
struct Row {
    scalar: String,
    readings: Vec<String>,
}

#[test]
fn it_fires_exactly_where_readers_differ() {
    let rows = rows();
    let differ = rows.iter().filter(|row| row.differs()).count();
    assert!(
        rows.len() > 6_900 && differ > 450,
        "{} rows, {differ} differ: the table is not whole",
        rows.len()
    );

    let report = report(&rows, |row| format!("k: {}", row.scalar));
    let found = by_row(&report, &rows);
    let mut wrong = Vec::new();
    for (row, found) in rows.iter().zip(&found) {
        let fires = found.iter().any(|finding| finding.rule.name == RULE);
        let sound = match found.as_slice() {
            [finding] if fires => row.differs() && finding.message == row.message(),
            // A fault of its own, which nobody can lower: the rule has nothing to add.
            [finding] if finding.rule.name == "no_json_form" => row.has_no_json_form(),
            [finding] if finding.rule.name == "yaml_syntax" => row.is_no_yaml(),
            [] => !row.differs() && !row.has_no_json_form() && !row.is_no_yaml(),
            _ => false,
        };
        if !sound {
            wrong.push(format!("{:?} {:?}: {:?}", row.scalar, row.readings, messages(found.iter().copied())));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_readers_agree_on_is_what_we_serve() {
    // SEP-4: the frontmatter of the entry is identical in content to the file's YAML.
    let rows: Vec<_> = rows()
        .into_iter()
        .filter(|row| !row.differs() && !row.has_no_json_form() && !row.is_no_yaml())
        .collect();
    let report = report(&rows, |row| format!("k: {}", row.scalar));
    let wrong: Vec<_> = served(&report, &rows)
        .into_iter()
        .zip(&rows)
        .filter(|(value, row)| !row.agrees(0, value))
        .map(|(value, row)| format!("{:?} {:?}: {value}", row.scalar, row.readings))
        .collect();
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn our_own_reading_is_one_of_them() {
    // Where the rule is allowed, we serve what yaml 2, the reader of the official conformance check, reads.
    let mut rows = rows();
    rows.retain(|row| row.differs() && !row.has_no_json_form() && !row.is_no_yaml());
    let mut options = Options::default();
    options.set_level(RULE, Level::Allow).unwrap();
    let report = check(&tree(&rows, |row| format!("k: {}", row.scalar)), &options);
    let wrong: Vec<_> = served(&report, &rows)
        .into_iter()
        .zip(&rows)
        .filter(|(value, row)| !row.agrees(1, value))
        .map(|(value, row)| format!("{:?} {:?}: {value}", row.scalar, row.readings))
        .collect();
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn its_edit_makes_a_string_for_everyone() {
    let mut rows = rows();
    rows.retain(|row| row.differs() && !row.has_no_json_form() && !row.is_no_yaml());
    let source = |row: &Row| format!("k: {}", row.scalar);
    let broken = report(&rows, source);
    let edits: BTreeMap<_, _> = by_row(&broken, &rows)
        .into_iter()
        .zip(&rows)
        .map(|(found, row)| (row.scalar.clone(), found[0].help[0].edit.clone().unwrap()))
        .collect();
    let mended = report(&rows, |row| {
        let edit = &edits[&row.scalar];
        let replaced = skill_md(0, &source(row));
        assert_eq!(replaced[edit.span.clone()], row.scalar, "the edit replaces the scalar and nothing else");
        format!("k: {}", edit.replacement)
    });
    assert_eq!(messages(errors(&mended)), [""; 0]);
    for (value, row) in served(&mended, &rows).into_iter().zip(&rows) {
        assert!(is_string(&value, &row.scalar), "{value}");
    }
}

#[test]
fn block_and_quoted_scalars_never_fire() {
    let mut rows = rows();
    rows.retain(|row| row.differs() && !row.is_no_yaml());
    let sources: [fn(&Row) -> String; 4] = [
        |row| format!("k: |-\n  {}", row.scalar),
        |row| format!("k: >-\n  {}", row.scalar),
        |row| format!("k: '{}'", row.scalar),
        |row| format!("k: \"{}\"", row.scalar),
    ];
    for source in sources {
        let report = report(&rows, source);
        assert_eq!(messages(errors(&report)), [""; 0]);
    }
}

#[test]
fn keys_fire_too() {
    let mut rows = rows();
    // What we do not take for a string is no key at all, and `<<` merges.
    rows.retain(|row| row.differs() && row.readings[1] == "s" && row.scalar != "<<" && !row.is_no_yaml());
    let report = report(&rows, |row| format!("{}: v", row.scalar));
    for (found, row) in by_row(&report, &rows).into_iter().zip(&rows) {
        assert_eq!(messages(found), [format!("{RULE}: the key {}", row.message())], "{:?}", row.scalar);
    }
}

#[test]
fn a_few_are_listed_unmeasured() {
    let unmeasured = ["y", "Y", "n", "N"];
    let measured = rows();
    for letter in unmeasured {
        // The day a measured reader differs, the list is shorter by one.
        assert!(
            measured.iter().any(|row| row.scalar == letter && row.is_unmeasured() && row.all_read_text())
        );
        let source = format!("---\nname: s\ndescription: Text.\nk: {letter}\n---\n");
        let report = check(&Tree::from_files([("s/SKILL.md", source.as_bytes())]), &Options::default());
        let expected = format!(
            "{RULE}: `{letter}` is a boolean for some readers of YAML 1.1, and a string for all others"
        );
        let found = messages(errors(&report));
        assert_eq!(found, [format!("{expected}; quote it")]);
    }
}

impl Row {
    fn parse(line: &str) -> Self {
        let mut cells = line.split('\t');
        let scalar = match cells.next().unwrap() {
            "\"\"" => String::new(),
            escaped => unescaped(escaped),
        };
        let mut readings: Vec<_> = cells.map(unescaped).collect();
        if readings.is_empty() {
            readings.push("s".to_owned());
        }
        if readings.len() == 1 {
            readings = vec![readings[0].clone(); READERS.len()];
        }
        assert_eq!(readings.len(), READERS.len(), "{line}");
        Self { scalar, readings }
    }

    /// Whether the rule has to fire.
    fn differs(&self) -> bool {
        self.is_unmeasured() || self.readings.iter().any(|reading| *reading != self.readings[0])
    }

    fn is_unmeasured(&self) -> bool {
        ["y", "Y", "n", "N"].contains(&self.scalar.as_str())
    }

    fn all_read_text(&self) -> bool {
        self.readings.iter().all(|reading| reading == "s")
    }

    /// Whether YAML 1.2 has a number here that JSON cannot say, or not everyone hold.
    fn has_no_json_form(&self) -> bool {
        let integer = !self.scalar.contains(['.', 'e', 'E']) || self.scalar.starts_with("0x");
        let number = self.readings[1].strip_prefix("d ").map(|number| number.parse::<f64>().unwrap());
        let exact = self.readings[0].strip_prefix("d ").and_then(|number| number.parse::<i128>().ok());
        number.is_some_and(|number| {
            let size = exact.map_or(number.abs(), |exact| exact.unsigned_abs() as f64);
            let beyond =
                size > 9_007_199_254_740_992.0 || exact.is_some_and(|exact| exact.unsigned_abs() > 1 << 53);
            !number.is_finite() || (integer && beyond)
        })
    }

    /// Whether no reader takes it, or it holds a character that we let nobody use unescaped.
    fn is_no_yaml(&self) -> bool {
        let odd = |letter: char| {
            (letter.is_control() && letter != '\t')
                || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
        };
        self.readings.iter().all(|reading| reading == "!") || self.scalar.contains(odd)
    }

    /// Whether the reader at `column` reads what this JSON says.
    fn agrees(&self, column: usize, json: &str) -> bool {
        match self.readings[column].as_str() {
            "s" => is_string(json, &self.scalar),
            "n" => json == "null",
            "b true" => json == "true",
            "b false" => json == "false",
            // `serde_json` would be off by a bit in the last place.
            number if number.starts_with("d ") => json.parse::<f64>() == number[2..].parse(),
            _ => false,
        }
    }

    /// What the rule has to say.
    fn message(&self) -> String {
        if self.is_unmeasured() {
            let camps = "a boolean for some readers of YAML 1.1, and a string for all others";
            return format!("`{}` is {camps}; quote it", self.scalar);
        }
        let kinds: Vec<&str> = self.readings.iter().map(|reading| &reading[..1]).collect();
        let mut camps: Vec<(&str, Vec<&str>)> = Vec::new();
        for (column, kind) in kinds.iter().enumerate() {
            let reader = match column {
                2 if kinds[2] == kinds[3] => "js-yaml 4",
                3 if kinds[2] == kinds[3] => continue,
                _ => READERS[column],
            };
            match camps.iter_mut().find(|(common, _)| common == kind) {
                Some((_, readers)) => readers.push(reader),
                None => camps.push((kind, vec![reader])),
            }
        }
        let nouns = BTreeMap::from([
            ("s", "a string"),
            ("n", "null"),
            ("b", "a boolean"),
            ("d", "a number"),
            ("t", "a date"),
            ("!", "an error"),
        ]);
        let camps: Vec<_> = camps
            .iter()
            .map(|(kind, readers)| {
                let readers = match readers.split_last().unwrap() {
                    (last, []) => (*last).to_owned(),
                    (last, others) => format!("{} and {last}", others.join(", ")),
                };
                format!("{} for {readers}", nouns[kind])
            })
            .collect();
        let (last, others) = camps.split_last().unwrap();
        let shown: String = self.scalar.chars().take(64).collect();
        let cut = if shown.len() < self.scalar.len() { "…" } else { "" };
        format!("`{shown}{cut}` is {}, and {last}; quote it", others.join(", "))
    }
}

fn rows() -> Vec<Row> {
    table::lines(include_str!("scalars/measured.tsv")).map(Row::parse).collect()
}

/// Every row as a skill of its own, whose frontmatter ends in what `source` makes of the row.
fn tree(rows: &[Row], source: impl Fn(&Row) -> String) -> Tree {
    Tree::from_files(
        rows.iter().enumerate().map(|(index, row)| {
            (format!("s{index:04}/SKILL.md"), skill_md(index, &source(row)).into_bytes())
        }),
    )
}

fn skill_md(index: usize, line: &str) -> String {
    format!("---\nname: s{index:04}\ndescription: One scalar.\n{line}\n---\n")
}

fn report(rows: &[Row], source: impl Fn(&Row) -> String) -> Report {
    check(&tree(rows, source), &Options::default())
}

/// The errors of each row. Other rules may warn.
fn by_row<'r>(report: &'r Report, rows: &[Row]) -> Vec<Vec<&'r Finding>> {
    let mut found = vec![Vec::new(); rows.len()];
    for finding in errors(report) {
        let index: usize = finding.path[1..5].parse().unwrap();
        found[index].push(finding);
    }
    found
}

/// The JSON of `k`, the last key, that is served for each row.
fn served(report: &Report, rows: &[Row]) -> Vec<String> {
    let Some(checked) = &report.checked else {
        panic!("the gate is shut: {:?}", messages(errors(report)));
    };
    assert_eq!(checked.skills().len(), rows.len());
    let frontmatter = checked.skills().iter().map(|skill| &skill.entry[skill.frontmatter.clone()]);
    frontmatter
        .map(|json| {
            assert!(serde_json::from_str::<Value>(json).is_ok(), "{json}");
            let (_, value) = json.split_once(",\"k\":").unwrap();
            value.strip_suffix('}').unwrap().to_owned()
        })
        .collect()
}

fn is_string(json: &str, text: &str) -> bool {
    serde_json::from_str::<Value>(json).is_ok_and(|value| value == text)
}

fn errors(report: &Report) -> impl Iterator<Item = &Finding> {
    report.findings.iter().filter(|finding| finding.severity == Severity::Error)
}

fn messages<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<String> {
    let messages = findings.into_iter().map(|finding| format!("{}: {}", finding.rule.name, finding.message));
    messages.collect()
}
