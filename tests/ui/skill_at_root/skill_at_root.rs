//! `skill_at_root`: the root itself is a skill.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/skill_at_root/skills/pdf");

fn main() {
    assert!(!SKILLS.is_empty());
}
