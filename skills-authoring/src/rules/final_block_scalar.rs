//! # `final_block_scalar`
//!
//! A block scalar that ends the frontmatter has a `-`: `>-` or `|-`.
//!
//! ## Why
//!
//! Its value ends with a line end that some readers cut off together with the fence, so what they read is not what is
//! served (HOST-2). With `+` every reader counts differently, and that is an error whatever the level.
//!
//! ## Bad
//!
//! ```yaml
//! description: >
//!   Plans a rota.
//! ---
//! ```
//!
//! ## Good
//!
//! ```yaml
//! description: >-
//!   Plans a rota.
//! ---
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::yaml::{Chomp, Node, Scalar, Style};

pub(crate) static RULE: Rule = Rule {
    name: "final_block_scalar",
    level: Level::Warn,
    summary: "a block scalar that ends the frontmatter strips its line ends",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let frontmatter = &skill.frontmatter;
        let Some(scalar) = frontmatter.root().and_then(last) else { continue };
        let Style::Block { header, chomp } = &scalar.style else { continue };
        // A comment below it keeps the line end out of every cut.
        let below = frontmatter.slice(scalar.span.end..frontmatter.between().end);
        if !below.trim().is_empty() {
            continue;
        }
        let level = match chomp {
            Chomp::Strip => continue,
            Chomp::Clip => options.level(&RULE),
            Chomp::Keep => Level::Error,
        };
        let written = frontmatter.slice(header.clone());
        let stripped = format!("{}-", written.trim_end_matches(['+', '-']).replace('+', ""));
        let message = format!(
            "a block scalar that ends the frontmatter is written `{stripped}`, as readers disagree on the line end behind it"
        );
        findings.push_at(
            level,
            Finding::new(&RULE, &skill.skill_md.path, message).at(header.clone()).edit(
                "strip the line end",
                header.clone(),
                stripped,
            ),
        );
    }
}

/// The scalar that is written last.
fn last(node: &Node) -> Option<&Scalar> {
    match node {
        Node::Scalar(scalar) => Some(scalar),
        Node::Sequence(sequence) => sequence.items.last().and_then(last),
        Node::Mapping(mapping) => mapping.pairs.last().and_then(|pair| last(&pair.value)),
        Node::Opaque(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    use crate::rules::testing::check_with;
    use crate::{Level, Options};

    #[test]
    fn a_clipped_one_warns() {
        for (header, stripped) in [(">", ">-"), ("|", "|-"), ("|2", "|2-")] {
            check(
                "rota",
                format!("---\nname: rota\ndescription: {header} # note\n  Plans a rota.\n\n---\n"),
                &[
                    &format!(
                        "warning[final_block_scalar] at {header:?}: a block scalar that ends the frontmatter is written `{stripped}`, as readers disagree on the line end behind it"
                    ),
                    &format!("  strip the line end: \"description: {stripped} # note\""),
                ],
            );
        }
    }

    #[test]
    fn a_kept_one_is_an_error_even_where_the_rule_is_allowed() {
        let mut options = Options::default();
        options.set_level("final_block_scalar", Level::Allow).unwrap();
        for (header, stripped) in [(">+", ">-"), ("|+2", "|2-")] {
            check_with(
                &options,
                "rota",
                format!("---\nname: rota\ndescription: {header}\n  Plans a rota.\n---\n"),
                &[
                    &format!(
                        "error[final_block_scalar] at {header:?}: a block scalar that ends the frontmatter is written `{stripped}`, as readers disagree on the line end behind it"
                    ),
                    &format!("  strip the line end: \"description: {stripped}\""),
                ],
            );
        }
        check_with(&options, "rota", "---\nname: rota\ndescription: >\n  Plans a rota.\n---\n", &[]);
    }

    #[test]
    fn depth_is_no_excuse() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nmetadata:\n  note: |\n    Text.\n---\n",
            &[
                "warning[final_block_scalar] at \"|\": a block scalar that ends the frontmatter is written `|-`, as readers disagree on the line end behind it",
                "  strip the line end: \"  note: |-\"",
            ],
        );
    }

    #[test]
    fn a_stripped_one_and_one_that_is_not_last_pass() {
        check("rota", "---\nname: rota\ndescription: >-\n  Plans a rota.\n---\n", &[]);
        check("rota", "---\nname: rota\ndescription: >+\n  Plans a rota.\nlicense: MIT\n---\n", &[]);
        check("rota", "---\nname: rota\ndescription: |\n  Plans a rota.\n# end\n---\n", &[]);
    }
}
