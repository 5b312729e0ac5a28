//! The parts that recur in a SARIF log: where something is, and a text about it.

use crate::render::document::Document;
use crate::render::excerpt::visible;
use crate::render::place::{Place, Region};
use crate::uri::reference;

pub(super) fn location(json: &mut Document, place: &Place<'_>, region: Option<Region>, text: Option<&str>) {
    json.key("physicalLocation").object(|json| {
        artifact(json, place);
        if let Some(region) = region {
            push_region(json.key("region"), &region);
        }
    });
    if let Some(text) = text {
        message(json.key("message"), text);
    }
}

pub(super) fn artifact(json: &mut Document, place: &Place<'_>) {
    json.key("artifactLocation").object(|json| json.key("uri").string(&reference(&place.path)));
}

pub(super) fn push_region(json: &mut Document, region: &Region) {
    json.object(|json| {
        json.key("startLine").number(region.start.line);
        json.key("startColumn").number(region.start.column);
        json.key("endLine").number(region.end.line);
        json.key("endColumn").number(region.end.column);
    });
}

/// Line ends are part of a message; everything else that cannot be seen is spelled out.
pub(super) fn message(json: &mut Document, text: &str) {
    let text = text.split('\n').map(visible).collect::<Vec<_>>().join("\n");
    json.object(|json| json.key("text").string(&text));
}
