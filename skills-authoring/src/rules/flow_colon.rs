//! # `flow_colon`
//!
//! An unquoted text in brackets has no `:` and no `?`.
//!
//! ## Why
//!
//! In brackets, older readers take `mail:send` for a key and a value, and PyYAML refuses a `?`.
//!
//! ## Bad
//!
//! ```yaml
//! allowed-tools: [mail:send, cal:read]
//! ```
//!
//! ## Good
//!
//! ```yaml
//! allowed-tools: ["mail:send", "cal:read"]
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::{Form, Node, Scalar, Style, quote};

pub(crate) static RULE: Rule = Rule {
    name: "flow_colon",
    level: Level::Warn,
    summary: "an unquoted text in brackets has no `:` and no `?`",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(root) = skill.frontmatter.root() else { continue };
        root.walk(&mut |node| {
            let scalars: Vec<&Scalar> = match node {
                Node::Sequence(list) if list.form == Form::Flow => {
                    list.items.iter().filter_map(unquoted).collect()
                }
                Node::Mapping(mapping) if mapping.form == Form::Flow => mapping
                    .pairs
                    .iter()
                    .flat_map(|pair| [&pair.key, &pair.value])
                    .filter_map(unquoted)
                    .collect(),
                _ => return,
            };
            for scalar in scalars {
                let Some(mark) = scalar.text.chars().find(|letter| matches!(letter, ':' | '?')) else {
                    continue;
                };
                let message =
                    format!("an unquoted text in brackets has no `{mark}`, as readers disagree on it there");
                let quoted = quote(&scalar.text);
                findings.push(
                    Finding::new(&RULE, &skill.skill_md.path, message).at(scalar.span.clone()).edit(
                        "put it in quotes",
                        scalar.span.clone(),
                        quoted,
                    ),
                );
            }
        });
    }
}

fn unquoted(node: &Node) -> Option<&Scalar> {
    match node {
        Node::Scalar(scalar) if scalar.style == Style::Plain => Some(scalar),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn a_colon_or_a_question_mark_in_brackets_warns() {
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nmetadata: {a: mail:send, b:c: d, \"e\": \"f:g\"}\n---\n",
            &[
                "warning[flow_colon] at \"mail:send\": an unquoted text in brackets has no `:`, as readers disagree on it there",
                "  put it in quotes: \"metadata: {a: \\\"mail:send\\\", b:c: d, \\\"e\\\": \\\"f:g\\\"}\"",
                "warning[flow_colon] at \"b:c\": an unquoted text in brackets has no `:`, as readers disagree on it there",
                "  put it in quotes: \"metadata: {a: mail:send, \\\"b:c\\\": d, \\\"e\\\": \\\"f:g\\\"}\"",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\nmetadata: {a: what?}\n---\n",
            &[
                "warning[flow_colon] at \"what?\": an unquoted text in brackets has no `?`, as readers disagree on it there",
                "  put it in quotes: \"metadata: {a: \\\"what?\\\"}\"",
            ],
        );
    }

    #[test]
    fn outside_brackets_it_passes() {
        check(
            "rota",
            "---\nname: rota\ndescription: What? http://a.example:80\nmetadata:\n  a:b: c:d\n---\n",
            &[],
        );
    }
}
