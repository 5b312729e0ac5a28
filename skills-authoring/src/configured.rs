//! The options of one root as its package has them: what `Cargo.toml` says about it, and the facts that rules ask about.
//! Nothing is read here: who can read files hands them in.

use std::path::{Path, PathBuf};

use crate::facts::{PackageFacts, tidied};
use crate::metadata::{Metadata, MetadataError};
use crate::options::Options;

/// What a package says about one root.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Configured {
    /// The options, for arguments to go on from.
    pub options: Options,
    /// The `Cargo.toml` that they depend on, when it configures any root.
    pub manifest: Option<PathBuf>,
}

impl Configured {
    /// What the package in the folder `package` says about the root at `root`. Both paths are absolute; links on the way
    /// are not followed. `read` gives the text of a file, or nothing when there is none: it is asked for `Cargo.toml` and
    /// for the build script. Without a `Cargo.toml` there is no package, and nothing is known of it.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use skills_authoring::{Configured, Level, Rule};
    ///
    /// let configured = Configured::of(Path::new("/app"), Path::new("/app/skills"), |path| {
    ///     let manifest = "[package.metadata.skills.\"skills/\"]\nallow = [\"crlf\"]\n";
    ///     (path == Path::new("/app/Cargo.toml")).then(|| manifest.to_owned())
    /// });
    /// let options = configured.unwrap().options;
    /// assert_eq!(options.level(Rule::named("crlf").unwrap()), Level::Allow);
    /// ```
    ///
    /// # Errors
    ///
    /// What [`Metadata::parse`] finds, in whichever root.
    pub fn of(
        package: &Path,
        root: &Path,
        read: impl Fn(&Path) -> Option<String>,
    ) -> Result<Self, Vec<MetadataError>> {
        let manifest = package.join("Cargo.toml");
        let Some(text) = read(&manifest) else { return Ok(Self::default()) };
        let metadata = Metadata::parse(&text)?;
        let is_root = |written: &str| tidied(&package.join(written)) == tidied(root);
        let found = metadata.roots().find(|(written, _)| is_root(written));
        let mut options = found.map(|(_, options)| options.clone()).unwrap_or_default();
        options.package = Some(PackageFacts::of(package, root, read));
        let manifest = (metadata.roots().len() > 0).then_some(manifest);
        Ok(Self { options, manifest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[package.metadata.skills.'skills/']\nexclude = ['a']\n\
                            [package.metadata.skills.'../shared']\nexclude = ['b']\n";

    fn configured(root: &str, manifest: Option<&str>) -> Configured {
        let read =
            |path: &Path| manifest.filter(|_| path == Path::new("/ws/app/Cargo.toml")).map(str::to_owned);
        Configured::of(Path::new("/ws/app"), Path::new(root), read).unwrap()
    }

    #[test]
    fn a_root_is_found_however_it_is_written() {
        for (root, excluded) in [
            ("/ws/app/skills", &["a"][..]),
            ("/ws/app/./x/../skills/", &["a"]),
            ("/ws/shared", &["b"]),
            ("/ws/app/../shared", &["b"]),
            ("/ws/skills", &[]),
            ("/ws/app/skills/x", &[]),
        ] {
            let configured = configured(root, Some(MANIFEST));
            assert_eq!(configured.options.exclude.patterns(), excluded, "{root}");
            // Another root may be configured next, so the file counts.
            assert_eq!(configured.manifest, Some("/ws/app/Cargo.toml".into()));
            assert!(configured.options.package.is_some());
        }
    }

    #[test]
    fn a_package_without_roots_is_known_and_not_depended_on() {
        let plain = configured("/ws/app/skills", Some("[package]\nname = 'app'\n"));
        assert!(plain.options.package.is_some() && plain.manifest.is_none());
        let absent = configured("/ws/app/skills", None);
        assert!(absent.options.package.is_none() && absent.manifest.is_none());
    }

    #[test]
    fn a_mistake_about_another_root_is_a_mistake() {
        let read = |_: &Path| Some("[package.metadata.skills.other]\nexlude = ['x']\n".to_owned());
        assert_eq!(Configured::of(Path::new("/a"), Path::new("/a/skills"), read).unwrap_err().len(), 1);
    }
}
