//! Chunks of input to chunks of output: lines in, answers out. Not the reading and writing.

use alloc::string::String;

use crate::rope::Rope;
use crate::session::lines::{Line, Lines};
use crate::{Meta, Server, Session};

/// Bytes of answers after which they are written, although more messages wait.
pub(super) const FULL: usize = 64 * 1024;

/// A session with the lines that go in and the answers that have not gone out.
pub(super) struct Exchange {
    session: Session,
    lines: Lines,
    answers: String,
    /// The rest of an answer that is too long to be held.
    long: Option<Rope>,
}

impl Exchange {
    pub(super) fn new(server: Server) -> Self {
        Self { session: Session::new(server), lines: Lines::default(), answers: String::new(), long: None }
    }

    /// Takes messages from `input` until it is used up or enough is there to be written, and returns what to write.
    /// `count` is what the last read gave; nothing is the end, and then a line without an end is a message.
    pub(super) fn advance(&mut self, input: &mut &[u8], count: usize) -> Option<&str> {
        self.answers.clear();
        self.answers.shrink_to(2 * FULL);
        while self.answers.len() < FULL {
            if let Some(long) = &mut self.long {
                let start = self.answers.len();
                long.write_next(&mut self.answers);
                if self.answers.len() == start {
                    self.long = None;
                    self.answers.push('\n');
                }
                continue;
            }
            let line = if count == 0 { self.lines.finish() } else { self.lines.next(input) };
            let start = self.answers.len();
            match line {
                Some(Line::Whole(message)) => {
                    self.long = self.session.receive_chunked(message, &Meta::stream(), &mut self.answers).1;
                }
                Some(Line::TooLong) => {
                    self.session.refuse_oversized(&mut self.answers);
                }
                None => break,
            }
            if self.long.is_none() && self.answers.len() > start {
                self.answers.push('\n');
            }
        }
        Some(self.answers.as_str()).filter(|answers| !answers.is_empty())
    }
}
