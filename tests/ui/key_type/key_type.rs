//! `key_type`: keys are strings.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/key_type/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
