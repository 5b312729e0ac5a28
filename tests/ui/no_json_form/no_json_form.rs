//! `no_json_form`: what JSON cannot say.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/no_json_form/skills", allow(unknown_field));

fn main() {
    assert!(!SKILLS.is_empty());
}
