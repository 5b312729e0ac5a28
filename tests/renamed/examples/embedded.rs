//! An example target: the path is relative to the package here too.

use skills_tests_renamed::{Catalog, bake};

static SKILLS: Catalog = bake!("skills");

fn main() {
    assert_eq!(SKILLS.skill("greeting").entry(), skills_tests_renamed::GREETING.entry());
}
