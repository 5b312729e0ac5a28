//! Finds the two fences (AS-2) and says what is in the way when one is missing. What stands between them is not read here.

use core::ops::Range;

use super::Fault;

/// Where a frontmatter lies.
#[derive(Clone, Debug, Default)]
pub(super) struct Fences {
    /// The first line, without its end.
    pub(super) opening: Range<usize>,
    /// The lines between the fences, with their ends.
    pub(super) between: Range<usize>,
    /// The three dashes of the closing fence.
    pub(super) closing: Range<usize>,
    /// Blanks after them.
    pub(super) blanks: Range<usize>,
    /// Where the next line starts.
    pub(super) body: usize,
}

/// What the file begins with instead of a fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// Something stands above the fence at this byte.
    Above { first: Range<usize>, fence: usize },
    /// A line without a fence, and none below it either.
    Absent { first: Range<usize> },
    /// Blanks after the dashes.
    Blanks { span: Range<usize> },
    /// The file is empty.
    Empty,
    /// The lines end with CR alone.
    LoneCr,
    /// A line that starts like a fence.
    NotThreeDashes { line: Range<usize> },
}

/// What there is instead of a closing fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Closing {
    /// Nothing like it; the frontmatter seems to end before this byte.
    Absent { opening: Range<usize>, end: usize },
    /// A line that was meant as one.
    Alike { line: Range<usize> },
}

pub(super) fn find(text: &str) -> Result<Fences, Fault> {
    let mut lines = lines(text);
    let (first, line) = lines.next().unwrap_or_default();
    if line != FENCE {
        return Err(Fault::Missing(opening(text, first, line)));
    }
    for (span, line) in lines {
        if line.trim_end_matches([' ', '\t']) == FENCE {
            let dashes = span.start + FENCE.len();
            let body = text
                .get(span.end..)
                .and_then(|rest| rest.find('\n'))
                .map_or(text.len(), |end| span.end + end + 1);
            return Ok(Fences {
                between: after(text, first.end)..span.start,
                opening: first,
                closing: span.start..dashes,
                blanks: dashes..span.end,
                body,
            });
        }
    }
    Err(Fault::Unclosed(closing(text, first)))
}

/// The first line that starts another document or ends this one, wherever it stands: such a line cannot be content.
pub(super) fn document_marker(text: &str, between: Range<usize>) -> Option<Range<usize>> {
    let start = between.start;
    lines(text.get(between)?).find_map(|(span, line)| {
        let rest = line.strip_prefix("...").or_else(|| line.strip_prefix(FENCE))?;
        let marker = start + span.start..start + span.start + FENCE.len();
        rest.chars().next().is_none_or(|next| matches!(next, ' ' | '\t')).then_some(marker)
    })
}

/// The lines of a text, without LF or CR LF, and where they are.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |whole| {
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let span = start..start + line.len();
        start += whole.len();
        (span, line)
    })
}

const FENCE: &str = "---";

/// Where the line after one that ends at `end` starts.
fn after(text: &str, end: usize) -> usize {
    text.get(end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |newline| end + newline + 1)
}

fn opening(text: &str, first: Range<usize>, line: &str) -> Opening {
    if text.is_empty() {
        return Opening::Empty;
    }
    if text.starts_with("---\r") && !text.contains('\n') {
        return Opening::LoneCr;
    }
    if line.trim_end() == FENCE {
        return Opening::Blanks { span: FENCE.len()..first.end };
    }
    // A rule further down the Markdown is no fence: keys follow a fence.
    let mut lines = lines(text).skip(1).peekable();
    while let Some((span, line)) = lines.next() {
        if line == FENCE && lines.peek().is_some_and(|(_, next)| has_key(next)) {
            return Opening::Above { first, fence: span.start };
        }
    }
    if line.trim_start().starts_with(FENCE) || (line.len() > 1 && line.bytes().all(|byte| byte == b'-')) {
        return Opening::NotThreeDashes { line: first };
    }
    Opening::Absent { first }
}

fn has_key(line: &str) -> bool {
    let key = line.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-');
    key.is_some_and(|end| end > 0 && line.get(end..).is_some_and(|rest| rest.starts_with(':')))
}

fn closing(text: &str, opening: Range<usize>) -> Closing {
    let mut end = None;
    for (span, line) in lines(text).skip(1) {
        if is_alike(line) {
            return Closing::Alike { line: span };
        }
        if end.is_none() && (line.trim().is_empty() || line.starts_with("# ") || line.starts_with("## ")) {
            end = Some(span.start);
        }
    }
    Closing::Absent { opening, end: end.unwrap_or(text.len()) }
}

/// Whether someone may have meant this line as a closing fence.
fn is_alike(line: &str) -> bool {
    let trimmed = line.trim();
    let dashes = |letter: char| matches!(letter, '-' | '–' | '—');
    trimmed == "..."
        || trimmed.strip_prefix(FENCE).is_some_and(|rest| rest.starts_with([' ', '\t', '#']))
        || (trimmed.chars().count() > 1 && trimmed.chars().all(dashes))
}
