//! Findings as workflow commands, which GitHub Actions turns into annotations of a change. It shows no excerpt: the page
//! that they appear on has one.

use super::Root;
use super::excerpt::visible;
use super::place::{Place, Region};
use crate::finding::{Edit, Finding};

/// A line for each finding of `roots`: `::error file=…,line=…,endLine=…,title=…::sentence`, with the ways out, corrected
/// lines and the page of the rule in the lines that follow the sentence. Columns are there where both ends are in one line, as GitHub
/// takes them then only. The base of a root should be relative to the repository.
///
/// ```
/// use skills_authoring::render::{Root, github};
/// use skills_authoring::{Options, Tree, check};
///
/// let tree = Tree::from_files([("pdf/SKILL.md", "---\nname: pfd\ndescription: Fills in forms.\n---\n")]);
/// let report = check(&tree, &Options::default());
/// let text = github(&[Root { findings: &report.findings, tree: &tree, base: "skills" }]);
/// assert!(text.starts_with("::error file=skills/pdf/SKILL.md,line=2,endLine=2,col=7,endColumn=10,title="));
/// ```
#[must_use]
pub fn github(roots: &[Root<'_>]) -> String {
    let mut lines = String::new();
    for Root { findings, tree, base } in roots {
        for finding in *findings {
            lines.push_str(&command(finding, &Place::of(finding, tree, base)));
            lines.push('\n');
        }
    }
    lines
}

fn command(finding: &Finding, place: &Place<'_>) -> String {
    let mut properties = format!("file={}", property(&visible(&place.path)));
    if let Some(region) = finding.span.as_ref().and_then(|span| place.region(span)) {
        let Region { start, end } = region;
        properties += &format!(",line={},endLine={}", start.line, end.line);
        if start.line == end.line {
            properties += &format!(",col={},endColumn={}", start.column, end.column);
        }
    }
    let title = property(&format!("skills::{}", finding.rule.name));
    let mut text = visible(&finding.message);
    if let Some(label) = &finding.label {
        text += &format!(" ({})", visible(label));
    }
    for help in &finding.help {
        text += &format!("\nhelp: {}", visible(&help.text));
        if let Some(line) = help.edit.as_ref().and_then(|edit| corrected(edit, place)) {
            text += &format!("\n    {}", visible(&line));
        }
    }
    text += &format!("\nsee {}", finding.rule.page());
    format!("::{} {properties},title={title}::{}", finding.severity.word(), message(&text))
}

/// The line that `edit` leads to, unless it is more than one, or more than one that is read at a glance.
fn corrected(edit: &Edit, place: &Place<'_>) -> Option<String> {
    const LONGEST: usize = 200;
    let bytes = place.bytes.as_deref()?;
    let (before, after) = (bytes.get(..edit.span.start)?, bytes.get(edit.span.end..)?);
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |feed| feed + 1);
    let end =
        if edit.replacement.ends_with('\n') { Some(0) } else { after.iter().position(|byte| *byte == b'\n') };
    let after = after.get(..end.unwrap_or(after.len()))?;
    let line = [before.get(start..)?, edit.replacement.as_bytes(), after].concat();
    let line = String::from_utf8(line).ok()?.trim().to_owned();
    (!line.is_empty() && line.len() <= LONGEST && !line.contains('\n')).then_some(line)
}

/// What ends a command, or stands for something else in it.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The same, and what ends a property.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use core::ops::Range;

    use super::*;
    use crate::rule::Rule;
    use crate::tree::Tree;

    fn finding(path: &str) -> Finding {
        Finding::new(Rule::named("name_length").unwrap(), path, "100% wrong:\na, b")
    }

    fn shown(finding: Finding) -> String {
        let tree = Tree::from_files([("a,b: 5%/SKILL.md", "one\ntwo ä\nthree")]);
        let text = github(&[Root { findings: &[finding], tree: &tree, base: "skills" }]);
        assert_eq!(text.lines().count(), 1, "{text}");
        text
    }

    #[test]
    fn nothing_in_a_finding_ends_the_command() {
        let text = shown(finding("a,b: 5%/SKILL.md").at(4..9).label("he::re").help("mend\rit"));
        assert_eq!(
            text,
            "::error file=skills/a%2Cb%3A 5%25/SKILL.md,line=2,endLine=2,col=1,endColumn=6,\
             title=skills%3A%3Aname_length::100%25 wrong:\\u{a}a, b (he::re)%0A\
             help: mend\\u{d}it%0Asee skills-authoring/RULES.md#name_length\n"
        );
    }

    #[test]
    fn columns_are_left_away_where_two_lines_are_meant() {
        let text = shown(finding("a,b: 5%/SKILL.md").at(2..6));
        assert!(text.contains("SKILL.md,line=1,endLine=2,title="), "{text}");
    }

    #[test]
    fn a_corrected_line_is_shown() {
        let mended = |edit: Range<usize>, replacement: &str| {
            shown(finding("a,b: 5%/SKILL.md").edit("mend it", edit, replacement))
        };
        assert!(mended(8..10, "o:%\u{7}").contains("%0Ahelp: mend it%0A    two o:%25\\u{7}%0Asee "));
        assert!(mended(4..4, "one and a half\n").contains("mend it%0A    one and a half%0A"));
        assert!(mended(11..16, "3").contains("mend it%0A    3%0A"));
        for (edit, replacement) in [(4..10, ""), (4..10, "a\nb"), (2..99, "x"), (4..10, &"x".repeat(300))] {
            assert!(mended(edit, replacement).contains("mend it%0Asee "));
        }
    }

    #[test]
    fn what_is_no_file_has_no_lines() {
        assert!(shown(finding("")).starts_with("::error file=skills,title="));
    }
}
