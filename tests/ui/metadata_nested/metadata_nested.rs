//! `metadata_nested`: a metadata value is a string.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/metadata_nested/skills", deny(metadata_nested));

fn main() {
    assert!(!SKILLS.is_empty());
}
