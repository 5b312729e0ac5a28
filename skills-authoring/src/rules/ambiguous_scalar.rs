//! # `ambiguous_scalar`
//!
//! An unquoted value is one that every YAML reader reads alike; so is an unquoted key.
//!
//! ## Why
//!
//! A host reads `SKILL.md` again, compares it with what the server says about it, and refuses the skill when the two
//! differ (HOST-2). Readers follow different versions of YAML, so one takes `yes` for a boolean, `2026-03-05` for a
//! date, `012` for ten or `12:30` for a number, and the next one does not. Which scalars these are is measured:
//! PyYAML, `yaml` 2, `js-yaml` 4 and `yaml_serde` were asked about thousands. Only `y` and `n`, in either case, are
//! here unmeasured: readers that were not asked take them for booleans.
//!
//! ## Bad
//!
//! ```yaml
//! metadata:
//!   released: 2026-03-05
//!   beta: no
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   released: "2026-03-05"
//!   beta: "no"
//! ```

mod number;
mod readers;
mod timestamp;

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;
use crate::yaml::{Node, Scalar, Style, Value, quote};

use readers::{differences, readings};

pub(crate) static RULE: Rule = Rule {
    name: "ambiguous_scalar",
    level: Level::Deny,
    summary: "an unquoted value is one that every YAML reader reads alike",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        if let Some(root) = skill.frontmatter.root() {
            values(root, &mut |role, scalar| judge(role, scalar, &skill.skill_md.path, findings));
        }
    }
}

/// Calls `visit` for every key and value, in the order of the file.
fn values(node: &Node, visit: &mut impl FnMut(&str, &Scalar)) {
    match node {
        Node::Scalar(scalar) => visit("", scalar),
        Node::Sequence(sequence) => sequence.items.iter().for_each(|item| values(item, visit)),
        Node::Mapping(mapping) => {
            for pair in &mapping.pairs {
                if let Node::Scalar(key) = &pair.key {
                    visit("the key ", key);
                }
                values(&pair.value, visit);
            }
        }
        Node::Opaque(_) => {}
    }
}

fn judge(role: &str, scalar: &Scalar, path: &str, findings: &mut Findings<'_>) {
    if scalar.style != Style::Plain {
        return;
    }
    let Some(trouble) = trouble(&scalar.text) else { return };
    // What should be a string and is none has its finding, and the same edit mends both.
    if scalar.value() != Value::Text && findings.outweigh(&RULE, path, &scalar.span) {
        return;
    }
    findings.push(
        Finding::new(&RULE, path, format!("{role}{} is {trouble}; quote it", ticked(&scalar.text)))
            .at(scalar.span.clone())
            .edit("put it in quotes", scalar.span.clone(), quote(&scalar.text)),
    );
}

