//! # `metadata_type`
//!
//! `metadata` is a mapping of keys to values.
//!
//! ## Why
//!
//! The format says so (AS-5), and hosts look keys up in it.
//!
//! ## Bad
//!
//! ```yaml
//! metadata: owner=desk-3
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   owner: desk-3
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::Node;

pub(crate) static RULE: Rule =
    Rule { name: "metadata_type", level: Level::Deny, summary: "`metadata` is a mapping", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(pair) = skill.frontmatter.field("metadata") else { continue };
        let has_form = !matches!(&pair.value, Node::Scalar(scalar) if !scalar.has_json_form());
        if matches!(pair.value, Node::Mapping(_) | Node::Opaque(_)) || !has_form {
            continue;
        }
        let message = format!("`metadata` is a mapping, and this is {}", pair.value.kind());
        findings.push(Finding::new(&RULE, &skill.skill_md.path, message).at(pair.blamed()).help(
            "write each entry as `key: value` on a line of its own below `metadata:`, indented by two spaces",
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    const HELP: &str =
        "  write each entry as `key: value` on a line of its own below `metadata:`, indented by two spaces";

    #[test]
    fn only_a_mapping_passes() {
        // AS-5
        check("rota", "---\nname: rota\ndescription: R.\nmetadata: {}\n---\n", &[]);
        for (value, kind) in [("owner=desk-3", "a string"), ("[a]", "a list"), ("7", "a number")] {
            check(
                "rota",
                format!("---\nname: rota\ndescription: R.\nmetadata: {value}\n---\n"),
                &[
                    &format!(
                        "error[metadata_type] at {value:?}: `metadata` is a mapping, and this is {kind}"
                    ),
                    HELP,
                ],
            );
        }
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nmetadata:\n---\n",
            &["error[metadata_type] at \"metadata\": `metadata` is a mapping, and this is null", HELP],
        );
    }
}
