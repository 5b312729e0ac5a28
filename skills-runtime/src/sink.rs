//! Where an answer is written to: text, and embedded data, which may be taken by reference. Not what is written.

use core::fmt::{self, Write};

use crate::json;

/// Takes the text of an answer. What is embedded lasts as long as the program, and need not be copied at once.
pub(crate) trait Sink: Write {
    /// Embedded text as it is.
    fn write_embedded(&mut self, text: &'static str) -> fmt::Result {
        self.write_str(text)
    }

    /// Embedded text as a JSON string with its quotes.
    fn write_string(&mut self, text: &'static str) -> fmt::Result {
        json::write_string(self, text)
    }

    /// Embedded bytes in base64, between quotes.
    fn write_base64(&mut self, bytes: &'static [u8]) -> fmt::Result {
        json::write_base64(self, bytes)
    }
}

/// Takes everything as text.
pub(crate) struct Plain<'o, W: ?Sized>(pub(crate) &'o mut W);

impl<W: Write + ?Sized> Sink for Plain<'_, W> {}

impl<W: Write + ?Sized> Write for Plain<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(text)
    }
}
