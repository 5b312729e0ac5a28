//! What a test can ask of a handler before skills are put beside it: the questions that no compiler can answer. Not for
//! a running server: a failed assertion panics.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use rmcp::model::{ClientConfig, ErrorCode};
use rmcp::{Peer, RoleClient, ServerHandler, ServiceError};

use super::tools::Offer;
use crate::{Catalog, Server};

/// Asserts that a handler lists no resource at a URI of the catalog, directories included. Such a resource could never
/// be read: the skills answer for the URI.
///
/// ```
/// # use rmcp::ServerHandler;
/// # use skills_runtime::{Catalog, embed_skills};
/// # static SKILLS: Catalog = embed_skills!("tests/fixtures/docs/skills/");
/// # struct Billing;
/// # impl ServerHandler for Billing {}
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// skills_runtime::rmcp::assert_no_collision(Billing, &SKILLS).await;
/// # }
/// ```
///
/// # Panics
///
/// If it does, with every such URI; if the handler cannot be asked.
pub async fn assert_no_collision<H: ServerHandler>(handler: H, catalog: &'static Catalog) {
    let server = Server::new(catalog);
    let resources = listed(handler, "resources", Peer::list_all_resources).await;
    let both: Vec<String> = resources
        .into_iter()
        .map(|resource| resource.uri)
        .filter(|uri| matches!(server.shelf().find(uri), Ok(Some(_))))
        .collect();
    assert!(both.is_empty(), "served by the handler and by the skills: {}", both.join(", "));
}

/// Asserts that a handler offers every tool that a skill of the catalog requires: see
/// [`Skill::requires_tools`](crate::Skill::requires_tools).
///
/// # Panics
///
/// If it does not, with every such skill and tool; if the handler cannot be asked.
pub async fn assert_tools<H: ServerHandler>(handler: H, catalog: &'static Catalog) {
    let tools = listed(handler, "tools", Peer::list_all_tools).await;
    let offer: Offer = tools.into_iter().map(|tool| tool.name).collect();
    let missing: Vec<String> = catalog
        .skills()
        .flat_map(|skill| offer.missing(skill).map(move |tool| format!("`{tool}` for {}", skill.path())))
        .collect();
    assert!(
        missing.is_empty(),
        "tools that skills require and the handler does not offer: {}",
        missing.join(", ")
    );
}

/// Everything on a list of the handler, asked as a client does. A handler without the method has an empty one.
#[expect(clippy::panic, reason = "an assertion for tests: there is nothing to go on with")]
async fn listed<H: ServerHandler, T>(
    handler: H,
    what: &str,
    list: impl AsyncFnOnce(&Peer<RoleClient>) -> Result<Vec<T>, ServiceError>,
) -> Vec<T> {
    /// More than most pages take.
    const BUFFER: usize = 1 << 16;
    let (near, far) = tokio::io::duplex(BUFFER);
    let (server, client) =
        tokio::join!(rmcp::serve_server(handler, far), rmcp::serve_client(ClientConfig::default(), near));
    // Both ends have to live until the answer is there.
    let (_server, client) = match (server, client) {
        (Ok(server), Ok(client)) => (server, client),
        (Err(error), _) => panic!("the handler could not be asked for its {what}: {error}"),
        (_, Err(error)) => panic!("the handler could not be asked for its {what}: {error}"),
    };
    match list(client.peer()).await {
        Ok(listed) => listed,
        Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => Vec::new(),
        Err(error) => panic!("the handler does not say what its {what} are: {error}"),
    }
}
