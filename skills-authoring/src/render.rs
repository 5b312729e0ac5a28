//! Findings as text for people. What is wrong and where was decided before; this only shows it.

mod excerpt;
mod full;

pub use full::{full, full_for_command};
