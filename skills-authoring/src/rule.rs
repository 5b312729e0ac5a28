//! What a rule is, how hard it is, and the list of all of them. What a rule looks for stands in its own file.

use crate::finding::Findings;
use crate::model::Package;
use crate::options::Options;

mod page;

pub use crate::rules::RULES;

/// One authoring rule.
#[derive(Debug)]
pub struct Rule {
    /// The stable name, in snake case: never renamed, never reused.
    pub name: &'static str,
    /// How hard it is unless options say otherwise.
    pub level: Level,
    /// What it demands, in one sentence.
    pub summary: &'static str,
    pub(crate) check: fn(&Package<'_>, &Options, &mut Findings<'_>),
}

impl Rule {
    /// The rule of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        RULES.iter().copied().find(|rule| rule.name == name)
    }

    /// Where the rule is explained: a heading of the rule page, as a path in this project's repository.
    ///
    /// ```
    /// let rule = skills_authoring::Rule::named("name_length").unwrap();
    /// assert_eq!(rule.page(), "skills-authoring/RULES.md#name_length");
    /// ```
    #[must_use]
    pub fn page(&self) -> String {
        page::link(self.name)
    }

    /// What stands there, in Markdown: the rule, its level, why it is one, a bad and a good example.
    ///
    /// ```
    /// let rule = skills_authoring::Rule::named("name_length").unwrap();
    /// assert!(rule.explanation().starts_with("## `name_length`\n\nLevel: **error**."));
    /// ```
    #[must_use]
    pub fn explanation(&self) -> &'static str {
        page::section(self.name).unwrap_or(self.summary)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

/// How hard a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Silent.
    Allow,
    /// Reported; the catalog is built all the same.
    Warn,
    /// Fails the build; may be lowered.
    Deny,
    /// Fails the build: nothing conforming could be served. Cannot be lowered.
    Error,
}

impl Level {
    /// The word that options use for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
            Self::Error => "error",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_found_by_a_name_that_only_one_has() {
        for (at, rule) in RULES.iter().enumerate() {
            assert!(rule.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{}", rule.name);
            assert!(RULES.iter().position(|other| other.name == rule.name) == Some(at), "{}", rule.name);
            assert!(core::ptr::eq(Rule::named(rule.name).unwrap(), *rule));
        }
        assert!(Rule::named("pedantic").is_none());
    }

    #[test]
    fn summaries_are_sentences_without_capital_and_stop() {
        for rule in RULES {
            assert!(!rule.summary.starts_with(|first: char| first.is_uppercase()), "{}", rule.summary);
            assert!(!rule.summary.ends_with('.') && rule.summary.contains(' '), "{}", rule.summary);
        }
    }
}
