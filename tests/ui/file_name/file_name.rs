//! `file_name`: names that URIs or other systems cannot carry.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_MADE/file_name");

fn main() {
    assert!(!SKILLS.is_empty());
}
