//! Every other argument: each mistake at its own place, all of them at once.

use skills_runtime::{Catalog, embed_skills};

static SKILLS: Catalog = embed_skills!(
    "$SKILLS_UI/lookup/skills",
    prefx = "acme",
    prefix = 7,
    prefix = "acme//billing",
    scheme = "7z",
    exclude = "drafts/**",
    include = [],
    ordinary = ["a/**", "b[", 3, "/c"],
    unlisted("d")
    forbid(crlf),
);

fn main() {
    assert!(SKILLS.is_empty());
}
