//! `final_block_scalar`: the other two are warnings; here they are denied.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/final_block_scalar/warned/skills", deny(final_block_scalar));

fn main() {
    assert!(!SKILLS.is_empty());
}
