//! Which entries count: the fixed list of what is left out, and the globs that change it. It reads no disk: `tree` asks
//! it while walking, `parse` asks it again for trees that were made in memory, and both get the same answer.

use core::fmt;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use crate::options::Options;

/// Globs over paths from the root.
///
/// `*` and `?` stay within one segment, `**` crosses segments, `[ab]`, `[!ab]` and `{a,b}` choose, `\` escapes. A glob
/// that matches a folder covers everything below it, so `drafts`, `drafts/` and `drafts/**` are the same.
///
/// ```
/// use skills_authoring::Globs;
///
/// let globs = Globs::parse(&["*.tmp".to_owned(), "drafts/**".to_owned()])?;
/// assert!(globs.is_match("drafts/new/SKILL.md"));
/// assert!(!globs.is_match("pdf/cache.tmp"));
/// # Ok::<(), skills_authoring::GlobError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Globs {
    patterns: Vec<String>,
    set: GlobSet,
}

/// Why a glob cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobError {
    /// Which of the given patterns it is, from 0.
    pub index: usize,
    /// The pattern as given.
    pub pattern: String,
    /// What is wrong with it, without a final stop.
    pub reason: String,
}

impl Globs {
    /// Compiles `patterns`.
    ///
    /// # Errors
    ///
    /// For the first pattern that is empty, starts with `/`, or is malformed.
    pub fn parse(patterns: &[String]) -> Result<Self, GlobError> {
        let mut set = GlobSetBuilder::new();
        for (index, pattern) in patterns.iter().enumerate() {
            let failed = |reason: String| GlobError { index, pattern: pattern.clone(), reason };
            if pattern.starts_with('/') {
                return Err(failed("a glob is relative to the root and does not start with `/`".to_owned()));
            }
            let glob = compile(tidied(pattern)).map_err(failed)?;
            set.add(glob);
        }
        let set = set.build().map_err(|error| GlobError {
            index: 0,
            pattern: patterns.first().cloned().unwrap_or_default(),
            reason: error.kind().to_string(),
        })?;
        Ok(Self { patterns: patterns.to_vec(), set })
    }

    /// Whether one of them matches `path`, a path from the root with `/`, or a folder above it.
    #[must_use]
    pub fn is_match(&self, path: &str) -> bool {
        !self.patterns.is_empty()
            && (self.matches_itself(path)
                || path
                    .match_indices('/')
                    .any(|(end, _)| path.get(..end).is_some_and(|folder| self.matches_itself(folder))))
    }

    /// The patterns as given.
    #[must_use]
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// Marks in `used` each pattern that matches `path` itself.
    pub(crate) fn mark_used(&self, path: &str, used: &mut [bool]) {
        for index in self.set.matches(path) {
            if let Some(used) = used.get_mut(index) {
                *used = true;
            }
        }
    }

    /// Whether one of them matches `path`, whatever matches the folders above it.
    fn matches_itself(&self, path: &str) -> bool {
        !self.patterns.is_empty() && self.set.is_match(path)
    }

    /// Whether one of them matches the folder at `path`, or everything in it as `drafts/**` does.
    fn matches_folder(&self, path: &str) -> bool {
        self.matches_itself(path) || (!self.patterns.is_empty() && self.set.is_match(format!("{path}/")))
    }
}

