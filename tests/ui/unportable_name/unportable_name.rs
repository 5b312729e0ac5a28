//! `unportable_name`: names that Windows cannot have.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_MADE/unportable_name", deny(unportable_name));

fn main() {
    assert!(!SKILLS.is_empty());
}
