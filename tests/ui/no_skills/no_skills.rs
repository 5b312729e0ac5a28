//! `no_skills`: no `SKILL.md` anywhere below the root.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/no_skills/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
