//! Reads with the crate `yaml_serde`: one JSON string a line in, one JSON pair a line out. A string without a line end is
//! a scalar, read as `k: <scalar>`, and the pair is its type and value; one with is a document, and the pair is `json` and
//! the JSON of it. It resolves nothing itself, and is built outside the workspace by `measure`.

use std::io::{BufRead, Write};

use yaml_serde::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let scalar: String = serde_json::from_str(&line?)?;
        let (kind, value) = reading(&scalar);
        writeln!(out, "{}", serde_json::json!([kind, value]))?;
    }
    Ok(())
}

fn reading(scalar: &str) -> (&'static str, String) {
    if scalar.contains('\n') {
        let document = yaml_serde::from_str::<serde_json::Value>(scalar);
        return document.map_or(("error", String::new()), |document| ("json", document.to_string()));
    }
    let Ok(document) = yaml_serde::from_str::<Value>(&format!("k: {scalar}\n")) else {
        return ("error", String::new());
    };
    let Value::Mapping(mapping) = document else { return ("other", String::new()) };
    match mapping.get("k") {
        Some(Value::Null) => ("null", String::new()),
        Some(Value::Bool(value)) => ("bool", value.to_string()),
        Some(Value::Number(value)) if value.is_f64() => {
            ("float", value.as_f64().map(|f| f.to_string()).unwrap_or_default())
        }
        Some(Value::Number(value)) => ("int", value.to_string()),
        Some(Value::String(value)) => ("str", value.clone()),
        _ => ("other", String::new()),
    }
}
