//! Newline framing over chunks of bytes, without input or output of its own: one message per line. Not what is in it.

use alloc::vec::Vec;

use crate::session::MESSAGE_LIMIT;

/// Cuts a stream of bytes into lines. It never holds more than one message, whatever is sent.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// The begin of a line whose end has not come yet.
    held: Vec<u8>,
    state: State,
}

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'l> {
    Whole(&'l [u8]),
    /// Longer than [`MESSAGE_LIMIT`]. It is reported as soon as that is known, and its rest is skipped.
    TooLong,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Collecting,
    /// `held` was handed out.
    Given,
    /// Inside a line that was reported as too long.
    Skipping,
}

impl Lines {
    /// The next line that ends in `input`; `input` is what is left of it afterwards. `None` asks for more input.
    pub(crate) fn next<'l, 'i: 'l>(&'l mut self, input: &mut &'i [u8]) -> Option<Line<'l>> {
        self.release();
        while !input.is_empty() {
            let end = input.iter().position(|&byte| byte == b'\n');
            let (line, rest) = input.split_at_checked(end.unwrap_or(input.len()))?;
            *input = rest.get(1..).unwrap_or_default();
            match (self.state, end) {
                (State::Skipping, None) => {}
                (State::Skipping, Some(_)) => self.state = State::Collecting,
                // One more than the limit, for a carriage return.
                (_, None) if self.held.len() + line.len() > MESSAGE_LIMIT + 1 => {
                    self.held.clear();
                    self.state = State::Skipping;
                    return Some(Line::TooLong);
                }
                (_, None) => self.held.extend_from_slice(line),
                (_, Some(_)) if self.held.is_empty() => {
                    if let Some(line) = finished(line) {
                        return Some(line);
                    }
                }
                (_, Some(_)) if self.held.len() + line.len() > MESSAGE_LIMIT + 1 => {
                    self.held.clear();
                    return Some(Line::TooLong);
                }
                (_, Some(_)) => {
                    self.held.extend_from_slice(line);
                    if finished(&self.held).is_some() {
                        self.state = State::Given;
                        return finished(&self.held);
                    }
                    self.held.clear();
                }
            }
        }
        None
    }

    /// The last line, when the input ends without a line end.
    pub(crate) fn finish(&mut self) -> Option<Line<'_>> {
        self.release();
        self.state = State::Given;
        finished(&self.held)
    }

    fn release(&mut self) {
        /// A line of usual length is collected without growing again.
        const KEPT: usize = 64 * 1024;
        if self.state == State::Given {
            self.held.clear();
            self.held.shrink_to(KEPT);
            self.state = State::Collecting;
        }
    }
}

/// The line as a message; a blank one is none.
fn finished(line: &[u8]) -> Option<Line<'_>> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > MESSAGE_LIMIT {
        Some(Line::TooLong)
    } else if line.trim_ascii().is_empty() {
        None
    } else {
        Some(Line::Whole(line))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec;

    use super::*;

    /// The lines of `input` when it comes in chunks of `size` bytes.
    fn cut(input: &[u8], size: usize) -> Vec<String> {
        fn show(line: Line<'_>) -> String {
            match line {
                Line::Whole(line) => String::from_utf8_lossy(line).into_owned(),
                Line::TooLong => "TOO LONG".into(),
            }
        }
        let (mut lines, mut seen) = (Lines::default(), Vec::new());
        for mut chunk in input.chunks(size) {
            while let Some(line) = lines.next(&mut chunk) {
                seen.push(show(line));
            }
            assert!(chunk.is_empty());
        }
        while let Some(line) = lines.finish() {
            seen.push(show(line));
        }
        seen
    }

    #[test]
    fn lines_do_not_depend_on_the_chunks_they_come_in() {
        let input = b"one\ntwo\r\n\n  \r\n\rthree\n\r\nlast";
        for size in 1..=input.len() {
            assert_eq!(cut(input, size), ["one", "two", "\rthree", "last"], "{size}");
        }
        assert_eq!(cut(b"whole\n", 64), ["whole"]);
        assert_eq!(cut(b"whole\r", 64), ["whole"]);
        assert_eq!(cut(b"", 1), [""; 0]);
        assert_eq!(cut(b"\n\n \n", 2), [""; 0]);
    }

    #[test]
    fn a_long_line_is_reported_once_and_never_held() {
        let fits = vec![b'x'; MESSAGE_LIMIT];
        let long = vec![b'x'; MESSAGE_LIMIT + 1];
        for size in [1 << 10, 64 * 1024, 3 << 20] {
            for end in [&b"\n"[..], b"\r\n", b""] {
                let seen = cut(&[&fits, end].concat(), size);
                assert_eq!(
                    seen.iter().map(String::len).collect::<Vec<_>>(),
                    [MESSAGE_LIMIT],
                    "{size} {end:?}"
                );
                assert_eq!(cut(&[&long, end].concat(), size), ["TOO LONG"], "{size} {end:?}");
            }
            let endless = vec![b'x'; 5 * MESSAGE_LIMIT];
            assert_eq!(
                cut(&[b"a\n", &endless[..], b"\nb\n", &long, b"\n\nc"].concat(), size),
                ["a", "TOO LONG", "b", "TOO LONG", "c"]
            );
        }
    }

    #[test]
    fn memory_stays_bounded() {
        let mut lines = Lines::default();
        let chunk = [b'x'; 64 * 1024];
        for _ in 0..100 {
            while lines.next(&mut &chunk[..]).is_some() {}
            assert!(lines.held.capacity() <= 2 * (MESSAGE_LIMIT + 1));
        }
        assert!(lines.next(&mut &b"\nfits\n"[..]).is_some());
        assert!(lines.next(&mut &b""[..]).is_none());
        let mut begin = &vec![b'y'; MESSAGE_LIMIT][..];
        assert_eq!(lines.next(&mut begin), None);
        assert!(
            matches!(lines.next(&mut &b"\n"[..]), Some(Line::Whole(line)) if line.len() == MESSAGE_LIMIT)
        );
        assert_eq!(lines.next(&mut &b""[..]), None);
        assert!(lines.held.capacity() <= 64 * 1024, "a long line is not kept once it was taken");
    }
}
