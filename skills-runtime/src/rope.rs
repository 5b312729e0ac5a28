//! The text of answers that is not put together until it is sent: text of its own, with embedded data spliced in. Not
//! the forms that data is written in (`json`), and not the sending.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::json;
use crate::sink::Sink;

/// Bytes after which a chunk is handed out.
pub(crate) const CHUNK: usize = 16 * 1024;
/// Embedded bytes that are written at once. Base64 can be cut at multiples of three only.
const PART: usize = 3 * 1024;

/// Where a session writes: text, and where it is allowed, long embedded data by reference.
#[derive(Debug)]
pub(crate) struct Output<'o> {
    text: &'o mut String,
    /// The bytes of text that were there before.
    start: usize,
    splices: Vec<Splice>,
    /// The bytes of what the splices stand for, without what escaping adds.
    spliced: usize,
    /// The longest embedded data that is copied.
    copied: usize,
    splicing: Splicing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Splicing {
    Allowed,
    Refused,
}

/// How much there was at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    text: usize,
    splices: usize,
    spliced: usize,
}

impl<'o> Output<'o> {
    /// Appends all of it to a text.
    pub(crate) const fn whole(text: &'o mut String) -> Self {
        Self::new(text, Splicing::Refused)
    }

    /// Appends to a text until something long is written.
    pub(crate) const fn spliced(text: &'o mut String) -> Self {
        Self::new(text, Splicing::Allowed)
    }

    const fn new(text: &'o mut String, splicing: Splicing) -> Self {
        let start = text.len();
        Self { text, start, splices: Vec::new(), spliced: 0, copied: CHUNK, splicing }
    }

    /// Makes room for `least` bytes and what escaping commonly adds to them, or none if they are too many to be copied.
    /// How many it will be exactly takes a look at each byte.
    pub(crate) fn expect(&mut self, least: usize) {
        if self.splicing == Splicing::Allowed && least > 2 * CHUNK {
            // What is shorter than a reference to it.
            self.copied = size_of::<Splice>();
        } else {
            self.copied = 2 * CHUNK;
            self.text.reserve(least + least / 8);
        }
    }

    /// The bytes of everything, without what escaping will add.
    pub(crate) const fn len(&self) -> usize {
        self.text.len() + self.spliced
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn push(&mut self, character: char) {
        self.text.push(character);
    }

    pub(crate) const fn mark(&self) -> Mark {
        Mark { text: self.text.len(), splices: self.splices.len(), spliced: self.spliced }
    }

    /// Forgets what was written after a mark.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.text.truncate(mark.text);
        self.splices.truncate(mark.splices);
        self.spliced = mark.spliced;
    }

    /// What was written as a rope, and taken out of the text again; `None` where all of it is text.
    pub(crate) fn into_rope(self) -> Option<Rope> {
        if self.splices.is_empty() {
            return None;
        }
        let text = self.text.split_off(self.start);
        Some(Rope { text, splices: self.splices, text_at: 0, splice: 0, data_at: 0 })
    }

    /// Whether embedded data is taken by reference; then the caller writes nothing.
    fn takes(&mut self, data: Data) -> bool {
        if self.splicing == Splicing::Refused || data.bytes() <= self.copied {
            return false;
        }
        self.spliced += data.least();
        self.splices.push(Splice { at: self.text.len() - self.start, data });
        true
    }
}

impl Write for Output<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.write_str(text)
    }
}

impl Sink for Output<'_> {
    fn write_embedded(&mut self, text: &'static str) -> fmt::Result {
        if self.takes(Data::Text(text)) { Ok(()) } else { self.text.write_str(text) }
    }

    fn write_string(&mut self, text: &'static str) -> fmt::Result {
        if self.takes(Data::String(text)) { Ok(()) } else { json::write_string(self.text, text) }
    }

    fn write_base64(&mut self, bytes: &'static [u8]) -> fmt::Result {
        if self.takes(Data::Base64(bytes)) { Ok(()) } else { json::write_base64(self.text, bytes) }
    }
}

