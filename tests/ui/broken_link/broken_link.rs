//! `broken_link`: links lead to files of the skill.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/broken_link/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
