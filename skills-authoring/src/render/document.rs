//! JSON text with its keys in the order in which they are written, indented by two. It holds no values and reads none.

/// A document while it is written.
#[derive(Default)]
pub(super) struct Document {
    text: String,
    depth: usize,
    has_items: bool,
}

impl Document {
    /// The text of what `fill` writes, with a line end.
    pub(super) fn text(fill: impl FnOnce(&mut Self)) -> String {
        let mut document = Self::default();
        fill(&mut document);
        document.text.push('\n');
        document.text
    }

    pub(super) fn object(&mut self, fill: impl FnOnce(&mut Self)) {
        self.group('{', fill, '}');
    }

    pub(super) fn array(&mut self, fill: impl FnOnce(&mut Self)) {
        self.group('[', fill, ']');
    }

    /// Begins an entry of an object; its value comes next.
    pub(super) fn key(&mut self, key: &str) -> &mut Self {
        self.next();
        self.string(key);
        self.text.push_str(": ");
        self
    }

    /// Begins an item of an array; its value comes next.
    pub(super) fn item(&mut self) -> &mut Self {
        self.next();
        self
    }

    pub(super) fn string(&mut self, text: &str) {
        self.text.push_str(&serde_json::Value::from(text).to_string());
    }

    pub(super) fn number(&mut self, number: usize) {
        self.text.push_str(&number.to_string());
    }

    pub(super) fn literal(&mut self, literal: Literal) {
        self.text.push_str(match literal {
            Literal::Null => "null",
            Literal::False => "false",
        });
    }

    fn group(&mut self, open: char, fill: impl FnOnce(&mut Self), close: char) {
        self.text.push(open);
        self.depth += 1;
        self.has_items = false;
        fill(self);
        self.depth -= 1;
        if self.has_items {
            self.new_line();
        }
        self.text.push(close);
        self.has_items = true;
    }

    fn next(&mut self) {
        if self.has_items {
            self.text.push(',');
        }
        self.new_line();
        self.has_items = true;
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.text.extend(core::iter::repeat_n("  ", self.depth));
    }
}

/// The words of JSON that a document here has.
#[derive(Clone, Copy)]
pub(super) enum Literal {
    Null,
    False,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stay_in_order_and_everything_is_escaped() {
        let text = Document::text(|json| {
            json.object(|json| {
                json.key("z\"").string("a\n\u{1b}ä");
                json.key("list").array(|json| {
                    json.item().number(1);
                    json.item().object(|json| json.key("b").literal(Literal::Null));
                    json.item().array(|_| {});
                    json.item().literal(Literal::False);
                });
                json.key("a").object(|_| {});
            });
        });
        let lines = [
            r#"{"#,
            r#"  "z\"": "a\n\u001bä","#,
            r#"  "list": ["#,
            r#"    1,"#,
            r#"    {"#,
            r#"      "b": null"#,
            r#"    },"#,
            r#"    [],"#,
            r#"    false"#,
            r#"  ],"#,
            r#"  "a": {}"#,
            "}\n",
        ];
        assert_eq!(text, lines.join("\n"));
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
    }
}
