//! `duplicate_name`: two skills of one name.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/duplicate_name/skills", deny(duplicate_name));

fn main() {
    assert!(!SKILLS.is_empty());
}
