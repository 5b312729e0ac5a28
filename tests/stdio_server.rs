//! A stdio server of the HTTP example's skills, for tests that need a process to talk to. With the argument `offers` it
//! has everything that settings switch on. Not an example: see `examples/stdio`.

use skills_runtime::{Catalog, Server, embed_skills};

static SKILLS: Catalog = embed_skills!("../examples/http/skills", allow(not_packaged));

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let server = Server::new(&SKILLS);
    let server = match std::env::args().nth(1).as_deref() {
        Some("offers") => {
            server.resource_templates().fallback_tools().skill_prompts().skill_instructions(2_000)
        }
        _ => server,
    };
    server.serve_stdio().await
}
