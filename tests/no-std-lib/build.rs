//! Has cargo watch the folder of skills; writes nothing.

fn main() {
    println!("cargo::rerun-if-changed=skills");
}
