//! `flow_colon`: `a:b` inside brackets.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/flow_colon/skills", deny(flow_colon), allow(unknown_field));

fn main() {
    assert!(!SKILLS.is_empty());
}
