//! Markdown by CommonMark: where links lead and what code spans say, in bytes of the file. The only file that knows the
//! parser. Whether anything lies at the end of a link is not known here.

mod glance;

use core::ops::Range;
use std::collections::HashSet;

use pulldown_cmark::{CowStr, Event, LinkType, OffsetIter, Options, Parser, Tag, TagEnd};

pub(crate) use glance::{Glimpse, maybe_code_spans, maybe_destinations};

use glance::{Form, written_destination};

/// What of a Markdown text may name a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Markdown {
    /// The links and images, in the order of [`Link::span`]. A reference counts once, where it is defined.
    pub(crate) links: Vec<Link>,
    /// The code spans outside of links, in their order.
    pub(crate) code_spans: Vec<CodeSpan>,
}

/// Something that leads somewhere.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Where it leads, without escapes and entities. Percent-encoding is left as it is.
    pub(crate) destination: String,
    /// The destination as written, without angle brackets.
    pub(crate) span: Range<usize>,
    pub(crate) kind: LinkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkKind {
    /// A link or an image, or the definition of one that is used.
    Used,
    /// The definition of a reference that nothing uses.
    Unused,
}

/// Code in the midst of text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CodeSpan {
    /// What it says, without blanks around it.
    pub(crate) text: String,
    /// Where that is written.
    pub(crate) span: Range<usize>,
}

/// Reads the Markdown that starts at byte `body` of `text`. Spans count from the start of `text`.
///
/// Code blocks, HTML and comments have no links, nor do automatic links, which are absolute. Footnotes and tables are
/// understood, as without them `[^1]: word` would be a link and `\|` a path. Frontmatter is no Markdown.
pub(crate) fn read(text: &str, body: usize) -> Markdown {
    let body = if text.is_char_boundary(body) { body } else { text.len() };
    let markdown = text.get(body..).unwrap_or_default();
    let mut reader = Reader { source: markdown, body, found: Markdown::default(), definitions: HashSet::new() };
    let mut events = Parser::new_ext(markdown, EXTENSIONS).into_offset_iter();
    reader.take_all(&mut events);
    reader.take_unused(&events);
    reader.found.links.sort_by_key(|link| link.span.start);
    reader.found
}

const EXTENSIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_YAML_STYLE_METADATA_BLOCKS);

struct Reader<'t> {
    source: &'t str,
    body: usize,
    found: Markdown,
    /// Where the destinations of definitions in use are written.
    definitions: HashSet<usize>,
}

/// A link whose end has not come yet.
struct Open {
    /// What is missing where the destination could not be told from the text at once.
    waiting: Option<String>,
    /// Where the text of the link ends, as far as it is known.
    text_end: usize,
}

impl<'t> Reader<'t> {
    fn take_all(&mut self, events: &mut OffsetIter<'t>) {
        let mut open: Vec<Open> = Vec::new();
        while let Some((event, range)) = events.next() {
            match event {
                Event::Start(
                    Tag::Link { link_type, dest_url, id, .. } | Tag::Image { link_type, dest_url, id, .. },
                ) => {
                    let waiting = self.take_link(link_type, dest_url, &id, events);
                    open.push(Open { waiting, text_end: range.start + 1 });
                    continue;
                }
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    if let Some(Open { waiting: Some(destination), text_end }) = open.pop() {
                        let span = self.after_text(text_end, &range).unwrap_or_else(|| range.clone());
                        self.push(destination, span, LinkKind::Used);
                    }
                }
                Event::Code(code) if open.is_empty() => self.take_code(&code, range.clone()),
                _ => {}
            }
            if let Some(open) = open.last_mut() {
                open.text_end = open.text_end.max(range.end);
            }
        }
    }

    /// Notes the link; gives its destination back when only the end of the link tells where it is written.
    fn take_link(
        &mut self,
        kind: LinkType,
        destination: CowStr<'t>,
        label: &str,
        events: &OffsetIter<'t>,
    ) -> Option<String> {
        if destination.is_empty() {
            return None;
        }
        match kind {
            LinkType::Inline => match self.borrowed(&destination) {
                Some(span) => self.push(destination.into_string(), span, LinkKind::Used),
                None => return Some(destination.into_string()),
            },
            LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut => {
                let definition = events.reference_definitions().get(label).map(|found| found.span.clone());
                let span = self.borrowed(&destination).or_else(|| self.defined(definition?));
                if let Some(span) = span.filter(|span| self.definitions.insert(span.start)) {
                    self.push(destination.into_string(), span, LinkKind::Used);
                }
            }
            _ => {}
        }
        None
    }

    fn take_unused(&mut self, events: &OffsetIter<'t>) {
        for (_, definition) in events.reference_definitions().iter() {
            let span = self.borrowed(&definition.dest).or_else(|| self.defined(definition.span.clone()));
            if let Some(span) = span.filter(|span| self.definitions.insert(span.start)) {
                self.push(definition.dest.to_string(), span, LinkKind::Unused);
            }
        }
    }

    fn take_code(&mut self, code: &str, range: Range<usize>) {
        let written = self.source.get(range.clone()).unwrap_or_default();
        let text = code.trim();
        // What a table or a line end changes on the way is no path.
        if let Some(at) = written.find(text).filter(|_| !text.is_empty()) {
            let start = self.body + range.start + at;
            self.found.code_spans.push(CodeSpan { text: text.to_owned(), span: start..start + text.len() });
        }
    }

    fn push(&mut self, destination: String, span: Range<usize>, kind: LinkKind) {
        let span = self.body + span.start..self.body + span.end;
        self.found.links.push(Link { destination, span, kind });
    }

    /// Where `text` stands, when it is a piece of the source: the parser copies only what it has to change.
    fn borrowed(&self, text: &CowStr<'_>) -> Option<Range<usize>> {
        let CowStr::Borrowed(text) = text else { return None };
        let start = text.as_ptr().addr().checked_sub(self.source.as_ptr().addr())?;
        let span = start..start + text.len();
        (!text.is_empty() && self.source.get(span.clone()) == Some(*text)).then_some(span)
    }

    /// The destination behind a link text that ends at `text_end`, in a link at `link`.
    fn after_text(&self, text_end: usize, link: &Range<usize>) -> Option<Range<usize>> {
        let behind = self.source.get(text_end..link.end)?;
        let start = text_end + behind.find("](")? + "](".len();
        written_destination(self.source.get(..link.end)?, start, Form::Inline)
    }

    /// The destination in the definition at `span`.
    fn defined(&self, span: Range<usize>) -> Option<Range<usize>> {
        let definition = self.source.get(span.clone())?;
        let is_escaped = |at: usize| definition.get(..at).is_some_and(|before| before.ends_with('\\'));
        let (label_end, _) = definition.match_indices("]:").find(|(at, _)| !is_escaped(*at))?;
        let start = span.start + label_end + "]:".len();
        written_destination(self.source.get(..span.end)?, start, Form::Definition)
    }
}
