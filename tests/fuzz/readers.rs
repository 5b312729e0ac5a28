//! Bytes as frontmatter that passes: what is served is what another reader reads in the same file (SEP-4, HOST-2).
#![no_main]

#[path = "../properties/reading.rs"]
mod reading;

use libfuzzer_sys::fuzz_target;
use skills_authoring::{Options, Tree, check};

fuzz_target!(|bytes: &[u8]| {
    let file = [b"---\nname: rota\ndescription: Plans a rota.\n", bytes, b"\n---\n# Rota\n"].concat();
    let report = check(&Tree::from_files([("rota/SKILL.md", file.as_slice())]), &Options::default());
    let Some(checked) = report.checked else { return };
    // It warns of nothing but that readers disagree.
    if report.findings.iter().any(|found| found.rule.name == "flow_colon") {
        return;
    }
    for skill in checked.skills() {
        let served =
            serde_json::from_str(&skill.entry[skill.frontmatter.clone()]).expect("frontmatter is JSON");
        let text = std::str::from_utf8(&file).expect("what passes is UTF-8");
        assert_eq!(reading::same(&served, text), Ok(()));
    }
});
