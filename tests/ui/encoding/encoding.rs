//! `encoding`: a byte order mark, UTF-16, Latin-1, and a NUL.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/encoding/skills");

fn main() {
    assert!(!SKILLS.is_empty());
}
