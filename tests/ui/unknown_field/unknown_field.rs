//! `unknown_field`: a key that the format does not define.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/unknown_field/skills", deny(unknown_field));

fn main() {
    assert!(!SKILLS.is_empty());
}
