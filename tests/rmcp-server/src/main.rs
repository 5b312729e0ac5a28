//! A handler that has what the official conformance suite asks for, over Streamable HTTP at the address in `SKILLS_ADDR`:
//! `layered` with skills beside it, else bare. Not an example: what it says, the suite wants it to say.

mod suite;

use std::sync::Arc;

use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use skills_runtime::rmcp::WithSkills;
use skills_runtime::{Catalog, embed_skills};

use crate::suite::Suite;

static SKILLS: Catalog = embed_skills!("../../examples/rmcp/skills", allow(not_packaged));

type Outcome = Result<(), Box<dyn core::error::Error>>;

#[tokio::main]
async fn main() -> Outcome {
    match std::env::args().nth(1).as_deref() {
        Some("layered") => serve(|| Suite.with_skills(&SKILLS)).await,
        _ => serve(|| Suite).await,
    }
}

async fn serve<H: ServerHandler>(handler: impl Fn() -> H + Send + Sync + 'static) -> Outcome {
    let sessions = Arc::<LocalSessionManager>::default();
    let http = StreamableHttpService::new(move || Ok(handler()), sessions, Default::default());
    let listener = tokio::net::TcpListener::bind(std::env::var("SKILLS_ADDR")?).await?;
    Ok(axum::serve(listener, axum::Router::new().nest_service("/mcp", http)).await?)
}
