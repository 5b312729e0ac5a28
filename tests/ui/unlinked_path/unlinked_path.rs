//! `unlinked_path`: a code span that reads like a path.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/unlinked_path/skills", deny(unlinked_path));

fn main() {
    assert!(!SKILLS.is_empty());
}
