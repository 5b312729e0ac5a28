//! A finding as data: which rule, where, what is wrong and which edit mends it. How it looks is for `render`.

use core::ops::Range;
use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::options::Options;
use crate::rule::{Level, Rule};

/// One fault in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// Whether it fails the build.
    pub severity: Severity,
    /// The path from the root, with `/`; empty for the root itself.
    pub path: String,
    /// The bytes of the file it is about; absent when it is about the file or folder as a whole.
    pub span: Option<Range<usize>>,
    /// One sentence, lower case, without a final stop, that states the rule and stands alone.
    pub message: String,
    /// A few words under the caret.
    pub label: Option<String>,
    /// Further places in the same file, with a few words each.
    pub related: Vec<(Range<usize>, String)>,
    /// What to do about it.
    pub help: Vec<Help>,
    /// Bytes of the file that no excerpt may show: what is secret.
    pub concealed: Vec<Range<usize>>,
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The catalog is built all the same.
    Warning,
    /// Nothing is built.
    Error,
}

impl Severity {
    /// The word that compilers use for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// One way out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Help {
    /// The move, in a few words.
    pub text: String,
    /// The change to the file that does it, where it can be computed.
    pub edit: Option<Edit>,
}

/// Bytes of the finding's file and what should stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// The bytes to replace.
    pub span: Range<usize>,
    /// What to put there.
    pub replacement: String,
}

impl Finding {
    /// A finding of `rule` about the file or folder at `path`.
    pub(crate) fn new(rule: &'static Rule, path: &str, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: Severity::Error,
            path: path.to_owned(),
            span: None,
            message: message.into(),
            label: None,
            related: Vec::new(),
            help: Vec::new(),
            concealed: Vec::new(),
        }
    }

    /// Narrows it to bytes of the file.
    pub(crate) fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// Says something under the caret.
    pub(crate) fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// `bytes`, the whole file, as they may be shown: with a `*` for each concealed byte.
    pub(crate) fn shown<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        let mut shown = Cow::Borrowed(bytes);
        for span in &self.concealed {
            let end = span.end.min(bytes.len());
            if let Some(secret) = shown.to_mut().get_mut(span.start..end) {
                secret.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b'*');
            }
        }
        shown
    }

    /// Points at another place of the same file.
    pub(crate) fn related(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        self.related.push((span, text.into()));
        self
    }

    /// Adds a way out in words.
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(Help { text: text.into(), edit: None });
        self
    }

    /// Adds a way out whose corrected text is known.
    pub(crate) fn edit(
        mut self,
        text: impl Into<String>,
        span: Range<usize>,
        replacement: impl Into<String>,
    ) -> Self {
        self.help
            .push(Help { text: text.into(), edit: Some(Edit { span, replacement: replacement.into() }) });
        self
    }
}

/// Collects what the rules find and gives each finding the weight that the options demand.
pub(crate) struct Findings<'o> {
    options: &'o Options,
    findings: Vec<Finding>,
    /// By the path of the file.
    secrets: BTreeMap<String, Secrets>,
}

/// What no finding about a file may show.
#[derive(Default)]
struct Secrets {
    texts: Vec<String>,
    spans: Vec<Range<usize>>,
}

impl<'o> Findings<'o> {
    pub(crate) fn new(options: &'o Options) -> Self {
        Self { options, findings: Vec::new(), secrets: BTreeMap::new() }
    }

    /// Takes a finding at the level of its rule; drops it where the rule is allowed.
    pub(crate) fn push(&mut self, finding: Finding) {
        let level = self.options.level(finding.rule);
        self.push_at(level, finding);
    }

    /// Takes a finding at a level of its own: for a rule that is harder in one of its cases.
    pub(crate) fn push_at(&mut self, level: Level, mut finding: Finding) {
        finding.severity = match level {
            Level::Allow => return,
            Level::Warn => Severity::Warning,
            Level::Deny | Level::Error => Severity::Error,
        };
        self.findings.push(finding);
    }

    /// Whether something at exactly these bytes was found that weighs as much as a finding of `rule` would.
    pub(crate) fn outweigh(&self, rule: &Rule, path: &str, span: &Range<usize>) -> bool {
        let weight = match self.options.level(rule) {
            Level::Allow | Level::Warn => Severity::Warning,
            Level::Deny | Level::Error => Severity::Error,
        };
        let here = |finding: &&Finding| finding.span.as_ref() == Some(span) && finding.path == path;
        self.findings.iter().rev().filter(here).any(|finding| finding.severity >= weight)
    }

