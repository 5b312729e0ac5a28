//! `crlf`: line ends that another checkout does not have.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!("$SKILLS_UI/crlf/skills", deny(crlf));

fn main() {
    assert!(!SKILLS.is_empty());
}
