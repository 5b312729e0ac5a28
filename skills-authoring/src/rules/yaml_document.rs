//! # `yaml_document`
//!
//! The frontmatter is one YAML document, without `...`, and its keys are written without `?`.
//!
//! ## Why
//!
//! Readers that cut the file into fences and body know one document only; the rest is dropped by some and refused by
//! others. Keys with `?` are refused by the small YAML readers that many hosts have.
//!
//! ## Bad
//!
//! ```yaml
//! name: rota
//! ...
//! ? description
//! : Plans a rota.
//! ```
//!
//! ## Good
//!
//! ```yaml
//! name: rota
//! description: Plans a rota.
//! ```

use crate::finding::{Finding, Findings};
use crate::frontmatter::Fault;
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "yaml_document",
    level: Level::Error,
    summary: "the frontmatter is one YAML document with plain keys",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        if let Some(Fault::Document(marker)) = skill.frontmatter.fault() {
            findings.push(second_document(skill, marker.clone()));
        }
        for mark in skill.frontmatter.explicit_keys() {
            findings.push(
                Finding::new(&RULE, &skill.skill_md.path, "a key is written as `key: value`, without `?`")
                    .at(mark.clone())
                    .help("write the key and its value on one line"),
            );
        }
    }
}

fn second_document(skill: &Skill<'_>, marker: core::ops::Range<usize>) -> Finding {
    let frontmatter = &skill.frontmatter;
    let message = match frontmatter.slice(marker.clone()) {
        "..." => "the frontmatter is one YAML document and ends with `---`, not with `...`",
        _ => "the frontmatter is one YAML document, so no line in it starts with `---`",
    };
    let finding = Finding::new(&RULE, &skill.skill_md.path, message).at(marker.clone());
    let rest = frontmatter.slice(marker.end..frontmatter.between().end);
    if rest.trim().is_empty() {
        finding.edit("remove the line", marker.start..frontmatter.between().end, "")
    } else if frontmatter.slice(marker.clone()) == "..." {
        finding.edit("close the frontmatter with a fence", marker, "---")
    } else {
        finding.help("keep the first document only")
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn dots_end_no_frontmatter() {
        let message = "error[yaml_document] at \"...\": the frontmatter is one YAML document and ends with `---`, not with `...`";
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\n...\n---\n",
            &[message, "  remove the line: \"---\""],
        );
        check(
            "rota",
            "---\nname: rota\n...\n# Body\n\n---\n",
            &[message, "  close the frontmatter with a fence: \"---\""],
        );
        check("rota", "---\n...\n---\n", &[message, "  remove the line: \"---\""]);
    }

    #[test]
    fn a_second_document_is_refused() {
        check(
            "rota",
            "---\nname: rota\n--- {a: b}\ndescription: [\n---\n",
            &[
                "error[yaml_document] at \"---\": the frontmatter is one YAML document, so no line in it starts with `---`",
                "  keep the first document only",
            ],
        );
    }

    #[test]
    fn dots_and_dashes_within_a_line_are_text() {
        check("rota", "---\nname: rota\ndescription: >-\n  ...\n  --- and\n---\n", &[]);
    }

    #[test]
    fn keys_have_no_question_mark() {
        check(
            "rota",
            "---\n? name\n: rota\ndescription: Rota? Yes.\nmetadata: {a: \"b\", ? c : d} # why?\n---\n",
            &[
                "error[yaml_document] at \"?\": a key is written as `key: value`, without `?`",
                "  write the key and its value on one line",
                "error[yaml_document] at \"?\": a key is written as `key: value`, without `?`",
                "  write the key and its value on one line",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: Really?\nlicense: \"Why?\" # ? no\nmetadata:\n  a?: b\n---\n",
            &[],
        );
    }
}
