//! `untracked_directory`: cargo has to be told to watch a folder.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("../../../tmp/ui/untracked_directory", deny(untracked_directory), allow(not_packaged));

fn main() {
    assert!(!SKILLS.is_empty());
}
