//! From what the YAML library stumbles over to what the author did, and what to write instead. Reads the line as an
//! author means it, not as YAML does; never decides whether there is a fault.

use core::ops::Range;

use super::quote::quote;
use super::{Syntax, Trouble, strict};

/// Explains `info`, said about byte `at` of `text`, whose YAML is `range`.
pub(super) fn explain(text: &str, range: &Range<usize>, at: usize, info: &str) -> Syntax {
    let lines = Lines { text, range };
    if info.contains("tab")
        && let Some(found) = lines.tab_indent(at)
    {
        return found;
    }
    if info.starts_with("recursion limit") {
        return Syntax { span: letter(text, at), trouble: Trouble::TooDeep, edit: None };
    }
    if info.contains("byte order mark") {
        let rest = text.get(at..range.end).unwrap_or_default();
        let at = at + rest.find('\u{FEFF}').unwrap_or_default();
        return Syntax { span: letter(text, at), trouble: Trouble::Character('\u{FEFF}'), edit: None };
    }
    if info.contains("may not precede any") {
        let span = letter(text, at);
        let edit = Some((span.end..span.end, " ".to_owned()));
        return Syntax { span, trouble: Trouble::NoSpaceAfterColon, edit };
    }
    if info.starts_with("comment intercepting") {
        return lines.cut_by_comment(at);
    }
    if info.contains("indentation in flow") {
        let span = lines.trimmed(&lines.at(at));
        return Syntax { span, trouble: Trouble::Indentation, edit: None };
    }
    if info.contains("flow")
        && let Some(found) = lines.unclosed_bracket(at)
    {
        return found;
    }
    let mut line = lines.at(at);
    // An unfinished key is only noticed at the next thing that is no continuation.
    if info.starts_with("simple key") || lines.slice(&line).trim().is_empty() {
        line = lines.content_before(at);
    }
    lines
        .value_of_two_lines(&line, at, info)
        .or_else(|| lines.line_without_key(&line))
        .or_else(|| lines.value(&line, info))
        .unwrap_or_else(|| {
            let trouble = if info.contains("did not find expected key") || info.contains("indentation") {
                Trouble::Indentation
            } else {
                Trouble::Other(info.to_owned())
            };
            Syntax { span: lines.trimmed(&line), trouble, edit: None }
        })
}

/// The bytes of the character at `at`.
pub(super) fn letter(text: &str, at: usize) -> Range<usize> {
    let len = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    at..at + len
}

struct Lines<'t> {
    text: &'t str,
    range: &'t Range<usize>,
}

/// `key: value` within a line, as byte ranges of the file.
struct Split {
    value: Range<usize>,
    indentation: usize,
}

