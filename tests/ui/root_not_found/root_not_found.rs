//! `root_not_found`: there is no such folder, and a file is none.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("/skills-of-nobody");

fn main() {
    assert!(!SKILLS.is_empty());
}
