//! `name_missing`: a skill has a name.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/name_missing/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
