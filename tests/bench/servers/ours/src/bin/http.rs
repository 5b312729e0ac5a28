//! Our server over HTTP, as the README has it. Not a place for anything that makes it faster.

use skills_runtime::{Catalog, Server, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_BENCH_SKILLS", allow(untracked_directory));

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1).ok_or_else(|| std::io::Error::other("usage: ours-http ADDRESS"))?;
    Server::new(&SKILLS).serve_http(&address).await
}
