//! The requests that every server gets, in the current revision of the protocol. Not what is done with the answers.

use serde_json::{Value, json};

/// A JSON-RPC request without a line break.
pub(crate) fn body(method: &str, uri: Option<&str>, cursor: Option<&str>) -> String {
    let mut params = json!({
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "skills-bench", "version": "0.0.0" },
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    });
    for (key, value) in [("uri", uri), ("cursor", cursor)] {
        if let Some(value) = value {
            params[key] = Value::from(value);
        }
    }
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
}

/// The same as an HTTP request to `/mcp`, with the headers that have to agree with it.
pub(crate) fn http(address: &str, method: &str, uri: Option<&str>) -> Vec<u8> {
    let body = body(method, uri, None);
    let name = uri.map(|uri| format!("mcp-name: {uri}\r\n")).unwrap_or_default();
    let length = body.len();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n\
         mcp-method: {method}\r\n{name}content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// The URIs of the entries of a `skills/list` answer.
pub(crate) fn uris(answer: &str) -> crate::Result<Vec<String>> {
    let answer: Value = serde_json::from_str(answer)?;
    let entries = answer["result"]["skills"].as_array();
    let entries = entries.ok_or_else(|| format!("no listing: {answer:.300}"))?;
    Ok(entries.iter().filter_map(|entry| entry["uri"].as_str().map(str::to_owned)).collect())
}
