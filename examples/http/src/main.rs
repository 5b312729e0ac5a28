//! A skills server over Streamable HTTP that says on start what is baked into it. Not a place for logic: it has none.

#![expect(clippy::print_stdout, reason = "standard output is for the person who started it")]

use skills_runtime::{Catalog, Server, embed_skills};

static SKILLS: Catalog = embed_skills!("skills/");

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::var("SKILLS_ADDR").unwrap_or_else(|_| "127.0.0.1:8000".to_owned());
    print_catalog();
    println!("The endpoint is http://{address}/mcp (SKILLS_ADDR moves it, ctrl-c stops the server). Try:\n");
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"skills/list"}"#;
    println!("curl -s http://{address}/mcp -H 'content-type: application/json' -d '{request}'\n");
    Server::new(&SKILLS)
        .name(env!("CARGO_PKG_NAME"))
        .version(env!("CARGO_PKG_VERSION"))
        .instructions("Skills of a small shop: billing, incidents and brand.")
        .serve_http(&address)
        .await
}

fn print_catalog() {
    println!("\nIn this binary, checked and hashed while it was compiled:\n");
    println!("  {:<26}{:>5}{:>9}  SHA-256 of SKILL.md", "skill", "files", "bytes");
    for skill in SKILLS.skills() {
        let (files, digest) = (skill.files().len(), skill.skill_md().digest_hex());
        println!("  {:<26}{files:>5}{:>9}  {digest:.16}…", skill.path(), skill.size());
    }
    println!("  {:<26}{:>5}{:>9}\n", "all, each file once", SKILLS.files().len(), SKILLS.size());
}
