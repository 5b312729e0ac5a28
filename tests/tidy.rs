//! The rules of the house as code: who may depend on whom, how files look, and that nothing promised goes untested.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The only edges among our published crates.
const EDGES: &[(&str, &str)] = &[
    ("cargo-skills", "skills-authoring"),
    ("skills-macros", "skills-authoring"),
    ("skills-runtime", "skills-macros"),
];

/// Names for modules that have no owner.
const HOMELESS: &[&str] =
    &["mod.rs", "util.rs", "utils.rs", "helpers.rs", "common.rs", "misc.rs", "types.rs"];

/// Where the tests of a file begin. With `;` for `{` they have a file of their own, and the code goes on below.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

/// The requirements that apply to a server and to the skills it serves.
const REQUIREMENTS: &[(&str, usize)] = &[("AS", 6), ("SEP", 15)];

#[test]
fn crates_depend_in_one_direction() {
    let metadata = metadata();
    let mut edges = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        let from = package["name"].as_str().unwrap();
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        for dependency in package["dependencies"].as_array().unwrap() {
            let to = dependency["name"].as_str().unwrap();
            if to.starts_with("skills-") && dependency["kind"].is_null() {
                let pin = format!("={}", package["version"].as_str().unwrap());
                assert_eq!(dependency["req"], pin, "{from} pins {to}");
                edges.insert((from.to_owned(), to.to_owned()));
            }
        }
    }
    let allowed = EDGES.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
    assert_eq!(edges, allowed);
}

#[test]
fn the_core_has_no_dependency() {
    let tree = cargo(&[
        "tree",
        "-p",
        "skills-runtime",
        "--no-default-features",
        "--edges",
        "normal",
        "--prefix",
        "none",
    ]);
    assert_eq!(tree.lines().count(), 1, "{tree}");
    // With the macro, everything else is compiled for the compiler, and nothing of it reaches a binary.
    let tree =
        cargo(&["tree", "-p", "skills-runtime", "--edges", "normal,no-proc-macro", "--prefix", "none"]);
    assert_eq!(tree.lines().count(), 1, "{tree}");
}

#[test]
fn every_file_says_what_it_is() {
    for file in sources() {
        let text = fs::read_to_string(&file).unwrap();
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with("//! "), "{}: the first line is a `//!` comment", file.display());
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(!HOMELESS.contains(&name), "{}: name it after what it owns", file.display());
    }
}

#[test]
fn files_stay_small() {
    for file in sources() {
        let text = fs::read_to_string(&file).unwrap();
        let lines = without_tests(&text).lines().count();
        let shown = file.strip_prefix(root()).unwrap().to_str().unwrap();
        if is_test(shown) {
            continue;
        }
        let most = match shown {
            "skills-macros/src/lib.rs" => 60,
            _ if shown.contains("/rules/") || shown.contains("/http") || shown.ends_with("stdio.rs") => 150,
            _ => 400,
        };
        assert!(lines <= most, "{shown}: {lines} lines without tests, at most {most}");
    }
    let macros: usize = sources()
        .iter()
        .filter(|file| file.starts_with(root().join("skills-macros")))
        .map(|file| without_tests(&fs::read_to_string(file).unwrap()).lines().count())
        .sum();
    assert!(macros <= 600, "skills-macros is a thin shell: {macros} lines, at most 600");
}

#[test]
fn foreign_types_stop_at_one_file() {
    let allowed: &[(&str, &[&str])] = &[
        ("saphyr_parser", &["skills-authoring/src/yaml"]),
        ("pulldown_cmark", &["skills-authoring/src/markdown"]),
        ("include_dir", &["skills-authoring/src/tree"]),
        ("annotate_snippets", &["skills-authoring/src/render"]),
        ("globset", &["skills-authoring/src/selection"]),
        ("mime_guess", &["skills-authoring/src/media"]),
        ("sha2", &["skills-authoring/src/digest", "skills-runtime/src/verify", "skills-runtime/src/install"]),
        ("ring::digest", &["skills-authoring/src/digest"]),
        ("rustix", &["skills-runtime/src/install"]),
        ("toml", &["skills-authoring/src/metadata"]),
        ("clap", &["cargo-skills/src/"]),
        ("axum", &["skills-runtime/src/http"]),
        ("hyper", &["skills-runtime/src/http"]),
        ("hyper_util", &["skills-runtime/src/http"]),
        ("rmcp", &["skills-runtime/src/rmcp"]),
        (
            "tokio",
            &["skills-runtime/src/http", "skills-runtime/src/rmcp/assertion", "skills-runtime/src/stdio"],
        ),
        (
            "std::fs",
            &[
                "skills-authoring/src/tree",
                "skills-macros/src/locate",
                "skills-runtime/src/install",
                "cargo-skills/src/",
            ],
        ),
    ];
    for file in sources() {
        let shown = file.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        if !shown.contains("/src/") || shown.starts_with("examples") || is_test(&shown) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code: String = without_tests(&text)
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect::<Vec<_>>()
            .join("\n");
        for (name, places) in allowed {
            let used = code.contains(&format!("{name}::")) || code.contains(&format!("use {name}"));
            let here = places.iter().any(|place| shown.starts_with(place));
            assert!(!used || here, "{shown} names `{name}`, which stops at {places:?}");
        }
    }
}

