//! The session over Streamable HTTP, in both eras: one endpoint, one JSON answer to each POST. It moves bytes; what a
//! message is worth is decided by the session.
//!
//! [`Server::serve_http`] is a whole server. [`router`] mounts the endpoint in an application of your own, which then
//! has its own limits on connections and time; [`serve`] gives any router those of `serve_http`.
//!
//! | limit | |
//! |---|---|
//! | a message | [`MESSAGE_LIMIT`], else 413 |
//! | the head of a request | 16 KiB and 100 headers, else 431 |
//! | connections | 1,024; more wait |
//! | the next head, or a connection without one | 60 seconds, else it is closed |
//! | the body | 30 seconds, else 408 |
//! | a client that takes its answer slowly | 30 KiB in each 30 seconds, else the connection is closed |
//! | what the kernel takes of an answer before it has sent it | 128 KiB on Linux and Android |
//! | shutting down | 10 seconds for what is being answered |
//!
//! A long answer is put together while it is sent, so that a connection holds about 64 KiB of memory at most, whatever is
//! asked over it and however slowly its client reads.
//!
//! There are no sessions and no streams of events, so GET and DELETE are 405, and an `Mcp-Session-Id` is ignored. A
//! page in a browser can call the endpoint if its origin is allowed (`Server::allowed_origins`): preflight requests are
//! answered, for those origins only.

mod body;
mod connections;
mod drain;
mod endpoint;
mod guard;
mod negotiation;
mod patience;
mod turns;
mod unsent;

#[cfg(test)]
mod tests;

use std::io;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::any;
use tokio::net::{TcpListener, ToSocketAddrs};

use crate::{MESSAGE_LIMIT, Server};

pub use connections::serve;

/// The endpoint at `/mcp`, to be served alone or merged into an application.
///
/// ```
/// use axum::{Router, routing::get};
/// use skills_runtime::{Catalog, Server, http};
///
/// static SKILLS: Catalog = Catalog::EMPTY;
///
/// let app: Router = Router::new()
///     .route("/health", get(async || "ok"))
///     .merge(http::router(Server::new(&SKILLS).allowed_hosts(["skills.example.com"])));
/// # let _ = app;
/// ```
pub fn router(server: Server) -> Router {
    let endpoint = any(endpoint::respond).layer(DefaultBodyLimit::max(MESSAGE_LIMIT));
    Router::new().route("/mcp", endpoint).with_state(server)
}

/// Waits for the signal to stop: SIGINT or SIGTERM, or what the platform has for Ctrl-C.
///
/// Once it is waited for, these signals no longer end the process by themselves, even after it returned.
pub async fn shutdown_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut interrupt), Ok(mut terminate)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        {
            tokio::select! {
                _ = interrupt.recv() => tracing::info!("SIGINT"),
                _ = terminate.recv() => tracing::info!("SIGTERM"),
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        tracing::warn!("signals cannot be received here; they end the process at once");
        core::future::pending::<()>().await;
    }
}

impl Server {
    /// Serves over HTTP, at `/mcp` of `address`, until the process is told to stop (SIGINT, SIGTERM); what is being
    /// answered then is answered to its end, for at most ten seconds.
    ///
    /// Requests are served only for hosts and origins that [`allowed_hosts`](Self::allowed_hosts) and
    /// [`allowed_origins`](Self::allowed_origins) allow, which without them is this computer alone, whatever `address`
    /// is. There is no authentication and no TLS: that is for a proxy, or for an application that mounts the
    /// [`router`].
    ///
    /// ```no_run
    /// use skills_runtime::{Catalog, Server};
    ///
    /// static SKILLS: Catalog = Catalog::EMPTY;
    ///
    /// #[tokio::main]
    /// async fn main() -> std::io::Result<()> {
    ///     Server::new(&SKILLS).serve_http("127.0.0.1:8000").await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The address cannot be resolved or bound.
    pub async fn serve_http(self, address: impl ToSocketAddrs) -> io::Result<()> {
        let listener = TcpListener::bind(address).await?;
        serve(listener, router(self), shutdown_signal()).await
    }
}
