//! Frontmatter as an independent reader has it, compared with what is served.

use serde_json::Value;
use yaml_serde::Value as Yaml;

/// Whether `served`, the frontmatter of the entry, is what `yaml_serde` reads in the file `text` (SEP-4).
pub(crate) fn same(served: &Value, text: &str) -> Result<(), String> {
    let frontmatter =
        frontmatter(text).ok_or_else(|| format!("it passed, and has no frontmatter: {text:?}"))?;
    let read: Yaml = yaml_serde::from_str(frontmatter)
        .map_err(|error| format!("it passed, and cannot be read: {error}\n{text:?}"))?;
    if agree(served, &read) { Ok(()) } else { Err(format!("served: {served}\nread: {read:?}\n{text:?}")) }
}

/// What is between the fences, found in the most obvious way.
fn frontmatter(text: &str) -> Option<&str> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| line.trim_end_matches(['\r', '\n']) == "---")?;
    let mut end = first.len();
    for line in lines {
        if line.trim_end() == "---" && line.starts_with("---") {
            return text.get(first.len()..end);
        }
        end += line.len();
    }
    None
}

fn agree(served: &Value, read: &Yaml) -> bool {
    match (served, read) {
        (Value::Null, Yaml::Null) => true,
        (Value::Bool(served), Yaml::Bool(read)) => served == read,
        (Value::String(served), Yaml::String(read)) => served == read,
        (Value::Number(served), Yaml::Number(read)) => {
            if let (Some(served), Some(read)) = (served.as_i64(), read.as_i64()) {
                return served == read;
            }
            // Reading JSON may be off by one unit in the last place, unless asked to be slower.
            let off = |served: f64, read: f64| served.to_bits().abs_diff(read.to_bits());
            served.is_f64() == read.is_f64()
                && served.as_f64().zip(read.as_f64()).is_some_and(|(served, read)| off(served, read) <= 1)
        }
        (Value::Array(served), Yaml::Sequence(read)) => {
            served.len() == read.len() && served.iter().zip(read).all(|(served, read)| agree(served, read))
        }
        (Value::Object(served), Yaml::Mapping(read)) => {
            served.len() == read.len()
                && read.iter().all(|(key, read)| {
                    key.as_str().and_then(|key| served.get(key)).is_some_and(|served| agree(served, read))
                })
        }
        _ => false,
    }
}
