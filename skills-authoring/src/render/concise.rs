//! One line for each finding: place, rule, sentence. It shows no excerpt and no way out.

use super::Root;
use super::excerpt::visible;
use super::place::Place;

/// A line for each finding of `roots`, as `rustc --error-format=short` prints errors:
/// `path:line:column: error[skills::rule]: sentence`. Lines and columns count from 1, columns in characters; a finding
/// about a file or folder as a whole has neither.
///
/// ```
/// use skills_authoring::render::{Root, concise};
/// use skills_authoring::{Options, Tree, check};
///
/// let tree = Tree::default();
/// let report = check(&tree, &Options::default());
/// let text = concise(&[Root { findings: &report.findings, tree: &tree, base: "skills" }]);
/// assert!(text.starts_with("skills: error[skills::no_skills]: ") && text.ends_with('\n'));
/// ```
#[must_use]
pub fn concise(roots: &[Root<'_>]) -> String {
    let mut lines = String::new();
    for Root { findings, tree, base } in roots {
        for finding in *findings {
            let place = Place::of(finding, tree, base);
            let region = finding.span.as_ref().and_then(|span| place.region(span));
            let at = region.map(|region| format!(":{}:{}", region.start.line, region.start.column));
            lines.extend([
                visible(&place.path).as_str(),
                at.as_deref().unwrap_or_default(),
                ": ",
                finding.severity.word(),
                "[skills::",
                finding.rule.name,
                "]: ",
                visible(&finding.message).as_str(),
                "\n",
            ]);
        }
    }
    lines
}
