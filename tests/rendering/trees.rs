//! For each rule the smallest tree that breaks it. How it is reported is stored beside this file.

use std::path::Path;

use skills_authoring::{Content, Globs, Level, Options, PackageFacts, Rule, Tree};

/// A tree in which a rule is broken, and the options under which it is.
pub(super) fn broken(rule: &Rule) -> Option<(Tree, Options)> {
    let mut options = Options::default();
    if rule.level == Level::Allow {
        options.set_level(rule.name, Level::Warn).unwrap();
    }
    if let Some((_, skill_md)) = SKILL_MDS.iter().find(|(name, _)| *name == rule.name) {
        return Some((Tree::from_files([("rota/SKILL.md", *skill_md)]), options));
    }
    if let Some((_, paths)) = PATHS.iter().find(|(name, _)| *name == rule.name) {
        return Some((Tree::from_files(paths.iter().map(|path| (*path, skill_at(path)))), options));
    }
    let tree = match rule.name {
        "root_not_found" => Tree::read("/nowhere/skills".as_ref()),
        "no_skills" => Tree::default(),
        "special_file" => {
            odd("rota/policy.md", Content::Link { target: "../../shared/policy.md".to_owned() })
        }
        "unreadable" => odd("rota/policy.md", Content::Unreadable { error: "permission denied".to_owned() }),
        "file_name" => odd("rota/forms\u{fffd}.md", Content::NotUtf8),
        "too_many_files" => {
            let files = (0..512).map(|number| format!("rota/data/{number:03}.csv"));
            let files = files.map(|path| (path, Vec::new()));
            Tree::from_files(files.chain([("rota/SKILL.md".to_owned(), skill("rota").into_bytes())]))
        }
        "too_many_bytes" => odd("rota/data.bin", Content::File(vec![0; 16_777_216])),
        "unused_glob" => {
            options.exclude = Globs::parse(&["draft/**".to_owned()]).unwrap();
            Tree::from_files([("drafts/rota/SKILL.md", skill("rota"))])
        }
        "not_packaged" => {
            options.package = Some(package("fn main() {}"));
            odd("rota/template/Cargo.toml", Content::File(b"[package]\n".to_vec()))
        }
        "untracked_directory" => {
            options.package = Some(package("fn main() { println!(\"cargo::rerun-if-changed=build.rs\"); }"));
            Tree::from_files([("rota/SKILL.md", skill("rota"))])
        }
        "secret" => {
            odd("rota/deploy.sh", Content::File(format!("export KEY={}\n", credential()).into_bytes()))
        }
        "long_body" => Tree::from_files([("rota/SKILL.md", skill("rota") + &"A line.\n".repeat(501))]),
        "unreachable_file" => odd("rota/forms/week.md", Content::File(b"A form.\n".to_vec())),
        "catalog_budget" => {
            let skill = |name: &str| format!("---\nname: {name}\ndescription: {}\n---\n", "x".repeat(1_000));
            let skills = ["a", "b", "c", "d", "e", "f", "g", "h"];
            Tree::from_files(skills.map(|name| (format!("{name}/SKILL.md"), skill(name))))
        }
        _ => return None,
    };
    Some((tree, options))
}

/// What looks like a key. It is put together here, so that this file does not look like one that holds it.
pub(super) fn credential() -> String {
    ["AKIA", "Q3EGR7", "TN2WZ5", "KD4P"].concat()
}

