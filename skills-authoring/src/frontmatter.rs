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

    /// The tabs between a colon and a value.
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

    /// The pairs of `metadata`; none where it is absent or no mapping.
    pub(crate) fn metadata(&self) -> &[Pair] {
        match self.field("metadata").map(|pair| &pair.value) {
            Some(Node::Mapping(metadata)) => &metadata.pairs,
            _ => &[],
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{FeatureKind, Style, Trouble};

    /// The frontmatter between two fences, which must be one.
    #[track_caller]
    fn read_between(yaml: &str) -> Frontmatter {
        let frontmatter = Frontmatter::parse(format!("---\n{yaml}---\n# Body\n").as_bytes());
        assert_eq!(frontmatter.fault(), None);
        frontmatter
    }

    #[track_caller]
    fn json(yaml: &str, expected: &str) {
        assert_eq!(read_between(yaml).json(), expected);
    }

    /// What the value of `key` is, and the source that it was read from.
    #[track_caller]
    fn value(yaml: &str, key: &str, text: &str, source: &str) {
        let frontmatter = read_between(yaml);
        let Node::Scalar(scalar) = &frontmatter.field(key).unwrap().value else { panic!("no scalar") };
        assert_eq!((scalar.text.as_str(), frontmatter.slice(scalar.span.clone())), (text, source));
    }

    #[test]
    fn keys_keep_the_order_of_the_author_and_values_their_letters() {
        // SEP-4
        json(
            "name: b\nz: '\"'\na: {c: [x, \"y\\n\"], b: }\n",
            r#"{"name":"b","z":"\"","a":{"c":["x","y\n"],"b":null}}"#,
        );
        json("a: \"\\u00e9\\0\\e\"\nb: é/\n", r#"{"a":"é\u0000\u001b","b":"é/"}"#);
    }

    #[test]
    fn scalars_are_those_of_the_core_schema() {
        // HOST-2
        json("a: [1, +1, -0, 0x1F, 0o17, 012]\n", r#"{"a":[1,1,0,31,15,12]}"#);
        json("a: [1.0, 1.10, .5, 1e3, -1.5e-7, 1e20]\n", r#"{"a":[1.0,1.1,0.5,1000.0,-1.5e-7,1e20]}"#);
        json(
            "a: [true, False, ~, null, \"true\", 'null', yes]\n",
            r#"{"a":[true,false,null,null,"true","null","yes"]}"#,
        );
    }

    #[test]
    fn floats_are_read_back_as_they_were() {
        for number in ["0.1", "1.7976931348623157e308", "5e-324", "123456789.125", "9007199254740993.0"] {
            let text = read_between(&format!("a: {number}\n")).json();
            let back: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(back["a"].as_f64(), number.parse().ok(), "{number}");
        }
    }

    #[test]
    fn block_scalars_keep_what_their_header_says() {
        json(
            "a: >\n  Sort photos\n  by date.\n\n  Use.\nb: c\n",
            r#"{"a":"Sort photos by date.\nUse.\n","b":"c"}"#,
        );
        json("a: |\n  Sort photos\n  by date.\nb: c\n", r#"{"a":"Sort photos\nby date.\n","b":"c"}"#);
        json("a: >-\n  Sort photos\n  by date.\n", r#"{"a":"Sort photos by date."}"#);
        json("a: |+\n  x\n\nb: |2-\n    y\n", r#"{"a":"x\n\n","b":"  y"}"#);
    }

    #[test]
    fn the_last_block_scalar_ends_with_its_line_end() {
        json("a: |\n  x\n", r#"{"a":"x\n"}"#);
        json("a: >\n  x\n\n", r#"{"a":"x\n"}"#);
    }

    #[test]
    fn carriage_returns_are_no_part_of_a_value() {
        let source = "---\r\nname: é\r\nb: |\r\n  x\r\n  y\r\nc: \"d\r\n  e\"\r\nf: g\r\n---\r\n# B\r\n";
        let frontmatter = Frontmatter::parse(source.as_bytes());
        assert_eq!(frontmatter.json(), r#"{"name":"é","b":"x\ny\n","c":"d e","f":"g"}"#);
        let slices =
            ["name", "c", "f"].map(|key| frontmatter.slice(frontmatter.field(key).unwrap().value.span()));
        assert_eq!(slices, ["é", "\"d\r\n  e\"", "g"]);
        assert_eq!(&source[frontmatter.body_start()..], "# B\r\n");
    }

    #[test]
    fn spans_count_bytes() {
        value("表: 寿司\nb: \"é\"\nc: d\n", "c", "d", "d");
        value("表: 寿司\nb: \"é\"\n", "b", "é", "\"é\"");
        value("表: 寿司\n", "表", "寿司", "寿司");
    }

    #[test]
    fn spans_end_where_the_value_does() {
        value("a: \"b\n  c\"  # d\n", "a", "b c", "\"b\n  c\"");
        value("a: 'it''s' # d\n", "a", "it's", "'it''s'");
        value("a: \"\\\"\\\\\"  # \"\n", "a", "\"\\", "\"\\\"\\\\\"");
        value("a: b c  # d\n", "a", "b c", "b c");
        value("a: b\n  c\nd: e\n", "a", "b c", "b\n  c");
        value("a:   # d\nb: c\n", "a", "", "");
        value("a: |  # d\n\n  b\n\nc: d\n", "a", "\nb\n", "|  # d\n\n  b");
        value("z: \"|\" # >\na: # |\n  >-\n  b\n", "a", "b", ">-\n  b");
    }

    #[test]
    fn collections_span_what_was_written() {
        let frontmatter =
            read_between("a: [b, {c: d}] # e\nf:\n- g\n- h\ni:\n  j: k # l\n  m: n\no: {\n p: q\n}\n");
        let slices =
            ["a", "f", "i", "o"].map(|key| frontmatter.slice(frontmatter.field(key).unwrap().value.span()));
        assert_eq!(slices, ["[b, {c: d}]", "- g\n- h", "j: k # l\n  m: n", "{\n p: q\n}"]);
    }

    #[test]
    fn the_header_of_a_block_scalar_is_found() {
        for (yaml, header) in
            [("a: >+ # >\n  b\n", ">+"), ("a:\n  - c\n  - |2-\n    b\n", "|2-"), ("a: |\n\n\n", "|")]
        {
            let frontmatter = read_between(yaml);
            let mut headers = Vec::new();
            frontmatter.root().unwrap().walk(&mut |node| {
                if let Node::Scalar(Scalar { style: Style::Block { header, .. }, .. }) = node {
                    headers.push(frontmatter.slice(header.clone()));
                }
            });
            assert_eq!(headers, [header]);
        }
    }

    #[test]
    fn a_tab_after_a_colon_is_read_as_a_blank() {
        json("a:\tb\nc: \"d:\te\"\nf:\t\t-g\n", r#"{"a":"b","c":"d:\te","f":"-g"}"#);
        // However many there are, the work is bounded.
        let many = "a:\tb\n".repeat(50_000);
        let frontmatter = Frontmatter::parse(format!("---\n{many}---\n").as_bytes());
        assert!(matches!(
            frontmatter.fault(),
            Some(Fault::Syntax(Syntax { trouble: Trouble::TabIndent, .. }))
        ));
    }

    #[test]
    fn an_alias_is_never_followed() {
        let frontmatter = read_between("a: &b [c]\nd: *b\ne: !f g\n");
        let kinds: Vec<_> = frontmatter.features().iter().map(|feature| feature.kind).collect();
        assert_eq!(kinds, [FeatureKind::Anchor, FeatureKind::Alias, FeatureKind::Tag]);
        assert_eq!(frontmatter.json(), r#"{"a":["c"],"d":null,"e":null}"#);
    }

    #[test]
    fn the_body_starts_behind_the_first_fence() {
        // AS-2
        for (source, body) in [
            ("---\na: b\n---\n# B\n---\n", "# B\n---\n"),
            ("---\na: b\n---", ""),
            ("---\na: b\n--- \t\n\n# B", "\n# B"),
            ("---\r\na: b\r\n---\r\n\r\n# B", "\r\n# B"),
            ("---\na: \"\n---\n\"\n---\n", "\"\n---\n"),
            ("# B\n", "# B\n"),
        ] {
            assert_eq!(&source[Frontmatter::parse(source.as_bytes()).body_start()..], body);
        }
    }

    #[test]
    fn the_body_is_never_read_as_yaml() {
        let frontmatter =
            Frontmatter::parse(format!("---\na: b\n---\n{}", "\t- [".repeat(200_000)).as_bytes());
        assert_eq!(frontmatter.json(), r#"{"a":"b"}"#);
    }

    /// Bytes in an order that looks random and is the same every time.
    fn shuffled(seed: u64) -> impl FnMut(usize) -> usize {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        move |below| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state >> 33).unwrap() % below
        }
    }

    #[test]
    fn any_bytes_end_in_a_frontmatter_or_a_fault() {
        const PIECES: [&str; 40] = [
            "a", ": ", ":", "\n", "\n", "\n  ", "- ", "? ", "[", "]", "{", "}", ",", "\"", "'", "|", ">",
            "&a ", "*a", "!t ", "#", " # ", "\t", "\\", "%", "@", "`", "é", "\u{2028}", "\u{FEFF}", "\r\n",
            "\r", "---\n", "...", "1.5", "~", "<<", "-", "+", "name",
        ];
        for seed in 0..4_000 {
            let mut below = shuffled(seed);
            let mut bytes = b"---\n".to_vec();
            for _ in 0..below(30) {
                bytes.extend_from_slice(PIECES[below(PIECES.len())].as_bytes());
            }
            if below(4) == 0 && bytes.len() > 4 {
                let at = 4 + below(bytes.len() - 4);
                bytes[at] = u8::try_from(below(256)).unwrap();
            }
            bytes.extend_from_slice(b"\n---\n");
            let frontmatter = Frontmatter::parse(&bytes);
            if frontmatter.fault().is_none() {
                let back: serde_json::Value = serde_json::from_str(&frontmatter.json()).unwrap();
                assert!(back.is_object());
            }
        }
    }
}
