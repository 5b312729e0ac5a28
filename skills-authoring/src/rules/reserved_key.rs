//! # `reserved_key`
//!
//! No metadata key is under `io.modelcontextprotocol/`.
//!
//! ## Why
//!
//! That prefix is reserved for keys that the protocol defines (SEP-14); a host may act on one.
//!
//! ## Bad
//!
//! ```yaml
//! metadata:
//!   io.modelcontextprotocol/rank: "1"
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   com.example/rank: "1"
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;
use crate::yaml::Node;

pub(crate) static RULE: Rule = Rule {
    name: "reserved_key",
    level: Level::Warn,
    summary: "no metadata key is under `io.modelcontextprotocol/`",
    check,
};

const RESERVED: &str = "io.modelcontextprotocol/";

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(Node::Mapping(metadata)) = skill.frontmatter.field("metadata").map(|pair| &pair.value)
        else {
            continue;
        };
        for pair in &metadata.pairs {
            let Some(key) = pair.name().filter(|key| key.starts_with(RESERVED)) else { continue };
            let message =
                format!("metadata keys under `{RESERVED}` are reserved, and {} is one", ticked(key));
            findings.push(
                Finding::new(&RULE, &skill.skill_md.path, message)
                    .at(pair.key.span())
                    .help("use a prefix of your own, such as `com.example/`"),
            );
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
            "---\nname: rota\ndescription: R.\nmetadata:\n  io.modelcontextprotocol/rank: \"1\"\n  io.modelcontextprotocol.skills/x: \"1\"\n---\n",
            &[
                "warning[reserved_key] at \"io.modelcontextprotocol/rank\": metadata keys under `io.modelcontextprotocol/` are reserved, and `io.modelcontextprotocol/rank` is one",
                "  use a prefix of your own, such as `com.example/`",
            ],
        );
    }
}
