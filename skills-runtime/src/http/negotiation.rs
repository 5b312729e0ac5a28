//! What a request says about its body and its answer: `Content-Type`, `Accept`, the mirrored headers. Only read here.

use axum::http::{HeaderMap, header};

use crate::{Field, Headers};

/// Whether the body is declared to be JSON.
pub(super) fn sends_json(headers: &HeaderMap) -> bool {
    let mut types = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(media_type), None) = (types.next(), types.next()) else { return false };
    media_type.to_str().is_ok_and(|media_type| is(media_type, "application/json"))
}

/// Whether the client can take JSON. One that does not say can take anything.
pub(super) fn accepts_json(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT);
    if values.iter().next().is_none() {
        return true;
    }
    let ranges = || values.iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    // The most specific range decides, wherever it stands.
    ["application/json", "application/*", "*/*"]
        .into_iter()
        .find_map(|wanted| ranges().find(|range| is(range, wanted)))
        .is_some_and(|range| !is_refused(range))
}

/// The headers that mirror the body, for the session to judge.
pub(super) fn mirrored(headers: &HeaderMap) -> Headers<'_> {
    let field = |name| headers.get_all(name).iter().map(|value| value.as_bytes()).collect::<Field<'_>>();
    Headers {
        protocol_version: field("mcp-protocol-version"),
        method: field("mcp-method"),
        name: field("mcp-name"),
    }
}

/// Whether `value` is the media type `wanted`, whatever its parameters are.
fn is(value: &str, wanted: &str) -> bool {
    value.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case(wanted))
}

/// Whether a range has the weight 0.
fn is_refused(range: &str) -> bool {
    range.split(';').skip(1).any(|parameter| {
        let weight = parameter.trim().strip_prefix("q=").or_else(|| parameter.trim().strip_prefix("Q="));
        weight.and_then(|weight| weight.parse().ok()) == Some(0.0_f32)
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(name: header::HeaderName, values: &[&'static str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn a_body_is_json_when_it_is_declared_so() {
        for value in ["application/json", "Application/JSON; charset=utf-8", " application/json ;a=b"] {
            assert!(sends_json(&headers(header::CONTENT_TYPE, &[value])), "{value}");
        }
        for value in [
            "",
            "text/plain",
            "application/json-seq",
            "application/jsonx",
            "application/x-www-form-urlencoded",
        ] {
            assert!(!sends_json(&headers(header::CONTENT_TYPE, &[value])), "{value}");
        }
        assert!(!sends_json(&HeaderMap::new()));
        assert!(!sends_json(&headers(header::CONTENT_TYPE, &["application/json", "text/plain"])));
    }

    #[test]
    fn json_is_sent_to_whoever_does_not_rule_it_out() {
        for values in [
            &["application/json, text/event-stream"][..],
            &["text/event-stream", "application/json"],
            &["*/*"],
            &["application/*;q=0.1, text/html"],
            &["text/html, APPLICATION/JSON; q=0.5"],
            &["*/*;q=0, application/json"],
        ] {
            assert!(accepts_json(&headers(header::ACCEPT, values)), "{values:?}");
        }
        for values in [
            &["text/event-stream"][..],
            &[""],
            &["text/html, application/xml"],
            &["application/json;q=0"],
            &["*/*, application/json; q=0.0"],
            &["application/json;a=b;Q=0"],
        ] {
            assert!(!accepts_json(&headers(header::ACCEPT, values)), "{values:?}");
        }
        assert!(accepts_json(&HeaderMap::new()));
    }
}
