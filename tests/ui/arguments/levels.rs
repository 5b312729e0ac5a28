//! The levels of rules.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!(
    "$SKILLS_UI/lookup/skills",
    allow(name_length),
    warn(descripton_length, nonsense),
    deny(description_length, pedantc),
    allow("metadata_value"),
    warn(skills::metadata_value),
    deny(),
    allow = [metadata_value],
);

fn main() {
    assert!(SKILLS.is_empty());
}
