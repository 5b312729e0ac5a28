//! Applies the edits of findings that are certain: quotes around what is written, `>-` and `|-`, blanks around fences. It
//! writes no file, and a body is never touched.

use core::ops::Range;

use crate::check::check;
use crate::finding::{Edit, Finding};
use crate::frontmatter::Frontmatter;
use crate::options::Options;
use crate::rule::Rule;
use crate::tree::{Content, Tree};

/// A `SKILL.md` with its certain edits applied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fixed {
    /// The path from the root, with `/`.
    pub path: String,
    /// The whole file as it should be.
    pub text: String,
    /// The rule of each edit that was applied.
    pub rules: Vec<&'static Rule>,
}

/// Applies every edit that is certain to the skills of `tree`, and returns the files that change, by path.
///
/// An edit is certain when it keeps what the author wrote: it quotes a value or key as it stands, strips the line end of
/// a final block scalar, removes blanks behind a fence, or replaces a tab between the parts by a blank. What comes to light only then is mended
/// too, so that fixing the result changes nothing. Rules that `options` allow are left alone, and so is the Markdown.
///
/// ```
/// use skills_authoring::{Options, Tree, fix};
///
/// let text = "---\nname: bags\ndescription: Plan a trip: pick a bag\nmetadata:\n  version: 1.10\n---\nPick: one\n";
/// let fixed = fix(&Tree::from_files([("bags/SKILL.md", text)]), &Options::default());
/// assert_eq!(
///     fixed[0].text,
///     "---\nname: bags\ndescription: \"Plan a trip: pick a bag\"\nmetadata:\n  version: \"1.10\"\n---\nPick: one\n"
/// );
/// assert!(fix(&Tree::from_files([("bags/SKILL.md", fixed[0].text.as_str())]), &Options::default()).is_empty());
/// ```
#[must_use]
pub fn fix(tree: &Tree, options: &Options) -> Vec<Fixed> {
    let findings = check(tree, options).findings;
    let mut paths: Vec<&str> = findings
        .iter()
        .filter(|finding| certain_edit(finding, tree).is_some())
        .map(|finding| finding.path.as_str())
        .collect();
    paths.dedup();
    paths.into_iter().filter_map(|path| fix_file(path, text_at(tree, path)?, options)).collect()
}

/// The edit of `finding` that [`fix`] applies, if there is one.
#[must_use]
pub fn certain_edit<'f>(finding: &'f Finding, tree: &Tree) -> Option<&'f Edit> {
    let text = text_at(tree, &finding.path)?;
    let edit = finding.help.iter().find_map(|help| help.edit.as_ref())?;
    let written = text.get(edit.span.clone())?;
    let is_certain = match finding.rule.name {
        "ambiguous_scalar" | "compatibility" | "description_type" | "flow_colon" | "key_type" | "license"
        | "metadata_value" | "name_type" | "no_json_form" => quotes(written, &edit.replacement),
        "yaml_syntax" if is_blank(written) => matches!(edit.replacement.as_str(), "" | " "),
        "yaml_syntax" => {
            quotes(written, &edit.replacement) && !escapes(written) && is_whole_value(text, &edit.span)
        }
        "fence_space" | "frontmatter_missing" => edit.replacement.is_empty() && is_blank(written),
        "final_block_scalar" => edit.replacement.ends_with('-') && written.starts_with(['>', '|']),
        "tab_separator" => edit.replacement == " " && is_blank(written),
        _ => false,
    };
    (is_certain && edit.span.end <= head(text)).then_some(edit)
}

fn text_at<'t>(tree: &'t Tree, path: &str) -> Option<&'t str> {
    match &tree.entry(path)?.content {
        Content::File(bytes) => core::str::from_utf8(bytes).ok(),
        _ => None,
    }
}

/// Whether `replacement` is `written` in quotes. No value at all, and null, may mean that a value is still to come.
fn quotes(written: &str, replacement: &str) -> bool {
    let is_quoted = |quote| replacement.starts_with(quote) && replacement.ends_with(quote);
    let is_null = matches!(written, "" | "~" | "null" | "Null" | "NULL");
    (is_quoted('"') || is_quoted('\'')) && !is_null && !written.starts_with('#')
}

