//! `yaml_document`: one document, and no explicit keys.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/yaml_document/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
