//! A lookup in a constant does not compile when nothing is there, and says what lies nearest.

use skills_runtime::{Catalog, Skill, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/lookup/skills");

const REFUNDS: Skill = SKILLS.skill("billing/refund");

fn main() {
    assert_eq!(REFUNDS.name(), "refunds");
}
