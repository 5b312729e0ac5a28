//! Has cargo build again when the driver names other skills, and notice new files. Not part of what is measured.

fn main() {
    println!("cargo::rerun-if-env-changed=SKILLS_BENCH_SKILLS");
    if let Ok(skills) = std::env::var("SKILLS_BENCH_SKILLS") {
        println!("cargo::rerun-if-changed={skills}");
    }
}
