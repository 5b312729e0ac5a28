//! What was measured, beside what was to be reached. Knows nothing of how it was measured.

/// One point of the targets.
pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// What was compared with what, and how.
    pub(crate) about: String,
    pub(crate) rows: Vec<Row>,
    /// The output of a script that has its own table.
    pub(crate) output: Option<String>,
}

/// One comparison.
pub(crate) struct Row {
    pub(crate) what: String,
    pub(crate) ours: String,
    pub(crate) against: String,
    pub(crate) measured: Measured,
    pub(crate) target: Target,
}

/// What is compared with the target.
#[derive(Clone, Copy)]
pub(crate) enum Measured {
    /// Of two measurements of this run; the only thing that a fast run fails on.
    Ratio(f64),
    /// A quantity with its unit.
    Quantity(f64, &'static str),
}

#[derive(Clone, Copy)]
pub(crate) enum Target {
    AtMost(f64),
    AtLeast(f64),
    /// For information.
    None,
}

impl Row {
    pub(crate) fn is_ratio(&self) -> bool {
        matches!(self.measured, Measured::Ratio(_))
    }

    /// Whether the target is reached, or would be if it were that many times easier.
    pub(crate) fn is_within(&self, margin: f64) -> bool {
        match self.target {
            Target::AtMost(most) => self.value() <= most * margin,
            Target::AtLeast(least) => self.value() >= least / margin,
            Target::None => true,
        }
    }

    /// The row as text for a terminal.
    pub(crate) fn line(&self) -> String {
        let (measured, target, outcome) = (self.measured(), self.target(), self.outcome());
        let columns = [&*self.what, &*self.ours, &*self.against, &*measured, &*target, outcome];
        columns.join(" | ")
    }

    pub(crate) fn measured(&self) -> String {
        match self.measured {
            Measured::Ratio(value) if value < 0.1 => format!("{value:.3}"),
            Measured::Ratio(value) => format!("{value:.2}"),
            Measured::Quantity(value, unit) => format!("{value:.2} {unit}"),
        }
    }

    pub(crate) fn target(&self) -> String {
        let shown = |value: f64| match self.measured {
            Measured::Ratio(_) if value < 1.0 && (1.0 / value).fract() < 1e-9 => format!("1/{}", 1.0 / value),
            Measured::Ratio(_) => format!("{value}"),
            Measured::Quantity(_, unit) => format!("{value} {unit}"),
        };
        match self.target {
            Target::AtMost(most) => format!("at most {}", shown(most)),
            Target::AtLeast(least) => format!("at least {}", shown(least)),
            Target::None => "–".into(),
        }
    }

    pub(crate) fn outcome(&self) -> &'static str {
        match self.target {
            Target::None => "–",
            _ if self.is_within(1.0) => "reached",
            _ => "**not reached**",
        }
    }

    fn value(&self) -> f64 {
        match self.measured {
            Measured::Ratio(value) | Measured::Quantity(value, _) => value,
        }
    }
}
