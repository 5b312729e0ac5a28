//! Connections: accepting, bounding and closing them. Not what is requested over them.

use alloc::sync::Arc;
use core::future::Future;
use core::pin::pin;
use core::time::Duration;
use std::io::{self, ErrorKind};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::http::patience::Patience;

/// Connections that are open at once.
const CONNECTIONS: usize = 1024;
/// Bytes that are buffered of a request whose head is not complete.
const HEAD_LIMIT: usize = 64 * 1024;
/// The most headers of a request.
const HEADERS_LIMIT: usize = 100;
/// For how long a client may send nothing, or not finish a head.
const IDLE: Duration = Duration::from_secs(60);
/// For how long answers may take once the server is told to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How long to wait before accepting again, when there are no descriptors left.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves a router on a listener until `shutdown` is ready, with the limits that this [module](crate::http) lists.
///
/// ```no_run
/// # async fn example() -> std::io::Result<()> {
/// use skills_runtime::{Catalog, Server, http};
///
/// static SKILLS: Catalog = Catalog::EMPTY;
///
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// let address = listener.local_addr()?; // the port that was free
/// http::serve(listener, http::router(Server::new(&SKILLS)), http::shutdown_signal()).await
/// # }
/// ```
///
/// # Errors
///
/// The listener has no address. Nothing that happens to a connection ends the server.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    shutdown: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let address = listener.local_addr()?;
    tracing::info!(%address, "serving");
    let service = TowerToHyperService::new(router);
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (stream, slot) = tokio::select! {
            biased;
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => continue,
            accepted = accept(&listener, &slots) => accepted,
        };
        // Answers are written whole, so there is nothing to gain from waiting for more.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            // A client that has nothing more to send still waits for its answer; one that is gone fails the write.
            .half_close(true)
            .header_read_timeout(IDLE)
            .max_buf_size(HEAD_LIMIT)
            .max_headers(HEADERS_LIMIT)
            .serve_connection(Patience::new(TokioIo::new(stream)), service.clone());
        let connection = graceful.watch(connection);
        connections.spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection failed");
            }
            drop(slot);
        });
    }
    drop(listener);
    tracing::info!(connections = connections.len(), "shutting down");
    if timeout(GRACE, graceful.shutdown()).await.is_err() {
        tracing::warn!("connections were still busy and are cut");
    }
    connections.shutdown().await;
    Ok(())
}

/// The next connection, and the slot that it takes.
async fn accept(listener: &TcpListener, slots: &Arc<Semaphore>) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed, so there always is a slot in the end.
    let slot = Arc::clone(slots).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, slot),
            // That connection is gone, and the next one is not.
            Err(error)
                if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) =>
            {
                tracing::debug!(%error, "a connection was gone before it was accepted");
            }
            Err(error) => {
                tracing::error!(%error, "connections cannot be accepted");
                sleep(PAUSE).await;
            }
        }
    }
}
