//! Links without a C library, as `examples/no-std` does.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // `core` and `alloc` come compiled with unwind tables that name these two; with `panic = "abort"` nothing calls them.
    let unwinding = ["-Wl,--defsym=rust_eh_personality=0", "-Wl,--defsym=_Unwind_Resume=0"];
    for argument in ["-nostartfiles", "-static", "-no-pie"].into_iter().chain(unwinding) {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
