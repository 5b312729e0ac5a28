//! What a case is: a tree, and what the build must do with it.

/// One tree and what must come of it.
pub(crate) struct Case {
    /// Group and variant.
    pub(crate) name: &'static str,
    /// What the build does.
    pub(crate) outcome: Outcome,
    /// Paths from the root, and bytes.
    pub(crate) files: &'static [(&'static str, &'static [u8])],
}

/// What the build must do.
pub(crate) enum Outcome {
    /// Builds without a finding.
    Builds,
    /// Builds, and prints findings of these rules.
    Warns(&'static [&'static str]),
    /// Does not build, for these rules.
    Fails(&'static [&'static str]),
}
