//! `final_block_scalar`: a block scalar that keeps its line ends is no last key.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/final_block_scalar/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
