//! A file as content of a tool's result or of a prompt: the bytes that `resources/read` has (SEP-10). Not who asks for it.

use core::fmt;

use crate::answer::{least_content, write_content};
use crate::rope::Output;
use crate::sink::Sink as _;
use crate::{File, json};

/// Writes a file: a text as text, which every host can show; anything else as an embedded resource.
pub(crate) fn write_file(file: File, out: &mut Output<'_>) -> fmt::Result {
    out.expect(least_content(file));
    if let Some(text) = file.text() {
        out.push_str("{\"type\":\"text\",\"text\":");
        out.write_string(text)?;
        out.push('}');
        return Ok(());
    }
    out.push_str("{\"type\":\"resource\",\"resource\":");
    write_content(out, file)?;
    out.push('}');
    Ok(())
}

pub(crate) fn write_text(text: &str, out: &mut Output<'_>) -> fmt::Result {
    out.expect(text.len());
    out.push_str("{\"type\":\"text\",\"text\":");
    json::write_string(out, text)?;
    out.push('}');
    Ok(())
}
