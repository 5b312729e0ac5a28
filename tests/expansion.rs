//! What the macro embedded, compared with the files on disk. How it is served is tested elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use skills_runtime::{Catalog, Child, Directory, File, Skill, embed_skills};

static SKILLS: Catalog = embed_skills!("fixtures/embedded/skills/");

/// The skills of the fixture, by the bytes of their `SKILL.md`'s URI.
const PATHS: [&str; 5] =
    ["billing-eu", "billing/refunds/3-day", "billing/refunds", "billing/refunds/late", "encodings"];

/// Every file of the fixture that belongs to a skill.
fn on_disk() -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/embedded/skills");
    let mut files = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let relative = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                files.insert(relative, fs::read(&path).unwrap());
            }
        }
    }
    assert!(files.remove("stray.md").is_some(), "a file beside the skills is part of none");
    files
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn every_file_is_embedded_byte_for_byte() {
    // SEP-5: digest and size are over the raw bytes; SEP-10: text when they are UTF-8 without NUL.
    let on_disk = on_disk();
    assert_eq!(SKILLS.files().len(), on_disk.len());
    for (path, bytes) in &on_disk {
        let file = SKILLS.get_file(path).unwrap_or_else(|| panic!("{path} is missing"));
        assert_eq!(file.bytes(), bytes, "{path}");
        assert_eq!(file.size(), bytes.len() as u64, "{path}");
        assert_eq!(file.digest(), <[u8; 32]>::from(Sha256::digest(bytes)), "{path}");
        assert_eq!(file.digest_hex(), hex(&Sha256::digest(bytes)), "{path}");
        assert_eq!(file.path(), path);
        assert_eq!(SKILLS.get_file(file.uri()), Some(file), "{path}");
        let text = str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
        assert_eq!(file.text(), text, "{path}");
    }
    assert_eq!(SKILLS.file("billing/refunds/scripts/__init__.py").text(), Some(""));
    assert!(
        SKILLS.file("billing-eu/rates/größe.md").text().unwrap().starts_with("\u{feff}BOM, then CR LF.\r\n")
    );
}

#[test]
fn what_is_embedded_has_the_digests_that_are_served() {
    // SEP-5, HOST-1
    let verification = SKILLS.verify();
    assert!(verification.is_ok(), "{verification}");
    assert_eq!(verification.files(), on_disk().len());
}

#[test]
fn every_folder_with_a_skill_md_is_a_skill() {
    // AS-1, SEP-2: the last segment is the name; SEP-3: skills nest. The order is that of the URIs.
    let skills: Vec<Skill> = SKILLS.skills().collect();
    assert_eq!(skills.iter().map(|skill| skill.path()).collect::<Vec<_>>(), PATHS);
    for skill in skills {
        assert_eq!(skill.uri(), format!("skill://{}/SKILL.md", skill.path()));
        assert_eq!(skill.path().rsplit('/').next(), Some(skill.name()));
        assert_eq!(skill.skill_md().uri(), skill.uri());
        assert_eq!(SKILLS.get(skill.path()), Some(skill));
        assert_eq!(SKILLS.get(skill.uri()), Some(skill));
        assert!(skill.is_listed());
    }
}

#[test]
fn an_entry_lists_every_file_below_its_skill() {
    // SEP-3, SEP-4, SEP-5
    let on_disk = on_disk();
    for skill in SKILLS.skills() {
        let below = format!("{}/", skill.path());
        let expected: BTreeSet<_> = on_disk.iter().filter(|(path, _)| path.starts_with(&below)).collect();
        let entry: Value = serde_json::from_str(skill.entry()).unwrap();
        assert_eq!(entry["uri"], skill.uri());
        assert_eq!(entry["frontmatter"]["name"], skill.name());
        assert_eq!(entry["frontmatter"]["description"], skill.description());
        assert_eq!(serde_json::from_str::<Value>(skill.frontmatter()).unwrap(), entry["frontmatter"]);
        let resources = entry["resources"].as_array().unwrap();
        assert_eq!(resources.len(), expected.len());
        assert_eq!(skill.files().len(), expected.len());
        let uris: Vec<_> = resources.iter().map(|resource| resource["uri"].as_str().unwrap()).collect();
        assert!(uris.is_sorted());
        for (resource, file) in resources.iter().zip(skill.files()) {
            let bytes = &on_disk[file.path()];
            let expected = json!({
                "uri": file.uri(),
                "digest": format!("sha256:{}", hex(&Sha256::digest(bytes))),
                "size": bytes.len(),
            });
            assert_eq!(*resource, expected);
        }
    }
}

#[test]
fn frontmatter_is_what_the_author_wrote() {
    // SEP-4: identical in content, every field, in the author's order.
    let refunds = SKILLS.skill("billing/refunds");
    assert_eq!(
        refunds.frontmatter(),
        "{\"name\":\"refunds\",\"description\":\"Decides whether a customer gets money back: how much, by when, and \
         who must agree. Use for any request to return or cancel.\",\"license\":\"MIT\",\"metadata\":{\"version\":\
         \"1.10\",\"owner\":\"billing\"}}"
    );
    assert!(SKILLS.skill("encodings").frontmatter().starts_with("{\"description\":"));
}

#[test]
fn the_body_is_what_follows_the_frontmatter() {
    // AS-2
    for skill in SKILLS.skills() {
        let text = skill.skill_md().text().unwrap();
        let (_, body) = text.split_once("\n---\n").unwrap();
        assert_eq!(skill.body(), body);
    }
    assert_eq!(SKILLS.skill("billing/refunds/3-day").body(), "Pay it back.\n");
}

