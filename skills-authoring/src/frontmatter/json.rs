//! YAML nodes as JSON text, in the author's order and with the author's values. Not a serialiser for anything else.

use core::fmt::Write as _;

use crate::yaml::{Node, Pair, Value};

/// The JSON of a node. What has no JSON form, which the rules refuse, becomes `null`.
pub(super) fn write(node: &Node) -> String {
    let mut json = String::new();
    append(node, &mut json);
    json
}

fn append(node: &Node, json: &mut String) {
    match node {
        Node::Opaque(_) => json.push_str("null"),
        Node::Scalar(scalar) => match scalar.value() {
            Value::Null | Value::LongInteger => json.push_str("null"),
            Value::Bool(true) => json.push_str("true"),
            Value::Bool(false) => json.push_str("false"),
            Value::Integer(number) => {
                // Writing to a string cannot fail.
                let _ = write!(json, "{number}");
            }
            // `1.0` stays `1.0`: for a reader that tells it from `1`, YAML and JSON then say the same.
            Value::Float(number) if number.is_finite() => {
                let _ = write!(json, "{number:?}");
            }
            Value::Float(_) => json.push_str("null"),
            Value::Text => json.push_str(&string(&scalar.text)),
        },
        Node::Sequence(sequence) => {
            json.push('[');
            for (index, item) in sequence.items.iter().enumerate() {
                if index > 0 {
                    json.push(',');
                }
                append(item, json);
            }
            json.push(']');
        }
        Node::Mapping(mapping) => {
            json.push('{');
            for (index, Pair { key, value }) in mapping.pairs.iter().enumerate() {
                if index > 0 {
                    json.push(',');
                }
                json.push_str(&string(key.as_string().map_or("", |key| &key.text)));
                json.push(':');
                append(value, json);
            }
            json.push('}');
        }
    }
}

fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
