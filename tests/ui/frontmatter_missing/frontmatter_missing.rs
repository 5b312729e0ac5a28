//! `frontmatter_missing`: line 1 is exactly `---`.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/frontmatter_missing/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
