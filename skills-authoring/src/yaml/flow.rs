//! What the YAML library lets pass in brackets and in unquoted values, and other readers do not. One pass over the nodes.

use core::ops::Range;

use super::node::{Form, Node, Scalar, Style};
use super::{Syntax, Trouble};

/// The first value that not every reader takes.
pub(super) fn fault(text: &str, root: &Node) -> Option<Syntax> {
    let pass = Pass { text };
    pass.block(root, None)
}

struct Pass<'t> {
    text: &'t str,
}

impl Pass<'_> {
    /// Visits what is outside brackets. `column` is that of the key or dash that `node` belongs to.
    fn block(&self, node: &Node, column: Option<usize>) -> Option<Syntax> {
        match node {
            Node::Scalar(scalar) => self.scalar(scalar, Form::Block),
            Node::Sequence(sequence) if sequence.form == Form::Block => {
                let column = self.column(sequence.span.start);
                sequence.items.iter().find_map(|item| self.block(item, Some(column)))
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
            Node::Scalar(scalar) => self.scalar(scalar, Form::Flow),
            Node::Sequence(sequence) => sequence.items.iter().find_map(|item| self.flow(item)),
            Node::Mapping(mapping) => {
                mapping.pairs.iter().find_map(|pair| self.flow(&pair.key).or_else(|| self.flow(&pair.value)))
            }
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

    /// A line of a bracketed value that is not indented deeper than the key it belongs to. The last bracket may be.
    fn outdented(&self, span: Range<usize>, column: Option<usize>) -> Option<Syntax> {
        let column = column?;
        let mut start = span.start;
        for line in self.text.get(span.clone())?.split_inclusive('\n') {
            let content = line.trim_start_matches([' ', '\t']);
            let indentation = line.len() - content.len();
            let at = start + indentation;
            let blank = content.trim_end().is_empty() || content.starts_with('#');
            if start > span.start && indentation <= column && !blank && at + 1 < span.end {
                let end = at + content.trim_end().len();
                return Some(Syntax { span: at..end, trouble: Trouble::Indentation, edit: None });
            }
            start += line.len();
        }
        None
    }

    /// How far from the start of its line byte `at` stands.
    fn column(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        before.len() - before.rfind('\n').map_or(0, |newline| newline + 1)
    }
}
