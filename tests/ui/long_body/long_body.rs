//! `long_body`: a body of more than 500 lines.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/long_body/skills", deny(long_body));

fn main() {
    assert!(!SKILLS.is_empty());
}