    /// Has no finding about the file at `path`, whose text is `text`, show the bytes at `secret`, there or anywhere else.
    pub(crate) fn conceal(&mut self, path: &str, text: &str, secret: &Range<usize>) {
        // Shorter pieces are no secrets, and may be anything.
        const SHORTEST: usize = 12;
        let secrets = self.secrets.entry(path.to_owned()).or_default();
        secrets.spans.push(secret.clone());
        for line in text.get(secret.clone()).unwrap_or_default().lines().filter(|line| line.len() >= SHORTEST)
        {
            secrets.spans.extend(text.match_indices(line).map(|(at, _)| at..at + line.len()));
            secrets.texts.push(line.to_owned());
        }
    }

    /// All of them, each once, by path and position, without what is concealed.
    pub(crate) fn into_sorted(mut self) -> Vec<Finding> {
        for finding in &mut self.findings {
            if let Some(secrets) = self.secrets.get(&finding.path) {
                secrets.leave_out_of(finding);
            }
        }
        self.findings.sort_by(|a, b| {
            let key = |finding: &Finding| {
                let span = finding.span.clone().unwrap_or_default();
                (span.start, span.end, finding.rule.name)
            };
            a.path.cmp(&b.path).then(key(a).cmp(&key(b))).then_with(|| a.message.cmp(&b.message))
        });
        self.findings.dedup();
        self.findings
    }
}

impl Secrets {
    fn leave_out_of(&self, finding: &mut Finding) {
        finding.concealed.clone_from(&self.spans);
        let texts = [&mut finding.message].into_iter().chain(&mut finding.label);
        let related = finding.related.iter_mut().map(|(_, text)| text);
        for text in texts.chain(related).chain(finding.help.iter_mut().map(|help| &mut help.text)) {
            for secret in &self.texts {
                if text.contains(secret) {
                    *text = text.replace(secret, &"*".repeat(secret.len()));
                }
            }
        }
        // A change that was made harmless to show would do harm where it is carried out.
        for help in &mut finding.help {
            help.edit.take_if(|edit| self.texts.iter().any(|secret| edit.replacement.contains(secret)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str) -> &'static Rule {
        Rule::named(name).unwrap()
    }

    #[test]
    fn findings_are_sorted_by_path_and_position_and_never_doubled() {
        let options = Options::default();
        let mut findings = Findings::new(&options);
        let name_length = rule("name_length");
        findings.push(Finding::new(name_length, "b/SKILL.md", "x").at(1..2));
        findings.push(Finding::new(name_length, "a/SKILL.md", "x").at(20..21));
        findings.push(Finding::new(name_length, "a/SKILL.md", "y").at(3..4));
        findings.push(Finding::new(name_length, "b/SKILL.md", "x").at(1..2));
        findings.push(Finding::new(name_length, "a", "z"));
        findings.push(Finding::new(name_length, "a/SKILL.md", "x").at(3..4));
        let findings = findings.into_sorted();
        let shown: Vec<_> = findings
            .iter()
            .map(|finding| (finding.path.as_str(), finding.span.clone(), finding.message.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                ("a", None, "z"),
                ("a/SKILL.md", Some(3..4), "x"),
                ("a/SKILL.md", Some(3..4), "y"),
                ("a/SKILL.md", Some(20..21), "x"),
                ("b/SKILL.md", Some(1..2), "x"),
            ]
        );
    }

    #[test]
    fn what_is_concealed_is_in_no_finding_about_the_file() {
        let text = "a secret-of-mine b secret-of-mine\n";
        let options = Options::default();
        let mut findings = Findings::new(&options);
        let said = |path: &str| {
            Finding::new(rule("name_length"), path, "no secret-of-mine")
                .at(2..16)
                .label("secret-of-mine")
                .related(0..1, "a secret-of-mine")
                .edit("use secret-of-mine", 0..1, "secret-of-mine")
                .edit("use another", 2..16, "x")
        };
        findings.push(said("a"));
        findings.push(said("b"));
        findings.conceal("a", text, &(2..16));
        let found = findings.into_sorted();
        let [concealed, shown] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(*shown, said("b"));
        assert!(!format!("{concealed:?}").contains("secret-of-mine"), "{concealed:?}");
        assert_eq!(concealed.message, "no **************");
        assert_eq!(concealed.help[0].edit, None);
        assert_eq!(concealed.help[1].edit.as_ref().unwrap().replacement, "x");
        assert_eq!(*concealed.shown(text.as_bytes()), *b"a ************** b **************\n");
    }

    #[test]
    fn options_give_a_finding_its_weight() {
        let weight = |change: Option<Level>| {
            let mut options = Options::default();
            if let Some(level) = change {
                options.set_level("too_many_files", level).unwrap();
            }
            let mut findings = Findings::new(&options);
            findings.push(Finding::new(rule("too_many_files"), "a", "x"));
            findings.into_sorted().first().map(|finding| finding.severity)
        };
        assert_eq!(weight(None), Some(Severity::Error));
        assert_eq!(weight(Some(Level::Warn)), Some(Severity::Warning));
        assert_eq!(weight(Some(Level::Allow)), None);
    }
}
