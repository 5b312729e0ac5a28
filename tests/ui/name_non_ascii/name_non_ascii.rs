//! `name_non_ascii`: letters beyond a–z, where the level is not lowered.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/name_non_ascii/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
