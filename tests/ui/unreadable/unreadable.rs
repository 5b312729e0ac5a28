//! `unreadable`: a folder whose path is too long for the system.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_MADE/unreadable");

fn main() {
    assert!(!SKILLS.is_empty());
}
