//! Our server over standard input and output, as the README has it. Not a place for anything that makes it faster.

use skills_runtime::{Catalog, Server, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_BENCH_SKILLS", allow(untracked_directory));

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    Server::new(&SKILLS).serve_stdio().await
}
