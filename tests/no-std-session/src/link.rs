//! The transport: lines out of one ring become messages, answers become lines in the other. It decides nothing about
//! either.

use alloc::string::String;
use alloc::vec::Vec;

use skills_runtime::{MESSAGE_LIMIT, Meta, Server, Session};

use crate::ring::Ring;

/// The bytes of a ring: far fewer than a message has, so that messages and answers go through in pieces.
const RING: usize = 64;

/// One connection, driven by calls of [`advance`](Self::advance).
#[derive(Debug)]
pub struct Link {
    /// What has come from the other end.
    pub received: Ring<RING>,
    /// What is to go there.
    pub to_send: Ring<RING>,
    session: Session,
    line: Vec<u8>,
    is_too_long: bool,
    answer: String,
    /// How much of `answer` is in the ring or beyond.
    sent: usize,
}

/// Whether there is a reason to call again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Everything that was received is dealt with.
    Idle,
    /// Something waits for room in [`Link::to_send`].
    Blocked,
}

impl Link {
    /// A connection that begins.
    #[must_use]
    pub const fn new(server: Server) -> Self {
        Self {
            received: Ring::new(),
            to_send: Ring::new(),
            session: Session::new(server),
            line: Vec::new(),
            is_too_long: false,
            answer: String::new(),
            sent: 0,
        }
    }

    /// Does what can be done without waiting. A message is not read before the answer to the one before has left.
    pub fn advance(&mut self) -> Progress {
        loop {
            let rest = self.answer.as_bytes().get(self.sent..).unwrap_or_default();
            self.sent += self.to_send.put(rest);
            if self.sent < self.answer.len() {
                return Progress::Blocked;
            }
            self.answer.clear();
            self.sent = 0;
            let mut byte = [0];
            if self.received.take(&mut byte) == 0 {
                return Progress::Idle;
            }
            self.read(byte);
        }
    }

    fn read(&mut self, byte: [u8; 1]) {
        match byte {
            [b'\n'] => {
                if self.is_too_long {
                    self.session.refuse_oversized(&mut self.answer);
                } else if !self.line.trim_ascii().is_empty() {
                    self.session.receive_into(&self.line, &Meta::stream(), &mut self.answer);
                }
                if !self.answer.is_empty() {
                    self.answer.push('\n');
                }
                self.line.clear();
                self.is_too_long = false;
            }
            _ if self.line.len() == MESSAGE_LIMIT => {
                self.line = Vec::new();
                self.is_too_long = true;
            }
            _ if self.is_too_long => {}
            [byte] => self.line.push(byte),
        }
    }
}
