//! Markdown by CommonMark: where links lead and what code spans say, in bytes of the file. The only file that knows the
//! parser. Whether anything lies at the end of a link is not known here.

mod glance;

use core::ops::Range;
use std::collections::HashSet;

use pulldown_cmark::{CowStr, Event, LinkType, OffsetIter, Options, Parser, Tag, TagEnd};

pub(crate) use glance::{Glimpse, maybe_destinations, maybe_paths};

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
    let mut reader =
        Reader { source: markdown, body, found: Markdown::default(), definitions: HashSet::new() };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generator;

    /// Each link as `destination @ what is written`.
    fn links(text: &str) -> Vec<String> {
        let shown = |link: &Link| {
            let unused = if link.kind == LinkKind::Unused { " unused" } else { "" };
            format!("{} @ {}{unused}", link.destination, &text[link.span.clone()])
        };
        read(text, 0).links.iter().map(shown).collect()
    }

    fn code_spans(text: &str) -> Vec<String> {
        let found = read(text, 0).code_spans;
        for code in &found {
            assert_eq!(code.text, text[code.span.clone()], "{text}");
        }
        found.into_iter().map(|code| code.text).collect()
    }

    #[test]
    fn a_destination_is_found_where_it_is_written() {
        for (text, expected) in [
            ("[a](x.md)", "x.md @ x.md"),
            ("![a](x.md \"t\")", "x.md @ x.md"),
            ("[a]( <x y.md> 't')", "x y.md @ x y.md"),
            ("[](x.md)", "x.md @ x.md"),
            ("[a](x\\_y.md)", "x_y.md @ x\\_y.md"),
            ("[](x\\_y.md)", "x_y.md @ x\\_y.md"),
            ("[a `](` b](<x\\_\\> y.md> (t))", "x_> y.md @ x\\_\\> y.md"),
            ("[a](x&amp;y.md)", "x&y.md @ x&amp;y.md"),
            ("[a](x\\(y(z).md)", "x(y(z).md @ x\\(y(z).md"),
            ("[a](x(y).md)", "x(y).md @ x(y).md"),
            ("> [a](\n> x\\_y.md\n> )", "x_y.md @ x\\_y.md"),
            ("> [a](\r\n> x.md)", "x.md @ x.md"),
            ("[a](x%20y.md#z)", "x%20y.md#z @ x%20y.md#z"),
            ("| a |\n|---|\n| [a](x\\|y.md) |\n", "x|y.md @ x\\|y.md"),
            ("[a]\n\n[a]: x.md", "x.md @ x.md"),
            ("[b][A]\n\n[a]: <x\\_y.md>\n", "x_y.md @ x\\_y.md"),
            ("[a][] ![a] [b][a]\n\n> [a]:\n> x.md 't'\n", "x.md @ x.md"),
            ("[a\\]: b]\n\n[a\\]: b]: x\\_y.md", "x_y.md @ x\\_y.md"),
            ("[a]: x.md", "x.md @ x.md unused"),
            ("é→ [ü](x.md)", "x.md @ x.md"),
        ] {
            assert_eq!(links(text), [expected], "{text}");
        }
        assert_eq!(
            links("[![i](i.png) t](x\\_y.md) [z]\n\n[z]: z.md\n[z]: second.md"),
            ["i.png @ i.png", "x_y.md @ x\\_y.md", "z.md @ z.md"]
        );
    }

    #[test]
    fn what_is_no_link_is_none() {
        for text in [
            "`[a](x.md)`",
            "```\n[a](x.md)\n```",
            "~~~md\n[a]: x.md\n~~~",
            "    [a](x.md)",
            "\t[a](x.md)",
            "<!-- [a](x.md) -->",
            "<!--\n\n[a](x.md)\n\n-->",
            "<pre>\n[a](x.md)\n</pre>",
            "<a href='x.md'>a</a>",
            "\\[a](x.md)",
            "[a] (x.md)",
            "[a](x y.md)",
            "<https://example.com>",
            "[a]()",
            "[^a]\n\n[^a]: x.md",
            "---\nname: [a](x.md)\n---\n",
            "[a][b]",
        ] {
            assert_eq!(links(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn code_spans_say_what_is_between_the_ticks() {
        assert_eq!(code_spans("`a` ``b`c`` ` d ` `` ` `` \\`e` f` [`g`](h)"), ["a", "b`c", "d", "`", "f"]);
        assert_eq!(code_spans("> ` a/b\n> `\n\n- x `y`\r\n"), ["a/b", "y"]);
        assert_eq!(code_spans("```\n`a`\n```\n    `b`\n<!-- `c` -->\n"), [""; 0]);
    }

    #[test]
    fn spans_count_from_the_start_of_the_file() {
        let text = "---\nname: `a`\n---\n[é](x.md) `b`\n";
        let found = read(text, 18);
        assert_eq!(&text[found.links[0].span.clone()], "x.md");
        assert_eq!(&text[found.code_spans[0].span.clone()], "b");
        assert_eq!(found.code_spans.len(), 1);
        for odd in [20, text.len(), text.len() + 1] {
            assert_eq!(read(text, odd).links, []);
        }
    }

    #[test]
    fn a_glance_misses_nothing_and_no_text_breaks_the_reader() {
        const PARTS: &[&str] = &[
            "[", "]", "(", ")", "](", "]:", "[a]", "[a]: ", "!", "`", "``", "```\n", "x.md", "a/b", " ",
            "\n", "\n\n", "> ", "- ", "1. ", "\t", "\\", "&amp;", "&", "<", ">", "<!--", "-->", "\"", "'",
            "|", "|---|\n", "[^1]", "[^1]: ", "é", "\u{202e}", "\r\n", "\r", "\0", "#", "*", "%20", "---\n",
            "    ", "~", ":", "\u{a0}", "\u{b}", "\u{c}", "]", "](x y)", "](<a b>)", "](a(b)c)",
        ];
        let mut random = generator(0x2545_f491_4f6c_dd1d);
        let (mut links, mut code_spans) = (0, 0);
        for _ in 0..20_000 {
            let text: String = (0..random(24) + 1).map(|_| PARTS[random(PARTS.len())]).collect();
            let found = read(&text, 0);
            let glimpses: Vec<_> = maybe_destinations(&text).collect();
            let is_seen = |destination: &str| {
                glimpses
                    .iter()
                    .any(|glimpse| [Glimpse::Unsure, Glimpse::Plain(destination)].contains(glimpse))
            };
            for link in &found.links {
                assert!(text.get(link.span.clone()).is_some(), "{text:?} {link:?}");
                assert!(is_seen(&link.destination), "{text:?} {link:?} {glimpses:?}");
            }
            let paths: Vec<_> = maybe_paths(&text).collect();
            for code in &found.code_spans {
                assert_eq!(text.get(code.span.clone()), Some(code.text.as_str()), "{text:?}");
                let is_path = code.text.contains('/') && !code.text.contains(['`', ' ', '>']);
                assert!(!is_path || paths.contains(&code.text.as_str()), "{text:?} {code:?}");
            }
            links += found.links.len();
            code_spans += found.code_spans.len();
        }
        assert!(links > 500 && code_spans > 500, "{links} {code_spans}");
    }
}
