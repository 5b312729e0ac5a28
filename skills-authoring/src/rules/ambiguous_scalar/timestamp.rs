//! Which plain scalars YAML 1.1 takes for a date or a time, and whether the calendar has it. Not when that is.

use super::readers::Reading;

/// A timestamp, as a reader takes it that asks the calendar: a date, or an error where the calendar has no such day.
///
/// `YYYY-MM-DD`, or with one or two digits for month, day and hour
/// `Y-M-D([Tt]|[ \t]+)H:MM:SS(\.[0-9]*)?([ \t]*(Z|[-+]H(:MM)?))?`.
pub(super) fn timestamp(text: &str) -> Option<Reading> {
    let mut rest = Rest(text.as_bytes());
    let year = rest.digits(4, 4)?;
    rest.one_of(b"-")?;
    let before_month = rest.0.len();
    let month = rest.digits(1, 2)?;
    rest.one_of(b"-")?;
    let day = rest.digits(1, 2)?;
    let date = year > 0 && (1..=12).contains(&month) && (1..=days(year, month)).contains(&day);
    if rest.0.is_empty() {
        return (before_month == "MM-DD".len()).then_some(if date { Reading::Date } else { Reading::Error });
    }
    if rest.one_of(b"Tt").is_none() && rest.blanks() == 0 {
        return None;
    }
    let hour = rest.digits(1, 2)?;
    rest.one_of(b":")?;
    let minute = rest.digits(2, 2)?;
    rest.one_of(b":")?;
    let second = rest.digits(2, 2)?;
    if rest.one_of(b".").is_some() {
        while rest.digits(1, 1).is_some() {}
    }
    let mut time = date && hour < 24 && minute < 60 && second < 60;
    let blanks = rest.blanks();
    if rest.one_of(b"+-").is_some() {
        let hours = rest.digits(1, 2)?;
        let minutes = if rest.one_of(b":").is_some() { rest.digits(2, 2)? } else { 0 };
        time &= hours * 60 + minutes < 24 * 60;
    } else if rest.one_of(b"Z").is_none() && blanks > 0 {
        return None;
    }
    rest.0.is_empty().then_some(if time { Reading::Date } else { Reading::Error })
}

fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// What is still to be read.
struct Rest<'t>(&'t [u8]);

impl Rest<'_> {
    fn one_of(&mut self, set: &[u8]) -> Option<()> {
        let (first, rest) = self.0.split_first()?;
        set.contains(first).then(|| self.0 = rest)
    }

    fn blanks(&mut self) -> usize {
        let before = self.0.len();
        while self.one_of(b" \t").is_some() {}
        before - self.0.len()
    }

    /// The number in the next digits, at least `least` and at most `most` of them.
    fn digits(&mut self, least: usize, most: usize) -> Option<u32> {
        let mut number = 0;
        for read in 0..most {
            match self.0.split_first() {
                Some((digit @ b'0'..=b'9', rest)) => {
                    number = number * 10 + u32::from(digit - b'0');
                    self.0 = rest;
                }
                _ if read < least => return None,
                _ => break,
            }
        }
        Some(number)
    }
}
