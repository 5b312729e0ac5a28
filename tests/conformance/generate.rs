//! Writes a directory of generated skills: three files of 2,048 bytes each, the same bytes for the same seed and
//! number. A program of its own, compiled with bare `rustc`; no part of any crate, and not a test.
//!
//! Usage: `generate DIRECTORY SKILLS [SEED]`. The skills are `skill-00000`, `skill-00001`, …; what a skill holds does
//! not depend on how many there are. The directory is created and must be empty.

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

const FILE_BYTES: usize = 2048;
const DEFAULT_SEED: u64 = 2640;
const WORDS: [&str; 32] = [
    "account", "amount", "approve", "before", "branch", "change", "check", "commit", "customer", "deliver",
    "review", "expect", "figure", "invoice", "ledger", "message", "notice", "number", "office", "order",
    "payment", "person", "policy", "process", "record", "refund", "release", "report", "section", "select",
    "update", "window",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((root, skills, seed)) = parse(&arguments) else {
        eprintln!("usage: generate DIRECTORY SKILLS [SEED]");
        return ExitCode::from(2);
    };
    match write_all(Path::new(root), skills, seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{root}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse(arguments: &[String]) -> Option<(&str, u32, u64)> {
    match arguments {
        [root, skills] => Some((root, skills.parse().ok()?, DEFAULT_SEED)),
        [root, skills, seed] => Some((root, skills.parse().ok()?, seed.parse().ok()?)),
        _ => None,
    }
}

fn write_all(root: &Path, skills: u32, seed: u64) -> io::Result<()> {
    fs::create_dir_all(root)?;
    if fs::read_dir(root)?.next().is_some() {
        return Err(io::Error::new(io::ErrorKind::DirectoryNotEmpty, "not an empty directory"));
    }
    for index in 0..skills {
        write_skill(root, index, seed)?;
    }
    Ok(())
}

fn write_skill(root: &Path, index: u32, seed: u64) -> io::Result<()> {
    let name = format!("skill-{index:05}");
    let skill = root.join(&name);
    let references = skill.join("references");
    fs::create_dir_all(&references)?;
    let mut prose = Prose { state: seed ^ (u64::from(index) << 32) };
    let description = format!("Generated skill {index:05}. Use it to {}.", prose.words(6));
    let head = format!(
        "---\nname: {name}\ndescription: \"{description}\"\nlicense: \"MIT OR Apache-2.0\"\nmetadata:\n  version: \"1.{index:05}\"\n---\n\n\
         # Skill {index:05}\n\nRead [the guide](references/guide.md), then [the policy](references/policy.md).\n\n"
    );
    fs::write(skill.join("SKILL.md"), prose.fill(head))?;
    fs::write(references.join("guide.md"), prose.fill(format!("# Guide {index:05}\n\n")))?;
    fs::write(references.join("policy.md"), prose.fill(format!("# Policy {index:05}\n\n")))
}

/// Words without meaning from a SplitMix64 sequence.
struct Prose {
    state: u64,
}

impl Prose {
    /// `text` and as many lines of prose as make it exactly `FILE_BYTES` long.
    fn fill(&mut self, mut text: String) -> String {
        while text.len() < FILE_BYTES - 80 {
            text.push_str(&self.words(8));
            text.push('\n');
        }
        while text.len() < FILE_BYTES - 1 {
            text.push('x');
        }
        text.push('\n');
        text
    }

    fn words(&mut self, count: usize) -> String {
        let words: Vec<&str> = (0..count).map(|_| WORDS[self.next() as usize % WORDS.len()]).collect();
        words.join(" ")
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
