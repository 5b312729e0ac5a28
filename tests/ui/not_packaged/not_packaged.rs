//! `not_packaged`: what is outside of the package does not travel with it.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("../../../tmp/ui/not_packaged", deny(not_packaged), allow(untracked_directory));

fn main() {
    assert!(!SKILLS.is_empty());
}
