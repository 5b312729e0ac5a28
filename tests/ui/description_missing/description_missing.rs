//! `description_missing`: a skill has a description.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/description_missing/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
