//! `unused_glob`: globs that match nothing.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/unused_glob/skills", exclude = ["draft/**"], unlisted = ["internal"], deny(unused_glob));

fn main() {
    assert!(!SKILLS.is_empty());
}
