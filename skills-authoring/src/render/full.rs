//! A finding as rustc shows one: place, excerpt with carets, ways out. It decides no wording.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};

use super::Root;
use super::excerpt::{Excerpt, visible};
use super::place::Place;
use crate::finding::{Finding, Help, Severity};
use crate::tree::Tree;

/// Whether text for a terminal has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text alone.
    Plain,
    /// With the escape sequences that ANSI terminals turn into colours.
    Coloured,
}

/// The text of `finding` as `embed_skills!` shows it, without a final line end: rustc puts `error: ` before it. `base` is
/// the root as shown to a person. The last of its notes is where the rule is explained.
#[must_use]
pub fn full(finding: &Finding, tree: &Tree, base: &str) -> String {
    let head = format!("skills::{}: {}", finding.rule.name, visible(&finding.message));
    format!("{head}\n{}", body(finding, tree, base, Style::Plain))
}

/// The text of all findings of `roots` as a command shows them, with an empty line after each. In plain style each is as
/// [`full`] has it from the ` --> ` line on, after a first line like rustc's own: `error[skills::rule]: sentence`.
#[must_use]
pub fn full_for_command(roots: &[Root<'_>], style: Style) -> String {
    let mut text = String::new();
    for Root { findings, tree, base } in roots {
        for finding in *findings {
            text += &head(finding, style);
            text.push('\n');
            text += &body(finding, tree, base, style);
            text.push_str("\n\n");
        }
    }
    text
}

fn head(finding: &Finding, style: Style) -> String {
    let id = format!("skills::{}", finding.rule.name);
    let title = level(finding).primary_title(visible(&finding.message)).id(id);
    renderer(style).render(&[Group::with_title(title)])
}

/// Everything from ` --> ` on, without a final line end.
fn body(finding: &Finding, tree: &Tree, base: &str, style: Style) -> String {
    let place = Place::of(finding, tree, base);
    let path = visible(&place.path);
    let Some((span, bytes, region)) =
        finding.span.as_ref().and_then(|span| Some((span, place.bytes.as_deref()?, place.region(span)?)))
    else {
        return placed_only(finding, &place, &path, style);
    };
    let spans: Vec<_> =
        [span.clone()].into_iter().chain(finding.related.iter().map(|(span, _)| span.clone())).collect();
    let excerpt = Excerpt::around(bytes, &spans, AROUND_A_MARK);
    let mut primary: Annotation<'_> = AnnotationKind::Primary.span(excerpt.shown(span));
    if let Some(label) = &finding.label {
        primary = primary.label(visible(label));
    }
    let related = finding.related.iter().map(|(span, text)| {
        let context: Annotation<'_> = AnnotationKind::Context.span(excerpt.shown(span));
        context.label(visible(text))
    });
    let snippet = Snippet::source(excerpt.text.as_str())
        .line_start(excerpt.first_line)
        .path(PATH)
        .annotation(primary)
        .annotations(related);
    let group = Group::with_level(level(finding)).element(snippet);
    let drawn = draw(group, finding, Some(bytes), style);
    // The excerpt spells characters out, so its columns are not the file's.
    let (first, rest) = drawn.split_once('\n').unwrap_or((&drawn, ""));
    let (before, after) = first.split_once(PATH).unwrap_or_default();
    let after = after.trim_start_matches(|letter: char| letter == ':' || letter.is_ascii_digit());
    format!("{before}{path}:{}:{}{after}\n{rest}", region.start.line, region.start.column)
}

/// A finding about a file or folder as a whole.
fn placed_only(finding: &Finding, place: &Place<'_>, path: &str, style: Style) -> String {
    let group = Group::with_level(level(finding)).element(Origin::path(path));
    let drawn = draw(group, finding, place.bytes.as_deref(), style);
    if drawn.split("-->").next().is_some_and(|margin| margin.contains(' ')) {
        return drawn;
    }
    // Without line numbers the renderer leaves none.
    drawn.lines().map(|line| format!(" {line}")).collect::<Vec<_>>().join("\n")
}

/// Draws `place`, the ways out in their order, words under the place and changes as lines of their own, and where the rule
/// is explained.
fn draw(mut place: Group<'_>, finding: &Finding, bytes: Option<&[u8]>, style: Style) -> String {
    let mut after = Vec::new();
    for Help { text, edit } in &finding.help {
        let text = visible(text);
        match edit.as_ref().zip(bytes) {
            Some((edit, bytes)) => {
                let excerpt = Excerpt::around(bytes, core::slice::from_ref(&edit.span), AROUND_A_CHANGE);
                let patch = Patch::new(excerpt.shown(&edit.span), shown_replacement(&edit.replacement));
                let snippet = Snippet::source(excerpt.text).line_start(excerpt.first_line).patch(patch);
                after.push(Level::HELP.secondary_title(text).element(snippet));
            }
            None if after.is_empty() => place = place.element(Level::HELP.message(text)),
            None => after.push(Group::with_title(Level::HELP.secondary_title(text))),
        }
    }
    after.insert(0, place.element(Level::NOTE.message(format!("see {}", finding.rule.page()))));
    renderer(style).render(&after)
}

fn renderer(style: Style) -> Renderer {
    match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    }
}

