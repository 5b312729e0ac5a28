//! From the events of the YAML library to nodes whose spans are what the author wrote. An alias is never followed.

use core::ops::Range;

use saphyr_parser::{Event, ScalarStyle, Span, Tag};

use super::node::{Chomp, Form, Mapping, Node, Pair, Scalar, Sequence, Style};
use super::places::Places;
use super::{DEEPEST, Feature, FeatureKind, Parsed};

/// Takes one event after the other.
pub(super) struct Reader<'t> {
    text: &'t str,
    places: &'t Places,
    open: Vec<Open>,
    root: Option<Node>,
    features: Vec<Feature>,
    explicit_keys: Vec<Range<usize>>,
    /// The end of what was taken last.
    last: usize,
}

/// A collection whose end is still to come.
struct Open {
    start: usize,
    form: Form,
    kind: Kind,
}

enum Kind {
    Mapping { pairs: Vec<Pair>, key: Option<Node> },
    Sequence { items: Vec<Node> },
}

/// The document is nested too deep at this byte.
pub(super) struct TooDeep {
    pub(super) at: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, places: &'t Places) -> Self {
        Self {
            text,
            places,
            open: Vec::new(),
            root: None,
            features: Vec::new(),
            explicit_keys: Vec::new(),
            last: places.start(),
        }
    }

    pub(super) fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), TooDeep> {
        let bytes = self.places.byte(&span.start)..self.places.byte(&span.end);
        match event {
            Event::Alias(_) => self.alias(bytes),
            Event::Scalar(text, style, anchor, tag) => {
                let tagged = tag.is_some();
                let start = self.start(&bytes, anchor, tag.as_deref());
                let scalar = self.scalar(text.into_owned(), style, start..bytes.end);
                self.place(if tagged { Node::Opaque(scalar.span) } else { Node::Scalar(scalar) });
            }
            Event::SequenceStart(anchor, tag) => {
                let start = self.start(&bytes, anchor, tag.as_deref());
                let form = self.form(start..bytes.end);
                let start = self.dash_before(start).unwrap_or(start);
                self.open(Open { start, form, kind: Kind::Sequence { items: Vec::new() } })?;
            }
            Event::MappingStart(anchor, tag) => {
                let start = self.start(&bytes, anchor, tag.as_deref());
                let form = self.form(start..bytes.end);
                self.open(Open { start, form, kind: Kind::Mapping { pairs: Vec::new(), key: None } })?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(bytes.start),
            _ => {}
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Parsed {
        Parsed { root: self.root, features: self.features, explicit_keys: self.explicit_keys }
    }

    fn open(&mut self, open: Open) -> Result<(), TooDeep> {
        if self.open.len() >= DEEPEST {
            return Err(TooDeep { at: open.start });
        }
        self.last = self.last.max(open.start);
        self.open.push(open);
        Ok(())
    }

    /// How a collection is written whose first token, other than its properties, is `token`: a bracket has a length,
    /// the start of a block has none.
    fn form(&self, token: Range<usize>) -> Form {
        let within = self.open.last().is_some_and(|open| open.form == Form::Flow);
        if within || !token.is_empty() { Form::Flow } else { Form::Block }
    }

    /// Ends the innermost collection; `at` is its bracket when it has one.
    fn close(&mut self, at: usize) {
        let Some(open) = self.open.pop() else { return };
        let Open { start, form, .. } = open;
        let bytes = self.text.as_bytes();
        let brackets = match open.kind {
            Kind::Mapping { .. } => (Some(&b'{'), Some(&b'}')),
            Kind::Sequence { .. } => (Some(&b'['), Some(&b']')),
        };
        // A pair without braces in a list is a mapping too, and has no bracket of its own.
        let closed = form == Form::Flow && at > start && (bytes.get(start), bytes.get(at)) == brackets;
        let end = if closed { at + 1 } else { self.last.max(start) };
        self.place(match open.kind {
            Kind::Mapping { pairs, .. } => Node::Mapping(Mapping { form, pairs, span: start..end }),
            Kind::Sequence { items } => Node::Sequence(Sequence { form, items, span: start..end }),
        });
    }

    /// Puts a finished node where it belongs.
    fn place(&mut self, node: Node) {
        let before = self.last..node.span().start;
        self.last = self.last.max(node.span().end);
        match self.open.last_mut().map(|open| &mut open.kind) {
            None => self.root = Some(node),
            Some(Kind::Sequence { items }) => items.push(node),
            Some(Kind::Mapping { pairs, key }) => match key.take() {
                Some(key) => pairs.push(Pair { key, value: node }),
                None => {
                    self.explicit_keys.extend(question_mark(self.text, before));
                    *key = Some(if is_merge_key(&node) {
                        self.features.push(Feature { kind: FeatureKind::MergeKey, span: node.span() });
                        Node::Opaque(node.span())
                    } else {
                        node
                    });
                }
            },
        }
    }

    /// The alias of a merge key goes with the key: it is one fault.
    fn alias(&mut self, span: Range<usize>) {
        let merges = match (self.open.last().map(|open| &open.kind), self.features.last()) {
            (Some(Kind::Mapping { key: Some(key), .. }), Some(last)) => {
                last.kind == FeatureKind::MergeKey && last.span == key.span()
            }
            _ => false,
        };
        if !merges {
            self.features.push(Feature { kind: FeatureKind::Alias, span: span.clone() });
        }
        self.place(Node::Opaque(span));
    }

    /// Where a node starts behind its anchor and tag.
    fn start(&mut self, bytes: &Range<usize>, anchor: usize, tag: Option<&Tag>) -> usize {
        if anchor == 0 && tag.is_none() { bytes.start } else { self.properties(bytes) }
    }

    /// Notes the anchor and the tag at the start of `bytes`, and returns where what they belong to starts.
    fn properties(&mut self, bytes: &Range<usize>) -> usize {
        let mut at = bytes.start;
        while let Some(rest) = self.text.get(at..bytes.end) {
            let kind = match rest.bytes().next() {
                Some(b'&') => FeatureKind::Anchor,
                Some(b'!') => FeatureKind::Tag,
                Some(b'#') => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                Some(b' ' | b'\t' | b'\r' | b'\n') => {
                    at += 1;
                    continue;
                }
                _ => break,
            };
            // A flow indicator ends either, but may stand in a tag of the form `!<…>`.
            let verbatim = rest.starts_with("!<");
            let ends = |letter: char| {
                letter.is_ascii_whitespace() || (!verbatim && matches!(letter, ',' | '[' | ']' | '{' | '}'))
            };
            let end = at + rest.find(ends).unwrap_or(rest.len());
            self.features.push(Feature { kind, span: at..end });
            self.last = self.last.max(end);
            at = end;
        }
        at
    }

    fn scalar(&mut self, text: String, style: ScalarStyle, bytes: Range<usize>) -> Scalar {
        let (style, span) = match style {
            // Nothing was written; the library points anywhere.
            ScalarStyle::Plain if text.is_empty() => {
                let at = self.after_colon();
                (Style::Plain, at..at)
            }
            ScalarStyle::Plain => (Style::Plain, bytes),
            ScalarStyle::SingleQuoted => (Style::SingleQuoted, self.quoted(bytes)),
            ScalarStyle::DoubleQuoted => (Style::DoubleQuoted, self.quoted(bytes)),
            ScalarStyle::Literal | ScalarStyle::Folded => self.block(bytes),
        };
        Scalar { text, style, span }
    }

    /// Where a value would stand that is not there.
    fn after_colon(&self) -> usize {
        let rest = self.text.get(self.last..).unwrap_or_default();
        let blanks = rest.len() - rest.trim_start().len();
        let colon = rest.get(blanks..).is_some_and(|rest| rest.starts_with(':'));
        let is_value =
            matches!(self.open.last().map(|open| &open.kind), Some(Kind::Mapping { key: Some(_), .. }));
        self.last + if is_value && colon { blanks + 1 } else { 0 }
    }

    /// The library counts blanks and a comment after the closing quote in.
    fn quoted(&self, bytes: Range<usize>) -> Range<usize> {
        let end = super::strict::quoted_end(self.text, bytes.start).unwrap_or(bytes.end);
        bytes.start..end.max(bytes.start)
    }

    /// The library starts at the content; the header stands between that and the last thing taken.
    fn block(&self, bytes: Range<usize>) -> (Style, Range<usize>) {
        let mut at = self.last;
        let mut header = bytes.start..bytes.start;
        while let Some(rest) = self.text.get(at..bytes.end) {
            match rest.bytes().next() {
                Some(b'|' | b'>') => {
                    let indicators = rest
                        .bytes()
                        .skip(1)
                        .take_while(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9'))
                        .count();
                    header = at..at + 1 + indicators;
                    break;
                }
                Some(b'#') => at += rest.find('\n').unwrap_or(rest.len()),
                Some(byte) if byte.is_ascii() => at += 1,
                _ => break,
            }
        }
        let indicators = self.text.get(header.clone()).unwrap_or_default();
        let chomp = if indicators.contains('+') {
            Chomp::Keep
        } else if indicators.contains('-') {
            Chomp::Strip
        } else {
            Chomp::Clip
        };
        let content = self.text.get(header.end..bytes.end).unwrap_or_default();
        let end = header.end + content.trim_end().len();
        let span = header.start..end;
        (Style::Block { header, chomp }, span)
    }

    /// The first dash of a list, which the library skips when the list is not indented.
    fn dash_before(&self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        if matches!(bytes.get(start), Some(b'[' | b'-')) {
            return None;
        }
        let before = self.text.get(..start)?.trim_end_matches([' ', '\t']);
        before.ends_with('-').then(|| before.len() - 1)
    }
}

fn is_merge_key(node: &Node) -> bool {
    matches!(node, Node::Scalar(Scalar { text, style: Style::Plain, .. }) if text == "<<")
}

/// The `?` between one thing and the next: nothing else but blanks, brackets, dashes and comments can stand there.
fn question_mark(text: &str, between: Range<usize>) -> Option<Range<usize>> {
    let gap = text.get(between.clone())?;
    let mut start = between.start;
    for line in gap.split_inclusive('\n') {
        let comment = line.find(" #").or_else(|| line.starts_with('#').then_some(0)).unwrap_or(line.len());
        if let Some(at) = line.get(..comment)?.find('?') {
            return Some(start + at..start + at + 1);
        }
        start += line.len();
    }
    None
}
