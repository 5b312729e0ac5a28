//! Has cargo notice new files among the skills of the example. Decides nothing about them.

fn main() {
    println!("cargo::rerun-if-changed=../../examples/rmcp/skills");
}
