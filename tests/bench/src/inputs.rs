//! The skills that are served: those of an example, and generated ones, which are made once per generator and kept
//! outside the checkout. Not the generators.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::binaries::run;
use crate::{Result, checkout};

/// All inputs, in one directory.
pub(crate) struct Inputs {
    directory: PathBuf,
    all: Vec<Input>,
}

/// A directory of skills.
pub(crate) struct Input {
    pub(crate) name: &'static str,
    pub(crate) path: PathBuf,
    pub(crate) skills: usize,
    pub(crate) files: u64,
    pub(crate) bytes: u64,
}

/// Every input that is generated: name and skills. The one with 17 is shaped like published skills.
const INPUTS: [(&str, usize); 4] = [("1", 1), ("real", 17), ("1000", 1_000), ("10000", 10_000)];

impl Inputs {
    pub(crate) fn generate() -> Result<Self> {
        let directory = std::env::temp_dir().join("skills-bench");
        fs::create_dir_all(&directory)?;
        let generator = directory.join("generate");
        let source = checkout().join("tests/conformance/generate.rs");
        run(Command::new("rustc").args(["--edition", "2024", "-O"]).arg(&source).arg("-o").arg(&generator))?;
        let examples = checkout().join("examples/http/skills");
        let (files, bytes) = count(&examples)?;
        let mut all = vec![Input { name: "examples", path: examples, skills: 5, files, bytes }];
        for (name, skills) in INPUTS {
            let path = directory.join(name);
            let (files, bytes) = if name == "real" {
                let script = checkout().join("tests/bench/corpus");
                generated(&path, &script, Command::new(&script).arg(&path))?
            } else {
                generated(&path, &source, Command::new(&generator).arg(&path).arg(skills.to_string()))?
            };
            all.push(Input { name, path, skills, files, bytes });
        }
        Ok(Self { directory, all })
    }

    /// Where all of them are, by name.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    pub(crate) fn all(&self) -> &[Input] {
        &self.all
    }

    pub(crate) fn of(&self, skills: usize) -> Result<&Input> {
        Ok(self.all.iter().find(|input| input.skills == skills).ok_or("there is no such input")?)
    }
}

/// Generates unless the same generator did before; returns files and bytes.
fn generated(path: &Path, source: &Path, command: &mut Command) -> Result<(u64, u64)> {
    let stamp = path.with_extension("generator");
    let text = fs::read(source)?;
    if fs::read(&stamp).ok().as_ref() != Some(&text) {
        if path.exists() {
            fs::remove_dir_all(path)?;
        }
        run(command)?;
        fs::write(&stamp, text)?;
    }
    count(path)
}

fn count(directory: &Path) -> Result<(u64, u64)> {
    let (mut files, mut bytes) = (0, 0);
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if metadata.is_dir() {
            let (inner_files, inner_bytes) = count(&entry.path())?;
            files += inner_files;
            bytes += inner_bytes;
        } else {
            files += 1;
            bytes += metadata.len();
        }
    }
    Ok((files, bytes))
}
