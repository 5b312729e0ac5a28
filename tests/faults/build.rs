//! Writes the skills of the server that is under load: small ones, and one with a file whose answer is 90 MB. Not a place
//! for checks: the macro makes them.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let root = Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("skills");
    for number in 0..200 {
        let name = format!("skill-{number:03}");
        let text = format!("---\nname: {name}\ndescription: Number {number} of many.\n---\n# {name}\n");
        write(&root.join(&name).join("SKILL.md"), text.as_bytes())?;
    }
    let text = "---\nname: big\ndescription: Has a long file.\n---\n[long](long.txt), [blob](long.bin)\n";
    write(&root.join("big/SKILL.md"), text.as_bytes())?;
    // Six bytes of answer for each.
    write(&root.join("big/long.txt"), &[1; 15_000_000])?;
    write(&root.join("big/long.bin"), &[0; 1_000_000])
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}
