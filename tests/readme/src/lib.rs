//! Runs the README: the code in it as doctests, the outputs and tables in it against the real ones. Not a library.

#[doc = include_str!("../../../README.md")]
#[cfg(doctest)]
pub struct Readme;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::process::Command;

    use skills_authoring::{Options, Tree, check, render};
    use skills_runtime::{Catalog, embed_skills};

    const README: &str = include_str!("../../../README.md");
    const BENCHMARKS: &str = include_str!("../../../BENCHMARKS.md");

    /// What `examples/http` embeds and prints.
    static EXAMPLE: Catalog =
        embed_skills!("../../examples/http/skills", allow(not_packaged, untracked_directory));

    /// The two skills of the section about broken ones.
    const BROKEN: [(&str, &str); 2] = [
        (
            "invoices/SKILL.md",
            "---\nname: invoices\ndescription: Checks an invoice. Use before it is paid.\nmetadata:\n  version: 1.10\n---\n",
        ),
        (
            "trip-planner/SKILL.md",
            "---\nname: trip-planner\ndescription: Plan a trip: pick dates, book trains.\n---\n",
        ),
    ];

    #[test]
    fn the_output_of_the_first_command_is_the_real_one() {
        let row = |what: &str, files: usize, bytes: u64| format!("  {what:<26}{files:>5}{bytes:>9}");
        let mut shown = 0;
        for skill in EXAMPLE.skills() {
            let digest = skill.skill_md().digest_hex();
            let line = row(skill.path(), skill.files().len(), skill.size());
            assert!(README.contains(&format!("\n{line}  {digest:.16}…\n")), "the README lacks {line}");
            shown += 1;
        }
        assert_eq!(shown, EXAMPLE.len());
        let all = row("all, each file once", EXAMPLE.files().len(), EXAMPLE.size());
        assert!(README.contains(&format!("\n{all}\n")), "the README lacks {all}");
    }

    #[test]
    fn the_broken_skills_are_reported_in_these_words() {
        let tree = Tree::from_files(BROKEN.map(|(path, text)| (path, text.as_bytes().to_vec())));
        let report = check(&tree, &Options::default());
        assert_eq!(report.findings.len(), BROKEN.len());
        // rustc indents what follows the first line.
        let trimmed = |text: &str| text.lines().map(|line| line.trim().to_owned() + "\n").collect::<String>();
        for finding in &report.findings {
            let text = trimmed(&render::full(finding, &tree, "skills"));
            assert!(trimmed(README).contains(&format!("error: {text}")), "the README lacks:\n{text}");
        }
    }

    #[test]
    fn every_dependency_has_its_reason() {
        let manifests = [
            include_str!("../../../cargo-skills/Cargo.toml"),
            include_str!("../../../skills-authoring/Cargo.toml"),
            include_str!("../../../skills-macros/Cargo.toml"),
            include_str!("../../../skills-runtime/Cargo.toml"),
        ];
        let table = README.split("## Dependencies").nth(1).unwrap().split("\n## ").next().unwrap();
        let rows = table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| tests |"));
        let reasoned: BTreeSet<_> =
            rows.flat_map(|row| row.split('|').nth(2).unwrap().split('`').skip(1).step_by(2)).collect();
        let used = manifests.into_iter().flat_map(|manifest| {
            // Those of some targets only are headed `[target.'…'.dependencies]`.
            manifest.split("dependencies]").enumerate().skip(1).flat_map(|(at, _)| {
                let dev = manifest.split("dependencies]").nth(at - 1).unwrap().ends_with("dev-");
                names(manifest, "dependencies]", at).filter(move |_| !dev)
            })
        });
        assert_eq!(reasoned, used.filter(|name| !name.starts_with("skills-")).collect());
    }

    #[test]
    fn the_features_are_those_of_the_runtime() {
        let manifest = include_str!("../../../skills-runtime/Cargo.toml");
        let table = README.split("### Features").nth(1).unwrap().split("\n#").next().unwrap();
        let described: BTreeSet<_> =
            table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
        assert_eq!(described, names(manifest, "[features]", 1).filter(|name| *name != "default").collect());
    }

    #[test]
    fn the_crates_of_each_feature_are_as_many_as_it_says() {
        let manifest = include_str!("../../../skills-runtime/Cargo.toml");
        let features = names(manifest, "[features]", 1).filter(|name| *name != "default");
        let mut expected = String::from("|---|---|---|\n");
        for feature in [""].into_iter().chain(features) {
            let linked = crates(feature, "normal,no-proc-macro");
            let built = crates(feature, "normal,build");
            let compiler = built.difference(&linked).count();
            let shown = if feature.is_empty() { "none".to_owned() } else { format!("`{feature}`") };
            expected += &format!("| {shown} | {} | {compiler} |\n", linked.len());
        }
        let table = README.split("| crates in the binary |").nth(1).unwrap();
        let table = table.split_once('\n').unwrap().1.split_inclusive('\n');
        let table: String = table.take_while(|line| line.starts_with('|')).collect();
        assert_eq!(table, expected);
    }

    #[test]
    fn the_profile_of_a_small_server_is_the_measured_one() {
        let bench = include_str!("../../bench/Cargo.toml");
        let profile = bench.split_once("[profile.small]").unwrap().1.split("\n\n").next().unwrap();
        assert!(README.contains(&format!("```toml\n[profile.small]{profile}\n```")));
        let section = README.split("## Small binaries").nth(1).unwrap().split("\n## ").next().unwrap();
        let flags = section.split("RUSTFLAGS=\"").nth(1).unwrap().split('"').next().unwrap();
        let measured = include_str!("../../bench/src/binaries.rs");
        assert!(measured.contains(&format!("(\"RUSTFLAGS\", \"{flags}\")")));
    }

    #[test]
    fn the_flag_for_reproducible_binaries_is_the_tested_one() {
        let flag = "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=registry";
        assert!(README.contains(flag));
        let script = include_str!("../../bench/reproducible");
        assert!(script.contains(&format!("RUSTFLAGS=\"{flag}\"")));
    }

    #[test]
    fn the_measured_numbers_are_those_of_the_benchmarks() {
        let cells = |row: &'static str| row.split('|').map(str::trim).filter(|cell| !cell.is_empty());
        let rows = |text: &'static str| text.lines().filter(|line| line.starts_with("| "));
        let section = README.split("## Measured").nth(1).unwrap().split("\n## ").next().unwrap();
        for row in rows(section).filter(|row| !row.ends_with("| |")) {
            // The same row has more columns there.
            let is_quoted = |measured: &'static str| {
                let mut measured = cells(measured);
                cells(row).enumerate().all(|(at, cell)| {
                    if at == 0 { measured.next() == Some(cell) } else { measured.any(|other| other == cell) }
                })
            };
            assert!(rows(BENCHMARKS).any(is_quoted), "BENCHMARKS.md has no such row: {row}");
        }
        let missed = |text| rows(text).filter(|row| row.contains("not reached")).count();
        assert_eq!(missed(section), missed(BENCHMARKS), "what was not reached stands in the README");
        assert!(rows(section).count() > 20);
    }

    /// What `skills-runtime` brings with one feature, or none, along these edges. Always for one target, because
    /// others bring others.
    fn crates(feature: &str, edges: &str) -> BTreeSet<String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args("tree --locked --offline --target x86_64-unknown-linux-gnu --prefix none".split(' '))
            .args("--package skills-runtime --no-default-features --features".split(' '))
            .args([feature, "--edges", edges])
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = String::from_utf8(output.stdout).unwrap();
        // A name and a version; what follows marks repetitions and kinds.
        let crates = lines.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "));
        crates.filter(|name| !name.is_empty() && !name.starts_with("skills-runtime ")).collect()
    }

    /// The keys of a table of a manifest: the one after the `nth` head that ends like this.
    fn names<'m>(manifest: &'m str, head: &str, nth: usize) -> impl Iterator<Item = &'m str> {
        let body = manifest.split(head).nth(nth).unwrap().split("\n[").next().unwrap();
        body.lines().filter_map(|line| {
            let key = line.split([' ', '.']).next()?;
            line.contains('=')
                .then_some(key)
                .filter(|key| key.starts_with(|first: char| first.is_ascii_lowercase()))
        })
    }
}
