//! A skills server over standard input and output. Not a place for logic: it has none.

use skills_runtime::{Catalog, Server, embed_skills};

static SKILLS: Catalog = embed_skills!("skills/");

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    Server::new(&SKILLS)
        .name(env!("CARGO_PKG_NAME"))
        .version(env!("CARGO_PKG_VERSION"))
        .instructions("Skills for writing commits, release notes and dependency reviews.")
        .serve_stdio()
        .await
}
