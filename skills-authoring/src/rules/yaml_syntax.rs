//! # `yaml_syntax`
//!
//! The frontmatter is YAML 1.2 that every reader takes.
//!
//! ## Why
//!
//! Hosts parse it again, with readers of their own (HOST-2). The first fault ends the check of this frontmatter, as what
//! follows can be read in many ways.
//!
//! ## Bad
//!
//! ```yaml
//! description: Plan a trip: pick a bag
//! ```
//!
//! ## Good
//!
//! ```yaml
//! description: "Plan a trip: pick a bag"
//! ```

use crate::finding::{Finding, Findings};
use crate::frontmatter::Fault;
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::letter;
use crate::yaml::{DEEPEST, Trouble};

pub(crate) static RULE: Rule = Rule {
    name: "yaml_syntax",
    level: Level::Error,
    summary: "the frontmatter is YAML that every reader takes",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        let Some(Fault::Syntax(fault)) = skill.frontmatter.fault() else { continue };
        let (message, way_out) = words(&fault.trouble);
        let finding = Finding::new(&RULE, &skill.skill_md.path, message).at(fault.span.clone());
        findings.push(match &fault.edit {
            Some((span, replacement)) => finding.edit(way_out, span.clone(), replacement),
            None => finding.help(way_out),
        });
    }
}

