//! `name_characters`: lower-case letters, digits and single hyphens in between.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/name_characters/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
