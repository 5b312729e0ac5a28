//! # `key_type`
//!
//! A key is a string.
//!
//! ## Why
//!
//! JSON has string keys only, so any other key is served as something else than what the file says (SEP-4).
//!
//! ## Bad
//!
//! ```yaml
//! metadata:
//!   2024: first year
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   "2024": first year
//! ```

use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::{Node, Pair, quote};

pub(crate) static RULE: Rule =
    Rule { name: "key_type", level: Level::Error, summary: "a key is a string", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(root) = skill.frontmatter.root() else { continue };
        root.walk(&mut |node| {
            let Node::Mapping(mapping) = node else { return };
            for pair in mapping.pairs.iter().filter(|pair| pair.name().is_none()) {
                // An alias or a tag has been reported for what it is.
                if !matches!(pair.key, Node::Opaque(_)) {
                    findings.push(finding(skill, pair));
                }
            }
        });
    }
}

fn finding(skill: &Skill<'_>, pair: &Pair) -> Finding {
    let key = pair.key.span();
    let message = format!("a key is a string, and this one is {}", pair.key.kind());
    let new = Finding::new(&RULE, &skill.skill_md.path, message);
    if key.is_empty() {
        return new
            .at(pair.value.span())
            .label("the key would stand before this")
            .help("name what the value is");
    }
    let new = new.at(key.clone());
    match &pair.key {
        Node::Scalar(_) => new.edit("put it in quotes", key.clone(), quote(skill.frontmatter.slice(key))),
        _ => new.help("write a string as the key; brackets need quotes"),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn numbers_booleans_and_null_are_no_keys() {
        for (key, kind) in [("2024", "a number"), ("true", "a boolean"), ("~", "null"), ("1.5", "a number")] {
            check(
                "rota",
                format!("---\nname: rota\ndescription: Rota.\nmetadata:\n  {key}: a\n---\n"),
                &[
                    &format!("error[key_type] at {key:?}: a key is a string, and this one is {kind}"),
                    &format!("  put it in quotes: \"  \\\"{key}\\\": a\""),
                ],
            );
        }
    }

    #[test]
    fn an_absent_key_is_null() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nmetadata:\n  : lost\n---\n",
            &[
                "error[key_type] at \"lost\": a key is a string, and this one is null",
                "  ^ the key would stand before this",
                "  name what the value is",
            ],
        );
    }

    #[test]
    fn collections_are_no_keys() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nx:\n  [a]: b\n---\n",
            &[
                "error[key_type] at \"[a]\": a key is a string, and this one is a list",
                "  write a string as the key; brackets need quotes",
            ],
        );
    }

    #[test]
    fn words_and_quoted_numbers_are() {
        check("rota", "---\nname: rota\ndescription: Rota.\nmetadata:\n  \"2024\": a\n  v1.5: b\n---\n", &[]);
    }
}