/// A text in pieces, handed out from its begin to its end: text of its own, and embedded data spliced in.
#[derive(Debug)]
pub(crate) struct Rope {
    text: String,
    splices: Vec<Splice>,
    /// The bytes of text that were handed out.
    text_at: usize,
    /// The splices that were handed out.
    splice: usize,
    /// The bytes of the next splice's data that were.
    data_at: usize,
}

/// Embedded data, and where it belongs.
#[derive(Clone, Copy, Debug)]
struct Splice {
    /// The bytes of text before it.
    at: usize,
    data: Data,
}

#[derive(Clone, Copy, Debug)]
enum Data {
    /// Written as it is.
    Text(&'static str),
    /// Written as a JSON string.
    String(&'static str),
    /// Written in base64.
    Base64(&'static [u8]),
}

impl Rope {
    /// The bytes of everything, handed out or not; `None` where a text has to be looked through for what it will be
    /// escaped to, which is not done before it is sent.
    #[cfg_attr(not(any(test, feature = "http")), expect(dead_code, reason = "only HTTP states it"))]
    pub(crate) fn len(&self) -> Option<usize> {
        self.splices.iter().try_fold(self.text.len(), |len, splice| Some(len + splice.data.len()?))
    }

    /// Whether everything was handed out.
    #[cfg_attr(not(any(test, feature = "http")), expect(dead_code, reason = "only HTTP asks before the end"))]
    pub(crate) const fn is_done(&self) -> bool {
        self.splice == self.splices.len() && self.text_at == self.text.len()
    }

    /// Appends what comes next: [`CHUNK`] bytes or somewhat more, less at the end, nothing after it.
    pub(crate) fn write_next(&mut self, chunk: &mut String) {
        let full = chunk.len() + CHUNK;
        while chunk.len() < full {
            let splice = self.splices.get(self.splice);
            let end = splice.map_or(self.text.len(), |splice| splice.at);
            if let Some(text) = self.text.get(self.text_at..end).filter(|text| !text.is_empty()) {
                let text = part(text).0;
                chunk.push_str(text);
                self.text_at += text.len();
            } else if let Some(splice) = splice {
                match splice.data.write_part(self.data_at, chunk) {
                    Some(at) => self.data_at = at,
                    None => (self.splice, self.data_at) = (self.splice + 1, 0),
                }
            } else {
                return;
            }
        }
    }
}

impl Data {
    /// The bytes as they are embedded.
    const fn bytes(self) -> usize {
        match self {
            Self::Text(text) | Self::String(text) => text.len(),
            Self::Base64(bytes) => bytes.len(),
        }
    }

    /// The bytes as they are written, where that is known without a look at each.
    const fn len(self) -> Option<usize> {
        match self {
            Self::Text(_) | Self::Base64(_) => Some(self.least()),
            Self::String(_) => None,
        }
    }

    /// The bytes as they are written at least.
    const fn least(self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::String(text) => text.len() + 2,
            Self::Base64(bytes) => json::base64_len(bytes),
        }
    }

    /// Writes the part that begins at `at`, and returns where the next one does, if there is one.
    fn write_part(self, at: usize, out: &mut String) -> Option<usize> {
        let quote = if matches!(self, Self::Text(_)) { "" } else { "\"" };
        if at == 0 {
            out.push_str(quote);
        }
        // A `String` takes everything that is written to it.
        let (len, left) = match self {
            Self::Text(text) => {
                let (part, left) = part(text.get(at..).unwrap_or_default());
                out.push_str(part);
                (part.len(), left)
            }
            Self::String(text) => {
                let (part, left) = part(text.get(at..).unwrap_or_default());
                let _ = json::write_escaped(out, part);
                (part.len(), left)
            }
            Self::Base64(bytes) => {
                let bytes = bytes.get(at..).unwrap_or_default();
                let (part, left) = bytes.split_at_checked(PART).unwrap_or((bytes, &[]));
                let _ = json::write_digits(out, part);
                (part.len(), left.len())
            }
        };
        if left == 0 {
            out.push_str(quote);
            return None;
        }
        Some(at + len)
    }
}

/// The begin of a text, and how many bytes are left after it.
fn part(text: &str) -> (&str, usize) {
    let end = text.floor_char_boundary(PART);
    (text.get(..end).unwrap_or_default(), text.len() - end)
}

#[cfg(test)]
#[cfg(feature = "server")]
mod tests {
    use alloc::format;
    use alloc::vec;

    use super::*;
    use crate::sample::{Sample, ten_thousand};
    use crate::{Catalog, Meta, PageLimits, Server, Session};

    /// What one request is answered, whole and in pieces.
    fn both(server: &Server, request: &str) -> (String, Option<Vec<String>>) {
        let whole = Session::new(server.clone()).receive(request.as_bytes(), &Meta::stream()).body.unwrap();
        let mut out = String::from("before");
        let (_, rope) =
            Session::new(server.clone()).receive_chunked(request.as_bytes(), &Meta::stream(), &mut out);
        let Some(mut rope) = rope else {
            assert_eq!(out.strip_prefix("before"), Some(&*whole));
            return (whole, None);
        };
        let is_escaped = rope.splices.iter().any(|splice| matches!(splice.data, Data::String(_)));
        assert_eq!((out.as_str(), rope.len()), ("before", (!is_escaped).then_some(whole.len())));
        let mut chunks = Vec::new();
        loop {
            let (mut chunk, is_done) = (String::new(), rope.is_done());
            rope.write_next(&mut chunk);
            assert_eq!(chunk.is_empty(), is_done);
            if is_done {
                assert_eq!(chunks.concat(), whole);
                return (whole, Some(chunks));
            }
            chunks.push(chunk);
        }
    }

    fn read(uri: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":"a","method":"resources/read","params":{{"uri":"{uri}"}}}}"#)
    }

    /// A file of every length around those at which it is cut, in every form.
    fn files() -> &'static Catalog {
        let mut sample = Sample::new().skill("big", "Big");
        for (name, unit) in
            [("a", "x"), ("b", "\u{1f600}"), ("c", "\u{1}"), ("d", "\"\\\n"), ("e", "h\u{e9}")]
        {
            for len in [0, 1, 10_000, 11 * PART - 1, 11 * PART, 11 * PART + 1] {
                let text: String = unit.chars().cycle().take(len).collect();
                sample = sample.file(&format!("big/{name}/{len}"), text);
            }
        }
        for len in [0, 1, 20_000, 12 * PART - 1, 12 * PART, 12 * PART + 1, 12 * PART + 2, 12 * PART + 3] {
            sample = sample.file(&format!("big/blob/{len}"), vec![0xfe; len]);
        }
        sample.catalog()
    }

    #[test]
    fn the_pieces_of_a_long_answer_are_the_whole_of_it() {
        // SEP-10
        let server = Server::new(files());
        let (mut long, mut short) = (0, 0);
        for file in files().files() {
            let (whole, chunks) = both(&server, &read(file.uri()));
            let Some(chunks) = chunks else {
                short += 1;
                assert!(file.size() <= 2 * CHUNK as u64, "{}: {} bytes", file.uri(), whole.len());
                continue;
            };
            long += 1;
            let (last, full) = chunks.split_last().unwrap();
            let bounded = |chunk: &&String| chunk.len() >= CHUNK && chunk.len() <= CHUNK + 6 * PART + 2;
            assert!(full.iter().all(|chunk| bounded(&chunk)), "{}", file.uri());
            assert!(last.len() <= CHUNK + 6 * PART + 2);
        }
        assert!(long >= 15 && short >= 15, "{long} long, {short} short");
    }

    #[test]
    fn long_lists_come_in_pieces_and_hold_what_is_embedded_by_reference() {
        // SEP-7
        let list = |method| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#);
        let server = Server::new(ten_thousand()).page_limits(PageLimits { entries: 5_000, bytes: 4 << 20 });
        for request in [list("skills/list"), list("resources/list")] {
            let (whole, chunks) = both(&server, &request);
            assert!(chunks.unwrap().len() > 20, "{} bytes", whole.len());
            let (_, rope) = Session::new(server.clone()).receive_chunked(
                request.as_bytes(),
                &Meta::stream(),
                &mut String::new(),
            );
            let rope = rope.unwrap();
            let held = rope.text.capacity() + rope.splices.capacity() * size_of::<Splice>();
            assert!(held < whole.len() / 2, "{held} bytes for {}", whole.len());
        }
    }
}
