//! `comment_cuts_value`: a ` #` that looks like prose.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/comment_cuts_value/skills", deny(comment_cuts_value));

fn main() {
    assert!(!SKILLS.is_empty());
}
