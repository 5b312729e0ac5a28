//! Stopping a connection: a request that has arrived is answered, the rest of one that has not is not waited for. Not the
//! signal to stop.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::future::Future;
use core::pin::Pin;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hyper::service::Service;

/// What the reading and the answering side of one connection know of each other.
#[derive(Debug, Default)]
pub(super) struct Drain {
    is_stopping: AtomicBool,
    /// Requests whose head has arrived and whose response is not there yet.
    answering: AtomicUsize,
}

impl Drain {
    /// From now on nothing is read but the body of a request that is being answered.
    pub(super) fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed) && self.answering.load(Ordering::Relaxed) == 0
    }
}

/// A service that counts the requests it is answering.
pub(super) struct Drained<S> {
    service: S,
    drain: Arc<Drain>,
}

impl<S> Drained<S> {
    pub(super) const fn new(service: S, drain: Arc<Drain>) -> Self {
        Self { service, drain }
    }
}

impl<R, S> Service<R> for Drained<S>
where
    S: Service<R, Future: Send + 'static>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn call(&self, request: R) -> Self::Future {
        let (answering, answer) = (Answering::new(Arc::clone(&self.drain)), self.service.call(request));
        Box::pin(async move {
            let _answering = answering;
            answer.await
        })
    }
}

/// One request, counted while this lives.
struct Answering(Arc<Drain>);

impl Answering {
    fn new(drain: Arc<Drain>) -> Self {
        drain.answering.fetch_add(1, Ordering::Relaxed);
        Self(drain)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.answering.fetch_sub(1, Ordering::Relaxed);
    }
}
