//! # `reserved_key`
//!
//! No metadata key is under `io.modelcontextprotocol/`, and none is `name` or `description`.
//!
//! ## Why
//!
//! That prefix is reserved for keys that the protocol defines (SEP-14); a host may act on one. And some readers look for
//! `name:` and `description:` line by line, so the wrong one may win.
//!
//! ## Bad
//!
//! ```yaml
//! metadata:
//!   io.modelcontextprotocol/rank: "1"
//!   name: Rota planner
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   com.example/rank: "1"
//!   title: Rota planner
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;

pub(crate) static RULE: Rule = Rule {
    name: "reserved_key",
    level: Level::Warn,
    summary: "no metadata key is reserved or named like the name or the description",
    check,
};

const RESERVED: &str = "io.modelcontextprotocol/";

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        for pair in skill.frontmatter.metadata() {
            let (message, way_out) = match pair.name() {
                Some(key) if key.starts_with(RESERVED) => {
                    let message =
                        format!("metadata keys under `{RESERVED}` are reserved, and {} is one", ticked(key));
                    (message, "use a prefix of your own, such as `com.example/`")
                }
                Some(key @ ("name" | "description")) => {
                    let message =
                        format!("a metadata key `{key}` is taken for that of the skill by some readers");
                    (message, "call it otherwise, such as `title` or `summary`")
                }
                _ => continue,
            };
            findings
                .push(Finding::new(&RULE, &skill.skill_md.path, message).at(pair.key.span()).help(way_out));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn the_prefix_counts_and_only_in_metadata() {
        // SEP-14
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nmetadata:\n  io.modelcontextprotocol/rank: \"1\"\n  io.modelcontextprotocol.skills/x: \"1\"\nio.modelcontextprotocol/x: z\n---\n",
            &[
                "warning[reserved_key] at \"io.modelcontextprotocol/rank\": metadata keys under `io.modelcontextprotocol/` are reserved, and `io.modelcontextprotocol/rank` is one",
                "  use a prefix of your own, such as `com.example/`",
            ],
        );
    }

    #[test]
    fn a_second_name_warns() {
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nmetadata:\n  name: other\n  description: Other.\n  title: Other\n---\n",
            &[
                "warning[reserved_key] at \"name\": a metadata key `name` is taken for that of the skill by some readers",
                "  call it otherwise, such as `title` or `summary`",
                "warning[reserved_key] at \"description\": a metadata key `description` is taken for that of the skill by some readers",
                "  call it otherwise, such as `title` or `summary`",
            ],
        );
    }
}
