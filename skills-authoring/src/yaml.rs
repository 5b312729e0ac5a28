//! The YAML between the fences, as nodes with byte spans and scalar styles. The only file (with the folder beside it)
//! that knows the YAML library. What a value should be is not decided here.

mod common_ground;
mod core_schema;
mod diagnose;
mod node;
mod places;
mod quote;
mod reader;
mod strict;

use core::ops::Range;

use saphyr_parser::{Parser, ScanError};

pub(crate) use core_schema::{Value, resolve};
pub(crate) use node::{Chomp, Form, Mapping, Node, Pair, Scalar, Style};
pub(crate) use quote::{quote, spelled, written};

use places::Places;
use reader::Reader;

/// Deeper nesting is refused: readers of the JSON we serve stop at 128 levels, and the answer around it has some too.
pub(crate) const DEEPEST: usize = 64;

/// One YAML document, read by the core schema of YAML 1.2.
#[derive(Clone, Debug)]
pub(crate) struct Yaml {
    /// The document; none when there is nothing but comments.
    pub(crate) root: Option<Node>,
    /// Every use of what readers do not agree on.
    pub(crate) features: Vec<Feature>,
    /// The `?` of every key written with one.
    pub(crate) explicit_keys: Vec<Range<usize>>,
    /// Tabs between a colon and a value.
    pub(crate) tabs: Vec<Range<usize>>,
}

/// Something that is YAML, but that not every reader takes for the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Feature {
    pub(crate) kind: FeatureKind,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FeatureKind {
    Anchor,
    Alias,
    MergeKey,
    Tag,
}

/// Why the text is not the YAML that every reader takes, where, and what to write instead where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Syntax {
    pub(crate) span: Range<usize>,
    pub(crate) trouble: Trouble,
    pub(crate) edit: Option<(Range<usize>, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Text after the bracket that closes a value.
    AfterBracket,
    /// Text after the quote that closes a value.
    AfterQuote,
    /// A byte order mark, control character or noncharacter.
    Character(char),
    /// `: ` or a final `:` in an unquoted value.
    ColonInValue,
    /// ` #` before another line of an unquoted value.
    CommentInValue,
    /// A line of dashes that is not the closing fence.
    Dashes,
    /// A backslash escape that YAML does not know, in double quotes.
    Escape,
    /// `- -` with nothing behind it.
    EmptyItem,
    /// `\` at the end of a line before a blank one, in double quotes.
    EscapedLineEnd,
    /// A line that is indented like no line above it.
    Indentation,
    /// An unquoted value that starts with a character that means something else there.
    Indicator(char),
    /// A key of more than one line, in brackets.
    KeyOfLines,
    /// A character that some readers take for the end of a line and others do not.
    LineBreak(char),
    /// A line without a key and a colon.
    NoColon,
    /// `key:value`.
    NoSpaceAfterColon,
    /// None of the others; the words of the YAML library.
    Other(String),
    /// A tab outside quotes, block scalars and comments that neither indents nor stands behind a colon.
    Tab,
    /// A tab as indentation.
    TabIndent,
    /// Nested deeper than [`DEEPEST`].
    TooDeep,
    /// `[a] [b]`.
    TwoBrackets,
    /// A bracket that is never closed.
    UnclosedBracket(char),
    /// A quote that is never closed.
    UnclosedQuote(char),
}

/// Reads `range` of `text`. Spans are into `text`.
pub(crate) fn read(text: &str, range: Range<usize>) -> Result<Yaml, Syntax> {
    let yaml = text.get(range.clone()).unwrap_or_default();
    if let Some(fault) = strict::characters(yaml, range.start) {
        return Err(fault);
    }
    let Parsed { root, features, explicit_keys } = match parse(text, yaml, range.start) {
        Err(Stopped::Error(at, info)) if info == TAB_AFTER_COLON => {
            retry_without_tabs(text, yaml, range.start, at)?
        }
        parsed => parsed.map_err(|stopped| stopped.explain(text, &range))?,
    };
    let layout = strict::layout(text, &range, root.as_ref());
    if let Some(fault) =
        layout.fault.or_else(|| root.as_ref().and_then(|root| common_ground::fault(text, root)))
    {
        return Err(fault);
    }
    Ok(Yaml { root, features, explicit_keys, tabs: layout.tabs })
}

/// What the events amount to.
struct Parsed {
    root: Option<Node>,
    features: Vec<Feature>,
    explicit_keys: Vec<Range<usize>>,
}

/// Why a parse ended early.
enum Stopped {
    /// What the library said, and the byte it said it about.
    Error(usize, String),
    TooDeep(usize),
}

impl Stopped {
    fn explain(self, text: &str, range: &Range<usize>) -> Syntax {
        match self {
            Self::Error(at, info) => diagnose::explain(text, range, at, &info),
            Self::TooDeep(at) => {
                Syntax { span: diagnose::letter(text, at), trouble: Trouble::TooDeep, edit: None }
            }
        }
    }
}

/// What the library says about a tab after a colon, which YAML allows.
const TAB_AFTER_COLON: &str = "':' must be followed by a valid YAML whitespace";

/// Reads again with a space for every tab that the library stumbles over. As each attempt starts anew, the work is
/// bounded: past that, the tab is the fault.
fn retry_without_tabs(text: &str, yaml: &str, start: usize, mut at: usize) -> Result<Parsed, Syntax> {
    const WORK: usize = 1 << 20;
    let mut patched = yaml.as_bytes().to_vec();
    let attempts = WORK.checked_div(yaml.len()).unwrap_or_default().clamp(1, 64);
    let range = start..start + yaml.len();
    for _ in 0..attempts {
        let end = at.saturating_sub(start).min(patched.len());
        let tabs = patched.iter_mut().take(end).rev();
        for byte in tabs.take_while(|byte| matches!(byte, b'\t' | b' ')) {
            *byte = b' ';
        }
        let Ok(candidate) = core::str::from_utf8(&patched) else { break };
        match parse(text, candidate, start) {
            Err(Stopped::Error(next, info)) if info == TAB_AFTER_COLON => at = next,
            parsed => return parsed.map_err(|stopped| stopped.explain(text, &range)),
        }
    }
    let tab = at.saturating_sub(1)..at;
    Err(Syntax { span: tab.clone(), trouble: Trouble::TabIndent, edit: Some((tab, " ".to_owned())) })
}

/// Reads `yaml`, which stands at `start` of `text` there or with some tabs still in it.
fn parse(text: &str, yaml: &str, start: usize) -> Result<Parsed, Stopped> {
    let places = Places::new(yaml, start);
    let mut reader = Reader::new(text, &places);
    for event in Parser::new_from_str(yaml) {
        let (event, span) = event.map_err(|error: ScanError| {
            Stopped::Error(places.byte(error.marker()), error.info().to_owned())
        })?;
        reader.take(event, span).map_err(|too_deep| Stopped::TooDeep(too_deep.at))?;
    }
    Ok(reader.finish())
}
