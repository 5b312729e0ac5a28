//! Prints the entry of one embedded skill with nothing below it but the Linux kernel. Not a server: it reads nothing.

#![no_std]
#![no_main]
// The loops in `memory` must not be compiled into calls of themselves.
#![no_builtins]
#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]

mod linux;
mod memory;

use skills_runtime::{Catalog, Skill, embed_skills};

static SKILLS: Catalog = embed_skills!("skills/");

/// A path that is wrong does not compile.
const CALIBRATION: Skill = SKILLS.skill("sensors/calibration");

/// Returns the exit code of the process.
fn main() -> i32 {
    let written = linux::print(CALIBRATION.entry()).and_then(|()| linux::print("\n"));
    if written.is_ok() { 0 } else { 1 }
}
