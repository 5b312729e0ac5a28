//! What `[package.metadata.skills]` of a `Cargo.toml` says: the options of each root. It opens no file and looks for none.

mod error;

use core::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::options::Options;
use crate::rule::Level;
use crate::selection::Globs;
use crate::source::position;
use crate::spelling::nearest;

pub use error::{MetadataError, MetadataFault};

/// The roots that a `Cargo.toml` configures, in its order.
///
/// Each is a table named after its folder, relative to the package and written as for `embed_skills!`; its keys are the
/// options of that macro. Of the levels, those for `pedantic` are set first, and then those of single rules.
///
/// ```
/// use skills_authoring::{Level, Metadata, Rule};
///
/// let metadata = Metadata::parse(
///     r#"
/// [package.metadata.skills."skills/"]
/// prefix = "acme"                     # skill://acme/<path>/SKILL.md
/// scheme = "skill"
/// exclude = ["drafts/**"]
/// include = [".editorconfig"]
/// ordinary = ["scaffold/assets/**"]
/// unlisted = ["internal/**"]
/// warn = ["description_length"]
/// deny = ["pedantic"]
/// allow = ["crlf"]
/// "#,
/// )
/// .unwrap();
/// let options = metadata.options("skills").unwrap();
/// assert_eq!(options.level(Rule::named("crlf").unwrap()), Level::Allow);
///
/// let errors = Metadata::parse("[package.metadata.skills.skills]\nexlude = ['drafts']\n").unwrap_err();
/// assert_eq!(
///     errors[0].to_string(),
///     "`package.metadata.skills.skills.exlude` is no option; did you mean `exclude`?"
/// );
/// assert_eq!((errors[0].line, errors[0].column), (2, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    roots: Vec<(String, Options)>,
}

impl Metadata {
    /// Reads the text of a `Cargo.toml`. One that does not mention skills configures no root.
    ///
    /// # Errors
    ///
    /// Everything that cannot be, by position. A file that is no TOML is one error.
    pub fn parse(manifest: &str) -> Result<Self, Vec<MetadataError>> {
        // Whoever has no such table does not wait for a reader, which is slow inside a compiler.
        if !(manifest.contains("metadata") && manifest.contains("skills")) {
            return Ok(Self::default());
        }
        let mut reader = Reader { manifest, faults: Vec::new() };
        let mut roots = Vec::new();
        match DeTable::parse(manifest) {
            Ok(table) => reader.manifest(table.get_ref(), &mut roots),
            Err(error) => {
                let said = error.message().to_owned();
                reader.fault(&[], error.span().unwrap_or_default(), MetadataFault::Syntax { said });
            }
        }
        if reader.faults.is_empty() {
            return Ok(Self { roots });
        }
        reader.faults.sort_by_key(|error| (error.line, error.column));
        Err(reader.faults)
    }

    /// The roots as they are written, with their options.
    pub fn roots(&self) -> impl ExactSizeIterator<Item = (&str, &Options)> {
        self.roots.iter().map(|(root, options)| (root.as_str(), options))
    }

    /// The options of `root`, written in any way: `skills`, `skills/` and `./skills` are the same.
    #[must_use]
    pub fn options(&self, root: &str) -> Option<&Options> {
        self.roots.iter().find(|(other, _)| is_same(root, other)).map(|(_, options)| options)
    }
}

/// Whether two paths are the same as far as their text tells.
fn is_same(a: &str, b: &str) -> bool {
    let segments = |path| str::split(path, '/').filter(|segment| !matches!(*segment, "" | "."));
    a.starts_with('/') == b.starts_with('/') && segments(a).eq(segments(b))
}

/// Collects what is wrong while it reads.
struct Reader<'m> {
    manifest: &'m str,
    faults: Vec<MetadataError>,
}

type Value<'m> = Spanned<DeValue<'m>>;

