//! Bytes as a `SKILL.md`: as they are, and between the fences of one that is sound apart from them. What they should lead
//! to is not known here, only what must hold whatever they are.
#![no_main]

#[path = "../properties/sound.rs"]
mod sound;

use libfuzzer_sys::fuzz_target;
use skills_authoring::render::full;
use skills_authoring::{Level, Options, Tree};

use self::sound::{bytes_of, sound};

fuzz_target!(|bytes: &[u8]| {
    let mut options = Options::default();
    // `pedantic` is a name of its own, and every rule behind it is silent before.
    let _ = options.set_level("pedantic", Level::Warn);
    let framed = [b"---\nname: rota\ndescription: Plans a rota.\n", bytes, b"\n---\n# Rota\n"].concat();
    for file in [bytes, &framed] {
        let tree = Tree::from_files([("rota/SKILL.md", file)]);
        let report = sound(&tree, &options);
        let shown = report.findings.first().map(|finding| full(finding, &tree, "skills"));
        assert!(shown.is_none_or(|text| text.starts_with("skills::")));
        if let Some(checked) = report.checked {
            let skill = checked.skills().first().expect("a tree without findings has its skill");
            let entry: serde_json::Value = serde_json::from_str(&skill.entry).expect("an entry is JSON");
            assert_eq!(entry["frontmatter"]["name"], "rota");
            assert_eq!(entry["resources"][0]["size"], file.len());
            assert_eq!(bytes_of(&tree, "rota/SKILL.md"), Some(file));
        }
    }
});
