//! Writes a skill where only this build knows, and has cargo watch the folder of the others.

use std::path::PathBuf;
use std::{env, fs, io};

const SKILL: &str = "---\nname: written\ndescription: Comes out of a build script.\n---\nFrom `$OUT_DIR`.\n";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=skills");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("skills/written");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("SKILL.md"), SKILL)
}
