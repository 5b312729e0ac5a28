//! What is known of the cargo package that a root is embedded by. Nothing is read here: who can read files hands them in.

use std::path::{Component, Path, PathBuf};

/// The cargo package around a root, as far as rules ask about it.
///
/// ```
/// use std::path::Path;
///
/// use skills_authoring::{Options, PackageFacts, Tree, check};
///
/// let mut options = Options::default();
/// options.package = Some(PackageFacts::of(Path::new("/app"), Path::new("/app/skills"), |path| {
///     (path == Path::new("/app/Cargo.toml")).then(|| "[package]\nname = \"app\"\n".to_owned())
/// }));
/// let tree = Tree::from_files([("pdf/SKILL.md", "---\nname: pdf\ndescription: Fills in forms.\n---\n")]);
/// assert_eq!(check(&tree, &options).findings[0].rule.name, "untracked_directory");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageFacts {
    /// The path of the root from the folder of `Cargo.toml`, with `/`: empty for that folder itself, with `..` for what is
    /// not in it. An absolute path when the two share nothing.
    pub(crate) root: String,
    pub(crate) build_script: BuildScript,
}

/// What is known of the program that cargo runs first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BuildScript {
    /// There is none.
    Absent,
    /// Its source.
    Source(String),
    /// There is one, but its source is not known.
    Unknown,
}

impl PackageFacts {
    /// The facts about the root at `root`, embedded by the package whose `Cargo.toml` is in the folder `package`. Both
    /// paths are absolute; links on the way are not followed. `read` gives the text of a file, or nothing when there is
    /// none: it is asked for `Cargo.toml` and for the build script.
    #[must_use]
    pub fn of(package: &Path, root: &Path, read: impl Fn(&Path) -> Option<String>) -> Self {
        let manifest = read(&package.join("Cargo.toml")).unwrap_or_default();
        let build_script = match named_script(&manifest) {
            Named::Nothing => BuildScript::Absent,
            Named::Path(path) => read(&package.join(path)).map_or(BuildScript::Unknown, BuildScript::Source),
            Named::Default => {
                read(&package.join("build.rs")).map_or(BuildScript::Absent, BuildScript::Source)
            }
        };
        Self { root: relative(&tidied(package), &tidied(root)), build_script }
    }

    /// Whether the root is in the folder of the package.
    pub(crate) fn is_inside(&self) -> bool {
        self.root != ".." && !self.root.starts_with("../") && !Path::new(&self.root).is_absolute()
    }
}

/// What `package.build` says.
enum Named<'m> {
    Default,
    Nothing,
    Path(&'m str),
}

/// Reads one key without a reader of TOML, which is slow inside a compiler.
fn named_script(manifest: &str) -> Named<'_> {
    let mut is_package = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            is_package = line.trim_start_matches(['[', ' ']).starts_with("package]");
            continue;
        }
        let key = if is_package { "build" } else { "package.build" };
        let Some(value) = line.strip_prefix(key).and_then(|rest| rest.trim_start().strip_prefix('=')) else {
            continue;
        };
        let value = value.trim_start();
        if value.starts_with("false") {
            return Named::Nothing;
        }
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''));
        if let Some(path) = quote.and_then(|quote| value.get(1..)?.split(quote).next()) {
            return Named::Path(path);
        }
    }
    Named::Default
}

/// `path` without `.`, and with each `..` taking the folder before it along.
pub(crate) fn tidied(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(tidied.pop()),
            component => tidied.push(component),
        }
    }
    tidied
}

/// `path` as it is reached from `folder`.
fn relative(folder: &Path, path: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (folder.components().collect(), path.components().collect());
    let shared = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
    let is_apart = !to.iter().take(shared).any(|shared| matches!(shared, Component::Normal(_)));
    if is_apart && !path.starts_with(folder) {
        return path.to_string_lossy().into_owned();
    }
    let up = from.iter().skip(shared).map(|_| "..".into());
    let down = to.iter().skip(shared).map(|segment| segment.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(root: &str, files: &[(&str, &str)]) -> PackageFacts {
        let read = |path: &Path| {
            let found = files.iter().find(|(name, _)| Path::new("/ws/app").join(name) == path);
            found.map(|(_, text)| (*text).to_owned())
        };
        PackageFacts::of(Path::new("/ws/app"), Path::new(root), read)
    }

    #[test]
    fn a_root_is_seen_from_the_package() {
        for (root, seen, is_inside) in [
            ("/ws/app/skills", "skills", true),
            ("/ws/app/./a/../skills/", "skills", true),
            ("/ws/app", "", true),
            ("/ws/app/..x", "..x", true),
            ("/ws/app/../skills", "../skills", false),
            ("/ws", "..", false),
            ("/ws/application", "../application", false),
            ("/opt/skills", "/opt/skills", false),
        ] {
            let facts = facts(root, &[]);
            assert_eq!((facts.root.as_str(), facts.is_inside()), (seen, is_inside), "{root}");
        }
    }

    #[test]
    fn the_build_script_is_where_cargo_looks_for_it() {
        let script = |manifest: &str, files: &[&str]| {
            let files: Vec<_> =
                files.iter().map(|file| (*file, *file)).chain([("Cargo.toml", manifest)]).collect();
            facts("/ws/app/skills", &files).build_script
        };
        let source = |source: &str| BuildScript::Source(source.to_owned());
        assert_eq!(script("[package]\nname = 'x'\n", &[]), BuildScript::Absent);
        assert_eq!(script("[package]\nname = 'x'\n", &["build.rs"]), source("build.rs"));
        assert_eq!(script("[package]\nbuild = false\n", &["build.rs"]), BuildScript::Absent);
        assert_eq!(script("[package]\nbuild = true\n", &["build.rs"]), source("build.rs"));
        for manifest in
            ["[package]\nbuild=\"b/x.rs\" # y", "[ package]\n build = 'b/x.rs'", "package.build = 'b/x.rs'"]
        {
            assert_eq!(script(manifest, &["build.rs", "b/x.rs"]), source("b/x.rs"), "{manifest}");
            assert_eq!(script(manifest, &["build.rs"]), BuildScript::Unknown, "{manifest}");
        }
        assert_eq!(script("[x]\nbuild = 'x.rs'\n[build-dependencies]\n", &["build.rs"]), source("build.rs"));
    }
}
