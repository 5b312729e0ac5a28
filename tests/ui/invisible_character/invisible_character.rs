//! `invisible_character`: what a person does not see.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/invisible_character/skills", deny(invisible_character));

fn main() {
    assert!(!SKILLS.is_empty());
}