impl fmt::Display for GlobError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` is no glob: {}", self.pattern, self.reason)
    }
}

impl core::error::Error for GlobError {}

/// Decides entry by entry, from the root down.
pub(crate) struct Selection<'o> {
    options: &'o Options,
    on_the_way: OnTheWay,
}

/// How a folder counts for what lies in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Its entries count unless something speaks against them.
    Kept,
    /// It is left out, but a glob of `include` may name entries below it.
    Searched,
    /// Nothing in it counts; it is not read.
    Shut,
}

impl<'o> Selection<'o> {
    pub(crate) fn new(options: &'o Options) -> Self {
        Self { options, on_the_way: OnTheWay::to(&options.include) }
    }

    /// How the folder at `path` counts, its own folder counting as `parent`.
    pub(crate) fn folder(&self, parent: Standing, path: &str) -> Standing {
        if parent == Standing::Shut || self.options.exclude.matches_folder(path) {
            return Standing::Shut;
        }
        if self.options.include.matches_itself(path) {
            return Standing::Kept;
        }
        let is_left_out = is_left_out_by_name(name_of(path));
        if parent == Standing::Kept && !is_left_out {
            return Standing::Kept;
        }
        let leads_on = if is_left_out {
            self.on_the_way.literal.is_match(path)
        } else {
            self.on_the_way.any.is_match(path)
        };
        if leads_on { Standing::Searched } else { Standing::Shut }
    }

    /// Whether what lies at `path` is left out for its name alone, its own folder counting as `parent`.
    pub(crate) fn misses(&self, parent: Standing, path: &str) -> bool {
        parent != Standing::Shut
            && is_left_out_by_name(name_of(path))
            && !self.options.exclude.matches_folder(path)
    }

    /// Whether whatever lies at `path` counts, being no folder, its own folder counting as `parent`.
    pub(crate) fn keeps(&self, parent: Standing, path: &str) -> bool {
        if parent == Standing::Shut || self.options.exclude.matches_itself(path) {
            return false;
        }
        self.options.include.matches_itself(path)
            || (parent == Standing::Kept && !is_left_out_by_name(name_of(path)))
    }
}

/// The folders that lead to what a glob may match: `.config/**` leads through `.config`.
struct OnTheWay {
    any: GlobSet,
    /// Those that spell their last segment out: `**/.editorconfig` is no reason to search `.git`.
    literal: GlobSet,
}

impl OnTheWay {
    fn to(include: &Globs) -> Self {
        let (mut any, mut literal) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for pattern in &include.patterns {
            let pattern = tidied(pattern);
            for end in separators(pattern) {
                let folder = pattern.get(..end).unwrap_or_default();
                let Ok(glob) = compile(folder) else { continue };
                if !name_of(folder).starts_with(['*', '?', '[', '{']) {
                    literal.add(glob.clone());
                }
                any.add(glob);
            }
        }
        Self { any: any.build().unwrap_or_default(), literal: literal.build().unwrap_or_default() }
    }
}

/// Whether an entry of this name is left out unless `include` names it: everything that starts with a dot, and what
/// Python, npm, Windows, Emacs and Vim leave behind.
pub(crate) fn is_left_out_by_name(name: &str) -> bool {
    name.starts_with('.')
        || matches!(name, "__pycache__" | "node_modules" | "Thumbs.db")
        || [".pyc", "~", ".swp"].iter().any(|end| name.ends_with(end))
}

/// The last segment of a path.
pub(crate) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The literal to write in a list of globs for exactly `path`.
pub(crate) fn glob_literal(path: &str) -> String {
    format!("{:?}", globset::escape(path))
}

fn compile(pattern: &str) -> Result<Glob, String> {
    if pattern.is_empty() {
        return Err("it is empty".to_owned());
    }
    GlobBuilder::new(pattern)
        .literal_separator(true)
        .backslash_escape(true)
        .build()
        .map_err(|error| error.kind().to_string())
}

/// The pattern without what people write out of habit: `./drafts/` is `drafts`.
pub(crate) fn tidied(pattern: &str) -> &str {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    pattern.strip_suffix('/').unwrap_or(pattern)
}

/// Where a pattern's `/` stand that are in no braces.
fn separators(pattern: &str) -> impl Iterator<Item = usize> + '_ {
    let mut depth = 0_usize;
    pattern.bytes().enumerate().filter_map(move |(at, byte)| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'/' if depth == 0 => return Some(at),
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn globs(patterns: &[&str]) -> Globs {
        Globs::parse(&patterns.iter().map(|pattern| (*pattern).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_star_stays_within_a_segment_and_two_cross_them() {
        let matches = |pattern: &str, path: &str| globs(&[pattern]).is_match(path);
        assert!(matches("*.md", "a.md"));
        assert!(!matches("*.md", "a/b.md"));
        assert!(matches("**/*.md", "a/b.md"));
        assert!(matches("**/*.md", "b.md"));
        assert!(matches("a/**", "a/b/c"));
        assert!(!matches("a/**", "ab/c"));
        assert!(matches("a/?.[ch]", "a/x.c"));
        assert!(matches("{a,b}/x", "b/x"));
        assert!(matches(r"a\*b", "a*b"));
        assert!(!matches(r"a\*b", "axb"));
        assert!(!Globs::default().is_match("a"));
    }

    #[test]
    fn a_glob_that_matches_a_folder_covers_what_is_below() {
        for pattern in ["drafts", "drafts/", "./drafts", "drafts/**"] {
            assert!(globs(&[pattern]).is_match("drafts/a/b.md"), "{pattern}");
            assert!(!globs(&[pattern]).is_match("drafts-of-mine/a"), "{pattern}");
        }
    }

    #[test]
    fn a_bad_glob_is_named_with_its_place_and_reason() {
        let error = |patterns: &[&str]| {
            let patterns: Vec<_> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
            let error = Globs::parse(&patterns).unwrap_err();
            (error.index, error.to_string())
        };
        assert_eq!(error(&["a", "b["]).0, 1);
        assert!(error(&["a", "b["]).1.starts_with("`b[` is no glob: "));
        assert_eq!(error(&[""]), (0, "`` is no glob: it is empty".to_owned()));
        assert_eq!(error(&["x", "/a"]).0, 1);
        assert!(error(&["{a"]).1.starts_with("`{a` is no glob: "));
    }

    /// What of `path` counts when each folder above it is judged first, as a walk does.
    fn counts(include: &[&str], exclude: &[&str], path: &str) -> bool {
        let mut options = Options::default();
        options.include = globs(include);
        options.exclude = globs(exclude);
        let selection = Selection::new(&options);
        let folders = path.match_indices('/').filter_map(|(end, _)| path.get(..end));
        let standing = folders.fold(Standing::Kept, |parent, folder| selection.folder(parent, folder));
        selection.keeps(standing, path)
    }

    #[test]
    fn dot_entries_and_leftovers_are_left_out() {
        for path in [
            ".env",
            "a/.env",
            ".git/config",
            "a/__pycache__/x.py",
            "a/x.pyc",
            "a/node_modules/x/y.js",
            "a/Thumbs.db",
            "a/x.md~",
            "a/.x.md.swp",
            "a/x.swp",
        ] {
            assert!(!counts(&[], &[], path), "{path}");
        }
        for path in ["a/env", "a/x.py", "a/pycache", "a/thumbs.db", "a/~x", "a/x.swpx", "a/node_modules.md"] {
            assert!(counts(&[], &[], path), "{path}");
        }
    }

    #[test]
    fn include_brings_back_what_it_names() {
        assert!(counts(&[".editorconfig"], &[], ".editorconfig"));
        assert!(!counts(&[".editorconfig"], &[], "a/.editorconfig"));
        assert!(counts(&["**/.editorconfig"], &[], "a/.editorconfig"));
        assert!(counts(&["a/node_modules"], &[], "a/node_modules/x/y.js"));
        for pattern in [".config", ".config/**"] {
            assert!(counts(&[pattern], &[], ".config/app/x.toml"), "{pattern}");
            assert!(!counts(&[pattern], &[], ".other/x.toml"), "{pattern}");
        }
        // A folder that is named does not speak for the dot entries in it, a glob that matches them does.
        assert!(!counts(&[".config"], &[], ".config/.secret"));
        assert!(counts(&[".config/**"], &[], ".config/.secret"));
        assert!(counts(&["a/.config/*.toml"], &[], "a/.config/x.toml"));
        assert!(!counts(&["a/.config/*.toml"], &[], "a/.config/x.json"));
        assert!(counts(&["**/.config/x.toml"], &[], "a/b/.config/x.toml"));
        assert!(counts(&[".{a,b}/x"], &[], ".b/x"));
    }

    #[test]
    fn a_wildcard_does_not_search_dot_folders() {
        assert!(!counts(&["**/.editorconfig"], &[], ".git/.editorconfig"));
        assert!(!counts(&["*/x"], &[], ".git/x"));
    }

    #[test]
    fn exclude_beats_include() {
        assert!(!counts(&[".env"], &[".env"], ".env"));
        assert!(!counts(&[".config/**"], &[".config/x"], ".config/x"));
        for pattern in ["a", "a/**", "a/", "a/*", "**/a"] {
            assert!(!counts(&[], &[pattern], "a/b/c.md"), "{pattern}");
        }
        assert!(counts(&[], &["a/*.md"], "a/b/c.md"));
    }

    #[test]
    fn globs_that_match_are_marked() {
        let globs = globs(&["a/**", "b", "*.md"]);
        let mut used = [false; 3];
        globs.mark_used("a/", &mut used);
        assert_eq!(used, [true, false, false]);
        globs.mark_used("x.md", &mut used);
        assert_eq!(used, [true, false, true]);
    }
}
