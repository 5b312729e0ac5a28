//! A stdio server of the HTTP example's skills, for tests that need a process to talk to. Not an example: see
//! `examples/stdio`.

use skills_runtime::{Catalog, Server, embed_skills};

static SKILLS: Catalog = embed_skills!("../examples/http/skills", allow(not_packaged));

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    Server::new(&SKILLS).serve_stdio().await
}
