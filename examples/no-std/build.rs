//! Has cargo notice new files below `skills`, and links without a C library. Decides nothing about the skills.

fn main() {
    println!("cargo::rerun-if-changed=skills");
    // `core` comes compiled with unwind tables that name a personality; with `panic = "abort"` nothing calls it.
    for argument in ["-nostartfiles", "-static", "-no-pie", "-Wl,--defsym=rust_eh_personality=0"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
