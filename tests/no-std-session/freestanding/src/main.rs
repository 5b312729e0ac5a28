//! Prints what the session answers to the conversation, with nothing below it but the Linux kernel. It reads nothing:
//! both ends of the link are in here.

#![no_std]
#![no_main]
// The loops in `memory` must not be compiled into calls of themselves.
#![no_builtins]

#[path = "../../../../examples/no-std/src/linux.rs"]
mod linux;
#[path = "../../../../examples/no-std/src/memory.rs"]
mod memory;

extern crate alloc;

use alloc::vec::Vec;

use emballoc::Allocator;
use skills_tests_no_std_session::{CONVERSATION, Link, converse, server};

/// Everything that is ever allocated.
#[global_allocator]
static HEAP: Allocator<{ 1 << 20 }> = Allocator::new();

/// Returns the exit code of the process.
fn main() -> i32 {
    let mut link = Link::new(server());
    let mut answers = Vec::new();
    converse(&mut link, CONVERSATION.as_bytes(), |bytes| answers.extend_from_slice(bytes));
    match core::str::from_utf8(&answers).map(linux::print) {
        Ok(Ok(())) => 0,
        _ => 1,
    }
}