impl Reader<'_> {
    fn manifest(&mut self, manifest: &DeTable<'_>, roots: &mut Vec<(String, Options)>) {
        let skills = ["package", "metadata", "skills"].into_iter().try_fold(None, |found, name| {
            let table = match found {
                None => manifest,
                Some(value) => DeValue::as_table(Spanned::get_ref(value))?,
            };
            Some(Some(table.iter().find(|(key, _)| key.get_ref() == name)?.1))
        });
        let Some(Some(skills)) = skills else { return };
        let Some(tables) = self.table(&[], skills) else { return };
        let mut tables: Vec<_> = tables.iter().collect();
        tables.sort_by_key(|(root, _)| root.span().start);
        for (root, value) in tables {
            let name = root.get_ref().as_ref();
            let is_option = Options::NAMES.contains(&name) && !value.get_ref().is_table();
            let fault = match name {
                "" => Some(MetadataFault::EmptyRoot),
                _ if name.starts_with('$') => Some(MetadataFault::VariableRoot),
                _ if is_option => Some(MetadataFault::OptionWithoutRoot),
                _ => roots
                    .iter()
                    .find(|(other, _)| is_same(other, name))
                    .map(|(other, _)| MetadataFault::SameRoot { other: other.clone() }),
            };
            if let Some(fault) = fault {
                self.fault(&[name], root.span(), fault);
            } else if let Some(table) = self.table(&[name], value) {
                let options = self.options(name, table);
                roots.push((name.to_owned(), options));
            }
        }
    }

    fn table<'v>(&mut self, keys: &[&str], value: &'v Value<'_>) -> Option<&'v DeTable<'v>> {
        let expected = "a table: `[package.metadata.skills.\"skills\"]`";
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.kind(keys, value, expected);
        }
        table
    }

    fn options(&mut self, root: &str, table: &DeTable<'_>) -> Options {
        let mut options = Options::default();
        let mut levels = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let keys = [root, name];
            match name {
                "prefix" => self.text(&keys, value, "a string: `prefix = \"acme\"`", |prefix| {
                    options.set_prefix(prefix).map_err(MetadataFault::Prefix)
                }),
                "scheme" => self.text(&keys, value, "a string: `scheme = \"skill\"`", |scheme| {
                    options.set_scheme(scheme).map_err(MetadataFault::Scheme)
                }),
                "exclude" => options.exclude = self.globs(&keys, value),
                "include" => options.include = self.globs(&keys, value),
                "ordinary" => options.ordinary = self.globs(&keys, value),
                "unlisted" => options.unlisted = self.globs(&keys, value),
                "allow" => levels.extend(self.rules(&keys, value, Level::Allow)),
                "warn" => levels.extend(self.rules(&keys, value, Level::Warn)),
                "deny" => levels.extend(self.rules(&keys, value, Level::Deny)),
                _ => {
                    let nearest = nearest(name, Options::NAMES);
                    self.fault(&keys, key.span(), MetadataFault::UnknownOption { nearest });
                }
            }
        }
        self.levels(root, &mut options, levels);
        options
    }

    fn text(
        &mut self,
        keys: &[&str],
        value: &Value<'_>,
        expected: &'static str,
        set: impl FnOnce(&str) -> Result<(), MetadataFault>,
    ) {
        match value.get_ref().as_str() {
            Some(text) => {
                if let Err(fault) = set(text) {
                    self.fault(keys, value.span(), fault);
                }
            }
            None => self.kind(keys, value, expected),
        }
    }

    fn globs(&mut self, keys: &[&str], value: &Value<'_>) -> Globs {
        const EXPECTED: &str = "a list of globs: `[\"drafts/**\"]`";
        let mut patterns = Vec::new();
        for (pattern, span) in self.strings(keys, value, EXPECTED) {
            match Globs::parse(core::slice::from_ref(&pattern)) {
                Ok(_) => patterns.push(pattern),
                Err(error) => self.fault(keys, span, MetadataFault::Glob(error)),
            }
        }
        Globs::parse(&patterns).unwrap_or_else(|error| {
            self.fault(keys, value.span(), MetadataFault::Glob(error));
            Globs::default()
        })
    }

    fn rules(&mut self, keys: &[&str], value: &Value<'_>, level: Level) -> Vec<Chosen> {
        const EXPECTED: &str = "a list of rules: `[\"crlf\"]`";
        let rules = self.strings(keys, value, EXPECTED);
        rules.into_iter().map(|(rule, span)| Chosen { rule, level, span }).collect()
    }

    /// The strings of a list, each with its place.
    fn strings(
        &mut self,
        keys: &[&str],
        value: &Value<'_>,
        expected: &'static str,
    ) -> Vec<(String, Range<usize>)> {
        let Some(items) = value.get_ref().as_array() else {
            self.kind(keys, value, expected);
            return Vec::new();
        };
        if items.is_empty() {
            self.fault(keys, value.span(), MetadataFault::EmptyList);
        }
        let mut strings = Vec::new();
        for item in items {
            match item.get_ref().as_str() {
                Some(text) => strings.push((text.to_owned(), item.span())),
                None => self.kind(keys, item, expected),
            }
        }
        strings
    }

    /// Sets `chosen`: the order of keys means nothing in TOML, so the general comes before the particular, and nothing
    /// comes twice.
    fn levels(&mut self, root: &str, options: &mut Options, mut chosen: Vec<Chosen>) {
        chosen.sort_by_key(|chosen| (chosen.rule != "pedantic", chosen.span.start));
        let mut seen: Vec<&str> = Vec::new();
        for Chosen { rule, level, span } in &chosen {
            let keys = [root, level.word()];
            if seen.contains(&rule.as_str()) {
                self.fault(&keys, span.clone(), MetadataFault::TwoLevels { rule: rule.clone() });
                continue;
            }
            seen.push(rule);
            if let Err(error) = options.set_level(rule, *level) {
                self.fault(&keys, span.clone(), MetadataFault::Level(error));
            }
        }
    }

    fn kind(&mut self, keys: &[&str], value: &Value<'_>, expected: &'static str) {
        let found = value.get_ref().type_str();
        self.fault(keys, value.span(), MetadataFault::Kind { expected, found });
    }

    fn fault(&mut self, keys: &[&str], span: Range<usize>, fault: MetadataFault) {
        let at = position(self.manifest.as_bytes(), span.start);
        let key = match fault {
            MetadataFault::Syntax { .. } => String::new(),
            _ => keys.iter().fold(TABLE.to_owned(), |key, segment| format!("{key}.{}", written(segment))),
        };
        self.faults.push(MetadataError { key, line: at.line, column: at.column, fault });
    }
}

