//! The rule page: where a rule is explained, and what stands there. The page is made from the first comments of the rule
//! files by the test below; nothing of it is written by hand.

/// The page as it lies in the repository.
const PATH: &str = "skills-authoring/RULES.md";

static PAGE: &str = include_str!("../../RULES.md");

/// The heading of the rule called `name`, as a link.
pub(super) fn link(name: &str) -> String {
    format!("{PATH}#{name}")
}

/// What stands below the heading of the rule called `name`, the heading included.
pub(super) fn section(name: &str) -> Option<&'static str> {
    let start = PAGE.find(&format!("\n## `{name}`\n"))? + 1;
    let section = PAGE.get(start..)?;
    let end = section.find("\n## `").unwrap_or(section.len());
    section.get(..end).map(str::trim_end)
}

#[cfg(test)]
mod tests {
    use core::fmt::Write as _;
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::rule::{Level, RULES, Rule};

    /// Before the table. The page is for those who write skills, not for those who write rules.
    const INTRODUCTION: &str = "\
# Rules

What `embed_skills!` and `cargo skills check` demand of a directory of skills. A rule counts at one of four levels:

- **error**: nothing that conforms to the specifications could be served. It fails the build, always.
- **deny**: it fails the build unless options lower it.
- **warn**: it is reported, and the catalog is built all the same.
- **allow**: it is silent until it is asked for by its name, or together with all its like as `pedantic`.

`embed_skills!(\"skills/\", warn(description_length), deny(pedantic), allow(crlf))` sets levels, and
`[package.metadata.skills]` in `Cargo.toml` does it for the macro and the command alike. The last one wins.

| rule | level | what it demands |
|---|---|---|
";

    /// The page as it should be.
    fn page() -> String {
        let mut page = INTRODUCTION.to_owned();
        for Rule { name, level, summary, .. } in RULES {
            let summary = summary.replace('|', "\\|");
            writeln!(page, "| [`{name}`](#{name}) | {} | {summary} |", level.word()).unwrap();
        }
        for rule in RULES {
            write!(page, "\n{}\n", section_of(rule)).unwrap();
        }
        page
    }

    /// The first comment of a rule's file, its headings one level lower, and the level below the first of them.
    fn section_of(rule: &Rule) -> String {
        let name = rule.name;
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/rules/{name}.rs"));
        let source = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let comment = source.lines().map_while(|line| line.strip_prefix("//!"));
        let mut lines: Vec<String> = Vec::new();
        let mut is_code = false;
        for line in comment.map(|line| line.strip_prefix(' ').unwrap_or(line)) {
            is_code ^= line.starts_with("```");
            let is_heading = line.starts_with('#') && !is_code;
            lines.push(if is_heading { format!("#{line}") } else { line.to_owned() });
        }
        assert!(!is_code, "{name}: a block of code is not closed");
        let headings: Vec<&String> = lines.iter().filter(|line| line.starts_with("##")).collect();
        assert_eq!(headings[..2], [&format!("## `{name}`"), "### Why"], "{name}");
        assert_eq!(headings[headings.len() - 2..], ["### Bad", "### Good"], "{name}");
        let level = match rule.level {
            Level::Error => "Level: **error**. It cannot be lowered.".to_owned(),
            Level::Deny => format!("Level: **deny**. `warn({name})` or `allow({name})` lowers it."),
            Level::Warn => format!("Level: **warn**. `deny({name})` or `allow({name})` changes it."),
            Level::Allow => {
                format!(
                    "Level: **allow**. `warn({name})` or `deny({name})` turns it on, and so does `pedantic`."
                )
            }
        };
        lines.splice(1..1, [String::new(), level]);
        lines.join("\n").trim_end().to_owned()
    }

    #[test]
    fn the_page_says_what_the_rule_files_say() {
        let expected = page();
        if std::env::var_os("UPDATE_RULES").is_some() {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("RULES.md");
            fs::write(file, expected).unwrap();
            return;
        }
        let stale = PAGE.lines().zip(expected.lines()).find(|(is, should)| is != should);
        assert!(
            PAGE == expected,
            "the rule page is stale, from {stale:?} on: UPDATE_RULES=1 cargo test -p skills-authoring the_page"
        );
    }

    #[test]
    fn every_rule_is_explained_where_its_link_leads() {
        for rule in RULES {
            assert_eq!(section(rule.name), Some(rule.explanation()), "{}", rule.name);
            assert_eq!(rule.explanation(), section_of(rule), "{}", rule.name);
            let (path, anchor) =
                rule.page().split_once('#').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(path);
            assert!(fs::read_to_string(file).unwrap().contains(&format!("\n## `{anchor}`\n")), "{anchor}");
        }
        assert_eq!(section("no_such_rule"), None);
    }
}
