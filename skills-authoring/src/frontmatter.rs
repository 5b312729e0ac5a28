//! What a `SKILL.md` begins with (AS-2): its fences and what stands between them. Reading never fails; whatever is wrong
//! is kept as data, for the rules to put into words.

mod fence;
mod json;

use core::ops::Range;

use crate::yaml::{Feature, Mapping, Node, Pair, Scalar, Syntax, Yaml, read};

pub(crate) use fence::{Closing, Opening};

use fence::Fences;

/// The frontmatter of one `SKILL.md`. Spans are bytes of the file.
#[derive(Clone, Debug)]
pub(crate) struct Frontmatter {
    /// The file up to the line after the closing fence; empty when no frontmatter was found.
    text: String,
    fences: Fences,
    content: Result<Content, Fault>,
}

/// What makes a frontmatter unreadable as a whole: one fault, and nothing further is asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Encoding(Encoding),
    /// Another document starts here, or this one ends with `...`.
    Document(Range<usize>),
    /// Line 1 is no fence.
    Missing(Opening),
    /// YAML, but no mapping.
    NotMapping(NotMapping),
    Syntax(Syntax),
    /// No later line is a fence.
    Unclosed(Closing),
}

/// Why the bytes are not the text that the format wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    ByteOrderMark,
    Nul { at: usize },
    NotUtf8 { span: Range<usize> },
    Utf16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotMapping {
    pub(crate) span: Range<usize>,
    /// What it is instead; nothing at all when absent.
    pub(crate) kind: Option<&'static str>,
}

#[derive(Clone, Debug)]
struct Content {
    root: Node,
    yaml: Yaml,
}

impl Frontmatter {
    /// Reads what `bytes`, a whole `SKILL.md`, begin with.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let unread = |fault| Self { text: String::new(), fences: Fences::default(), content: Err(fault) };
        let text = match decode(bytes) {
            Ok(text) => text,
            Err(fault) => return unread(Fault::Encoding(fault)),
        };
        let fences = match fence::find(text) {
            Ok(fences) => fences,
            Err(fault) => return unread(fault),
        };
        let head = text.get(..fences.body).unwrap_or_default();
        Self { text: head.to_owned(), content: content(head, &fences), fences }
    }

    /// The fault that ends it, if there is one.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.content.as_ref().err()
    }

    /// Its top-level keys and values, unless there is a fault.
    pub(crate) fn mapping(&self) -> Option<&Mapping> {
        match self.root() {
            Some(Node::Mapping(mapping)) => Some(mapping),
            _ => None,
        }
    }

    /// [`Self::mapping`] as a node, for a walk.
    pub(crate) fn root(&self) -> Option<&Node> {
        self.content.as_ref().ok().map(|content| &content.root)
    }

    /// The value of the top-level key `name`, when it is a string.
    pub(crate) fn name(&self) -> Option<&Scalar> {
        self.string("name")
    }

    /// The value of the top-level key `description`, when it is a string.
    pub(crate) fn description(&self) -> Option<&Scalar> {
        self.string("description")
    }

    /// The byte at which the Markdown starts; 0 when no frontmatter was found.
    pub(crate) fn body_start(&self) -> usize {
        self.fences.body
    }

    /// The mapping as JSON text: keys in the author's order, every value verbatim (SEP-4). Meaningful behind the gate.
    pub(crate) fn json(&self) -> String {
        self.root().map_or_else(|| "{}".to_owned(), json::write)
    }

    /// The uses of what YAML readers do not agree on.
    pub(crate) fn features(&self) -> &[Feature] {
        self.content.as_ref().map_or(&[], |content| &content.yaml.features)
    }

    /// The tabs that separate one thing from the next.
    pub(crate) fn tabs(&self) -> &[Range<usize>] {
        self.content.as_ref().map_or(&[], |content| &content.yaml.tabs)
    }

    /// The `?` of each explicit key.
    pub(crate) fn explicit_keys(&self) -> &[Range<usize>] {
        self.content.as_ref().map_or(&[], |content| &content.yaml.explicit_keys)
    }

    /// The opening fence, without its line end.
    pub(crate) fn opening(&self) -> Range<usize> {
        self.fences.opening.clone()
    }

    /// Blanks between the closing fence and its line end.
    pub(crate) fn blanks_after_closing(&self) -> Range<usize> {
        self.fences.blanks.clone()
    }

    /// The line end that the author uses.
    pub(crate) fn line_end(&self) -> &'static str {
        if self.slice(self.fences.opening.end..self.fences.between.start) == "\r\n" { "\r\n" } else { "\n" }
    }

    /// The bytes of `span`, which lies before the body.
    pub(crate) fn slice(&self, span: Range<usize>) -> &str {
        self.text.get(span).unwrap_or_default()
    }

    /// The lines between the fences.
    pub(crate) fn between(&self) -> Range<usize> {
        self.fences.between.clone()
    }

    /// The top-level key `name` and its value.
    pub(crate) fn field(&self, name: &str) -> Option<&Pair> {
        self.mapping()?.get(name)
    }

    fn string(&self, name: &str) -> Option<&Scalar> {
        self.field(name)?.value.as_string()
    }
}

fn decode(bytes: &[u8]) -> Result<&str, Encoding> {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(Encoding::Utf16);
    }
    // Without a byte order mark, the first hyphen betrays it.
    if bytes.starts_with(b"-\0") || bytes.starts_with(b"\0-") {
        return Err(Encoding::Utf16);
    }
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        Encoding::NotUtf8 { span: start..start + error.error_len().unwrap_or(bytes.len() - start) }
    })?;
    if text.starts_with('\u{FEFF}') {
        return Err(Encoding::ByteOrderMark);
    }
    text.find('\0').map_or(Ok(text), |at| Err(Encoding::Nul { at }))
}

fn content(text: &str, fences: &Fences) -> Result<Content, Fault> {
    let between = fences.between.clone();
    if let Some(marker) = fence::document_marker(text, between.clone()) {
        return Err(Fault::Document(marker));
    }
    let mut yaml = read(text, between.clone()).map_err(Fault::Syntax)?;
    match yaml.root.take() {
        Some(root @ Node::Mapping(_)) => Ok(Content { root, yaml }),
        Some(other) => Err(Fault::NotMapping(NotMapping { span: other.span(), kind: Some(other.kind()) })),
        None => {
            Err(Fault::NotMapping(NotMapping { span: fences.opening.start..fences.closing.end, kind: None }))
        }
    }
}
