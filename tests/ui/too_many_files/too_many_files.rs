//! `too_many_files`: 513 files in one skill.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_MADE/too_many_files");

fn main() {
    assert!(!SKILLS.is_empty());
}
