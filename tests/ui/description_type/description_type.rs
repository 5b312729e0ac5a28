//! `description_type`: a description is a string.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/description_type/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
