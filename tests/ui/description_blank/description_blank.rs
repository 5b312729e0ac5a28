//! `description_blank`: a description says something.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/description_blank/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
