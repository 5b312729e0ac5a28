//! What the YAML library lets pass, node by node, and other readers refuse or read otherwise. One pass over the nodes;
//! what lies between them is looked at elsewhere.

use core::ops::Range;

use super::node::{Form, Node, Scalar, Style};
use super::{Syntax, Trouble};

/// The first value that not every reader takes.
pub(super) fn fault(text: &str, root: &Node) -> Option<Syntax> {
    let pass = Pass { text };
    pass.block(root, None)
}

/// Carries the text along.
struct Pass<'t> {
    text: &'t str,
}

impl Pass<'_> {
    /// Visits what is outside brackets. `column` is that of the key or dash that `node` belongs to.
    fn block(&self, node: &Node, column: Option<usize>) -> Option<Syntax> {
        match node {
            Node::Scalar(scalar) => self
                .scalar(scalar, Form::Block)
                .or_else(|| self.escaped_line_end(scalar))
                .or_else(|| self.tab_at_line_end(scalar))
                .or_else(|| self.tab_in_block(scalar, column)),
            Node::Sequence(sequence) if sequence.form == Form::Block => {
                let column = self.column(sequence.span.start);
                sequence
                    .items
                    .iter()
                    .find_map(|item| self.empty_end(item).or_else(|| self.block(item, Some(column))))
            }
            Node::Mapping(mapping) if mapping.form == Form::Block => mapping.pairs.iter().find_map(|pair| {
                let column = self.column(pair.key.span().start);
                self.block(&pair.key, None).or_else(|| self.block(&pair.value, Some(column)))
            }),
            Node::Sequence(_) | Node::Mapping(_) => {
                self.outdented(node.span(), column).or_else(|| self.flow(node))
            }
            Node::Opaque(_) => None,
        }
    }

    /// Visits what is inside brackets.
    fn flow(&self, node: &Node) -> Option<Syntax> {
        match node {
            Node::Scalar(scalar) => self
                .scalar(scalar, Form::Flow)
                .or_else(|| self.escaped_line_end(scalar))
                .or_else(|| self.tab_at_line_end(scalar))
                .or_else(|| self.tab_in_quotes(scalar)),
            Node::Sequence(sequence) => sequence.items.iter().find_map(|item| self.flow(item)),
            Node::Mapping(mapping) => mapping.pairs.iter().find_map(|pair| {
                self.key(&pair.key).or_else(|| self.flow(&pair.key)).or_else(|| self.flow(&pair.value))
            }),
            Node::Opaque(_) => None,
        }
    }

    /// An unquoted value whose first character means something else.
    fn scalar(&self, scalar: &Scalar, form: Form) -> Option<Syntax> {
        if scalar.style != Style::Plain {
            return None;
        }
        let mut letters = scalar.text.chars();
        let first = letters.next()?;
        let wrong = match first {
            ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '%' | '@' | '`' => true,
            '?' | ':' => form == Form::Flow,
            '-' => form == Form::Flow && letters.next().is_none(),
            _ => false,
        };
        let edit = Some((scalar.span.clone(), super::quote(self.text.get(scalar.span.clone())?)));
        wrong.then(|| Syntax { span: scalar.span.clone(), trouble: Trouble::Indicator(first), edit })
    }

    /// A key of several lines, or with a `#` right behind its colon, or, when it is not quoted, with a bracket there.
    fn key(&self, key: &Node) -> Option<Syntax> {
        let span = key.span();
        let behind = self.text.get(span.end..)?;
        let is_plain = matches!(key, Node::Scalar(scalar) if scalar.style == Style::Plain);
        let clings =
            |next: char| next == '#' || (is_plain && matches!(next, ',' | '?' | '[' | ']' | '{' | '}'));
        let next = behind.trim_start();
        let blanks = behind.len() - next.len();
        let colon = span.end + blanks;
        if next.strip_prefix(':').is_some_and(|rest| rest.starts_with(clings)) {
            let edit = Some((colon + 1..colon + 1, " ".to_owned()));
            return Some(Syntax { span: colon..colon + 1, trouble: Trouble::NoSpaceAfterColon, edit });
        }
        let colon_below = behind.get(..blanks)?.contains('\n') && next.starts_with(':');
        let lines = self.text.get(span.clone())?.contains('\n') || colon_below;
        lines.then_some(Syntax { span, trouble: Trouble::KeyOfLines, edit: None })
    }

    /// A backslash at the end of a line, and a blank line after it, in double quotes.
    fn escaped_line_end(&self, scalar: &Scalar) -> Option<Syntax> {
        if scalar.style != Style::DoubleQuoted {
            return None;
        }
        let mut start = scalar.span.start;
        let mut escaped = None;
        for line in self.text.get(scalar.span.clone())?.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            if let Some(at) = escaped
                && content.trim_matches([' ', '\t']).is_empty()
            {
                return Some(Syntax { span: at..at + 1, trouble: Trouble::EscapedLineEnd, edit: None });
            }
            let backslashes = content.len() - content.trim_end_matches('\\').len();
            escaped = (backslashes % 2 == 1).then(|| start + content.len() - 1);
            start += line.len();
        }
        None
    }

    /// A tab in the indentation of a further line of a quoted value.
    fn tab_in_quotes(&self, scalar: &Scalar) -> Option<Syntax> {
        let mut start = scalar.span.start;
        for line in self.text.get(scalar.span.clone())?.split_inclusive('\n') {
            let blanks = line.get(..line.len() - line.trim_start_matches([' ', '\t']).len())?;
            if start > scalar.span.start && blanks.contains('\t') && !line.trim().is_empty() {
                let span = start..start + blanks.len();
                let edit = Some((span.clone(), blanks.replace('\t', "  ")));
                return Some(Syntax { span, trouble: Trouble::TabIndent, edit });
            }
            start += line.len();
        }
        None
    }

    /// A tab at the end of a line, but not of the last, in quotes: folding drops it, except for js-yaml before 4.2.
    fn tab_at_line_end(&self, scalar: &Scalar) -> Option<Syntax> {
        if !matches!(scalar.style, Style::SingleQuoted | Style::DoubleQuoted) {
            return None;
        }
        let mut start = scalar.span.start;
        for line in self.text.get(scalar.span.clone())?.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            let blanks = content.get(content.trim_end_matches([' ', '\t']).len()..)?;
            let is_folded = content.len() < line.len() && blanks.len() < content.len();
            if is_folded && blanks.contains('\t') {
                let span = start + content.len() - blanks.len()..start + content.len();
                let edit = Some((span.clone(), String::new()));
                return Some(Syntax { span, trouble: Trouble::Tab, edit });
            }
            start += line.len();
        }
        None
    }

    /// A tab where the indentation of a block is counted: before its first letter, or before its column.
    fn tab_in_block(&self, scalar: &Scalar, column: Option<usize>) -> Option<Syntax> {
        let Style::Block { header, .. } = &scalar.style else { return None };
        let digit = self.text.get(header.clone())?.chars().find_map(|letter| letter.to_digit(10));
        let mut indentation =
            digit.and_then(|digit| Some(column.unwrap_or_default() + usize::try_from(digit).ok()?));
        let mut lines = self.text.get(header.end..scalar.span.end)?.split_inclusive('\n');
        let mut start = header.end + lines.next()?.len();
        for line in lines {
            let blanks = line.len() - line.trim_start_matches(' ').len();
            let at = start + blanks;
            if line.get(blanks..)?.starts_with('\t') && indentation.is_none_or(|column| blanks < column) {
                return Some(Syntax { span: at..at + 1, trouble: Trouble::TabIndent, edit: None });
            }
            if !line.trim().is_empty() {
                indentation.get_or_insert(blanks);
            }
            start += line.len();
        }
        None
    }

    /// A line of a bracketed value that is not indented deeper than the key it belongs to. The last bracket may be.
    fn outdented(&self, span: Range<usize>, column: Option<usize>) -> Option<Syntax> {
        let column = column?;
        let mut start = span.start;
        let has_pairs = self.text.get(span.clone())?.contains(':');
        let mut apart = true;
        for line in self.text.get(span.clone())?.split_inclusive('\n') {
            let content = line.trim_start_matches([' ', '\t']);
            let indentation = line.len() - content.len();
            let at = start + indentation;
            let is_comment = content.starts_with('#');
            let is_text = !content.trim_end().is_empty() && !is_comment;
            // `yaml` 2 takes a `#` at the start of a line for a part of the pair above.
            let clings = is_comment && indentation == 0 && !apart && has_pairs;
            if start > span.start && at + 1 < span.end && (clings || is_text && indentation <= column) {
                let end = at + content.trim_end().len();
                return Some(Syntax { span: at..end, trouble: Trouble::Indentation, edit: None });
            }
            if !is_comment {
                apart = !is_text || content.trim_end().ends_with([',', '[', '{']);
            }
            start += line.len();
        }
        None
    }

    /// The empty item that a list within a list ends with.
    fn empty_end(&self, item: &Node) -> Option<Syntax> {
        let Node::Sequence(inner) = item else { return None };
        let last = inner.items.last().filter(|last| inner.form == Form::Block && last.span().is_empty())?;
        let start = inner.span.start;
        let dash = self.text.get(start..)?.starts_with('-').then_some(start + 1);
        let span = start..dash.unwrap_or(start).max(last.span().end);
        Some(Syntax { span, trouble: Trouble::EmptyItem, edit: None })
    }

    /// How far from the start of its line byte `at` stands.
    fn column(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        before.len() - before.rfind('\n').map_or(0, |newline| newline + 1)
    }
}