/// Rules that one `SKILL.md` breaks, in a folder called `rota`.
const SKILL_MDS: &[(&str, &[u8])] = &[
    ("encoding", b"---\nname: rota\ndescription: Plans the caf\xe9 rota.\n---\n"),
    ("crlf", b"---\r\nname: rota\r\ndescription: Plans a rota.\r\n---\r\n"),
    ("frontmatter_missing", b"# Rota\n\n---\nname: rota\ndescription: Plans a rota.\n---\n"),
    ("frontmatter_unclosed", b"---\nname: rota\ndescription: Plans a rota.\n----\n# Rota\n"),
    ("fence_space", b"---\nname: rota\ndescription: Plans a rota.\n--- \n"),
    ("yaml_document", b"---\nname: rota\n? description\n: Plans a rota.\n---\n"),
    ("yaml_syntax", b"---\nname: rota\ndescription: Plan a week: shifts, breaks.\n---\n"),
    ("frontmatter_type", b"---\n- name: rota\n- description: Plans a rota.\n---\n"),
    ("yaml_feature", b"---\nname: &name rota\ndescription: Plans a rota.\nmetadata:\n  title: *name\n---\n"),
    ("tab_separator", b"---\nname: rota\ndescription:\tPlans a rota.\n---\n"),
    ("flow_colon", b"---\nname: rota\ndescription: Plans a rota.\nmetadata: {tools: mail:send}\n---\n"),
    ("duplicate_key", b"---\nname: rota\ndescription: Plans a rota.\ndescription: Plans shifts.\n---\n"),
    ("key_type", b"---\nname: rota\ndescription: Plans a rota.\nmetadata:\n  2024: first year\n---\n"),
    ("no_json_form", b"---\nname: rota\ndescription: Plans a rota.\nlimit: .inf\n---\n"),
    ("misspelled_field", b"---\nname: rota\ndescription: Plans a rota.\nlicence: MIT\n---\n"),
    ("unknown_field", b"---\nname: rota\ndescription: Plans a rota.\ncolour: green\n---\n"),
    ("name_missing", b"---\ndescription: Plans a rota.\n---\n"),
    ("name_type", b"---\nname: 2024\ndescription: Plans a rota.\n---\n"),
    (
        "name_length",
        b"---\nname: rota-of-every-shift-of-every-desk-of-every-branch-of-every-country\ndescription: Plans.\n---\n",
    ),
    ("name_characters", b"---\nname: Rota_Plan\ndescription: Plans a rota.\n---\n"),
    ("name_non_ascii", "---\nname: dienstplan-für-ärzte\ndescription: Plans a rota.\n---\n".as_bytes()),
    ("name_mismatch", b"---\nname: shifts\ndescription: Plans a rota.\n---\n"),
    ("description_missing", b"---\nname: rota\n---\n"),
    ("description_type", b"---\nname: rota\ndescription: 404\n---\n"),
    ("description_blank", b"---\nname: rota\ndescription: \"  \"\n---\n"),
    ("description_length", &long_description()),
    ("comment_cuts_value", b"---\nname: rota\ndescription: Posts the week to #desk-3 on Fridays.\n---\n"),
    ("license", b"---\nname: rota\ndescription: Plans a rota.\nlicense: 2\n---\n"),
    ("compatibility", b"---\nname: rota\ndescription: Plans a rota.\ncompatibility: [git, docker]\n---\n"),
    ("allowed_tools", b"---\nname: rota\ndescription: Plans a rota.\nallowed-tools: Read, Write\n---\n"),
    ("metadata_type", b"---\nname: rota\ndescription: Plans a rota.\nmetadata: owner=desk-3\n---\n"),
    (
        "reserved_key",
        b"---\nname: rota\ndescription: Plans a rota.\nmetadata:\n  io.modelcontextprotocol/owner: desk-3\n---\n",
    ),
    ("metadata_value", b"---\nname: rota\ndescription: Plans a rota.\nmetadata:\n  version: 1.10\n---\n"),
    ("metadata_nested", b"---\nname: rota\ndescription: Plans a rota.\nmetadata:\n  owners: [a, b]\n---\n"),
    ("ambiguous_scalar", b"---\nname: rota\ndescription: Plans a rota.\nreleased: 2026-03-05\nbeta: no\n---\n"),
    ("final_block_scalar", b"---\nname: rota\ndescription: >\n  Plans a rota.\n---\n# Rota\n"),
    ("broken_link", b"---\nname: rota\ndescription: Plans a rota.\n---\nRead the [policy](policy.md).\n"),
    ("link_outside", b"---\nname: rota\ndescription: Plans a rota.\n---\nRead the [policy](../../policy.md).\n"),
    ("unlinked_path", b"---\nname: rota\ndescription: Plans a rota.\n---\nRun `scripts/plan.py` first.\n"),
    (
        "invisible_character",
        "---\nname: rota\ndescription: Plans a rota.\n---\nRead\u{200b} \u{202e}it.\n".as_bytes(),
    ),
];

/// Rules that the paths of files break. Each file is a sound `SKILL.md` for its folder.
const PATHS: &[(&str, &[&str])] = &[
    ("skill_at_root", &["SKILL.md", "rota/SKILL.md"]),
    ("skill_md_spelling", &["rota/Skill.md"]),
    ("excluded_dotfile", &["rota/.editorconfig", "rota/SKILL.md"]),
    ("folder_without_skill", &["forms/week.md", "rota/SKILL.md"]),
    ("case_collision", &["rota/SKILL.md", "rota/Week.md", "rota/week.md"]),
    ("unportable_name", &["rota/SKILL.md", "rota/aux.md"]),
    ("duplicate_name", &["night/rota/SKILL.md", "rota/SKILL.md"]),
];

const fn long_description() -> [u8; 1_065] {
    let (head, mut text) = (b"---\nname: rota\ndescription: Plans a rota", [b'.'; 1_065]);
    let mut at = 0;
    while at < head.len() {
        text[at] = head[at];
        at += 1;
    }
    text[1_061] = b'\n';
    text[1_062] = b'-';
    text[1_063] = b'-';
    text[1_064] = b'-';
    text
}

fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Plans a {name}.\n---\n")
}

fn skill_at(path: &str) -> String {
    skill(path.rsplit('/').nth(1).unwrap_or("skills"))
}

/// A package with this build script and its skills in `skills`.
fn package(build_script: &'static str) -> PackageFacts {
    PackageFacts::of(Path::new("/app"), Path::new("/app/skills"), |path| {
        let text = if path.ends_with("build.rs") { build_script } else { "[package]\n" };
        Some(text.to_owned())
    })
}

/// A sound skill with something else beside its `SKILL.md`.
fn odd(path: &str, content: Content) -> Tree {
    let skill_md = Content::File(skill("rota").into_bytes());
    Tree::from_contents([("rota/SKILL.md", skill_md), (path, content)])
}
