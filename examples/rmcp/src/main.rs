//! A server on the official SDK with two tools, and beside them the skills that say when to use which: over standard
//! input and output, or over Streamable HTTP at the address in `SKILLS_ADDR`. Not the tools themselves.

mod versions;

use std::sync::Arc;

use rmcp::ServiceExt;
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use skills_runtime::rmcp::WithSkills;
use skills_runtime::{Catalog, embed_skills};

use crate::versions::Versions;

static SKILLS: Catalog = embed_skills!("skills/");

#[tokio::main]
async fn main() -> Result<(), Box<dyn core::error::Error>> {
    let service = || Versions.with_skills(&SKILLS).hide_skills_without_tools();
    let Ok(address) = std::env::var("SKILLS_ADDR") else {
        service().serve(stdio()).await?.waiting().await?;
        return Ok(());
    };
    let sessions = Arc::<LocalSessionManager>::default();
    let http = StreamableHttpService::new(move || Ok(service()), sessions, Default::default());
    let listener = tokio::net::TcpListener::bind(address).await?;
    Ok(axum::serve(listener, axum::Router::new().nest_service("/mcp", http)).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_skills_find_their_tools() {
        skills_runtime::rmcp::assert_tools(Versions, &SKILLS).await;
        skills_runtime::rmcp::assert_no_collision(Versions, &SKILLS).await;
    }
}
