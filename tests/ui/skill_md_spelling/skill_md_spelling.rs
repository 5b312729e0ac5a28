//! `skill_md_spelling`: the name is exactly `SKILL.md`.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_MADE/skill_md_spelling");

fn main() {
    assert!(!SKILLS.is_empty());
}
