//! The peer's server over standard input and output. Usage: `rmcp-stdio DIRECTORY`.

use std::error::Error;

use bench_rmcp::Skills;
use rmcp::ServiceExt as _;
use rmcp::transport::stdio;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args_os().nth(1).ok_or("usage: rmcp-stdio DIRECTORY")?;
    // Nothing else runs yet that reading the directory could block.
    let service = Skills::load(directory.into())?.serve(stdio()).await?;
    service.waiting().await?;
    Ok(())
}
