//! `name_mismatch`: the name is that of the folder.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/name_mismatch/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
