//! A warning is the use of a deprecated constant at the path.

#![deny(deprecated)]

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/warnings/skills", warn(description_length, metadata_value));

fn main() {
    assert!(!SKILLS.is_empty());
}
