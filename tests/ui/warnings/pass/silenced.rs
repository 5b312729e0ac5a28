//! What silences deprecation silences warnings: on the item, on a module; and a lowered rule says nothing.

#![deny(deprecated)]

use skills_runtime::{Catalog, embed_skills};

#[allow(deprecated)]
static ITEM: Catalog = embed_skills!("$SKILLS_UI/warnings/skills", warn(description_length, metadata_value));

#[expect(deprecated, reason = "unfulfilled, and so an error, if nothing warned")]
mod module {
    use super::{Catalog, embed_skills};

    pub static SKILLS: Catalog = embed_skills!("$SKILLS_UI/warnings/skills", warn(description_length, metadata_value));
}

static LOWERED: Catalog = embed_skills!("$SKILLS_UI/warnings/skills", allow(description_length, metadata_value));

fn main() {
    for catalog in [&ITEM, &module::SKILLS, &LOWERED] {
        assert_eq!(catalog.skill("travel").description().len(), 1_025);
    }
}
