//! Markdown without a parser: all that could be a destination or a code span, and more. Parsing costs some fifty times as
//! much in a compiler that runs this unoptimised, and is needed only where something seen here leads nowhere.

use core::ops::Range;

/// What may be the destination of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glimpse<'t> {
    /// If it is a link, this is where it leads.
    Plain(&'t str),
    /// Only the parser can tell where it leads.
    Unsure,
}

/// Which construct a destination is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `[text](destination "title")`
    Inline,
    /// `[label]: destination "title"`
    Definition,
}

/// Every destination that CommonMark can find in `text`, and others.
pub(crate) fn maybe_destinations(text: &str) -> impl Iterator<Item = Glimpse<'_>> {
    text.match_indices(']').filter_map(|(at, _)| match text.as_bytes().get(at + 1) {
        Some(b'(') => Some(glimpse(text, at + 2, Form::Inline)),
        Some(b':') if may_be_definition(text, at) => Some(glimpse(text, at + 2, Form::Definition)),
        _ => None,
    })
}

/// Everything with a slash that stands between two backticks, without blanks around it: so every code span that has a
/// slash and neither a backtick nor a blank in it. One that starts or ends in another line of a quote has that line's `>`
/// to lose as well.
pub(crate) fn maybe_paths(text: &str) -> impl Iterator<Item = &str> {
    let ticks = text.match_indices('`').map(|(at, _)| at);
    let mut last = None;
    ticks.filter_map(move |at| {
        let between = text.get(last.replace(at + 1)?..at)?;
        let is_edge = |edge: char| edge.is_whitespace() || edge == '>';
        between.contains('/').then(|| between.trim_matches(is_edge))
    })
}

/// Where the destination is written that follows on byte `start`, without angle brackets.
pub(super) fn written_destination(text: &str, start: usize, form: Form) -> Option<Range<usize>> {
    let rest = text.get(start..)?;
    // Between the bracket and the destination may be a line end, and then what begins a line of a quote.
    let behind_blanks = rest.trim_start_matches([' ', '\t', '\r', '\n', '>']);
    let start = start + rest.len() - behind_blanks.len();
    let (start, is_pointed) = match behind_blanks.strip_prefix('<') {
        Some(_) => (start + 1, true),
        None => (start, false),
    };
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        let ends = match byte {
            _ if is_escaped => false,
            b'>' => is_pointed,
            b'\n' | b'\r' => true,
            0..=b' ' => !is_pointed,
            b')' if !is_pointed && depth == 0 => form == Form::Inline,
            _ => false,
        };
        if ends {
            return Some(start..at);
        }
        match byte {
            b'(' if !is_escaped => depth += 1,
            b')' if !is_escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    Some(start..text.len())
}

/// The destination that starts at byte `start` or after blanks.
fn glimpse(text: &str, start: usize, form: Form) -> Glimpse<'_> {
    let rest = text.get(start..).unwrap_or_default().trim_start_matches([' ', '\t']);
    let (written, end) = match rest.strip_prefix('<') {
        Some(pointed) => (pointed, pointed.bytes().position(|byte| matches!(byte, b'>' | b'\n' | b'\r'))),
        None => {
            let ends = |byte| byte <= b' ' || (byte == b')' && form == Form::Inline);
            (rest, rest.bytes().position(ends))
        }
    };
    let written = end.and_then(|end| written.get(..end)).unwrap_or(written);
    // More than blanks may come before the destination, escapes and entities are not what they say, brackets nest.
    let is_plain = !rest.starts_with(|first: char| first.is_ascii_control())
        && !written.contains(['\\', '&', '(', ')', '<']);
    if is_plain { Glimpse::Plain(written) } else { Glimpse::Unsure }
}

/// Whether the bracket at byte `at` can close the label of a definition: those stand at the start of a paragraph, and
/// before them on their line only what begins quotes, lists and footnotes.
fn may_be_definition(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let Some(open) = before.rfind('[') else { return false };
    let before = before.get(..open).unwrap_or_default();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    // An escaped bracket in the label hides where it starts.
    line.ends_with('\\')
        || line.bytes().all(|byte| b" \t>-*+.)0123456789".contains(&byte))
        || line.contains("]:")
}
