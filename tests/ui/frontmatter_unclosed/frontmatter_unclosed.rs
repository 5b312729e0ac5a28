//! `frontmatter_unclosed`: a later line that is exactly `---` closes it.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/frontmatter_unclosed/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
