//! `excluded_dotfile`: a dot entry that is left out and not well known.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/excluded_dotfile/skills", deny(excluded_dotfile));

fn main() {
    assert!(!SKILLS.is_empty());
}
