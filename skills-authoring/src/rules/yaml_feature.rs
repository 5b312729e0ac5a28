//! # `yaml_feature`
//!
//! Frontmatter has no anchors, aliases, merge keys and tags.
//!
//! ## Why
//!
//! Each says something other than what is written: some readers follow it, some refuse it, and some serve the text as it
//! stands. A chain of aliases also turns a few lines into gigabytes.
//!
//! ## Bad
//!
//! ```yaml
//! metadata:
//!   owner: &desk desk-3
//!   backup: *desk
//! ```
//!
//! ## Good
//!
//! ```yaml
//! metadata:
//!   owner: desk-3
//!   backup: desk-3
//! ```

use crate::finding::{Finding, Findings};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::wording::ticked;
use crate::yaml::{Feature, FeatureKind, quote};

pub(crate) static RULE: Rule = Rule {
    name: "yaml_feature",
    level: Level::Error,
    summary: "frontmatter has no anchors, aliases, merge keys and tags",
    check,
};

/// How far a text is looked at that may have been meant: there can be many on one line.
const LONGEST_TEXT: usize = 300;

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        for feature in skill.frontmatter.features() {
            findings.push(finding(skill, feature));
        }
    }
}

fn finding(skill: &Skill<'_>, feature: &Feature) -> Finding {
    let written = skill.frontmatter.slice(feature.span.clone());
    let (kind, way_out) = match feature.kind {
        FeatureKind::Alias => ("aliases", "write the value out"),
        FeatureKind::Anchor => ("anchors", "remove it, and write the value out wherever it is needed"),
        FeatureKind::MergeKey => ("merge keys", "write the keys out"),
        FeatureKind::Tag => ("tags", "remove it; a value is a string when it is in quotes"),
    };
    let message = format!("frontmatter has no {kind}, and {} is one", ticked(written));
    let finding = Finding::new(&RULE, &skill.skill_md.path, message).at(feature.span.clone()).help(way_out);
    // A text that happens to start with such a character.
    let rest = skill.frontmatter.slice(feature.span.start..skill.frontmatter.between().end);
    let near = rest.get(..rest.floor_char_boundary(LONGEST_TEXT)).unwrap_or_default();
    let text = near.lines().next().unwrap_or_default().trim_end();
    if feature.kind != FeatureKind::MergeKey
        && near.contains('\n')
        && text.contains(' ')
        && !text.contains([':', ',', '#', '"', ']', '}'])
    {
        let span = feature.span.start..feature.span.start + text.len();
        return finding.edit("or put the value in quotes, if it is text", span, quote(text));
    }
    finding
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    use crate::Options;
    use crate::rules::testing::report;

    #[test]
    fn anchors_and_aliases_are_refused_where_they_stand() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nmetadata:\n  a: &who desk-3\n  b: *who\n---\n",
            &[
                "error[yaml_feature] at \"&who\": frontmatter has no anchors, and `&who` is one",
                "  remove it, and write the value out wherever it is needed",
                "  or put the value in quotes, if it is text: \"  a: \\\"&who desk-3\\\"\"",
                "error[yaml_feature] at \"*who\": frontmatter has no aliases, and `*who` is one",
                "  write the value out",
            ],
        );
    }

    #[test]
    fn tags_are_refused_and_what_they_tag_is_not_judged() {
        check(
            "rota",
            "---\nname: !!str 2024\ndescription: !important Rota.\nx: !<tag:x,2000> [1]\n---\n",
            &[
                "error[yaml_feature] at \"!!str\": frontmatter has no tags, and `!!str` is one",
                "  remove it; a value is a string when it is in quotes",
                "  or put the value in quotes, if it is text: \"name: \\\"!!str 2024\\\"\"",
                "error[yaml_feature] at \"!important\": frontmatter has no tags, and `!important` is one",
                "  remove it; a value is a string when it is in quotes",
                "  or put the value in quotes, if it is text: \"description: \\\"!important Rota.\\\"\"",
                "error[yaml_feature] at \"!<tag:x,2000>\": frontmatter has no tags, and `!<tag:x,2000>` is one",
                "  remove it; a value is a string when it is in quotes",
            ],
        );
    }

    #[test]
    fn a_merge_key_is_one_fault() {
        check(
            "rota",
            "---\nname: rota\ndescription: Rota.\nx: &a {b: c}\nz:\n  <<: *a\nzz:\n  \"<<\": d\n---\n",
            &[
                "error[yaml_feature] at \"&a\": frontmatter has no anchors, and `&a` is one",
                "  remove it, and write the value out wherever it is needed",
                "error[yaml_feature] at \"<<\": frontmatter has no merge keys, and `<<` is one",
                "  write the keys out",
            ],
        );
    }

    #[test]
    fn both_properties_of_one_value_are_found() {
        check(
            "rota",
            "---\nname: rota\ndescription: &a !b Rota\nx: !c &d\n  - e\n---\n",
            &[
                "error[yaml_feature] at \"&a\": frontmatter has no anchors, and `&a` is one",
                "  remove it, and write the value out wherever it is needed",
                "  or put the value in quotes, if it is text: \"description: \\\"&a !b Rota\\\"\"",
                "error[yaml_feature] at \"!b\": frontmatter has no tags, and `!b` is one",
                "  remove it; a value is a string when it is in quotes",
                "  or put the value in quotes, if it is text: \"description: &a \\\"!b Rota\\\"\"",
                "error[yaml_feature] at \"!c\": frontmatter has no tags, and `!c` is one",
                "  remove it; a value is a string when it is in quotes",
                "  or put the value in quotes, if it is text: \"x: \\\"!c &d\\\"\"",
                "error[yaml_feature] at \"&d\": frontmatter has no anchors, and `&d` is one",
                "  remove it, and write the value out wherever it is needed",
            ],
        );
    }

    #[test]
    fn an_alias_bomb_costs_nothing() {
        let mut source =
            "---\nname: rota\ndescription: Rota.\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..30 {
            let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
            source += &format!("a{level}: &a{level} [{aliases}]\n");
        }
        let report = report(&Options::default(), "rota", (source + "---\n").as_bytes());
        let features = report.findings.iter().filter(|finding| finding.rule.name == "yaml_feature");
        assert_eq!(features.count(), 30 + 29 * 10);
    }

    #[test]
    fn the_characters_inside_text_are_text() {
        check(
            "rota",
            "---\nname: rota\ndescription: Ask R&D about 2 * 3 & more! <<\nlicense: \"*\"\n---\n",
            &[],
        );
    }
}
