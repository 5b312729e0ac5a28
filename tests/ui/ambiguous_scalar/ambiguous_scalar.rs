//! `ambiguous_scalar`: an unquoted value or key is one that every YAML reader reads alike.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/ambiguous_scalar/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
