//! # `metadata_nested`
//!
//! A metadata value is a string, not a list and not a mapping.
//!
//! ## Why
//!
//! The format says so (AS-5), and hosts that show metadata expect text. It is served as it stands.
//!
//! ## Bad
//!
//! ```yaml
//! metadata:
//!   owners: [desk-3, desk-4]
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   owners: desk-3 desk-4
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::Node;

pub(crate) static RULE: Rule = Rule {
    name: "metadata_nested",
    level: Level::Warn,
    summary: "a metadata value is no list and no mapping",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        for pair in skill.frontmatter.metadata() {
            if !matches!(pair.value, Node::Sequence(_) | Node::Mapping(_)) {
                continue;
            }
            let message = format!("a metadata value is a string, and this is {}", pair.value.kind());
            findings.push(
                Finding::new(&RULE, &skill.skill_md.path, message)
                    .at(pair.key.span())
                    .help("write it as one text, or keep it: it is served as it stands"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn lists_and_mappings_warn_once() {
        // AS-5
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nmetadata:\n  a: [b]\n  c:\n    d: {e: [f]}\n  g: h\n---\n",
            &[
                "warning[metadata_nested] at \"a\": a metadata value is a string, and this is a list",
                "  write it as one text, or keep it: it is served as it stands",
                "warning[metadata_nested] at \"c\": a metadata value is a string, and this is a mapping",
                "  write it as one text, or keep it: it is served as it stands",
            ],
        );
    }
}