impl Lines<'_> {
    /// The bytes of the line around `at`, without its end.
    fn at(&self, at: usize) -> Range<usize> {
        let at = at.clamp(self.range.start, self.range.end);
        let before = self.text.get(self.range.start..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(self.range.start, |newline| self.range.start + newline + 1);
        self.from(start)
    }

    fn from(&self, start: usize) -> Range<usize> {
        let rest = self.text.get(start..self.range.end).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        start..start + line.strip_suffix('\r').unwrap_or(line).len()
    }

    fn slice(&self, span: &Range<usize>) -> &str {
        self.text.get(span.clone()).unwrap_or_default()
    }

    fn trimmed(&self, span: &Range<usize>) -> Range<usize> {
        let text = self.slice(span);
        let start = span.start + (text.len() - text.trim_start().len());
        start..start + text.trim().len()
    }

    /// The last line before the one around `at` that is neither blank nor a comment.
    fn content_before(&self, at: usize) -> Range<usize> {
        let mut start = self.at(at).start;
        while start > self.range.start {
            let line = self.at(start - 1);
            let text = self.slice(&line).trim();
            if !text.is_empty() && !text.starts_with('#') {
                return line;
            }
            start = line.start;
        }
        self.at(at)
    }

    /// A comment at `at` in the middle of an unquoted value of several lines.
    fn cut_by_comment(&self, at: usize) -> Syntax {
        let line = self.at(at);
        Syntax { span: at..line.end.max(at), trouble: Trouble::CommentInValue, edit: None }
    }

    /// The nearest value above `at` that starts with a bracket and goes on at the end of its line.
    fn unclosed_bracket(&self, at: usize) -> Option<Syntax> {
        let mut line = self.at(at);
        loop {
            let span = self.split(&line).map_or_else(|| self.trimmed(&line), |split| split.value);
            let value = self.slice(&span);
            if let Some(first @ ('[' | '{')) = value.chars().next()
                && bracket_end(value).is_none()
            {
                return Some(Syntax { span, trouble: Trouble::UnclosedBracket(first), edit: None });
            }
            let above = self.content_before(line.start);
            if above.start >= line.start {
                return None;
            }
            line = above;
        }
    }

    /// The first line from the one around `at` on that a tab indents.
    fn tab_indent(&self, at: usize) -> Option<Syntax> {
        let mut line = self.at(at);
        loop {
            let text = self.slice(&line);
            let indentation = text.len() - text.trim_start_matches([' ', '\t']).len();
            let written = text.get(..indentation).unwrap_or_default();
            if written.contains('\t') && indentation < text.len() {
                let span = line.start..line.start + indentation;
                let edit = Some((span.clone(), written.replace('\t', "  ")));
                return Some(Syntax { span, trouble: Trouble::TabIndent, edit });
            }
            let next = self.text.get(line.end..self.range.end)?.find('\n')?;
            line = self.from(line.end + next + 1);
        }
    }

    /// Where the value of a line is, if the line has a key.
    fn split(&self, line: &Range<usize>) -> Option<Split> {
        let text = self.slice(line);
        let mut from = text.len() - text.trim_start().len();
        let indentation = from;
        while text.get(from..).is_some_and(|rest| rest.starts_with("- ")) {
            from += 2;
        }
        let rest = text.get(from..)?;
        // A colon inside a quoted key is no separator.
        let key = if rest.starts_with(['"', '\'']) { strict::quoted_end(rest, 0)? } else { 0 };
        let colon = key + separator(rest.get(key..)?)?;
        let value = line.start + from + colon + 1..line.end;
        Some(Split { value: self.trimmed(&value), indentation })
    }

    /// A colon in the second line of a value, or behind a line that has none.
    fn value_of_two_lines(&self, line: &Range<usize>, at: usize, info: &str) -> Option<Syntax> {
        let first_colon = line.start + separator(self.slice(line))?;
        if !info.starts_with("mapping values") || first_colon != at {
            return None;
        }
        let before = self.content_before(line.start);
        if before.start >= line.start {
            return None;
        }
        let Some(split) = self.split(&before) else {
            return self.line_without_key(&before);
        };
        let text = self.slice(line);
        if split.value.is_empty() || text.len() - text.trim_start().len() <= split.indentation {
            return None;
        }
        let span = split.value.start..line.end;
        let folded: Vec<&str> = self.slice(&span).split_whitespace().collect();
        let edit = Some((span.clone(), quote(&folded.join(" "))));
        Some(Syntax { span, trouble: Trouble::ColonInValue, edit })
    }

    /// A line that should be `key: value` and has no colon, or no blank behind it.
    fn line_without_key(&self, line: &Range<usize>) -> Option<Syntax> {
        let span = self.trimmed(line);
        let text = self.slice(&span);
        if self.split(line).is_some() || text.is_empty() {
            return None;
        }
        if text.len() > 3 && text.bytes().all(|byte| byte == b'-') {
            return Some(Syntax {
                span: span.clone(),
                trouble: Trouble::Dashes,
                edit: Some((span, "---".to_owned())),
            });
        }
        let first = text.chars().next()?;
        if "%@`,]}|>&*!\"'[{#-?".contains(first) {
            return None;
        }
        let key =
            text.find(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '-' | '_')).unwrap_or(0);
        if key > 0 && text.as_bytes().get(key) == Some(&b':') {
            let at = span.start + key + 1;
            let edit = Some((at..at, " ".to_owned()));
            return Some(Syntax { span: at - 1..at, trouble: Trouble::NoSpaceAfterColon, edit });
        }
        Some(Syntax { span, trouble: Trouble::NoColon, edit: None })
    }

    /// A value that YAML does not take as the author meant it.
    fn value(&self, line: &Range<usize>, info: &str) -> Option<Syntax> {
        let span = self.split(line).map_or_else(|| self.trimmed(line), |split| split.value);
        let value = self.slice(&span);
        let quoted = |text: &str| Some((span.clone(), quote(text)));
        let first = value.chars().next()?;
        let (trouble, edit) = match first {
            '"' | '\'' => match strict::quoted_end(value, 0) {
                _ if info.contains("escape") || info.contains("hexadecimal") => {
                    let inner = value.get(1..value.len().max(2) - 1).unwrap_or_default();
                    (Trouble::Escape, (!inner.contains('\'')).then(|| (span.clone(), format!("'{inner}'"))))
                }
                None => (Trouble::UnclosedQuote(first), None),
                Some(end) if end < value.len() => {
                    let inner = value.strip_prefix(first).and_then(|rest| rest.strip_suffix(first));
                    // `'it's'` is one text in quotes; `"a" or "b"` is not.
                    let quotes = value.matches(first).count();
                    (Trouble::AfterQuote, quoted(inner.filter(|_| quotes == 3).unwrap_or(value)))
                }
                Some(_) => return None,
            },
            '[' | '{' => match bracket_end(value) {
                None => (Trouble::UnclosedBracket(first), None),
                Some(end) => match value.get(end..).unwrap_or_default().trim_start().chars().next()? {
                    '[' | '{' => (Trouble::TwoBrackets, quoted(value)),
                    '#' => return None,
                    _ => (Trouble::AfterBracket, quoted(value)),
                },
            },
            '@' | '`' | '%' | '*' | '&' | '!' | ',' | ']' | '}' => (Trouble::Indicator(first), quoted(value)),
            '|' | '>' if value.chars().nth(1).is_some_and(|next| !"+-0123456789".contains(next)) => {
                (Trouble::Indicator(first), quoted(value))
            }
            '-' | '?' if value.chars().nth(1).is_none_or(char::is_whitespace) => {
                (Trouble::Indicator(first), quoted(value))
            }
            '|' | '>' => return None,
            _ if separator(value).is_some() => (Trouble::ColonInValue, quoted(value)),
            _ => return None,
        };
        Some(Syntax { span: span.clone(), trouble, edit })
    }
}

/// The colon that separates a key from a value, or would.
fn separator(text: &str) -> Option<usize> {
    text.match_indices(':')
        .map(|(at, _)| at)
        .find(|at| text.as_bytes().get(at + 1).is_none_or(|next| next.is_ascii_whitespace()))
}

/// The byte after the bracket that closes the first one, quotes disregarded.
fn bracket_end(value: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth == 1 => return Some(at + 1),
            b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}
