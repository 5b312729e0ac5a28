//! `too_many_bytes`: one byte over 16 MiB, most of it in a nested skill.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_MADE/too_many_bytes");

fn main() {
    assert!(!SKILLS.is_empty());
}
