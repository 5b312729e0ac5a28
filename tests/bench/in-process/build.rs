//! Has cargo build again when the driver names corpora elsewhere, and notice new files. Not part of what is measured.

fn main() {
    println!("cargo::rerun-if-env-changed=SKILLS_BENCH_CORPORA");
    if let Ok(corpora) = std::env::var("SKILLS_BENCH_CORPORA") {
        println!("cargo::rerun-if-changed={corpora}");
    }
}
