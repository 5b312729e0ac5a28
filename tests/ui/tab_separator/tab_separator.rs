//! `tab_separator`: a tab behind a colon.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/tab_separator/skills", deny(tab_separator));

fn main() {
    assert!(!SKILLS.is_empty());
}