#[test]
fn every_rule_has_its_page_in_its_file() {
    for rule in skills_authoring::RULES {
        let file = root().join(format!("skills-authoring/src/rules/{}.rs", rule.name));
        let text = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{} has no file", rule.name));
        for heading in [&format!("//! # `{}`", rule.name), "//! ## Why", "//! ## Bad", "//! ## Good"] {
            assert!(text.lines().any(|line| line == heading), "{}: no `{heading}`", file.display());
        }
        assert!(text.contains("#[cfg(test)]"), "{}: no test of its own", file.display());
        assert!(
            root().join("tests/ui").join(rule.name).is_dir(),
            "{}: no folder of compile-fail cases",
            rule.name
        );
    }
}

#[test]
fn rule_names_are_unique_and_messages_are_sentences() {
    let names: BTreeSet<_> = skills_authoring::RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), skills_authoring::RULES.len());
    for rule in skills_authoring::RULES {
        let sound = !rule.summary.ends_with('.') && !rule.summary.starts_with(char::is_uppercase);
        assert!(sound, "{}: lower case, no final stop: {}", rule.name, rule.summary);
    }
}

#[test]
fn features_are_explained_twice() {
    for package in ["skills-authoring", "skills-runtime"] {
        let manifest = fs::read_to_string(root().join(package).join("Cargo.toml")).unwrap();
        let lib = fs::read_to_string(root().join(package).join("src/lib.rs")).unwrap();
        let features = manifest.split("[features]").nth(1).unwrap().split("\n[").next().unwrap();
        let mut comment = false;
        for line in features.lines() {
            if let Some((name, _)) = line.split_once(" = ")
                && !line.starts_with('#')
                && name != "default"
            {
                assert!(comment, "feature `{name}` of {package} has no comment where it is declared");
                assert!(
                    lib.contains(&format!("`{name}`")),
                    "feature `{name}` is not in the docs of {package}"
                );
            }
            comment = line.starts_with('#');
        }
    }
}

#[test]
fn every_requirement_is_named_by_a_test() {
    let tests: String = sources()
        .iter()
        .map(|file| {
            let text = fs::read_to_string(file).unwrap();
            let shown = file.strip_prefix(root()).unwrap().to_str().unwrap();
            if shown == "tests/tidy.rs" {
                String::new()
            } else if is_test(shown) {
                text
            } else {
                text.split_once(TESTS).map(|(_, tests)| tests.to_owned()).unwrap_or_default()
            }
        })
        .collect();
    for (family, count) in REQUIREMENTS {
        for number in 1..=*count {
            let id = format!("{family}-{number}");
            let named = tests
                .match_indices(&id)
                .any(|(at, _)| !tests[at + id.len()..].starts_with(|next: char| next.is_ascii_digit()));
            assert!(named, "no test names {id}");
        }
    }
}

#[test]
fn nothing_names_a_machine() {
    let listed =
        Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).current_dir(root()).output();
    let Ok(listed) = listed else { return };
    for file in String::from_utf8(listed.stdout).unwrap().lines() {
        let Ok(text) = fs::read_to_string(root().join(file)) else { continue };
        for word in ["/home/", "/work/", "/root/", "localhost.localdomain"] {
            if file != "tests/tidy.rs" {
                assert!(!text.contains(word), "{file} contains `{word}`");
            }
        }
    }
}

/// Whether a file is compiled for tests alone.
fn is_test(shown: &str) -> bool {
    let module = ["/tests.rs", "/testing.rs", "/sample.rs"].iter().any(|name| shown.ends_with(name));
    module || shown.starts_with("tests/") || shown.contains("/tests/") || shown.contains("/testing/")
}

fn without_tests(text: &str) -> &str {
    text.split_once(TESTS).map_or(text, |(code, _)| code)
}

/// Every Rust file of the workspace but fixtures of the compile-fail tests.
fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let skipped = ["target", "ui", "fixtures", "skills", "node_modules"].contains(&name);
            if path.is_dir() && !skipped && !name.starts_with('.') {
                folders.push(path);
            } else if name.ends_with(".rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn metadata() -> Value {
    serde_json::from_str(&cargo(&["metadata", "--format-version", "1", "--no-deps"])).unwrap()
}

fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(arguments).arg("--offline").current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}
