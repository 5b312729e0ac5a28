//! The macro where names, lints and the standard library are out of the ordinary. Most of it is shown by the crates
//! `renamed` and `no-std-lib` compiling; what their catalogs hold is looked at here.

use skills_runtime::{Catalog, Skill, embed_skills};

#[test]
fn another_name_gives_the_same_catalog() {
    static SKILLS: Catalog = embed_skills!("renamed/skills");
    let entries = |catalog: &'static Catalog| catalog.skills().map(Skill::entry).collect::<Vec<_>>();
    assert_eq!(entries(&SKILLS), entries(&skills_tests_renamed::SKILLS));
    assert_eq!(entries(&SKILLS), entries(&skills_tests_no_std_lib::SKILLS));
    assert_eq!(entries(&SKILLS), [skills_tests_renamed::GREETING.entry()]);
    assert_eq!(skills_tests_no_std_lib::instructions(), "Say hello.\n");
}

#[test]
fn a_path_may_pass_through_macros() {
    assert_eq!(skills_tests_renamed::inner().skill("inner/greeting").name(), "greeting");
}

#[test]
fn a_build_script_may_write_the_skills() {
    let written = skills_tests_renamed::WRITTEN.skill("out/written");
    assert_eq!(written.body(), "From `$OUT_DIR`.\n");
}
