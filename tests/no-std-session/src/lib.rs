//! A skills server for a machine with an allocator and no operating system: bytes come in through one ring and leave
//! through another, as they would between an interrupt and a main loop. Not a driver: who moves the bytes is not said.

#![no_std]
#![deny(
    clippy::alloc_instead_of_core,
    clippy::indexing_slicing,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core
)]

extern crate alloc;

mod link;
mod ring;

use skills_runtime::{Catalog, Server, embed_skills};

pub use link::{Link, Progress};
pub use ring::Ring;

/// What the machine knows.
pub static SKILLS: Catalog = embed_skills!("skills/");

/// Both eras, a line for each message, mistakes included.
pub const CONVERSATION: &str = include_str!("../conversation.jsonl");

/// The server of the machine.
#[must_use]
pub fn server() -> Server {
    Server::new(&SKILLS).name("pump-station").version("1.0.0")
}

/// Plays the other end of the link: sends `input` as fast as it is taken, and hands on what comes back.
pub fn converse(link: &mut Link, mut input: &[u8], mut answered: impl FnMut(&[u8])) {
    loop {
        let taken = link.received.put(input);
        input = input.get(taken..).unwrap_or_default();
        let progress = link.advance();
        let mut chunk = [0; 7];
        loop {
            let count = link.to_send.take(&mut chunk);
            let Some(bytes) = chunk.get(..count).filter(|bytes| !bytes.is_empty()) else { break };
            answered(bytes);
        }
        if input.is_empty() && progress == Progress::Idle {
            return;
        }
    }
}
