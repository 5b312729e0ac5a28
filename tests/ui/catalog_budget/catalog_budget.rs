//! `catalog_budget`: names and descriptions of more than 8,000 characters.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/catalog_budget/skills", deny(catalog_budget));

fn main() {
    assert!(!SKILLS.is_empty());
}
