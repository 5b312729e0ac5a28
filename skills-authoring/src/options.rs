//! What a caller may choose: the levels of the rules, which entries count, and where the catalog lies in the namespace.

use core::fmt;

use crate::facts::PackageFacts;
use crate::rule::{Level, RULES, Rule};
use crate::rules::SOFTER_IN_PLACES;
use crate::selection::Globs;
use crate::spelling::nearest;
use crate::uri::{Namespace, PrefixError, SchemeError, check_prefix, check_scheme};

/// The choices for one root. The defaults are those of `embed_skills!` without arguments. Globs match paths from the
/// root, and one that matches a folder covers everything below it.
///
/// ```
/// use skills_authoring::{Globs, Level, Options};
///
/// let mut options = Options::default();
/// options.exclude = Globs::parse(&["drafts/**".to_owned()])?;
/// options.set_prefix("acme/billing")?;
/// options.set_level("too_many_files", Level::Warn)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    levels: Vec<(&'static Rule, Level)>,
    prefix: Option<String>,
    scheme: Option<String>,
    /// What to leave out: files, folders with all that is in them, links. It beats `include`.
    pub exclude: Globs,
    /// What to embed although its name leaves it out: everything that starts with a dot, and `__pycache__`, `*.pyc`,
    /// `node_modules`, `Thumbs.db`, `*~`, `*.swp`. A folder that is named brings back what is in it, short of further
    /// such names; `.config/**` brings back those as well. A wildcard does not search a folder that is left out:
    /// `**/.editorconfig` finds none in `.git`.
    pub include: Globs,
    /// Where a `SKILL.md` is an ordinary file of the skill around it: the path of the file or of a folder above it.
    pub ordinary: Globs,
    /// Skills that are served but not listed (SEP-8): the path of the folder, of its `SKILL.md`, or of a folder above.
    pub unlisted: Globs,
    /// The cargo package that embeds the root, for the rules about it; they are silent without.
    pub package: Option<PackageFacts>,
}

/// Why a level cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelError {
    /// No rule has this name.
    UnknownRule {
        /// The name that was given.
        name: String,
        /// The rule that is spelled most alike, when one is close.
        nearest: Option<&'static str>,
    },
    /// The rule is at level *error*, and those cannot be lowered.
    CannotBeLowered {
        /// The rule.
        name: &'static str,
    },
    /// The rule is at this level already.
    Useless {
        /// The rule.
        name: &'static str,
        /// The level it has.
        level: Level,
    },
}

impl Options {
    /// The names of the options, as the macro and the metadata of a package spell them.
    pub const NAMES: [&'static str; 9] =
        ["prefix", "scheme", "exclude", "include", "ordinary", "unlisted", "allow", "warn", "deny"];

    /// What to say of an option called `name`, which there is not.
    #[must_use]
    pub fn unknown(name: &str) -> String {
        match nearest(name, Self::NAMES) {
            Some(nearest) => format!("unknown option `{name}`; did you mean `{nearest}`?"),
            None => format!("unknown option `{name}`; there are `{}`", Self::NAMES.join("`, `")),
        }
    }

    /// Sets the level of the rule called `name`, or of every rule at level *allow* when `name` is `pedantic`.
    /// The last call for a rule wins.
    ///
    /// # Errors
    ///
    /// When there is no such rule, when its level is *error* and may not be lowered, and when it has that level
    /// already.
    pub fn set_level(&mut self, name: &str, level: Level) -> Result<(), LevelError> {
        if name == PEDANTIC {
            let pedantic = || RULES.iter().copied().filter(|rule| rule.level == Level::Allow);
            if level == Level::Allow && pedantic().all(|rule| self.level(rule) == level) {
                return Err(LevelError::Useless { name: PEDANTIC, level });
            }
            self.levels.extend(pedantic().map(|rule| (rule, level)));
            return Ok(());
        }
        let rule = Rule::named(name).ok_or_else(|| LevelError::UnknownRule {
            name: name.to_owned(),
            nearest: nearest(name, RULES.iter().map(|rule| rule.name).chain([PEDANTIC])),
        })?;
        if rule.level == Level::Error && level != Level::Error {
            return Err(if level == Level::Deny {
                LevelError::Useless { name: rule.name, level: rule.level }
            } else {
                LevelError::CannotBeLowered { name: rule.name }
            });
        }
        let is_level_everywhere = !SOFTER_IN_PLACES.contains(&rule) || self.chosen_level(rule).is_some();
        if self.level(rule) == level && is_level_everywhere {
            return Err(LevelError::Useless { name: rule.name, level });
        }
        self.levels.push((rule, level));
        Ok(())
    }

    /// The level at which `rule` counts here.
    #[must_use]
    pub fn level(&self, rule: &Rule) -> Level {
        self.chosen_level(rule).unwrap_or(rule.level)
    }

    /// The level that was set for `rule`, if one was.
    pub(crate) fn chosen_level(&self, rule: &Rule) -> Option<Level> {
        self.levels.iter().rev().find(|(changed, _)| *changed == rule).map(|(_, level)| *level)
    }

    /// Puts `prefix`, one or more segments, between `scheme://` and the path from the root (SEP-2). It is written plain,
    /// and percent-encoded where URIs demand it.
    ///
    /// # Errors
    ///
    /// When a segment is empty, `.` or `..`, or contains a backslash or a control character.
    pub fn set_prefix(&mut self, prefix: &str) -> Result<(), PrefixError> {
        check_prefix(prefix)?;
        self.prefix = Some(prefix.to_owned());
        Ok(())
    }

    /// Makes `scheme` the scheme of every URI; it is `skill` otherwise (SEP-2).
    ///
    /// # Errors
    ///
    /// When it is no scheme by RFC 3986, or has capitals, which clients lower.
    pub fn set_scheme(&mut self, scheme: &str) -> Result<(), SchemeError> {
        check_scheme(scheme)?;
        self.scheme = Some(scheme.to_owned());
        Ok(())
    }

    pub(crate) fn namespace(&self) -> Namespace {
        Namespace::new(self.scheme.as_deref().unwrap_or(Namespace::DEFAULT_SCHEME), self.prefix.as_deref())
    }
}

/// Stands for every rule that is silent by default.
const PEDANTIC: &str = "pedantic";

impl fmt::Display for LevelError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRule { name, nearest: Some(nearest) } => {
                write!(out, "unknown rule `{name}`; did you mean `{nearest}`?")
            }
            Self::UnknownRule { name, nearest: None } => write!(out, "unknown rule `{name}`"),
            Self::CannotBeLowered { name } => {
                write!(out, "`{name}` cannot be lowered: nothing conforming could be served")
            }
            Self::Useless { name, level } => {
                write!(out, "`{name}` is at level {} already", level.word())
            }
        }
    }
}

