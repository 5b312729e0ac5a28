//! Skills inside an axum application that knows its callers: a bearer token says who calls, and who calls decides which
//! skills exist. Not a place to learn authentication: the tokens are constants.
//!
//! ```sh
//! cargo run -p skills-example-bearer
//! curl -s http://127.0.0.1:8000/mcp -H 'authorization: Bearer demo-acme' -H 'content-type: application/json' \
//!     -d '{"jsonrpc":"2.0","id":1,"method":"skills/list"}'
//! ```
//!
//! | token | role | sees |
//! |---|---|---|
//! | `demo-acme` | partner, tenant `acme` | `shared/`, `tenants/acme/` |
//! | `demo-globex` | partner, tenant `globex` | `shared/`, `tenants/globex/` |
//! | `demo-staff` | staff | everything |
//! | another, or none | | 401 |
//!
//! A skill that a caller may not see is in none of its lists, and asking for it is answered as if it had never been
//! there. Answers say `"cacheScope":"private"`, so that nothing between server and client gives one caller's answer to
//! another.
//!
//! Three lines matter: `route_layer` puts the middleware in front of the endpoint and of nothing else, the middleware
//! leaves the role in the extensions of the request, and `visible` finds it there.

#![expect(clippy::print_stdout, reason = "standard output is for the person who started it")]

mod role;

use axum::http::request::Parts;
use axum::routing::get;
use axum::{Router, middleware};
use skills_runtime::{Caller, Catalog, Server, Skill, embed_skills, http};
use tokio::net::TcpListener;

use crate::role::{Role, authenticate};

static SKILLS: Catalog = embed_skills!("skills/");

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::var("SKILLS_ADDR").unwrap_or_else(|_| "127.0.0.1:8000".to_owned());
    let listener = TcpListener::bind(address).await?;
    println!("http://{}/mcp (SKILLS_ADDR moves it, ctrl-c stops the server)", listener.local_addr()?);
    let server = Server::new(&SKILLS).name(env!("CARGO_PKG_NAME")).version(env!("CARGO_PKG_VERSION"));
    let skills = http::router(server.visible(may_see)).route_layer(middleware::from_fn(authenticate));
    let app = Router::new().route("/health", get(async || "ok\n")).merge(skills);
    http::serve(listener, app, http::shutdown_signal()).await
}

/// Without a role there is nothing to see, should the middleware ever be forgotten.
fn may_see(skill: Skill, caller: &Caller<'_>) -> bool {
    let role = caller.context::<Parts>().and_then(|parts| parts.extensions.get::<Role>());
    role.is_some_and(|role| role.sees(skill.path()))
}
