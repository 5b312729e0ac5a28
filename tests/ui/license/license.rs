//! `license`: a string.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/license/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
