//! `root_not_found`: a file is no folder.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/root_not_found/root_not_found.rs");

fn main() {
    assert!(!SKILLS.is_empty());
}
