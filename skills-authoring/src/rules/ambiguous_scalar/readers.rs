//! How readers in use take a plain scalar: as which type, not as which value. Whoever types a scalar alike also reads
//! the same value, but for whole numbers beyond 2^53, which have no JSON form. `tests/scalars` measures and compares.

use super::number::number;
use super::timestamp::timestamp;

/// What PyYAML, yaml 2, js-yaml 4.1, js-yaml 4.3 (as from 4.2 on) and yaml_serde make of one scalar.
pub(super) type Readings = [Reading; 5];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Boolean,
    Date,
    /// Refuses the file.
    Error,
    Null,
    Number,
    Text,
}

use Reading::{Boolean, Date, Error, Null, Text};

/// What the readers make of a plain scalar with this text.
pub(super) fn readings(text: &str) -> Readings {
    let mut readings = match text.bytes().next() {
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') => date_or_number(text),
        // The first letters of the words below, in either case.
        None
        | Some(b'~' | b'<' | b'=' | b'F' | b'N' | b'O' | b'T' | b'Y' | b'f' | b'n' | b'o' | b't' | b'y') => {
            word(text)
        }
        Some(_) => [Text; 5],
    };
    if text.contains('\t') {
        readings[0] = Error;
    }
    readings
}

fn word(text: &str) -> Readings {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => [Null; 5],
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => [Boolean; 5],
        "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "on" | "On" | "ON" | "off" | "Off" | "OFF" => {
            [Boolean, Text, Text, Text, Text]
        }
        "=" | "<<" => [Error, Text, Text, Text, Text],
        _ => [Text; 5],
    }
}

fn date_or_number(text: &str) -> Readings {
    match timestamp(text) {
        Some(pyyaml) => [pyyaml, Text, Date, Date, Text],
        None => number(text),
    }
}

/// Who takes it for what, when they do not agree:
/// `a boolean for PyYAML, and a string for yaml 2, js-yaml 4 and yaml_serde`.
pub(super) fn differences(readings: &Readings) -> Option<String> {
    let [pyyaml, yaml, js_yaml_4_1, js_yaml_4_3, yaml_serde] = *readings;
    if readings.iter().all(|reading| *reading == pyyaml) {
        return None;
    }
    let mut named = vec![("PyYAML", pyyaml), ("yaml 2", yaml)];
    if js_yaml_4_1 == js_yaml_4_3 {
        named.push(("js-yaml 4", js_yaml_4_3));
    } else {
        named.extend([("js-yaml 4.1", js_yaml_4_1), ("js-yaml 4.3", js_yaml_4_3)]);
    }
    named.push(("yaml_serde", yaml_serde));

    let mut camps: Vec<(Reading, Vec<&str>)> = Vec::new();
    for (reader, reading) in named {
        match camps.iter_mut().find(|(common, _)| *common == reading) {
            Some((_, readers)) => readers.push(reader),
            None => camps.push((reading, vec![reader])),
        }
    }
    let camps: Vec<_> = camps
        .iter()
        .map(|(reading, readers)| format!("{} for {}", reading.noun(), list(readers, " and ")))
        .collect();
    Some(list(&camps, ", and "))
}

/// `a, b and c`, with this before the last.
fn list<T: AsRef<str>>(items: &[T], before_last: &str) -> String {
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        match index {
            0 => {}
            _ if index + 1 == items.len() => text.push_str(before_last),
            _ => text.push_str(", "),
        }
        text.push_str(item.as_ref());
    }
    text
}

impl Reading {
    fn noun(self) -> &'static str {
        match self {
            Self::Boolean => "a boolean",
            Self::Date => "a date",
            Self::Error => "an error",
            Self::Null => "null",
            Self::Number => "a number",
            Self::Text => "a string",
        }
    }
}
