//! Connections: accepting, bounding and closing them. Not what is requested over them.

use alloc::sync::Arc;
use core::future::Future;
use core::pin::pin;
use core::time::Duration;
use std::io::{self, ErrorKind};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::http::drain::{Drain, Drained};
use crate::http::patience::Patience;
use crate::http::unsent;

/// Connections that are open at once.
const CONNECTIONS: usize = 1024;
/// The longest head of a request, and the bytes that are buffered in each direction.
const HEAD_LIMIT: usize = 16 * 1024;
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
    let (stop, stopped) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (stream, slot) = tokio::select! {
            biased;
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => continue,
            accepted = accept(&listener, &slots) => accepted,
        };
        let (service, stopped) = (service.clone(), stopped.clone());
        connections.spawn(async move {
            if let Err(error) = connect(stream, service, stopped).await {
                tracing::debug!(%error, "a connection failed");
            }
            drop(slot);
        });
    }
    drop(listener);
    tracing::info!(connections = connections.len(), "shutting down");
    let _ = stop.send(());
    let answered = async { while connections.join_next().await.is_some() {} };
    if timeout(GRACE, answered).await.is_err() {
        tracing::warn!("connections were still busy and are cut");
    }
    connections.shutdown().await;
    Ok(())
}

/// Serves one connection to its end, or until what is being answered when `stopped` changes has been answered.
async fn connect(
    stream: TcpStream,
    service: TowerToHyperService<Router>,
    mut stopped: watch::Receiver<()>,
) -> hyper::Result<()> {
    // What is written is a whole answer or a full chunk, so there is nothing to gain from waiting for more.
    let _ = stream.set_nodelay(true);
    unsent::limit(&stream);
    let drain = Arc::new(Drain::default());
    let io = Patience::new(TokioIo::new(stream), Arc::clone(&drain));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // A client that has nothing more to send still waits for its answer; one that is gone fails the write.
        .half_close(true)
        .header_read_timeout(IDLE)
        .max_buf_size(HEAD_LIMIT)
        .max_header_size(HEAD_LIMIT)
        .serve_connection(io, Drained::new(service, Arc::clone(&drain)));
    let mut connection = pin!(connection);
    tokio::select! {
        biased;
        served = &mut connection => return served,
        _ = stopped.changed() => {}
    }
    drain.stop();
    connection.as_mut().graceful_shutdown();
    connection.await
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
