//! Which tools a skill says it needs. Not whether anyone offers them.

use crate::skill::Skill;

impl Skill {
    /// The key of `metadata` under which a skill names the tools that it needs: see
    /// [`requires_tools`](Self::requires_tools).
    pub const REQUIRES_TOOLS: &'static str = "rs.skills-runtime/requires-tools";

    /// The names of the tools that the skill cannot do without, in the order in which its frontmatter has them:
    ///
    /// ```yaml
    /// metadata:
    ///   rs.skills-runtime/requires-tools: lookup_order issue_refund
    /// ```
    ///
    /// Names are set apart by spaces or line ends. A skill without the key needs none, and neither does one whose value
    /// is not a string (AS-5). A name with a character that JSON escapes, which no tool should have, comes as JSON spells
    /// it, so that it is missed and not overlooked.
    ///
    /// ```
    /// use skills_runtime::{Catalog, embed_skills};
    ///
    /// static SKILLS: Catalog = embed_skills!("tests/fixtures/docs/skills/");
    /// assert_eq!(SKILLS.skill("billing/refunds").requires_tools().count(), 0);
    /// ```
    pub fn requires_tools(self) -> impl Iterator<Item = &'static str> + Clone {
        let value = member(self.frontmatter(), "metadata")
            .and_then(|metadata| member(metadata, Self::REQUIRES_TOOLS))
            .and_then(|value| value.strip_prefix('"')?.strip_suffix('"'));
        Words { rest: value.unwrap_or_default() }
    }
}

/// The words of a JSON string, given without its quotes.
#[derive(Clone)]
struct Words {
    rest: &'static str,
}

impl Iterator for Words {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        while !self.rest.is_empty() {
            let (word, rest) = cut(self.rest);
            self.rest = rest;
            if !word.is_empty() {
                return Some(word);
            }
        }
        None
    }
}

/// The text before the first space, tab or line end, and the text after it.
fn cut(escaped: &str) -> (&str, &str) {
    let mut bytes = escaped.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        let gap = match byte {
            b' ' => 1,
            b'\\' => match bytes.next() {
                Some((_, b'n' | b'r' | b't')) => 2,
                _ => continue,
            },
            _ => continue,
        };
        return (escaped.get(..at).unwrap_or_default(), escaped.get(at + gap..).unwrap_or_default());
    }
    (escaped, "")
}

/// The text of a member's value in an object that is written without blanks, as all JSON of a catalog is.
fn member<'j>(object: &'j str, key: &str) -> Option<&'j str> {
    let mut rest = object.strip_prefix('{')?;
    loop {
        let (name, after) = split_value(rest)?;
        let (value, after) = split_value(after.strip_prefix(':')?)?;
        if name.strip_prefix('"')?.strip_suffix('"')? == key {
            return Some(value);
        }
        rest = after.strip_prefix(',')?;
    }
}

/// The value that a text begins with, and what comes after it.
fn split_value(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    let mut quoted = false;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if quoted => {
                bytes.next();
            }
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b',' | b':' | b'}' | b']' if depth == 0 => return text.split_at_checked(at),
            b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use serde_json::{Value, json};

    use super::*;
    use crate::sample::odd;

    #[test]
    fn members_are_found_where_they_are_and_nowhere_else() {
        // AS-5
        let key = Skill::REQUIRES_TOOLS;
        let wanted = json!({key: "here"});
        let tricks = [
            json!({"metadata": wanted}),
            json!({"a": {"metadata": {key: "not here"}}, "metadata": wanted}),
            json!({"description": format_trick(key), "metadata": wanted}),
            json!({"a": "\\", "b": "\"", "c": ["}", {"x": "]"}, "\\\""], "metadata": wanted}),
            json!({"license": {key: "not here"}, "metadata": {"a": {key: "not here"}, "b": null, "c": 1.5e3, key: "here"}}),
        ];
        for object in tricks {
            let text = object.to_string();
            let metadata = member(leak(&text), "metadata").unwrap();
            assert_eq!(serde_json::from_str::<Value>(metadata).unwrap(), object["metadata"]);
            assert_eq!(member(metadata, key), Some("\"here\""), "{text}");
            for key in ["metadat", "metadata2", "", "x"] {
                assert_eq!(member(&text, key), None);
            }
        }
        for odd in [json!({}), json!([]), json!("x"), json!({"metadata": 1}), json!({"metadata": ["a"]})] {
            let text = odd.to_string();
            assert_eq!(member(&text, "metadata").and_then(|metadata| member(metadata, key)), None, "{text}");
        }
    }

    fn format_trick(key: &str) -> String {
        alloc::format!("\"metadata\":{{\"{key}\":\"not here\"}}")
    }

    fn leak(text: &str) -> &'static str {
        String::leak(String::from(text))
    }

    #[test]
    fn damaged_text_ends_the_search() {
        let whole = json!({"a": ["\\\"", {"b": 1}], "metadata": {"k": "v"}}).to_string();
        for end in 0..whole.len() - 1 {
            if let Some(found) = member(&whole[..end], "metadata") {
                assert_eq!(found, "{\"k\":\"v\"}");
            }
        }
        assert_eq!(member("{]", "metadata"), None);
        assert_eq!(member("{\"a\":1]]]]", "metadata"), None);
    }

    #[test]
    fn names_are_words() {
        let words = |value: &str| -> Vec<&str> {
            let escaped = json!(value).to_string();
            let escaped = leak(&escaped[1..escaped.len() - 1]);
            Words { rest: escaped }.collect()
        };
        assert_eq!(words("a"), ["a"]);
        assert_eq!(words("  a.b-c_d   e/f\n\tg\r\n"), ["a.b-c_d", "e/f", "g"]);
        assert_eq!(words(""), [""; 0]);
        assert_eq!(words(" \n "), [""; 0]);
        assert_eq!(words("größe\\n"), ["größe\\\\n"]);
        assert_eq!(words("\\ \" \u{1}"), ["\\\\", "\\\"", "\\u0001"]);
    }

    #[test]
    fn a_skill_that_names_no_tool_needs_none() {
        assert!(odd().skills().all(|skill| skill.requires_tools().next().is_none()));
    }
}