/// The table that holds the roots.
const TABLE: &str = "package.metadata.skills";

/// The level of a rule, as it was chosen.
struct Chosen {
    rule: String,
    level: Level,
    span: Range<usize>,
}

/// A key as TOML wants it.
fn written(key: &str) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if !key.is_empty() && key.chars().all(is_bare) { key.to_owned() } else { format!("{key:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rule, Tree, check};

    /// Each error as `line:column text`.
    fn faults(manifest: &str) -> Vec<String> {
        let errors = Metadata::parse(manifest).err().unwrap_or_default();
        errors.iter().map(|error| format!("{}:{} {error}", error.line, error.column)).collect()
    }

    /// The errors of a root called `skills`, without the name of the table.
    fn options(lines: &str) -> Vec<String> {
        let found = faults(&format!("[package.metadata.skills.skills]\n{lines}"));
        found.iter().map(|text| text.replace("package.metadata.skills.skills.", "")).collect()
    }

    fn roots(manifest: &str) -> Vec<String> {
        Metadata::parse(manifest).unwrap().roots().map(|(root, _)| root.to_owned()).collect()
    }

    #[test]
    fn a_manifest_without_the_table_configures_nothing() {
        for manifest in [
            "",
            "[package]\nname = \"skills\"\n",
            "[package.metadata.docs.rs]\nall-features = true\n[dependencies]\nskills-runtime = \"1\"\n",
            "[workspace.metadata.skills.skills]\nprefix = 1\n",
            "[package]\nmetadata = 1 # skills\n",
            "package = \"metadata.skills\"\n",
            "[package.metadata.skills]\n",
            "not TOML at all",
        ] {
            assert!(roots(manifest).is_empty(), "{manifest}");
        }
    }

    #[test]
    fn roots_come_in_the_order_of_the_file_however_they_are_written() {
        let manifest = "[package.metadata.skills.\"z/skills\"]\nprefix = \"z\"\n\
                        [package.metadata.skills.a]\n[package.metadata.skills.\"../shared/\"]\n";
        assert_eq!(roots(manifest), ["z/skills", "a", "../shared/"]);
        for manifest in [
            "[package]\nmetadata.skills.skills.prefix = \"acme\"\n",
            "[package]\nmetadata = { skills = { skills = { prefix = \"acme\" } } }\n",
            "package.metadata.skills.'skills'.prefix = 'acme'\n",
        ] {
            assert_eq!(roots(manifest), ["skills"], "{manifest}");
        }
        let metadata = Metadata::parse(manifest).unwrap();
        for (root, is_there) in [
            ("z/skills", true),
            ("./z//skills/", true),
            ("a/", true),
            ("../shared", true),
            ("/a", false),
            ("z", false),
        ] {
            assert_eq!(metadata.options(root).is_some(), is_there, "{root}");
        }
    }

    #[test]
    fn every_option_of_the_macro_is_taken() {
        let manifest = r#"
            [package.metadata.skills.skills]
            prefix = "acme"
            scheme = "acme+skill"
            exclude = ["drafts/**"]
            include = ["a/.editorconfig"]
            ordinary = ["a/assets/**"]
            unlisted = ["internal/**"]
            allow = ["too_many_files"]
            warn = ["pedantic", "too_many_bytes"]
            deny = ["fence_space"]
        "#;
        let metadata = Metadata::parse(manifest).unwrap();
        let options = metadata.options("skills").unwrap();
        let skill = |name: &str| format!("---\nname: {name}\ndescription: Does it.\n---\n");
        let tree = Tree::from_files([
            ("a/SKILL.md", skill("a")),
            ("a/.editorconfig", String::new()),
            ("a/assets/x/SKILL.md", skill("y")),
            ("drafts/b/SKILL.md", "not ready".to_owned()),
            ("internal/c/SKILL.md", skill("c")),
        ]);
        let checked = check(&tree, options).checked.unwrap();
        let shown: Vec<_> =
            checked.skills().iter().map(|skill| (skill.path.as_str(), skill.listed)).collect();
        assert_eq!(shown, [("acme/a", true), ("acme/internal/c", false)]);
        let files: Vec<_> = checked.files().iter().map(|file| file.uri.as_str()).collect();
        assert_eq!(
            files,
            [
                "acme+skill://acme/a/.editorconfig",
                "acme+skill://acme/a/SKILL.md",
                "acme+skill://acme/a/assets/x/SKILL.md",
                "acme+skill://acme/internal/c/SKILL.md",
            ]
        );
        let level = |name| options.level(Rule::named(name).unwrap());
        assert_eq!(
            ["too_many_files", "too_many_bytes", "fence_space"].map(level),
            [Level::Allow, Level::Warn, Level::Deny]
        );
        for rule in crate::RULES.iter().filter(|rule| rule.level == Level::Allow) {
            assert_eq!(options.level(rule), Level::Warn, "{}", rule.name);
        }
        for name in Options::NAMES {
            assert!(manifest.contains(&format!("{name} = ")), "{name}");
        }
    }

    #[test]
    fn a_single_rule_beats_pedantic_wherever_it_stands() {
        for silent in crate::RULES.iter().filter(|rule| rule.level == Level::Allow) {
            let manifest = format!(
                "[package.metadata.skills.skills]\nallow = [\"{}\"]\ndeny = [\"pedantic\"]\n",
                silent.name
            );
            let metadata = Metadata::parse(&manifest).unwrap();
            assert_eq!(metadata.options("skills").unwrap().level(silent), Level::Allow);
        }
    }

    #[test]
    fn an_error_names_the_key_and_the_way_out() {
        assert_eq!(options("exlude = ['x']\n"), ["2:1 `exlude` is no option; did you mean `exclude`?"]);
        assert_eq!(
            options("  root = 'x'\n"),
            [
                "2:3 `root` is no option; there are `prefix`, `scheme`, `exclude`, `include`, `ordinary`, `unlisted`, `allow`, \
             `warn`, `deny`"
            ]
        );
        assert_eq!(options("warn = ['crfl_ends']\n"), ["2:9 `warn`: unknown rule `crfl_ends`"]);
        assert_eq!(
            options("warn = ['too_many_flies']\n"),
            ["2:9 `warn`: unknown rule `too_many_flies`; did you mean `too_many_files`?"]
        );
        assert_eq!(
            options("allow = ['name_length']\n"),
            ["2:10 `allow`: `name_length` cannot be lowered: nothing conforming could be served"]
        );
        assert_eq!(
            options("deny = ['too_many_files']\n"),
            ["2:9 `deny`: `too_many_files` is at level deny already"]
        );
        assert_eq!(
            options("deny = ['fence_space']\nallow = [\n  'crlf',\n  'fence_space',\n]\n"),
            ["5:3 `allow` names `fence_space`, which has a level here already; keep one of the two"]
        );
        assert_eq!(options("exclude = []\n"), ["2:11 `exclude` is empty; leave it out"]);
        assert_eq!(
            options("exclude = ['ok', '/a']\n"),
            ["2:18 `exclude`: `/a` is no glob: a glob is relative to the root and does not start with `/`"]
        );
        assert_eq!(
            options("exclude = 'x'\n"),
            ["2:11 `exclude` is a list of globs: `[\"drafts/**\"]`, and this is of type string"]
        );
        assert_eq!(
            options("exclude = [1]\n"),
            ["2:12 `exclude` is a list of globs: `[\"drafts/**\"]`, and this is of type integer"]
        );
        assert_eq!(
            options("deny = true\n"),
            ["2:8 `deny` is a list of rules: `[\"crlf\"]`, and this is of type boolean"]
        );
        assert_eq!(
            options("prefix = ['x']\n"),
            ["2:10 `prefix` is a string: `prefix = \"acme\"`, and this is of type array"]
        );
        assert_eq!(
            options("prefix = 'a//b'\n"),
            ["2:10 `prefix`: the prefix has an empty segment; write it like `acme/billing`"]
        );
        assert_eq!(
            options("scheme = '1a'\n"),
            ["2:10 `scheme`: a scheme starts with a letter, not with `1`"]
        );
    }

    #[test]
    fn what_is_no_root_is_said() {
        assert_eq!(
            faults("[package.metadata]\nskills = 'skills'\n"),
            [
                "2:10 `package.metadata.skills` is a table: `[package.metadata.skills.\"skills\"]`, and this is of type string"
            ]
        );
        assert_eq!(
            faults("[package.metadata.skills]\nexclude = ['x']\n'a b' = 1\n'' = {}\n'$OUT_DIR/s' = {}\n"),
            [
                "2:1 `package.metadata.skills.exclude` stands below no root; put it below one: \
             `[package.metadata.skills.\"skills\"]`",
                "3:9 `package.metadata.skills.\"a b\"` is a table: `[package.metadata.skills.\"skills\"]`, and this is of type \
             integer",
                "4:1 `package.metadata.skills.\"\"` names no folder; name the one that holds the skills, such as `skills`",
                "5:1 `package.metadata.skills.\"$OUT_DIR/s\"` starts with a variable of the compiler; give these options to \
             `embed_skills!`",
            ]
        );
        assert_eq!(
            faults("[package.metadata.skills.'./skills/']\n[package.metadata.skills.skills]\n"),
            ["2:26 `package.metadata.skills.skills` is the same root as `./skills/`"]
        );
        // A folder may be called like an option.
        assert_eq!(roots("[package.metadata.skills.include]\n"), ["include"]);
    }

    #[test]
    fn every_error_is_said_at_once_and_a_broken_file_is_one() {
        let found = options("warn = ['x', 'y']\nprefix = ''\nexclude = [1, '/a']\nfoo = 1\n");
        assert_eq!(found.len(), 6, "{found:?}");
        let found = faults("[package.metadata.skills.skills]\nprefix = \n");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("2:") && found[0].contains(" this is no TOML: "), "{found:?}");
    }
}
