//! What the YAML library lets pass and other readers do not: characters, tabs as indentation. Also where the
//! other tabs are, since nobody else tells.

use core::ops::Range;

use super::node::{Node, Pair, Style};
use super::{Syntax, Trouble};

/// The first character that YAML forbids, or that only some readers take for the end of a line.
pub(super) fn characters(yaml: &str, start: usize) -> Option<Syntax> {
    let mut letters = yaml.char_indices().peekable();
    let mut line_start = true;
    while let Some((at, letter)) = letters.next() {
        let starts_line = line_start;
        line_start = letter == '\n';
        let trouble = match letter {
            ' '..='~' | '\n' | '\t' => continue,
            '\r' if letters.peek().is_some_and(|(_, next)| *next == '\n') => continue,
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Trouble::LineBreak(letter),
            '\u{FFFE}' | '\u{FFFF}' => Trouble::Character(letter),
            // Elsewhere the library sees to it; here it skips one.
            '\u{FEFF}' if starts_line => Trouble::Character(letter),
            _ if letter.is_control() => Trouble::Character(letter),
            _ => continue,
        };
        let span = start + at..start + at + letter.len_utf8();
        return Some(Syntax { span, trouble, edit: None });
    }
    None
}

/// What lies between the scalars.
pub(super) struct Layout {
    pub(super) fault: Option<Syntax>,
    pub(super) tabs: Vec<Range<usize>>,
}

pub(super) fn layout(text: &str, range: &Range<usize>, root: Option<&Node>) -> Layout {
    let mut layout = Layout { fault: None, tabs: Vec::new() };
    let yaml = text.get(range.clone()).unwrap_or_default();
    if !yaml.contains('\t') {
        return layout;
    }
    let mut content = Vec::new();
    if let Some(root) = root {
        collect_content(text, root, &mut content);
    }
    let mut start = range.start;
    for line in yaml.split_inclusive('\n') {
        if line.contains('\t') {
            layout.line(line.trim_end_matches(['\r', '\n']), start, &content);
        }
        start += line.len();
    }
    layout
}

impl Layout {
    fn line(&mut self, line: &str, start: usize, content: &[Content]) {
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        let mut separated = true;
        let mut behind_colon = false;
        let mut at = 0;
        while let Some(byte) = line.as_bytes().get(at) {
            let inside = content.get(content.partition_point(|content| content.span.end <= start + at));
            let inside = inside.filter(|content| content.span.start <= start + at);
            if let Some(content) = inside.filter(|content| content.verbatim) {
                at = content.span.end - start;
                separated = false;
                behind_colon = false;
                continue;
            }
            let is_blank = matches!(byte, b' ' | b'\t');
            match byte {
                b'#' if separated && inside.is_none() => {
                    return;
                }
                b'\t' if at < indentation => self.before_text(line, start, indentation),
                b'\t' if line.trim_end().len() <= at => self.useless(line, start),
                b'\t' if inside.is_some() => {}
                b'\t' if behind_colon => self.behind_colon(line, start, at),
                b'\t' => self.between(line, start, at),
                _ => {}
            }
            behind_colon = *byte == b':' && inside.is_none() || behind_colon && is_blank;
            separated = is_blank;
            at += 1;
        }
    }

    /// Notes a tab that only PyYAML refuses; one with nothing but blanks between it and the one before goes with that one.
    fn behind_colon(&mut self, line: &str, start: usize, at: usize) {
        let end = start + at + 1;
        match self.tabs.last_mut() {
            Some(last)
                if last.end >= start
                    && line.get(last.end - start..at).is_some_and(|between| between.trim().is_empty()) =>
            {
                last.end = end;
            }
            _ => self.tabs.push(end - 1..end),
        }
    }

    fn before_text(&mut self, line: &str, start: usize, indentation: usize) {
        if indentation == line.len() {
            return self.useless(line, start);
        }
        let written = line.get(..indentation).unwrap_or_default();
        let span = start..start + indentation;
        self.refuse(span.clone(), Trouble::TabIndent, span, &written.replace('\t', "  "));
    }

    /// A tab at the end of a line, or alone on one.
    fn useless(&mut self, line: &str, start: usize) {
        let blanks = start + line.trim_end().len()..start + line.len();
        self.refuse(blanks.clone(), Trouble::Tab, blanks, "");
    }

    fn between(&mut self, line: &str, start: usize, at: usize) {
        let is_blank = |letter: char| matches!(letter, ' ' | '\t');
        let (before, behind) = line.split_at(at);
        let blanks = start + before.trim_end_matches(is_blank).len()
            ..start + line.len() - behind.trim_start_matches(is_blank).len();
        self.refuse(start + at..start + at + 1, Trouble::Tab, blanks, " ");
    }

    fn refuse(&mut self, span: Range<usize>, trouble: Trouble, written: Range<usize>, replacement: &str) {
        let edit = Some((written, replacement.to_owned()));
        self.fault.get_or_insert(Syntax { span, trouble, edit });
    }
}

/// A scalar, where a `#` or a tab may be content.
struct Content {
    span: Range<usize>,
    /// Quoted or a block: a tab is content too.
    verbatim: bool,
}

fn collect_content(text: &str, node: &Node, content: &mut Vec<Content>) {
    match node {
        Node::Scalar(scalar) => {
            let span = match &scalar.style {
                Style::Block { header, .. } => block_content(text, header.end..scalar.span.end),
                _ => scalar.span.clone(),
            };
            if !span.is_empty() {
                content.push(Content { span, verbatim: scalar.style != Style::Plain });
            }
        }
        Node::Sequence(sequence) => {
            sequence.items.iter().for_each(|item| collect_content(text, item, content))
        }
        Node::Mapping(mapping) => {
            for Pair { key, value } in &mapping.pairs {
                collect_content(text, key, content);
                collect_content(text, value, content);
            }
        }
        Node::Opaque(span) => {
            if !span.is_empty() {
                content.push(Content { span: span.clone(), verbatim: true });
            }
        }
    }
}

/// The lines of a block, without the rest of the header's and with the blanks that follow and are content too.
fn block_content(text: &str, behind_header: Range<usize>) -> Range<usize> {
    let rest = text.get(behind_header.clone()).unwrap_or_default();
    let start = behind_header.start + rest.find('\n').unwrap_or(rest.len());
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let lines = rest.lines().skip(1).filter(|line| !line.trim().is_empty());
    let Some(indentation) = lines.map(spaces).min() else { return start..behind_header.end };
    let mut end = behind_header.end;
    for (number, line) in text.get(end..).unwrap_or_default().split_inclusive('\n').enumerate() {
        if number > 0 && (spaces(line) < indentation || !line.trim().is_empty()) {
            break;
        }
        end += line.len();
    }
    start..end
}

/// The byte after the quote that closes the one at `start`.
pub(super) fn quoted_end(text: &str, start: usize) -> Option<usize> {
    let rest = text.get(start..)?.as_bytes();
    let quote = *rest.first()?;
    let mut at = 1;
    loop {
        match *rest.get(at)? {
            b'\\' if quote == b'"' => at += 1,
            byte if byte == quote && quote == b'\'' && rest.get(at + 1) == Some(&quote) => at += 1,
            byte if byte == quote => return Some(start + at + 1),
            _ => {}
        }
        at += 1;
    }
}
