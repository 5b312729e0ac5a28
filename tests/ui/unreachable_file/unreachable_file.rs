//! `unreachable_file`: a file that nothing leads to.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/unreachable_file/skills", deny(unreachable_file));

fn main() {
    assert!(!SKILLS.is_empty());
}
