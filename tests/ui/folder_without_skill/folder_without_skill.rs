//! `folder_without_skill`: files in a folder that no skill has.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/folder_without_skill/skills", deny(folder_without_skill));

fn main() {
    assert!(!SKILLS.is_empty());
}