/// Stands for the path until its line and column are put in.
const PATH: &str = "PATH";

/// How many bytes of a line are shown on each side of a mark.
const AROUND_A_MARK: usize = 60;

/// The same where a line is to be corrected, which nobody wants cut.
const AROUND_A_CHANGE: usize = 500;

/// How many characters of a replacement are shown.
const LONGEST_REPLACEMENT: usize = 2_000;

fn shown_replacement(replacement: &str) -> String {
    let cut = replacement.char_indices().nth(LONGEST_REPLACEMENT).map(|(at, _)| at);
    let (kept, dots) = match cut.and_then(|at| replacement.get(..at)) {
        Some(kept) => (kept, "…"),
        None => (replacement, ""),
    };
    // A carriage return before a line end is a part of that, as in the excerpt.
    kept.replace("\r\n", "\n").split('\n').map(visible).collect::<Vec<_>>().join("\n") + dots
}

fn level(finding: &Finding) -> Level<'static> {
    match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    const SKILL: &str = "---\nname: PDF_Tools\ndescription: Plan a trip: pick a bag\n---\n";

    const SEE: &str = "  = note: see skills-authoring/RULES.md#name_length";

    fn finding(message: &str) -> Finding {
        Finding::new(Rule::named("name_length").unwrap(), "pdf/SKILL.md", message)
    }

    /// Compares the text of `finding` in a tree whose one file is `source` with `lines`.
    #[track_caller]
    fn check(source: impl Into<Vec<u8>>, finding: &Finding, lines: &[&str]) {
        let shown = full(finding, &Tree::from_files([("pdf/SKILL.md", source)]), "app/skills");
        assert_eq!(shown, lines.join("\n"), "\n{shown}");
    }

    #[test]
    fn a_line_of_a_file_with_cr_lf_is_added_without_its_end() {
        let finding = finding("a skill has a name").at(0..3).edit("add it", 5..5, "name: pdf\r\n");
        check(
            "---\r\ndescription: Plans.\r\n---\r\n",
            &finding,
            &[
                "skills::name_length: a skill has a name",
                " --> app/skills/pdf/SKILL.md:1:1",
                "  |",
                "1 | ---",
                "  | ^^^",
                "  |",
                SEE,
                "help: add it",
                "  |",
                "2 + name: pdf",
                "  |",
            ],
        );
    }

    #[test]
    fn a_value_is_marked_and_corrected() {
        let finding = finding("a name is made of lower-case letters, digits and hyphens")
            .at(10..19)
            .label("capitals and `_` are not allowed")
            .help("see the format")
            .edit("spell it so", 10..19, "pdf-tools")
            .help("or think of another");
        check(
            SKILL,
            &finding,
            &[
                "skills::name_length: a name is made of lower-case letters, digits and hyphens",
                " --> app/skills/pdf/SKILL.md:2:7",
                "  |",
                "2 | name: PDF_Tools",
                "  |       ^^^^^^^^^ capitals and `_` are not allowed",
                "  |",
                "  = help: see the format",
                SEE,
                "help: spell it so",
                "  |",
                "2 - name: PDF_Tools",
                "2 + name: pdf-tools",
                "  |",
                "help: or think of another",
            ],
        );
    }

    #[test]
    fn a_command_shows_the_same_but_for_the_head() {
        let tree = Tree::from_files([("pdf/SKILL.md", SKILL)]);
        let error = finding("it is wrong").at(10..19).help("mend it");
        let warning = Finding { severity: Severity::Warning, ..finding("it is odd") };
        let root = Root { findings: &[error.clone(), warning.clone()], tree: &tree, base: "skills" };
        let of_macro = [error, warning].map(|finding| full(&finding, &tree, "skills"));
        let rest = of_macro.each_ref().map(|text| text.split_once('\n').unwrap().1);
        assert_eq!(
            full_for_command(&[root], Style::Plain),
            format!(
                "error[skills::name_length]: it is wrong\n{}\n\nwarning[skills::name_length]: it is odd\n{}\n\n",
                rest[0], rest[1]
            )
        );
    }

    #[test]
    fn colours_add_nothing_but_escape_sequences() {
        let tree = Tree::from_files([("pdf/SKILL.md", SKILL)]);
        let placed = finding("it is wrong").at(10..19).label("here").help("see").edit("mend it", 10..19, "x");
        let findings = [placed, finding("it is wrong").help("mend it"), finding("it").at(0..0)];
        let root = Root { findings: &findings, tree: &tree, base: "skills" };
        let coloured = full_for_command(&[root], Style::Coloured);
        let mut parts = coloured.split('\u{1b}');
        let plain: String = [parts.next().unwrap()]
            .into_iter()
            .chain(parts.map(|part| {
                let (sequence, text) = part.split_once('m').unwrap();
                assert!(
                    sequence.chars().all(|letter| letter == '[' || letter == ';' || letter.is_ascii_digit())
                );
                text
            }))
            .collect();
        assert!(coloured.contains("\u{1b}[1m\u{1b}[91merror[skills::name_length]"), "{coloured:?}");
        assert_eq!(plain, full_for_command(&[root], Style::Plain));
        for line in coloured.lines().filter(|line| line.contains("\u{1b}[")) {
            let reset = line.rfind("\u{1b}[0m").unwrap();
            assert!(line.rfind('\u{1b}') == Some(reset), "a colour runs on: {line:?}");
        }
    }

    #[test]
    fn another_place_is_shown_too() {
        let finding = finding("a key stands once").at(20..31).label("again").related(4..8, "first here");
        check(
            SKILL,
            &finding,
            &[
                "skills::name_length: a key stands once",
                " --> app/skills/pdf/SKILL.md:3:1",
                "  |",
                "2 | name: PDF_Tools",
                "  | ---- first here",
                "3 | description: Plan a trip: pick a bag",
                "  | ^^^^^^^^^^^ again",
                "  |",
                SEE,
            ],
        );
    }

    #[test]
    fn places_far_apart_are_folded() {
        let source = format!("---\n{}---\n", "key: value\n".repeat(50));
        check(
            source,
            &finding("a key stands once").at(400..403).label("again").related(4..7, "first here"),
            &[
                "skills::name_length: a key stands once",
                "  --> app/skills/pdf/SKILL.md:38:1",
                "   |",
                " 2 | key: value",
                "   | --- first here",
                "...",
                "38 | key: value",
                "   | ^^^ again",
                "   |",
                &format!(" {SEE}"),
            ],
        );
    }

    #[test]
    fn a_finding_about_a_file_has_no_excerpt() {
        check(
            SKILL,
            &finding("it is wrong").help("do this").help("or that"),
            &[
                "skills::name_length: it is wrong",
                " --> app/skills/pdf/SKILL.md",
                "  = help: do this",
                "  = help: or that",
                SEE,
            ],
        );
    }

    #[test]
    fn a_finding_about_the_root_shows_the_root() {
        let finding = Finding::new(Rule::named("no_skills").unwrap(), "", "there is nothing");
        assert_eq!(
            full(&finding, &Tree::default(), "app/skills"),
            "skills::no_skills: there is nothing\n --> app/skills\n  = note: see skills-authoring/RULES.md#no_skills"
        );
    }

    #[test]
    fn what_cannot_be_seen_is_spelled_out_and_columns_count_characters() {
        let source = "---\r\n\tn\u{202e}ä: \u{7}x\r\n---\r\n";
        let finding = finding("bad \u{1b}[31m\n").at(13..14).label("he\u{7}re");
        check(
            source,
            &finding,
            &[
                r"skills::name_length: bad \u{1b}[31m\u{a}",
                " --> app/skills/pdf/SKILL.md:2:6",
                "  |",
                r"2 | \u{9}n\u{202e}ä: \u{7}x",
                r"  |                 ^ he\u{7}re",
                "  |",
                SEE,
            ],
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_spelled_out() {
        check(
            b"---\nname: caf\xe9 x\n".to_vec(),
            &finding("a skill is UTF-8").at(13..14),
            &[
                "skills::name_length: a skill is UTF-8",
                " --> app/skills/pdf/SKILL.md:2:10",
                "  |",
                r"2 | name: caf\xe9 x",
                "  |          ^^^^",
                "  |",
                SEE,
            ],
        );
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let source = format!("---\n{}BAD{}\n", "x".repeat(100_000), "y".repeat(100_000));
        let line = format!("2 | …{}BAD{}…", "x".repeat(60), "y".repeat(61));
        let carets = format!("  | {}^^^", " ".repeat(61));
        let head = "skills::name_length: it is wrong";
        check(
            source,
            &finding("it is wrong").at(100_004..100_007),
            &[head, " --> app/skills/pdf/SKILL.md:2:100001", "  |", &line, &carets, "  |", SEE],
        );
    }

    #[test]
    fn a_long_value_is_cut_in_the_middle() {
        let source = format!("---\nname: {}\n", "x".repeat(1_100));
        let line = format!("2 | name: {0}x…{0}", "x".repeat(60));
        let carets = format!("  |       {} too long", "^".repeat(122));
        let head = "skills::name_length: it is wrong";
        check(
            source,
            &finding("it is wrong").at(10..1_110).label("too long"),
            &[head, " --> app/skills/pdf/SKILL.md:2:7", "  |", &line, &carets, "  |", SEE],
        );
    }

    #[test]
    fn a_span_of_many_lines_is_folded() {
        let source = format!("---\n{}---\n", "key: value\n".repeat(50));
        check(
            source,
            &finding("it is wrong").at(4..500),
            &[
                "skills::name_length: it is wrong",
                "  --> app/skills/pdf/SKILL.md:2:1",
                "   |",
                " 2 | / key: value",
                " 3 | | key: value",
                " 4 | | key: value",
                "...  |",
                "46 | | key: value",
                "47 | | key: value",
                "   | |_^",
                "   |",
                &format!(" {SEE}"),
            ],
        );
    }

    #[test]
    fn ends_of_files_can_be_marked_and_extended() {
        let head = "skills::name_length: it is wrong";
        check(
            "",
            &finding("it is wrong").at(0..0),
            &[head, " --> app/skills/pdf/SKILL.md:1:1", "  |", "1 |", "  | ^", "  |", SEE],
        );
        let finding = finding("it is wrong").at(12..12).label("here").edit("close it", 12..12, "---\n");
        check(
            "---\nname: x\n",
            &finding,
            &[
                head,
                " --> app/skills/pdf/SKILL.md:3:1",
                "  |",
                "3 |",
                "  | ^ here",
                "  |",
                SEE,
                "help: close it",
                "  |",
                "3 + ---",
                "  |",
            ],
        );
    }

    #[test]
    fn no_span_breaks_it() {
        let source = "---\r\nnäme: \u{202e}\tx\r\n\r\n---".as_bytes();
        for bytes in [source, b"\xff\xfe\n\xc3", b"", b"\n\n\n"] {
            let tree = Tree::from_files([("pdf/SKILL.md", bytes)]);
            for start in 0..bytes.len() + 3 {
                for end in 0..bytes.len() + 3 {
                    let finding = finding("it is wrong").at(start..end).related(end..start, "here").edit(
                        "mend it",
                        start..end,
                        "\n\u{202e}",
                    );
                    let shown = full(&finding, &tree, "skills");
                    assert!(
                        shown.starts_with("skills::name_length: it is wrong\n --> skills/pdf/SKILL.md:"),
                        "{shown}"
                    );
                    assert!(!shown.contains(['\u{202e}', '\t', '\r']), "{shown}");
                }
            }
        }
    }
}
