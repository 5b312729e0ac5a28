//! How the tests of rules about whole trees see findings: files in, lines of text out, for one rule.

use super::edited_lines;
use crate::tree::Content;
use crate::{Finding, Options, Rule, Severity, Tree, check};

/// What `rule` finds in `files`: for each finding `level path "what it points at": message`, then its ways out, edits
/// shown as the lines they lead to.
pub(crate) fn body_findings<P: AsRef<str>, B: Into<Vec<u8>>>(
    rule: &Rule,
    files: impl IntoIterator<Item = (P, B)>,
) -> Vec<String> {
    body_findings_with(&Options::default(), rule, files)
}

pub(crate) fn body_findings_with<P: AsRef<str>, B: Into<Vec<u8>>>(
    options: &Options,
    rule: &Rule,
    files: impl IntoIterator<Item = (P, B)>,
) -> Vec<String> {
    let tree = Tree::from_files(files);
    let findings = check(&tree, options).findings;
    findings.iter().filter(|finding| finding.rule == rule).flat_map(|finding| show(finding, &tree)).collect()
}

fn show(finding: &Finding, tree: &Tree) -> Vec<String> {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let source = match tree.entry(&finding.path).map(|entry| &entry.content) {
        Some(Content::File(bytes)) => bytes.as_slice(),
        _ => &[],
    };
    let at = finding.span.clone().map(|span| format!(" {:?}", String::from_utf8_lossy(&source[span])));
    let mut lines = vec![format!("{level} {}{}: {}", finding.path, at.unwrap_or_default(), finding.message)];
    lines.extend(finding.help.iter().map(|help| match &help.edit {
        None => format!("  {}", help.text),
        Some(edit) => format!("  {}: {:?}", help.text, edited_lines(edit, source)),
    }));
    lines
}