/// Whether backslashes in it may be meant as they are or as escapes.
fn escapes(written: &str) -> bool {
    written.starts_with('"') && written.contains('\\')
}

/// Whether nothing but a value is in `span`, and all of it: a key or a dash stands before it, and the line below is not
/// indented deeper than that.
fn is_whole_value(text: &str, span: &Range<usize>) -> bool {
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let before = text.get(..span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let mut below = text.get(span.end..).unwrap_or_default().lines().skip(1);
    let next = below.find(|line| !line.trim().is_empty()).unwrap_or_default();
    before.trim_end().ends_with([':', '-']) && indentation(next) <= indentation(before)
}

fn is_blank(written: &str) -> bool {
    !written.is_empty() && written.chars().all(|letter| matches!(letter, ' ' | '\t'))
}

/// Where the part of a `SKILL.md` ends that may be mended: its frontmatter, or its first line when there is none.
fn head(text: &str) -> usize {
    let first_line = text.find('\n').unwrap_or(text.len());
    Frontmatter::parse(text.as_bytes()).body_start().max(first_line)
}

/// Mends one file until nothing certain is left: a reader of YAML stops at its first error.
fn fix_file(path: &str, text: &str, options: &Options) -> Option<Fixed> {
    let mut fixed = Fixed { path: path.to_owned(), text: text.to_owned(), rules: Vec::new() };
    // Each round mends something for good, and there is less to mend than there are characters.
    for _ in 0..text.len() {
        let tree = Tree::from_files([(path, fixed.text.as_str())]);
        let findings = check(&tree, options).findings;
        let certain = |finding| certain_edit(finding, &tree).map(|edit| (finding.rule, edit));
        let mut edits: Vec<_> = findings.iter().filter_map(certain).collect();
        if edits.is_empty() {
            break;
        }
        // From the end, so that earlier places stay where they are.
        edits.sort_by_key(|(_, edit)| (edit.span.start, edit.span.end));
        let mut untouched = fixed.text.len();
        let mut rules = Vec::new();
        for (rule, edit) in edits.into_iter().rev() {
            if edit.span.end <= untouched {
                fixed.text.replace_range(edit.span.clone(), &edit.replacement);
                untouched = edit.span.start;
                rules.push(rule);
            }
        }
        fixed.rules.extend(rules.into_iter().rev());
    }
    (fixed.text != text).then_some(fixed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generator;
    use crate::{Level, RULES, Report};

    /// The result of fixing the one skill `x`, if anything changes.
    fn fixed(text: &str) -> Option<Fixed> {
        let tree = Tree::from_files([("x/SKILL.md", text)]);
        let mut fixed = fix(&tree, &Options::default());
        assert!(fixed.len() < 2);
        fixed.pop()
    }

    fn report(text: &str) -> Report {
        check(&Tree::from_files([("x/SKILL.md", text)]), &Options::default())
    }

    fn has(rule: &str, text: &str) -> bool {
        report(text).findings.iter().any(|finding| finding.rule.name == rule)
    }

    const HEAD: &str = "name: x\ndescription: Does it.\n";
    const BODY: &str = "---\nyes: no\n--- \n\u{feff}a:\tb\r\n";

    /// For each rule, lines of a frontmatter and what they become.
    const MENDED: &[(&str, &str, &str)] = &[
        ("ambiguous_scalar", "license: yes\n", "license: \"yes\"\n"),
        ("ambiguous_scalar", "metadata:\n  no: Norway\n", "metadata:\n  \"no\": Norway\n"),
        ("ambiguous_scalar", "metadata:\n  day: 2026-03-05\n", "metadata:\n  day: \"2026-03-05\"\n"),
        ("compatibility", "compatibility: 3.11\n", "compatibility: \"3.11\"\n"),
        ("flow_colon", "tools: [mail:send, b]\n", "tools: [\"mail:send\", b]\n"),
        ("key_type", "metadata:\n  2024: first\n", "metadata:\n  \"2024\": first\n"),
        ("license", "license: 2.0 # of it\n", "license: \"2.0\" # of it\n"),
        ("metadata_value", "metadata:\n  version: 1.10\n", "metadata:\n  version: \"1.10\"\n"),
        ("metadata_value", "metadata: {a: true, b: 1}\n", "metadata: {a: \"true\", b: \"1\"}\n"),
        ("no_json_form", "metadata:\n  size: .inf\n", "metadata:\n  size: \".inf\"\n"),
        ("tab_separator", "license:\tMIT\n", "license: MIT\n"),
        ("yaml_syntax", "license: MIT\t\n\t\n", "license: MIT\n\n"),
        ("yaml_syntax", "tools: [a,\tb]\n", "tools: [a, b]\n"),
        ("yaml_syntax", "license: a: b\n", "license: \"a: b\"\n"),
        ("yaml_syntax", "license: @a\n", "license: \"@a\"\n"),
        ("yaml_syntax", "license: say \"it\": now\n", "license: 'say \"it\": now'\n"),
        ("yaml_syntax", "license: 'it's'\n", "license: \"it's\"\n"),
        ("yaml_syntax", "license: [a] [b]\n", "license: \"[a] [b]\"\n"),
        (
            "yaml_syntax",
            "license: a: b\nmetadata:\n  c: d: e\n",
            "license: \"a: b\"\nmetadata:\n  c: \"d: e\"\n",
        ),
        ("final_block_scalar", "license: >\n  MIT\n", "license: >-\n  MIT\n"),
        ("final_block_scalar", "license: |+\n  MIT\n", "license: |-\n  MIT\n"),
        ("final_block_scalar", "license: >2\n   MIT\n", "license: >2-\n   MIT\n"),
    ];

    #[test]
    fn every_rule_it_claims_is_mended_and_the_body_stays() {
        for (rule, written, mended) in MENDED {
            let before = format!("---\n{HEAD}{written}{BODY}");
            assert!(has(rule, &before), "{rule}: {before}");
            let fixed = fixed(&before).unwrap_or_else(|| panic!("{rule}: {before} stays"));
            assert_eq!(fixed.text, format!("---\n{HEAD}{mended}{BODY}"), "{rule}");
            assert!(fixed.rules.iter().any(|fixed| fixed.name == *rule), "{rule}: {:?}", fixed.rules);
            assert!(!has(rule, &fixed.text), "{rule}");
        }
        for (rule, before, after) in [
            (
                "name_type",
                "---\nname: 7\ndescription: It.\n---\n",
                "---\nname: \"7\"\ndescription: It.\n---\n",
            ),
            (
                "description_type",
                "---\nname: x\ndescription: 7\n---\n",
                "---\nname: x\ndescription: \"7\"\n---\n",
            ),
            ("fence_space", &format!("---\n{HEAD}--- \t\n{BODY}"), &format!("---\n{HEAD}---\n{BODY}")),
            ("frontmatter_missing", &format!("--- \n{HEAD}---\n{BODY}"), &format!("---\n{HEAD}---\n{BODY}")),
        ] {
            assert!(has(rule, before));
            assert_eq!(fixed(before).map(|fixed| fixed.text).as_deref(), Some(after));
            assert!(!has(rule, after));
        }
    }

    #[test]
    fn what_may_be_meant_otherwise_stays() {
        for lines in [
            "license: null\n",
            "license:\n",
            "license: # MIT\n",
            "metadata:\n  owner: ~\n",
            "license: Ask in the channel #legal first\n",
            "license: &a MIT or so\n",
            "note: [one]\n",
            "license: \"\\d\\n\"\n",
            "\"q\":'it's'\n",
            "license: a: b\n  and more\n",
            "metadata: a: b\n  c: d\n",
            "licence: MIT\n",
            "allowed-tools: Read, Write\n",
            "metadata:\n\ta: b\n",
        ] {
            let text = format!("---\n{HEAD}{lines}---\n");
            assert!(!report(&text).findings.is_empty(), "{text}");
            assert_eq!(fixed(&text), None, "{text}");
        }
    }

    #[test]
    fn a_sound_skill_and_one_without_frontmatter_stay() {
        for text in [
            &format!("---\n{HEAD}{BODY}"),
            "",
            "yes",
            "# Title\n\n---\nlicense: a: b\n--- \n",
            "---\nlicense: a: b\n",
        ] {
            assert_eq!(fixed(text), None, "{text}");
        }
    }

    #[test]
    fn options_are_heeded() {
        let text = format!("---\n{HEAD}license: yes\n---\n");
        let tree = Tree::from_files([("x/SKILL.md", text.as_str()), ("drafts/x/SKILL.md", text.as_str())]);
        let paths = |options: &Options| -> Vec<String> {
            fix(&tree, options).into_iter().map(|fixed| fixed.path).collect()
        };
        let mut options = Options::default();
        assert_eq!(paths(&options), ["drafts/x/SKILL.md", "x/SKILL.md"]);
        options.exclude = crate::Globs::parse(&["drafts".to_owned()]).unwrap();
        assert_eq!(paths(&options), ["x/SKILL.md"]);
        options.set_level("ambiguous_scalar", Level::Allow).unwrap();
        assert_eq!(paths(&options), [""; 0]);
    }

    #[test]
    fn it_is_idempotent_and_changes_nothing_else() {
        let mut random = generator(0x2545_f491_4f6c_dd1d);
        let keys = ["license", "compatibility", "metadata", "a b", "yes", "12", "note", "\"q\"", "- x"];
        let values = [
            "yes",
            "1.10",
            "a: b",
            "@x",
            "'it's'",
            "\"a\" b",
            "[a:b, c]",
            "{a: 1}",
            ".inf",
            "~",
            "",
            ">\n  t",
            "|+\n  t\n",
            "x # y",
            "\"\\d\"",
            "a\n  b: c",
            "a: b\n  c",
            "2026-01-01",
            "[a] [b]",
            "*a",
            "&a b c",
            "\t1",
            "\n  k: 1_0\n  l:\tno",
        ];
        let mut changed = 0;
        for _ in 0..1_000 {
            let mut text = format!("---{}\n{HEAD}", [" ", "", "", ""][random(4)]);
            for _ in 0..=random(3) {
                text += &format!(
                    "{}:{}{}\n",
                    keys[random(keys.len())],
                    [" ", "\t", ""][random(3)],
                    values[random(values.len())]
                );
            }
            text += ["---\n", "---\t\n", "--- \n", "----\n"][random(4)];
            text += BODY;
            let Some(fixed) = fixed(&text) else { continue };
            changed += 1;
            assert_eq!(super::tests::fixed(&fixed.text), None, "{text}\n{}", fixed.text);
            assert!(fixed.text.ends_with(BODY), "{text}\n{}", fixed.text);
            assert!(!fixed.rules.is_empty());
            // Lines come and go only where a value of two lines is quoted.
            let lines = |text: &str| {
                text.lines()
                    .map(|line| line.replace(['"', '\'', '-', ' ', '\t', '+'], ""))
                    .collect::<String>()
            };
            assert_eq!(lines(&fixed.text), lines(&text), "{text}\n{}", fixed.text);
        }
        assert!(changed > 150, "{changed}");
    }

    #[test]
    fn the_rules_it_names_are_rules() {
        let source = include_str!("fix.rs").split("#[cfg(test)]").next().unwrap();
        let arms =
            source.split_once("match finding.rule.name {").unwrap().1.split_once("_ => false").unwrap().0;
        let names: Vec<&str> = arms.split('"').skip(1).step_by(2).filter(|name| name.len() > 1).collect();
        assert!(names.len() > 10);
        for name in names {
            assert!(RULES.iter().any(|rule| rule.name == name), "{name}");
            let claimed = MENDED.iter().any(|(rule, ..)| *rule == name);
            assert!(
                claimed
                    || ["name_type", "description_type", "fence_space", "frontmatter_missing"]
                        .contains(&name),
                "{name}"
            );
        }
    }
}
