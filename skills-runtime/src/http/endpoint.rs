//! The endpoint: one request in, one response out. It reads and writes HTTP and leaves the message to the session.

use alloc::string::String;
use core::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest as _, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tokio::time::timeout;

use crate::http::body::Chunked;
use crate::http::guard::{self, Refusal};
use crate::http::negotiation;
use crate::http::turns::Turns;
use crate::rope::Rope;
use crate::{Meta, Server, Session, Status};

/// For how long a client may take to send a body.
const BODY: Duration = Duration::from_secs(30);

pub(super) async fn respond(State(server): State<Server>, request: Request) -> Response {
    let origin = match guard::admit(&server, request.uri(), request.headers()) {
        Ok(origin) => origin.cloned(),
        Err(refusal) => {
            tracing::debug!(?refusal, "a request was refused");
            return refused(&refusal);
        }
    };
    let mut response = match (request.method(), &origin) {
        (&Method::POST, _) => exchange(server, request).await,
        (&Method::OPTIONS, Some(_)) if is_preflight(request.headers()) => preflight(request.headers()),
        _ => (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "POST")], "this endpoint takes POST\n")
            .into_response(),
    };
    let headers = response.headers_mut();
    if let Some(origin) = origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    }
    headers.append(header::VARY, HeaderValue::from_static("Origin"));
    response
}

async fn exchange(server: Server, request: Request) -> Response {
    if !negotiation::sends_json(request.headers()) {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, "send `Content-Type: application/json`\n")
            .into_response();
    }
    if !negotiation::accepts_json(request.headers()) {
        return (StatusCode::NOT_ACCEPTABLE, "answers are `application/json`\n").into_response();
    }
    let (parts, body) = request.into_parts();
    let mut session = Session::new(server);
    let mut limited = Request::new(Body::new(Turns::new(body)));
    // The limit is one of them.
    limited.extensions_mut().clone_from(&parts.extensions);
    let body = match timeout(BODY, Bytes::from_request(limited, &())).await {
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
        Ok(Ok(body)) => body,
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let mut body = String::new();
            let status = session.refuse_oversized(&mut body);
            return written(status, body, None);
        }
        Ok(Err(rejection)) => {
            tracing::debug!(error = %rejection, "a body could not be read");
            return StatusCode::BAD_REQUEST.into_response();
        }
    };
    let meta = Meta::http(negotiation::mirrored(&parts.headers)).with_context(&parts);
    let mut text = String::new();
    let (status, long) = session.receive_chunked(&body, &meta, &mut text);
    let sent = long.as_ref().map_or(Some(text.len()), Rope::len);
    tracing::debug!(status = status.code(), received = body.len(), sent, "a request was answered");
    written(status, text, long)
}

fn written(status: Status, text: String, long: Option<Rope>) -> Response {
    let status = StatusCode::from_u16(status.code()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = match long {
        Some(rope) => Body::new(Turns::new(Chunked::new(rope))),
        None if text.is_empty() => return status.into_response(),
        None => Body::from(text),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

fn refused(refusal: &Refusal) -> Response {
    let reason = match refusal {
        Refusal::Host => "this server is not called by that host name: see `Server::allowed_hosts`\n",
        Refusal::Origin => "pages of that origin may not call this server: see `Server::allowed_origins`\n",
    };
    (StatusCode::FORBIDDEN, reason).into_response()
}

fn is_preflight(headers: &HeaderMap) -> bool {
    headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// What a browser asks before it lets a page of an allowed origin send JSON: whatever headers it wants are fine.
fn preflight(headers: &HeaderMap) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let answer = response.headers_mut();
    answer.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST"));
    answer.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("7200"));
    answer.append(header::VARY, HeaderValue::from_static("Access-Control-Request-Headers"));
    if let Some(wanted) = headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS) {
        answer.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, wanted.clone());
    }
    response
}
