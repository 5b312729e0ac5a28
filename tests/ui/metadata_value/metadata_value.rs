//! `metadata_value`: metadata maps strings to strings.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/metadata_value/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
