//! Three mistakes in two skills are three errors, and no fourth follows from them.

use skills_runtime::{Catalog, Skill, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/three_mistakes/skills");

const REFUNDS: Skill = SKILLS.skill("billing/refunds");

fn main() {
    assert_eq!(SKILLS.get("billing/refunds"), Some(REFUNDS));
}
