//! Bytes as the Markdown of a skill, of a file that it links to, and of one in a nested skill. What they should lead to is
//! not known here, only what must hold whatever they are.
#![no_main]

#[path = "../properties/sound.rs"]
mod sound;

use libfuzzer_sys::fuzz_target;
use skills_authoring::render::full;
use skills_authoring::{Level, Options, Tree};

use self::sound::sound;

const FRONTMATTER: &[u8] = b"---\nname: rota\ndescription: Plans a rota.\n---\n";

fuzz_target!(|bytes: &[u8]| {
    let mut options = Options::default();
    let _ = options.set_level("pedantic", Level::Warn);
    let linked = [FRONTMATTER, b"[policy](references/policy.md)\n\n", bytes].concat();
    let nested = [b"---\nname: night\ndescription: Plans nights.\n---\n", bytes].concat();
    let tree = Tree::from_files([
        ("rota/SKILL.md", linked.as_slice()),
        ("rota/references/policy.md", bytes),
        ("rota/references/a b.md", b"A form.\n"),
        ("rota/references/gr\u{f6}\u{df}e.md", b"[back](../SKILL.md)\n"),
        ("rota/scripts/plan.py", b"print('plan')\n"),
        ("rota/night/SKILL.md", nested.as_slice()),
        ("rota/night/forms/week.md", bytes),
    ]);
    let report = sound(&tree, &options);
    let shown = report.findings.first().map(|finding| full(finding, &tree, "skills"));
    assert!(shown.is_none_or(|text| text.starts_with("skills::")));
});
