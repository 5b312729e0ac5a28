//! Who calls: the token of a request becomes a role, and a role sees some paths. It knows nothing of skills or of MCP.

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// Tokens for trying it out. A real application asks whoever issued the token, and compares no secret with `==`.
const TOKENS: [(&str, Role); 3] = [
    ("demo-acme", Role::Partner { tenant: "acme" }),
    ("demo-globex", Role::Partner { tenant: "globex" }),
    ("demo-staff", Role::Staff),
];

/// What a caller is to us.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// Somebody of another company.
    Partner { tenant: &'static str },
    /// One of us.
    Staff,
}

impl Role {
    /// Whether what lies at `path` exists for the caller. What is nobody's yet is for staff.
    pub(crate) fn sees(self, path: &str) -> bool {
        let mut segments = path.split('/');
        match (self, segments.next()) {
            (Self::Staff, _) | (Self::Partner { .. }, Some("shared")) => true,
            (Self::Partner { tenant }, Some("tenants")) => segments.next() == Some(tenant),
            (Self::Partner { .. }, _) => false,
        }
    }
}

/// Lets a request in that has a token of ours, with the role in its extensions.
pub(crate) async fn authenticate(mut request: Request, next: Next) -> Response {
    let Some(token) = bearer_token(request.headers()) else {
        return refuse("Bearer realm=\"skills\"");
    };
    let Some((_, role)) = TOKENS.iter().find(|(known, _)| *known == token) else {
        return refuse("Bearer realm=\"skills\", error=\"invalid_token\"");
    };
    request.extensions_mut().insert(*role);
    next.run(request).await
}

fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim_start())
}

fn refuse(challenge: &'static str) -> Response {
    let headers = [(header::WWW_AUTHENTICATE, challenge)];
    (StatusCode::UNAUTHORIZED, headers, "send `Authorization: Bearer …`\n").into_response()
}
