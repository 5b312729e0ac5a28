//! `fence_space`: blanks behind the closing fence.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/fence_space/skills", deny(fence_space));

fn main() {
    assert!(!SKILLS.is_empty());
}
