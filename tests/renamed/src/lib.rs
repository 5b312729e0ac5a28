//! A crate that knows the runtime by another name, hands its macro on under another name, and shadows what an expansion
//! could mean. That it compiles is most of the test.
//!
//! ```
//! use skills_tests_renamed::{Catalog, bake};
//!
//! static SKILLS: Catalog = bake!("skills");
//! assert!(SKILLS.get("greeting").is_some());
//! ```

pub use agent_kit::{Catalog, Skill, embed_skills as bake};

/// Not the `core` that an expansion means.
pub mod core {}

/// Not the `std` that an expansion means.
pub mod std {}

/// Not the `Catalog` that an expansion means.
pub mod skills_runtime {
    /// A name that is taken.
    pub struct Catalog;
}

/// Embedded through the other name.
pub static SKILLS: Catalog = bake!("skills");

/// Embedded from the folder that the build script filled.
pub static WRITTEN: Catalog = bake!("$OUT_DIR/skills", prefix = "out");

/// A constant made of a lookup.
pub const GREETING: Skill = SKILLS.skill("greeting");

/// Passes a path on, as a macro of somebody else would.
#[macro_export]
macro_rules! bake_through {
    ($path:expr, $prefix:literal) => {
        $crate::bake!($path, prefix = $prefix)
    };
}

/// Embedded inside a function, through two macros.
#[must_use]
pub fn inner() -> &'static Catalog {
    static INNER: Catalog = bake_through!("skills", "inner");
    &INNER
}
