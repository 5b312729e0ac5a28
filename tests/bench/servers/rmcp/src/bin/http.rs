//! The peer's server over HTTP, without sessions and with plain JSON answers: its fastest way. Usage: `rmcp-http ADDRESS
//! DIRECTORY [nodelay]`, where the last word sets `TCP_NODELAY`, which `axum::serve` leaves unset.

use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::serve::ListenerExt as _;
use bench_rmcp::Skills;
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(directory)) = (arguments.next(), arguments.next()) else {
        return Err("usage: rmcp-http ADDRESS DIRECTORY [nodelay]".into());
    };
    let skills = Skills::load(directory.into())?;
    let config =
        StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let service = StreamableHttpService::new(
        move || Ok(skills.clone()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let app = Router::new().nest_service("/mcp", service);
    let listener = TcpListener::bind(address).await?;
    if arguments.next().as_deref() == Some("nodelay") {
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        axum::serve(listener, app).await?;
    } else {
        axum::serve(listener, app).await?;
    }
    Ok(())
}
