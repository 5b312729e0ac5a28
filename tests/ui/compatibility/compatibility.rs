//! `compatibility`: a string of 1 to 500 characters.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/compatibility/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
