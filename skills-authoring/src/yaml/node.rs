//! What a YAML document consists of, with the bytes it was written in. Not how it is found, nor what it should be.

use core::ops::Range;

use super::core_schema::{Value, resolve};

/// A value or a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Scalar(Scalar),
    Sequence(Sequence),
    Mapping(Mapping),
    /// An alias, a merge key or a tagged scalar: a fault already, and its value is anybody's guess.
    Opaque(Range<usize>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scalar {
    /// The text after escapes, folding and chomping.
    pub(crate) text: String,
    pub(crate) style: Style,
    /// As written, quotes and block header included; empty, behind the colon or dash, when nothing was written.
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    /// `|` or `>`, at these bytes with its indicators.
    Block {
        header: Range<usize>,
        chomp: Chomp,
    },
}

/// What a block scalar keeps of the line ends after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chomp {
    /// One.
    Clip,
    /// All.
    Keep,
    /// None.
    Strip,
}

/// How a collection is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// By indentation.
    Block,
    /// By brackets, or within some.
    Flow,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    pub(crate) form: Form,
    pub(crate) items: Vec<Node>,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mapping {
    pub(crate) form: Form,
    /// In the order of the author, duplicates included.
    pub(crate) pairs: Vec<Pair>,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) key: Node,
    pub(crate) value: Node,
}

impl Node {
    pub(crate) fn span(&self) -> Range<usize> {
        match self {
            Self::Scalar(scalar) => scalar.span.clone(),
            Self::Sequence(sequence) => sequence.span.clone(),
            Self::Mapping(mapping) => mapping.span.clone(),
            Self::Opaque(span) => span.clone(),
        }
    }

    /// The scalar, when it is a string.
    pub(crate) fn as_string(&self) -> Option<&Scalar> {
        match self {
            Self::Scalar(scalar) if scalar.value() == Value::Text => Some(scalar),
            _ => None,
        }
    }

    /// What it is, with its article, for a message.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Scalar(scalar) => match scalar.value() {
                Value::Null => "null",
                Value::Bool(_) => "a boolean",
                Value::Integer(_) | Value::LongInteger | Value::Float(_) => "a number",
                Value::Text => "a string",
            },
            Self::Sequence(_) => "a list",
            Self::Mapping(_) => "a mapping",
            Self::Opaque(_) => "an alias or a tagged value",
        }
    }

    /// Calls `visit` for this node and every value below it, in the order of the file. Keys are not visited.
    pub(crate) fn walk<'n>(&'n self, visit: &mut impl FnMut(&'n Self)) {
        visit(self);
        match self {
            Self::Sequence(sequence) => sequence.items.iter().for_each(|item| item.walk(visit)),
            Self::Mapping(mapping) => mapping.pairs.iter().for_each(|pair| pair.value.walk(visit)),
            Self::Scalar(_) | Self::Opaque(_) => {}
        }
    }
}

impl Scalar {
    pub(crate) fn value(&self) -> Value {
        match self.style {
            Style::Plain => resolve(&self.text),
            _ => Value::Text,
        }
    }

    /// Whether JSON can say it.
    pub(crate) fn has_json_form(&self) -> bool {
        match self.value() {
            Value::LongInteger => false,
            Value::Float(number) => number.is_finite(),
            _ => true,
        }
    }
}

impl Mapping {
    /// The first pair whose key is this string.
    pub(crate) fn get(&self, key: &str) -> Option<&Pair> {
        self.pairs.iter().find(|pair| pair.name() == Some(key))
    }
}

impl Pair {
    /// What to point at when the value is at fault: the key where there is nothing else.
    pub(crate) fn blamed(&self) -> Range<usize> {
        let value = self.value.span();
        if value.is_empty() { self.key.span() } else { value }
    }

    /// The key, when it is a string.
    pub(crate) fn name(&self) -> Option<&str> {
        self.key.as_string().map(|scalar| scalar.text.as_str())
    }
}
