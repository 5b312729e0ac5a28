//! `reserved_key`: a key that is reserved for the protocol.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/reserved_key/skills", deny(reserved_key));

fn main() {
    assert!(!SKILLS.is_empty());
}
