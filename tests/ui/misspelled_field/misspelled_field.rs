//! `misspelled_field`: a key that is nearly one of the format.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/misspelled_field/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