#[test]
fn a_nested_file_is_there_once_and_belongs_to_the_innermost_skill() {
    // SEP-3
    let outer = SKILLS.skill("billing/refunds").file("late/policy.md");
    let inner = SKILLS.skill("billing/refunds/late").file("policy.md");
    assert_eq!(outer, inner);
    assert_eq!(outer.bytes().as_ptr(), inner.bytes().as_ptr());
    assert_eq!(outer.skill().path(), "billing/refunds/late");
    assert_eq!(outer.skill().parent(), Some(SKILLS.skill("billing/refunds")));
}

#[test]
fn every_directory_has_its_children() {
    // SEP-9: prefix directories too, direct children only.
    let mut expected: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in on_disk().keys() {
        let mut path = path.as_str();
        while let Some((directory, _)) = path.rsplit_once('/') {
            expected.entry(directory.to_owned()).or_default().insert(path.to_owned());
            path = directory;
        }
    }
    assert_eq!(SKILLS.directories().map(Directory::path).collect::<BTreeSet<_>>().len(), expected.len());
    for (path, children) in expected {
        let directory = SKILLS.get_directory(&path).unwrap_or_else(|| panic!("{path} is missing"));
        let found: Vec<Child> = directory.children().collect();
        assert!(found.iter().map(|child| child.uri()).is_sorted(), "{path}");
        let paths: BTreeSet<_> = found
            .iter()
            .map(|child| match child {
                Child::File(file) => {
                    assert_eq!(file.directory(), directory);
                    file.path().to_owned()
                }
                Child::Directory(below) => {
                    assert_eq!(below.parent(), Some(directory));
                    below.path().to_owned()
                }
            })
            .collect();
        assert_eq!(paths, children, "{path}");
        assert_eq!(directory.skill(), SKILLS.skills().find(|skill| skill.path() == path), "{path}");
        let resource: Value = serde_json::from_str(directory.resource()).unwrap();
        assert_eq!([&resource["uri"], &resource["mimeType"]], [directory.uri(), "inode/directory"]);
    }
    assert_eq!(SKILLS.directory("billing").parent(), None);
}

#[test]
fn a_skill_md_is_a_resource_under_the_names_of_its_frontmatter() {
    // SEP-11
    for skill in SKILLS.skills() {
        let resource: Value = serde_json::from_str(skill.skill_md().resource()).unwrap();
        assert_eq!(resource["mimeType"], "text/markdown");
        assert_eq!(resource["name"], skill.name());
        assert_eq!(resource["description"], skill.description());
    }
}

#[test]
fn odd_names_are_percent_encoded_in_uris_only() {
    // SEP-2
    let file = SKILLS.file("billing-eu/rates/50% + tax#1.md");
    assert_eq!(file.uri(), "skill://billing-eu/rates/50%25%20+%20tax%231.md");
    assert_eq!(file.name(), "50% + tax#1.md");
    assert_eq!(SKILLS.file("billing-eu/rates/größe.md").uri(), "skill://billing-eu/rates/gr%C3%B6%C3%9Fe.md");
}

#[test]
fn a_catalog_is_an_expression_anywhere() {
    const REFUNDS: Skill = SKILLS.skill("billing/refunds");
    const POLICY: File = REFUNDS.file("references/policy.md");
    const CONSTANT: Catalog = embed_skills!("./fixtures/embedded/skills");
    static PAIR: (Catalog, &Catalog) = (
        embed_skills!("$CARGO_MANIFEST_DIR/fixtures/embedded/skills"),
        &embed_skills!(r"fixtures/embedded/skills/",),
    );
    let local: &'static Catalog = Box::leak(Box::new(embed_skills!("fixtures/../fixtures/embedded/skills")));

    assert_eq!(POLICY.text(), Some("# Policy\n\nWithin 30 days, in full.\n"));
    for catalog in [const { &CONSTANT }, &PAIR.0, PAIR.1, local] {
        assert_eq!(
            catalog.skills().map(Skill::entry).collect::<Vec<_>>(),
            SKILLS.skills().map(Skill::entry).collect::<Vec<_>>()
        );
    }
}

#[test]
fn options_change_what_is_embedded_and_where() {
    static CHOSEN: Catalog = embed_skills!(
        "fixtures/embedded/skills",
        scheme = "acme+skill",
        prefix = "north west/team",
        exclude = ["billing-eu", "**/__init__.py"],
        ordinary = ["billing/refunds/late/**"],
        unlisted = ["encodings"],
    );
    let paths: Vec<_> = CHOSEN.skills().map(Skill::path).collect();
    assert_eq!(
        paths,
        [
            "north west/team/billing/refunds/3-day",
            "north west/team/billing/refunds",
            "north west/team/encodings",
        ]
    );
    // SEP-2: another scheme, the same structure.
    let refunds = CHOSEN.skill("north west/team/billing/refunds");
    assert_eq!(refunds.uri(), "acme+skill://north%20west/team/billing/refunds/SKILL.md");
    assert_eq!(CHOSEN.scheme(), "acme+skill");
    assert_eq!(refunds.get_file("scripts/__init__.py"), None);
    assert_eq!(refunds.file("late/SKILL.md").skill(), refunds, "an ordinary file of the outer skill");
    assert!(CHOSEN.skills().all(|skill| skill.is_listed() == (skill.name() != "encodings")));
    assert!(CHOSEN.verify().is_ok());
}
