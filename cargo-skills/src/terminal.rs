//! Where output goes: results to standard output, everything said about them to standard error. It decides no wording.

use std::io::{self, ErrorKind, Stderr, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::AnsiColor;
use clap::ArgMatches;

use crate::arguments::{COLOR, QUIET, bright};

/// The two streams of the process. A stream that its reader has closed swallows the rest: `… | head` is no failure.
pub(crate) struct Terminal {
    out: AutoStream<Stdout>,
    err: AutoStream<Stderr>,
    is_quiet: bool,
}

impl Terminal {
    pub(crate) fn new(matches: &ArgMatches) -> Self {
        let choice = match matches.get_one::<String>(COLOR).map(String::as_str) {
            Some("always") => ColorChoice::Always,
            Some("never") => ColorChoice::Never,
            _ => ColorChoice::Auto,
        };
        Self {
            out: AutoStream::new(io::stdout(), choice),
            err: AutoStream::new(io::stderr(), choice),
            is_quiet: matches.get_flag(QUIET),
        }
    }

    /// Prints a part of the result.
    pub(crate) fn result(&mut self, text: &str) -> io::Result<()> {
        match self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }

    /// Says what was done, as cargo does: a verb, then what it was done to.
    pub(crate) fn status(&mut self, verb: &str, text: &str) {
        let style = bright(AnsiColor::BrightGreen);
        self.say_unless_quiet(&format!("{style}{verb:>12}{style:#} {text}\n"));
    }

    pub(crate) fn warning(&mut self, text: &str) {
        let style = bright(AnsiColor::BrightYellow);
        self.say_unless_quiet(&format!("{style}warning{style:#}: {text}\n"));
    }

    pub(crate) fn error(&mut self, text: &str) {
        let style = bright(AnsiColor::BrightRed);
        self.say(&format!("{style}error{style:#}: {text}\n"));
    }

    /// Prints something about the result that is no line of its own kind.
    pub(crate) fn say(&mut self, text: &str) {
        // There is nowhere left to say that it failed.
        drop(self.err.write_all(text.as_bytes()).and_then(|()| self.err.flush()));
    }

    /// Whether a person looks at the results, and not a program.
    pub(crate) fn is_watched(&self) -> bool {
        self.out.is_terminal()
    }

    /// How many columns a line of the result has, when that is limited.
    pub(crate) fn width(&self) -> Option<usize> {
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        columns.or_else(|| {
            let size = terminal_size::terminal_size_of(io::stdout());
            size.map(|(width, _)| usize::from(width.0))
        })
    }

    fn say_unless_quiet(&mut self, text: &str) {
        if !self.is_quiet {
            self.say(text);
        }
    }
}
