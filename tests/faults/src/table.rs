//! What was measured, what was allowed, and whether all of it holds. Not the measuring.

#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<(String, String, String, Verdict)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Holds,
    Fails,
    Told,
}

impl Table {
    /// A number that may not exceed a limit.
    pub(crate) fn at_most(&mut self, what: &str, measured: f64, limit: f64) {
        let verdict = if measured <= limit { Verdict::Holds } else { Verdict::Fails };
        self.rows.push((what.into(), number(measured), format!("at most {}", number(limit)), verdict));
    }

    /// A number that may not fall below a limit.
    pub(crate) fn at_least(&mut self, what: &str, measured: f64, limit: f64) {
        let verdict = if measured >= limit { Verdict::Holds } else { Verdict::Fails };
        self.rows.push((what.into(), number(measured), format!("at least {}", number(limit)), verdict));
    }

    pub(crate) fn equals<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, measured: T, expected: T) {
        let verdict = if measured == expected { Verdict::Holds } else { Verdict::Fails };
        let short = |value: &T| format!("{value:?}").chars().take(60).collect::<String>();
        self.rows.push((what.into(), short(&measured), short(&expected), verdict));
    }

    /// What is told without being judged.
    pub(crate) fn tell(&mut self, what: &str, measured: f64) {
        self.rows.push((what.into(), number(measured), String::new(), Verdict::Told));
    }

    pub(crate) fn holds(&self) -> bool {
        self.rows.iter().all(|(.., verdict)| *verdict != Verdict::Fails)
    }

    pub(crate) fn print(&self) {
        for (what, measured, limit, verdict) in &self.rows {
            let verdict = match verdict {
                Verdict::Holds => "holds",
                Verdict::Fails => "FAILS",
                Verdict::Told => "",
            };
            println!("{what:<58} {measured:>16}  {limit:<20} {verdict}");
        }
    }
}

fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}
