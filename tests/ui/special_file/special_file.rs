//! `special_file`: links are not followed.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_MADE/special_file");

fn main() {
    assert!(!SKILLS.is_empty());
}