/// Who takes a plain scalar for what, when they do not agree.
fn trouble(text: &str) -> Option<String> {
    // Not measured: readers of YAML 1.1 that were not run.
    if let "y" | "Y" | "n" | "N" = text {
        return Some("a boolean for some readers of YAML 1.1, and a string for all others".to_owned());
    }
    differences(&readings(text))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{check, check_with, mended};
    use crate::{Level, Options};

    fn skill(lines: &str) -> String {
        format!("---\nname: rota\ndescription: Rota.\n{lines}\n---\n")
    }

    #[test]
    fn it_says_who_reads_what() {
        let cases = [
            ("yes", "a boolean for PyYAML, and a string for yaml 2, js-yaml 4 and yaml_serde"),
            ("2026-03-05", "a date for PyYAML and js-yaml 4, and a string for yaml 2 and yaml_serde"),
            (
                "2026-02-30",
                "an error for PyYAML, a string for yaml 2 and yaml_serde, and a date for js-yaml 4",
            ),
            (
                "1_000",
                "a number for PyYAML and js-yaml 4.1, and a string for yaml 2, js-yaml 4.3 and yaml_serde",
            ),
            ("12:30", "a number for PyYAML, and a string for yaml 2, js-yaml 4 and yaml_serde"),
            ("=", "an error for PyYAML, and a string for yaml 2, js-yaml 4 and yaml_serde"),
            ("n", "a boolean for some readers of YAML 1.1, and a string for all others"),
        ];
        for (value, readers) in cases {
            check(
                "rota",
                skill(&format!("license: {value}")),
                &[
                    &format!("error[ambiguous_scalar] at {value:?}: `{value}` is {readers}; quote it"),
                    &format!("  put it in quotes: \"license: \\\"{value}\\\"\""),
                ],
            );
        }
    }

    #[test]
    fn keys_and_whatever_is_nested_count_too() {
        let readers = "a boolean for PyYAML, and a string for yaml 2, js-yaml 4 and yaml_serde; quote it";
        check(
            "rota",
            skill("x:\n  on: [No, {a: off}]"),
            &[
                &format!("error[ambiguous_scalar] at \"on\": the key `on` is {readers}"),
                "  put it in quotes: \"  \\\"on\\\": [No, {a: off}]\"",
                &format!("error[ambiguous_scalar] at \"No\": `No` is {readers}"),
                "  put it in quotes: \"  on: [\\\"No\\\", {a: off}]\"",
                &format!("error[ambiguous_scalar] at \"off\": `off` is {readers}"),
                "  put it in quotes: \"  on: [No, {a: \\\"off\\\"}]\"",
            ],
        );
    }

    #[test]
    fn a_name_may_be_a_word_that_readers_retype() {
        let source = "---\nname: on\ndescription: The directory is called on.\n---\n";
        let quoted = "---\nname: \"on\"\ndescription: The directory is called on.\n---\n";
        assert_eq!(mended("on", source), quoted);
        check("on", quoted, &[]);
    }

    #[test]
    fn what_should_be_a_string_and_is_none_is_one_finding() {
        check(
            "rota",
            skill("metadata:\n  version: 012"),
            &[
                "error[metadata_value] at \"012\": a metadata value is a string, and this is a number",
                "  put it in quotes: \"  version: \\\"012\\\"\"",
            ],
        );
        check(
            "012",
            "---\nname: 012\ndescription: Rota.\n---\n",
            &[
                "error[name_type] at \"012\": the value of `name` is a string, and this is a number",
                "  put it in quotes: \"name: \\\"012\\\"\"",
            ],
        );
    }

    #[test]
    fn a_finding_that_was_made_light_does_not_hide_it() {
        let mut options = Options::default();
        options.set_level("metadata_value", Level::Warn).unwrap();
        check_with(
            &options,
            "rota",
            skill("metadata:\n  version: 012"),
            &[
                "error[ambiguous_scalar] at \"012\": `012` is a number for PyYAML, yaml 2 and js-yaml 4, and a string for \
             yaml_serde; quote it",
                "  put it in quotes: \"  version: \\\"012\\\"\"",
                "warning[metadata_value] at \"012\": a metadata value is a string, and this is a number",
                "  put it in quotes: \"  version: \\\"012\\\"\"",
            ],
        );
        options.set_level("ambiguous_scalar", Level::Warn).unwrap();
        check_with(
            &options,
            "rota",
            skill("metadata:\n  version: 012"),
            &[
                "warning[metadata_value] at \"012\": a metadata value is a string, and this is a number",
                "  put it in quotes: \"  version: \\\"012\\\"\"",
            ],
        );
    }

    #[test]
    fn a_value_on_two_lines_counts_as_the_text_it_folds_to() {
        check(
            "rota",
            skill("license: 2026-03-05\n  12:30:45"),
            &[
                "error[ambiguous_scalar] at \"2026-03-05\\n  12:30:45\": `2026-03-05 12:30:45` is a date for PyYAML and \
             js-yaml 4, and a string for yaml 2 and yaml_serde; quote it",
                "  put it in quotes: \"license: \\\"2026-03-05 12:30:45\\\"\"",
            ],
        );
    }

    #[test]
    fn what_everyone_reads_alike_passes() {
        let values = "[1, 1.5, -7, 0x1F, true, ~, Yes please, 1.10.0, v1, 12 monkeys, on-call, .5, 1.0e+3, '012', \"no\"]";
        check("rota", skill(&format!("x: {values}\ny2: |-\n  yes\nz: >-\n  2026-03-05")), &[]);
    }
}
