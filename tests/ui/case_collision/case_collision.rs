//! `case_collision`: two paths that differ only in case.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_MADE/case_collision", deny(case_collision));

fn main() {
    assert!(!SKILLS.is_empty());
}
