//! The resource templates: every file of every skill, as one URI with a gap. Not what fits into the gap (`completion`).

use alloc::format;
use alloc::string::String;

use crate::rope::Output;
use crate::server::view::Desk;
use crate::{Frame, json};

/// The gap in a template.
pub(crate) const ARGUMENT: &str = "path";

/// Writes the result of `resources/templates/list`. Without the setting there are none, and a server with resources has
/// to say so.
pub(crate) fn write_list(desk: &Desk<'_>, frame: &Frame<'_>, out: &mut Output<'_>) -> core::fmt::Result {
    frame.open(out)?;
    out.push_str("\"resourceTemplates\":[");
    let mut comma = "";
    for scheme in schemes(desk).filter(|_| desk.offers_templates()) {
        out.push_str(comma);
        out.push_str("{\"uriTemplate\":");
        json::write_string(out, &uri_template(scheme))?;
        out.push_str(",\"name\":");
        json::write_string(out, &format!("{scheme}-file"))?;
        out.push_str(
            ",\"title\":\"File of a skill\",\"description\":\"A file of a skill, by the path of the skill and its own in \
             the skill: billing/refunds/SKILL.md\"}",
        );
        comma = ",";
    }
    out.push(']');
    desk.write_caching(frame, out)?;
    out.push('}');
    Ok(())
}

/// The template for the URIs of one scheme. Reserved characters stay as they are, so a path with slashes fits in.
pub(crate) fn uri_template(scheme: &str) -> String {
    format!("{scheme}://{{+{ARGUMENT}}}")
}

/// The schemes of the skills that lists show the caller, once each.
pub(crate) fn schemes<'d>(desk: &'d Desk<'_>) -> impl Iterator<Item = &'static str> + 'd {
    let mut last = None;
    // In the order of URIs, those of one scheme stand together.
    desk.shelf()
        .listed_skills()
        .map(|skill| skill.catalog().scheme())
        .filter(move |scheme| last.replace(*scheme) != Some(scheme))
}
