//! The first argument.

use skills_runtime::{Catalog, embed_skills};

static NOTHING: Catalog = embed_skills!();
static EMPTY: Catalog = embed_skills!("");
static BYTES: Catalog = embed_skills!(b"skills");
static CALL: Catalog = embed_skills!(concat!("skills", "/"));
static OPTION_FIRST: Catalog = embed_skills!(prefix = "acme");
static UNSET: Catalog = embed_skills!("$SKILLS_OF_NOBODY/skills");
static NO_BUILD_SCRIPT: Catalog = embed_skills!("$OUT_DIR/skills");
static BRACES: Catalog = embed_skills!("${OUT_DIR}/skills");
static SUFFIX: Catalog = embed_skills!("skills"v1);

fn main() {
    for catalog in
        [&NOTHING, &EMPTY, &BYTES, &CALL, &OPTION_FIRST, &UNSET, &NO_BUILD_SCRIPT, &BRACES, &SUFFIX]
    {
        assert!(catalog.is_empty());
    }
}
