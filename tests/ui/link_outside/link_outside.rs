//! `link_outside`: links stay in the skill.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/link_outside/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
