//! Agent Skills for whoever collects money, as a crate. Not a server: a binary merges them with its own and serves both.
//!
//! ```
//! let paths: Vec<_> = billing_skills::SKILLS.skills().map(|skill| skill.path()).collect();
//! assert_eq!(paths, ["billing/bank-reconciliation", "billing/payment-reminders"]);
//! ```

#![no_std]

use skills_runtime::{Catalog, embed_skills};

/// The skills. Their prefix keeps them apart from those of other packs.
pub static SKILLS: Catalog = embed_skills!("skills/", prefix = "billing");
