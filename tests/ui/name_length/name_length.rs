//! `name_length`: 65 characters are one too many.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/name_length/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
