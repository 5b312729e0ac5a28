//! `description_length`: 1,025 characters are one too many.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/description_length/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
