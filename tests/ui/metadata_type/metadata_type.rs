//! `metadata_type`: metadata is a mapping.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/metadata_type/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
