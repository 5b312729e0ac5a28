//! How the tests of rules see findings: one `SKILL.md` in, lines of text out. Every rule runs, so that a case also says
//! what does not fire.

mod bodies;

use crate::{Edit, Finding, Level, Options, Report, Severity, Tree, check as check_tree};

pub(crate) use bodies::{body_findings, body_findings_with};

/// Checks that `source`, as the `SKILL.md` of a skill in `directory`, gives exactly `expected`: for each finding
/// `level[rule] at what it points at: message`, then a line for each related place and each way out, edits shown as the
/// lines they lead to. Unknown keys are let pass: many a case has one to carry what it is about.
#[track_caller]
pub(crate) fn check(directory: &str, source: impl AsRef<[u8]>, expected: &[&str]) {
    let mut options = Options::default();
    options.set_level("unknown_field", Level::Allow).unwrap();
    check_with(&options, directory, source, expected);
}

/// The same with all rules at the levels of `options`.
#[track_caller]
pub(crate) fn check_with(options: &Options, directory: &str, source: impl AsRef<[u8]>, expected: &[&str]) {
    let source = source.as_ref();
    let shown: Vec<String> = report(options, directory, source)
        .findings
        .iter()
        .flat_map(|finding| show(finding, source))
        .collect();
    assert_eq!(shown, expected, "\n{}\n", shown.join("\n"));
}

pub(crate) fn report(options: &Options, directory: &str, source: &[u8]) -> Report {
    let path = format!("{directory}/SKILL.md");
    check_tree(&Tree::from_files([(path.as_str(), source)]), options)
}

/// The `SKILL.md` with the first edit of the first finding carried out.
pub(crate) fn mended(directory: &str, source: &str) -> String {
    let report = report(&Options::default(), directory, source.as_bytes());
    let edit = report.findings[0].help.iter().find_map(|help| help.edit.as_ref()).unwrap();
    String::from_utf8(applied(edit, source.as_bytes())).unwrap()
}

fn show(finding: &Finding, source: &[u8]) -> Vec<String> {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let slice = |span: &core::ops::Range<usize>| String::from_utf8_lossy(&source[span.clone()]).into_owned();
    let at = finding.span.as_ref().map_or("the file".to_owned(), |span| format!("{:?}", slice(span)));
    let mut lines = vec![format!("{level}[{}] at {at}: {}", finding.rule.name, finding.message)];
    lines.extend(finding.label.iter().map(|label| format!("  ^ {label}")));
    lines.extend(finding.related.iter().map(|(span, text)| format!("  and {:?}: {text}", slice(span))));
    lines.extend(finding.help.iter().map(|help| match &help.edit {
        None => format!("  {}", help.text),
        Some(edit) => format!("  {}: {:?}", help.text, edited_lines(edit, source)),
    }));
    lines
}

fn applied(edit: &Edit, source: &[u8]) -> Vec<u8> {
    [&source[..edit.span.start], edit.replacement.as_bytes(), &source[edit.span.end..]].concat()
}

fn edited_lines(edit: &Edit, source: &[u8]) -> String {
    let text = String::from_utf8_lossy(&applied(edit, source)).into_owned();
    let start = text[..edit.span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = edit.span.start + edit.replacement.trim_end_matches('\n').len();
    let end = text[end..].find('\n').map_or(text.len(), |at| end + at);
    text[start..end].to_owned()
}
