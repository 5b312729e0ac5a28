//! # `tab_separator`
//!
//! No tab stands between a colon and its value.
//!
//! ## Why
//!
//! YAML allows a tab where a blank separates, but PyYAML, which many hosts use, refuses the file. A tab elsewhere between
//! the parts of the YAML is refused by more readers, and is `yaml_syntax`.
//!
//! ## Bad
//!
//! ```yaml
//! description:⇥Plans a rota.
//! ```
//!
//! ## Good
//!
//! ```yaml
//! description: Plans a rota.
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "tab_separator",
    level: Level::Warn,
    summary: "no tab stands between a colon and its value",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        for tabs in skill.frontmatter.tabs() {
            findings.push(
                Finding::new(
                    &RULE,
                    &skill.skill_md.path,
                    "a blank stands between a colon and its value, as some readers refuse a tab",
                )
                .at(tabs.clone())
                .edit("use a blank", tabs.clone(), " "),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    const MESSAGE: &str = "warning[tab_separator] at \"\\t\": a blank stands between a colon and its value, as some readers refuse a tab";

    #[test]
    fn a_tab_behind_a_colon_warns_and_the_value_is_read() {
        check(
            "rota",
            "---\nname:\trota\ndescription:\t\"R\"\nmetadata:\n  a:\t-b\n---\n",
            &[
                MESSAGE,
                "  use a blank: \"name: rota\"",
                MESSAGE,
                "  use a blank: \"description: \\\"R\\\"\"",
                MESSAGE,
                "  use a blank: \"  a: -b\"",
            ],
        );
        check(
            "rota",
            "---\nname: \t \trota\ndescription: R\n---\n",
            &[
                "warning[tab_separator] at \"\\t \\t\": a blank stands between a colon and its value, as some readers refuse a tab",
                "  use a blank: \"name:  rota\"",
            ],
        );
    }

    #[test]
    fn so_does_one_in_brackets() {
        check(
            "rota",
            "---\nname: rota\ndescription: ab\nmetadata: {a:\tb}\n---\n",
            &[MESSAGE, "  use a blank: \"metadata: {a: b}\""],
        );
    }

    #[test]
    fn a_tab_that_is_content_passes() {
        check("rota", "---\nname: rota # a\tb\ndescription: \"a\tb\"\nlicense: |-\n  a\tb\t\n---\n", &[]);
    }
}
