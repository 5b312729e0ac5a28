//! What holds for every tree, whatever is in it: checking ends, and findings are about what is there. The properties and
//! the fuzz targets use it.

use std::ops::Range;
use std::str::from_utf8;
use std::time::{Duration, Instant};

use skills_authoring::{Content, Finding, Options, Report, Severity, Tree, check};

/// What no small tree takes, however busy the machine is.
const LONGEST: Duration = Duration::from_secs(20);

/// Checks `tree`, and that what comes of it is about what is there.
#[track_caller]
pub(crate) fn sound(tree: &Tree, options: &Options) -> Report {
    let start = Instant::now();
    let report = check(tree, options);
    assert!(start.elapsed() < LONGEST, "{:?} for {tree:?}", start.elapsed());
    let fails = report.findings.iter().any(|finding| finding.severity == Severity::Error);
    assert_eq!(report.checked.is_none(), fails);
    assert!(report.findings.is_sorted_by(|a, b| a.path <= b.path));
    for finding in &report.findings {
        spans_lie_in_their_file(finding, tree);
    }
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

/// The bytes of the file at `path`.
pub(crate) fn bytes_of<'t>(tree: &'t Tree, path: &str) -> Option<&'t [u8]> {
    match &tree.entry(path)?.content {
        Content::File(bytes) => Some(bytes),
        _ => None,
    }
}
