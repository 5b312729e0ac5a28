//! `yaml_feature`: anchors, aliases, merge keys and tags.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/yaml_feature/skills", allow(metadata_nested));

fn main() {
    assert!(!SKILLS.is_empty());
}
