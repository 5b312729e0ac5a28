//! What a server says about a file beyond what was embedded: annotations and `_meta`. Not which files it says it about.

use core::fmt::{self, Write};

use crate::File;
use crate::piece::Piece;
use crate::sink::Sink;

/// Hints to a client about a resource: whom it is for, and how important it is.
///
/// ```
/// use skills_runtime::{Annotations, Audience, Catalog, Server};
///
/// static SKILLS: Catalog = Catalog::EMPTY;
/// let server = Server::new(&SKILLS).annotations(|file| match file.media_type() {
///     "text/markdown" => Annotations::new().audience(Audience::Assistant).priority(0.9),
///     _ => Annotations::new(),
/// });
/// # let _ = server;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Annotations {
    audience: Option<Audience>,
    priority: Option<f32>,
}

/// Whom a resource is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The person.
    User,
    /// The model.
    Assistant,
    /// Both of them.
    Both,
}

impl Annotations {
    /// No hint: nothing is written.
    #[must_use]
    pub const fn new() -> Self {
        Self { audience: None, priority: None }
    }

    /// Whom the resource is for.
    #[must_use]
    pub const fn audience(mut self, audience: Audience) -> Self {
        self.audience = Some(audience);
        self
    }

    /// How important the resource is, from 0, entirely optional, to 1, effectively required. What lies outside becomes
    /// the nearer of the two; what is not a number is no hint.
    #[must_use]
    pub const fn priority(mut self, priority: f32) -> Self {
        self.priority = if priority.is_nan() { None } else { Some(priority.clamp(0.0, 1.0)) };
        self
    }

    const fn is_empty(&self) -> bool {
        self.audience.is_none() && self.priority.is_none()
    }

    fn write<W: Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        out.write_str("{")?;
        if let Some(audience) = self.audience {
            out.write_str(match audience {
                Audience::User => r#""audience":["user"]"#,
                Audience::Assistant => r#""audience":["assistant"]"#,
                Audience::Both => r#""audience":["user","assistant"]"#,
            })?;
        }
        if let Some(priority) = self.priority {
            let comma = if self.audience.is_some() { "," } else { "" };
            // Written without an exponent, which is a number in JSON too.
            write!(out, "{comma}\"priority\":{}", priority + 0.0)?;
        }
        out.write_str("}")
    }
}

/// Members of a `Resource` that are not embedded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extra {
    pub(crate) annotations: Annotations,
    /// The text of a JSON object, to stand in `_meta` (SEP-11, SEP-14).
    pub(crate) frontmatter: Option<&'static str>,
}

impl Extra {
    pub(crate) const NONE: Self = Self { annotations: Annotations::new(), frontmatter: None };

    fn is_none(&self) -> bool {
        self.annotations.is_empty() && self.frontmatter.is_none()
    }
}

/// One item of a list: embedded JSON, and what is said beyond it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    json: Piece,
    extra: Extra,
}

impl Item {
    pub(crate) const fn embedded(json: Piece) -> Self {
        Self { json, extra: Extra::NONE }
    }

    pub(crate) const fn resource(file: File, extra: Extra) -> Self {
        Self { json: file.resource_piece(), extra }
    }

    /// Both items and the comma between them, where that is embedded as it is written.
    pub(crate) fn joined(self, next: Self) -> Option<Self> {
        let is_embedded = self.extra.is_none() && next.extra.is_none();
        self.json.joined(next.json).filter(|_| is_embedded).map(Self::embedded)
    }

    /// The length in bytes of what is written.
    pub(crate) fn len(&self) -> usize {
        if self.extra.is_none() {
            return self.json.len();
        }
        let mut length = Length(0);
        // Counting does not fail.
        let _ = self.write(&mut length);
        length.0
    }

    pub(crate) fn write<S: Sink + ?Sized>(&self, out: &mut S) -> fmt::Result {
        let json = self.json.text();
        let Some(open) = json.strip_suffix('}').filter(|_| !self.extra.is_none()) else {
            return out.write_embedded(json);
        };
        out.write_embedded(open)?;
        if !self.extra.annotations.is_empty() {
            out.write_str(",\"annotations\":")?;
            self.extra.annotations.write(out)?;
        }
        if let Some(frontmatter) = self.extra.frontmatter {
            out.write_str(",\"_meta\":{\"io.modelcontextprotocol.skills/frontmatter\":")?;
            out.write_embedded(frontmatter)?;
            out.write_str("}")?;
        }
        out.write_str("}")
    }
}

/// Counts what is written.
struct Length(usize);

impl Sink for Length {}

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use serde_json::json;

    use super::*;
    use crate::sample::odd;
    use crate::sink::Plain;

    fn written(annotations: Annotations) -> serde_json::Value {
        let mut out = String::new();
        annotations.write(&mut out).unwrap();
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{out}: {error}"))
    }

    #[test]
    fn what_is_written_is_what_was_hinted() {
        let none = Annotations::new();
        assert_eq!(written(none), json!({}));
        assert_eq!(written(none.audience(Audience::User)), json!({"audience": ["user"]}));
        assert_eq!(written(none.audience(Audience::Assistant)), json!({"audience": ["assistant"]}));
        assert_eq!(
            written(none.priority(0.5).audience(Audience::Both)),
            json!({"audience": ["user", "assistant"], "priority": 0.5})
        );
    }

    #[test]
    fn every_priority_is_a_number_from_0_to_1() {
        for (priority, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-3.0, "0"),
            (f32::NEG_INFINITY, "0"),
            (1.0, "1"),
            (7.5, "1"),
            (f32::INFINITY, "1"),
            (0.8, "0.8"),
        ] {
            let mut out = String::new();
            Annotations::new().priority(priority).write(&mut out).unwrap();
            assert_eq!(out, alloc::format!("{{\"priority\":{expected}}}"), "{priority}");
        }
        let tiny = written(Annotations::new().priority(f32::MIN_POSITIVE));
        assert!(tiny["priority"].as_f64().is_some_and(|priority| (0.0..1e-30).contains(&priority)));
        assert_eq!(Annotations::new().priority(f32::NAN), Annotations::new());
    }

    #[test]
    fn an_item_has_the_members_of_both_and_the_length_it_says() {
        // SEP-11, SEP-14
        for file in odd().files() {
            for annotations in [Annotations::new(), Annotations::new().priority(0.25)] {
                for frontmatter in [None, Some("{\"name\":\"x\"}")] {
                    let item = Item::resource(file, Extra { annotations, frontmatter });
                    let mut out = String::new();
                    item.write(&mut Plain(&mut out)).unwrap();
                    assert_eq!(out.len(), item.len());
                    let mut value: serde_json::Value = serde_json::from_str(&out).unwrap();
                    let meta = value.as_object_mut().unwrap().remove("_meta");
                    assert_eq!(
                        meta,
                        frontmatter
                            .map(|_| json!({"io.modelcontextprotocol.skills/frontmatter": {"name": "x"}}))
                    );
                    let hints = value.as_object_mut().unwrap().remove("annotations");
                    assert_eq!(hints.is_some(), annotations != Annotations::new());
                    assert_eq!(value, serde_json::from_str::<serde_json::Value>(file.resource()).unwrap());
                }
            }
        }
    }
}
