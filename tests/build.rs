//! Has cargo watch the skills that the tests embed: rustc alone does not notice a new one.

fn main() {
    println!("cargo::rerun-if-changed=fixtures");
    println!("cargo::rerun-if-changed=install");
    println!("cargo::rerun-if-changed=renamed/skills");
    println!("cargo::rerun-if-changed=../examples/http/skills");
    println!("cargo::rerun-if-changed=../examples/rmcp/skills");
}
