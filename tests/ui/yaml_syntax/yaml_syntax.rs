//! `yaml_syntax`: the usual mistakes, one per skill.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/yaml_syntax/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