/// What the rule is, and what to do.
fn words(trouble: &Trouble) -> (String, &'static str) {
    const QUOTE: &str = "put the value in quotes";
    let message = match trouble {
        Trouble::AfterBracket => {
            return ("nothing follows the bracket that closes a value".to_owned(), QUOTE);
        }
        Trouble::AfterQuote => return ("nothing follows the quote that closes a value".to_owned(), QUOTE),
        Trouble::ColonInValue => {
            return (
                "an unquoted value has no colon before a blank or at the end of a line".to_owned(),
                QUOTE,
            );
        }
        Trouble::CommentInValue => return ("a comment ends an unquoted value".to_owned(), QUOTE),
        Trouble::Indicator(first) => {
            return (format!("an unquoted value does not start with {}", letter(*first)), QUOTE);
        }
        Trouble::TwoBrackets => {
            return (
                "a value in brackets is one list, and text with brackets is in quotes".to_owned(),
                QUOTE,
            );
        }
        Trouble::Dashes => {
            return (
                "the closing fence is a line of exactly three dashes".to_owned(),
                "close the frontmatter here",
            );
        }
        Trouble::NoSpaceAfterColon => {
            return ("a blank stands between a colon and its value".to_owned(), "add it");
        }
        Trouble::EscapedLineEnd => (
            "no blank line follows a line that ends with a backslash, as readers disagree on what that means",
            "remove the blank line, or write `\\n`",
        ),
        Trouble::EmptyItem => (
            "a list in a list does not end with an empty item, as readers disagree on where it ends",
            "write `null` for the item, or remove it",
        ),
        Trouble::KeyOfLines => ("a key stands on one line", "write it on one line"),
        Trouble::Tab => (
            "a tab stands in quotes, block scalars and comments only, as readers disagree on it elsewhere",
            "use a blank, or none",
        ),
        Trouble::TabIndent => ("YAML is indented with spaces, never with tabs", "use spaces"),
        Trouble::Indentation => (
            "a line is indented like the lines it belongs with",
            "indent it like the line above, or one level deeper",
        ),
        Trouble::NoColon => ("each line of a mapping is a key, a colon and a value", "write `key: value`"),
        Trouble::Escape => (
            "a backslash in double quotes starts an escape that YAML knows",
            "use single quotes, or write each backslash twice",
        ),
        Trouble::UnclosedQuote(_) => {
            ("a value that starts with a quote ends with the same", "close it, or remove it")
        }
        Trouble::UnclosedBracket(_) => (
            "a value that starts with a bracket ends with its counterpart",
            "close it, or put the value in quotes",
        ),
        Trouble::Character(found) => {
            let message = format!("frontmatter has no control characters, and this is {}", letter(*found));
            return (message, "remove it, or write it as an escape between double quotes");
        }
        Trouble::LineBreak(found) => {
            let message = format!(
                "lines end with LF or CR LF, and readers disagree on whether {} ends one",
                letter(*found)
            );
            return (message, "use LF, or write it as an escape between double quotes");
        }
        Trouble::TooDeep => {
            return (
                format!("frontmatter is nested at most {DEEPEST} levels deep"),
                "put such data in a file of the skill",
            );
        }
        Trouble::Other(said) => {
            return (format!("frontmatter is YAML, of which the reader says: {said}"), "write it anew");
        }
    };
    (message.0.to_owned(), message.1)
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    use crate::rules::testing::check_with;
    use crate::{Level, Options};

    /// Checks the one finding about a frontmatter whose last lines are `yaml`.
    #[track_caller]
    fn fault(yaml: &str, at: &str, message: &str, way_out: &str) {
        check(
            "rota",
            format!("---\nname: rota\n{yaml}---\n"),
            &[&format!("error[yaml_syntax] at {at:?}: {message}"), &format!("  {way_out}")],
        );
    }

    #[test]
    fn a_colon_in_a_value_is_quoted() {
        let message = "an unquoted value has no colon before a blank or at the end of a line";
        fault(
            "description: Plan a trip: pick a bag\n",
            "Plan a trip: pick a bag",
            message,
            "put the value in quotes: \"description: \\\"Plan a trip: pick a bag\\\"\"",
        );
        fault(
            "description: Follow these rules:\n",
            "Follow these rules:",
            message,
            "put the value in quotes: \"description: \\\"Follow these rules:\\\"\"",
        );
        fault(
            "description: Say \"hi\" to: all\n",
            "Say \"hi\" to: all",
            message,
            "put the value in quotes: \"description: 'Say \\\"hi\\\" to: all'\"",
        );
        fault("x:\n  - a: b: c\n", "b: c", message, "put the value in quotes: \"  - a: \\\"b: c\\\"\"");
        fault(
            "description: Plans a rota.\n  Use when: shifts\n",
            "Plans a rota.\n  Use when: shifts",
            message,
            "put the value in quotes: \"description: \\\"Plans a rota. Use when: shifts\\\"\"",
        );
    }

    #[test]
    fn a_first_character_that_means_something_is_quoted() {
        for (value, first) in [
            ("@mentions are collected", "`@`"),
            ("`make` targets", "`` ` ``"),
            ("%d of them", "`%`"),
            ("*bold* text", "`*`"),
            ("& more", "`&`"),
            ("!! now", "`!`"),
            (", then", "`,`"),
            ("> 5 items", "`>`"),
            ("- a", "`-`"),
            ("? a", "`?`"),
            ("] a", "`]`"),
        ] {
            let first = if first == "`` ` ``" { "```" } else { first };
            fault(
                &format!("description: {value}\n"),
                value,
                &format!("an unquoted value does not start with {first}"),
                &format!("put the value in quotes: \"description: \\\"{value}\\\"\""),
            );
        }
    }

    #[test]
    fn nothing_follows_a_closed_value() {
        let quote = "nothing follows the quote that closes a value";
        fault(
            "description: \"Plan\" and print\n",
            "\"Plan\" and print",
            quote,
            "put the value in quotes: \"description: '\\\"Plan\\\" and print'\"",
        );
        fault(
            "description: 'it's here'\n",
            "'it's here'",
            quote,
            "put the value in quotes: \"description: \\\"it's here\\\"\"",
        );
        fault(
            "argument-hint: [file] [mode]\n",
            "[file] [mode]",
            "a value in brackets is one list, and text with brackets is in quotes",
            "put the value in quotes: \"argument-hint: \\\"[file] [mode]\\\"\"",
        );
        fault(
            "argument-hint: [file] now\n",
            "[file] now",
            "nothing follows the bracket that closes a value",
            "put the value in quotes: \"argument-hint: \\\"[file] now\\\"\"",
        );
    }

    #[test]
    fn what_is_opened_is_closed() {
        fault(
            "description: \"Plan\n",
            "\"Plan",
            "a value that starts with a quote ends with the same",
            "close it, or remove it",
        );
        fault(
            "x: [a, b\n",
            "[a, b",
            "a value that starts with a bracket ends with its counterpart",
            "close it, or put the value in quotes",
        );
        fault(
            "x: {a: b\n",
            "{a: b",
            "a value that starts with a bracket ends with its counterpart",
            "close it, or put the value in quotes",
        );
    }

    #[test]
    fn a_comment_does_not_stand_in_the_middle_of_a_value() {
        fault(
            "description: Plans a rota # daily\n  for shifts\n",
            "# daily",
            "a comment ends an unquoted value",
            "put the value in quotes",
        );
        fault("x: {a:[b]}\n", ":", "a blank stands between a colon and its value", "add it: \"x: {a: [b]}\"");
        fault("x: {a :}\n", ":", "a blank stands between a colon and its value", "add it: \"x: {a : }\"");
        fault(
            "x: [a  :[]]\n",
            ":",
            "a blank stands between a colon and its value",
            "add it: \"x: [a  : []]\"",
        );
        check("rota", "---\nname: rota\ndescription: R.\nmetadata: {\"a\" : b, c : d}\n---\n", &[]);
    }

    #[test]
    fn tabs_do_not_indent() {
        let message = "YAML is indented with spaces, never with tabs";
        fault("metadata:\n\ta: b\n", "\t", message, "use spaces: \"  a: b\"");
        fault("metadata:\n  a: b\n\tc: d\n", "\t", message, "use spaces: \"  c: d\"");
        fault("\tdescription: Rota.\n", "\t", message, "use spaces: \"  description: Rota.\"");
        check(
            "rota",
            "---\n\tname: rota\n---\n",
            &[
                "error[yaml_syntax] at \"\\t\": YAML is indented with spaces, never with tabs",
                "  use spaces: \"  name: rota\"",
            ],
        );
    }

    #[test]
    fn tabs_stand_nowhere_else_either() {
        let message =
            "a tab stands in quotes, block scalars and comments only, as readers disagree on it elsewhere";
        let line = |line: &str| format!("use a blank, or none: {line:?}");
        fault("description: R.\n\t\nlicense: MIT\n", "\t", message, &line(""));
        fault("description: R.\n  \t \nlicense: MIT\n", "  \t ", message, &line(""));
        fault("description: R. \t\n", " \t", message, &line("description: R."));
        fault("description: R.\nx:\n  -\ta\n", "\t", message, &line("  - a"));
        fault("description: R.\nx: [a, \tb]\n", "\t", message, &line("x: [a, b]"));
        fault("description: R.\nlicense\t: MIT\n", "\t", message, &line("license : MIT"));
        fault("description: R.\nlicense: MIT\t# b\n", "\t", message, &line("license: MIT # b"));
        fault("description: \"a\t\n  b\"\n", "\t", message, &line("description: \"a"));
        fault("description: |-\t\n  R.\n", "\t", message, &line("description: |-"));
        fault(
            "description: R.\n\t# b\n",
            "\t",
            "YAML is indented with spaces, never with tabs",
            "use spaces: \"  # b\"",
        );
    }

    #[test]
    fn a_comment_does_not_cling_to_a_pair() {
        fault(
            "description: R.\nx: {a: b\n# c\n}\n",
            "# c",
            "a line is indented like the lines it belongs with",
            "indent it like the line above, or one level deeper",
        );
        let skill = |x: &str| format!("---\nname: rota\ndescription: R.\nmetadata: {x}---\n");
        check("rota", skill("{a: b,\n# c\n# d\n  e: f}\n"), &[]);
        check("rota", skill("{\n# c\n  a: b\n # d\n}\n"), &[]);
    }

    #[test]
    fn a_line_is_a_key_and_a_value() {
        fault(
            "description:Rota.\n",
            ":",
            "a blank stands between a colon and its value",
            "add it: \"description: Rota.\"",
        );
        fault(
            "just text\nx: y\n",
            "just text",
            "each line of a mapping is a key, a colon and a value",
            "write `key: value`",
        );
        fault(
            "----\nx: y\n",
            "----",
            "the closing fence is a line of exactly three dashes",
            "close the frontmatter here: \"---\"",
        );
        fault(
            "x:\n    a: b\n  c: d\n",
            "c: d",
            "a line is indented like the lines it belongs with",
            "indent it like the line above, or one level deeper",
        );
    }

    #[test]
    fn escapes_are_those_of_yaml() {
        fault(
            "description: \"C:\\path\\d\"\n",
            "\"C:\\path\\d\"",
            "a backslash in double quotes starts an escape that YAML knows",
            "use single quotes, or write each backslash twice: \"description: 'C:\\\\path\\\\d'\"",
        );
    }

    #[test]
    fn what_only_some_readers_take_is_refused() {
        fault(
            "description: \"a\\\n\n  b\"\n",
            "\\",
            "no blank line follows a line that ends with a backslash, as readers disagree on what that means",
            "remove the blank line, or write `\\n`",
        );
        fault("x: {a\n  b: c}\n", "a\n  b", "a key stands on one line", "write it on one line");
        fault("x: {a\n  : c}\n", "a", "a key stands on one line", "write it on one line");
        fault(
            "x: {\"a\":#b\n  c}\n",
            ":",
            "a blank stands between a colon and its value",
            "add it: \"x: {\\\"a\\\": #b\"",
        );
        fault(
            "x: [a,\nb]\n",
            "b]",
            "a line is indented like the lines it belongs with",
            "indent it like the line above, or one level deeper",
        );
        fault(
            "x: [[a\n], b]\n",
            "], b]",
            "a line is indented like the lines it belongs with",
            "indent it like the line above, or one level deeper",
        );
        fault(
            "x:\n- -\n- b\n",
            "-",
            "a list in a list does not end with an empty item, as readers disagree on where it ends",
            "write `null` for the item, or remove it",
        );
        fault(
            "x: [a, ?b]\n",
            "?b",
            "an unquoted value does not start with `?`",
            "put the value in quotes: \"x: [a, \\\"?b\\\"]\"",
        );
        fault(
            "x: [| a]\n",
            "| a",
            "an unquoted value does not start with `|`",
            "put the value in quotes: \"x: [\\\"| a\\\"]\"",
        );
        fault(
            "x: [\"a\n\tb\"]\n",
            "\t",
            "YAML is indented with spaces, never with tabs",
            "use spaces: \"  b\\\"]\"",
        );
        fault("x: [a:]\n", ":", "a blank stands between a colon and its value", "add it: \"x: [a: ]\"");
        fault("x: |-\n \ta\n", "\t", "YAML is indented with spaces, never with tabs", "use spaces");
        check("rota", "---\nname: rota\ndescription: R.\nx: [\n  a, # c\n\n  b\n]\n---\n", &[]);
        check("rota", "---\nname: rota\ndescription: R.\nx: {\"a\":[b]}\nz: |1-\n \ta\n---\n", &[]);
    }

    #[test]
    fn characters_that_readers_disagree_on_are_refused() {
        fault(
            "description: a\u{2028}b\n",
            "\u{2028}",
            "lines end with LF or CR LF, and readers disagree on whether U+2028 ends one",
            "use LF, or write it as an escape between double quotes",
        );
        fault(
            "description: a\rb\n",
            "\r",
            "lines end with LF or CR LF, and readers disagree on whether U+000D ends one",
            "use LF, or write it as an escape between double quotes",
        );
        fault(
            "description: \"a\u{7}b\"\n",
            "\u{7}",
            "frontmatter has no control characters, and this is U+0007",
            "remove it, or write it as an escape between double quotes",
        );
    }

    #[test]
    fn a_byte_order_mark_stands_in_quotes_only() {
        let mut options = Options::default();
        options.set_level("invisible_character", Level::Allow).unwrap();
        for line in ["\u{FEFF}x: y", "x: a\u{FEFF}b", "x: \u{FEFF}"] {
            check_with(
                &options,
                "rota",
                format!("---\nname: rota\n{line}\n---\n"),
                &[
                    "error[yaml_syntax] at \"\\u{feff}\": frontmatter has no control characters, and this is U+FEFF",
                    "  remove it, or write it as an escape between double quotes",
                ],
            );
        }
        check_with(&options, "rota", "---\nname: rota\ndescription: \"a\u{FEFF}b\"\n---\n", &[]);
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = |levels: usize| format!("x: {}{}\n", "[".repeat(levels), "]".repeat(levels));
        check("rota", format!("---\nname: rota\ndescription: R.\n{}---\n", deep(63)), &[]);
        fault(
            &deep(64),
            "[",
            "frontmatter is nested at most 64 levels deep",
            "put such data in a file of the skill",
        );
        fault(
            &format!("x: {}\n", "[".repeat(100_000)),
            "[",
            "frontmatter is nested at most 64 levels deep",
            "put such data in a file of the skill",
        );
        fault(
            &format!("x:\n  {}a\n", "- ".repeat(10_000)),
            "-",
            "frontmatter is nested at most 64 levels deep",
            "put such data in a file of the skill",
        );
    }
}
