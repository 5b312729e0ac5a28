//! `duplicate_key`: the same key twice, at the top and deeper.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/duplicate_key/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
