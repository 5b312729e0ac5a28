//! Serves the skills of this binary and those of a pack that it depends on, over standard input and output. Not a place
//! for logic: it has none.

use core::error::Error;

use skills_runtime::{Catalog, Server, embed_skills};

static CORE: Catalog = embed_skills!("skills/");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    Server::merge([&CORE, &billing_skills::SKILLS])?
        .name(env!("CARGO_PKG_NAME"))
        .version(env!("CARGO_PKG_VERSION"))
        .instructions("Skills for letters to customers, credit notes, reminders and bank statements.")
        .serve_stdio()
        .await?;
    Ok(())
}
