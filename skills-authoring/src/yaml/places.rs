//! Where the markers of the YAML library, which count characters, lie in bytes.

use saphyr_parser::Marker;

pub(super) struct Places {
    start: usize,
    len: usize,
    /// The byte of each character; absent where every character is one byte.
    bytes: Option<Vec<usize>>,
}

impl Places {
    /// For a text that stands at byte `start` of its file.
    pub(super) fn new(text: &str, start: usize) -> Self {
        let bytes = (!text.is_ascii()).then(|| text.char_indices().map(|(byte, _)| byte).collect());
        Self { start, len: text.len(), bytes }
    }

    /// The byte of the file at which the text starts.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The byte of the file at which `marker` stands.
    pub(super) fn byte(&self, marker: &Marker) -> usize {
        let index = marker.index();
        let byte = match &self.bytes {
            None => index.min(self.len),
            Some(bytes) => bytes.get(index).copied().unwrap_or(self.len),
        };
        self.start + byte
    }
}
