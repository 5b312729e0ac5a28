//! What the argument of a resource template can become, given its beginning. Not the templates.

use alloc::borrow::Cow;
use core::fmt::Write as _;

use crate::rope::Output;
use crate::server::view::Desk;
use crate::session::fault::Fault;
use crate::session::templates::{self, ARGUMENT};
use crate::{File, Frame, json};

/// The most values that a result may have.
const MOST: usize = 100;

/// An argument of a template, as far as it was typed.
pub(crate) struct Partial<'m> {
    /// The template as it is listed.
    pub(crate) template: Cow<'m, str>,
    pub(crate) argument: Cow<'m, str>,
    pub(crate) value: Cow<'m, str>,
}

/// Writes the result of `completion/complete`: the paths of files that begin with the value, and are of a skill that
/// lists show the caller. It may be typed as it is in URIs or as it is on disk; what is suggested fits into the template.
pub(crate) fn write(
    desk: &Desk<'_>,
    partial: &Partial<'_>,
    frame: &Frame<'_>,
    out: &mut Output<'_>,
) -> Result<(), Fault> {
    let Some(scheme) =
        templates::schemes(desk).find(|scheme| templates::uri_template(scheme) == partial.template)
    else {
        return Err(Fault::UnknownReference { reference: partial.template.clone().into_owned() });
    };
    if partial.argument != ARGUMENT {
        return Err(Fault::UnknownArgument { name: partial.argument.clone().into_owned() });
    }
    let shelf = desk.shelf();
    let files = (0..shelf.files()).filter_map(|position| shelf.listed_file(position));
    let paths = files.filter_map(|file| begins(file, scheme, &partial.value));

    frame.open(out)?;
    out.push_str("\"completion\":{\"values\":[");
    let mut total = 0;
    for path in paths {
        if total < MOST {
            out.push_str(if total > 0 { "," } else { "" });
            json::write_string(out, path)?;
        }
        total += 1;
    }
    write!(out, "],\"total\":{total},\"hasMore\":{}}}}}", total > MOST)?;
    Ok(())
}

/// The path of the file as its URI has it, if it begins with `value`.
fn begins(file: File, scheme: &str, value: &str) -> Option<&'static str> {
    let path = file.uri().strip_prefix(scheme)?.strip_prefix("://")?;
    Some(path).filter(|path| path.starts_with(value) || file.path().starts_with(value))
}