impl core::error::Error for LevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(options: &mut Options, name: &str, level: Level) -> Result<(), String> {
        options.set_level(name, level).map_err(|error| error.to_string())
    }

    #[test]
    fn the_last_level_wins() {
        let mut options = Options::default();
        let rule = Rule::named("too_many_files").unwrap();
        assert_eq!(options.level(rule), Level::Deny);
        for level in [Level::Warn, Level::Allow, Level::Deny] {
            set(&mut options, "too_many_files", level).unwrap();
            assert_eq!(options.level(rule), level);
        }
        assert_eq!(options.level(Rule::named("too_many_bytes").unwrap()), Level::Deny);
    }

    #[test]
    fn what_cannot_be_set_is_said() {
        let mut options = Options::default();
        let mut refused = |name: &str, level: Level| set(&mut options, name, level).unwrap_err();
        assert_eq!(
            refused("too_many_flies", Level::Warn),
            "unknown rule `too_many_flies`; did you mean `too_many_files`?"
        );
        assert_eq!(refused("pedantics", Level::Warn), "unknown rule `pedantics`; did you mean `pedantic`?");
        assert_eq!(refused("zzz", Level::Warn), "unknown rule `zzz`");
        assert_eq!(
            refused("no_skills", Level::Allow),
            "`no_skills` cannot be lowered: nothing conforming could be served"
        );
        assert_eq!(refused("no_skills", Level::Deny), "`no_skills` is at level error already");
        assert_eq!(refused("too_many_files", Level::Deny), "`too_many_files` is at level deny already");
        assert_eq!(refused("pedantic", Level::Allow), "`pedantic` is at level allow already");
    }

    #[test]
    fn a_rule_that_is_softer_in_places_can_be_set_to_its_own_level() {
        let mut options = Options::default();
        set(&mut options, "broken_link", Level::Deny).unwrap();
        assert_eq!(options.chosen_level(Rule::named("broken_link").unwrap()), Some(Level::Deny));
        assert_eq!(
            set(&mut options, "broken_link", Level::Deny).unwrap_err(),
            "`broken_link` is at level deny already"
        );
    }

    #[test]
    fn pedantic_means_every_silent_rule() {
        let mut options = Options::default();
        set(&mut options, "pedantic", Level::Warn).unwrap();
        for rule in RULES {
            let expected = if rule.level == Level::Allow { Level::Warn } else { rule.level };
            assert_eq!(options.level(rule), expected, "{}", rule.name);
        }
    }
}
