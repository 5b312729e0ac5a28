//! `allowed_tools`: one string, separated by blanks.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/allowed_tools/skills", deny(allowed_tools));

fn main() {
    assert!(!SKILLS.is_empty());
}
