//! Has cargo notice new files below `skills`. Decides nothing about them.

fn main() {
    println!("cargo::rerun-if-changed=skills");
}
