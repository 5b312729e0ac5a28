//! `secret`: a private key, which is not in the checkout.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_MADE/secret");

fn main() {
    assert!(!SKILLS.is_empty());
}
