//! An axum handler that reads the request and answers with the bytes of a file, read once: the limit of every server
//! here. Usage: `bench-bare ADDRESS FILE`. It looks at no request.

use std::error::Error;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("usage: bench-bare ADDRESS FILE".into());
    };
    let answer = Bytes::from(std::fs::read(file)?);
    let respond = async move |_request: Bytes| ([(CONTENT_TYPE, "application/json")], answer);
    let app = Router::new().route("/mcp", post(respond));
    let listener = TcpListener::bind(address).await?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, app).await?;
    Ok(())
}
