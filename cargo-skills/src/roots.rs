//! Which folders a command is about, and with which options: the one that was named, or those that the package in the
//! current directory configures. It does not look into them.

use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};

use clap::ArgMatches;
use skills_authoring::{Metadata, Options, PackageFacts};

use crate::arguments::{DIR, set_levels};
use crate::failure::Failure;

/// A folder of skills.
pub(crate) struct Root {
    /// Where it is, from the current directory.
    pub(crate) path: PathBuf,
    /// The same for a person.
    pub(crate) shown: String,
    /// What `Cargo.toml` and the arguments say about it.
    pub(crate) options: Options,
}

/// The roots that `matches` ask for: at least one.
pub(crate) fn selected(matches: &ArgMatches) -> Result<Vec<Root>, Failure> {
    let here = env::current_dir().map_err(|error| Failure::NoWorkingDirectory { error })?;
    let mut roots = match matches.get_one::<PathBuf>(DIR) {
        Some(dir) => vec![named(&here, dir)?],
        None => configured(&here)?,
    };
    for root in &mut roots {
        set_levels(matches, &mut root.options);
    }
    Ok(roots)
}

/// The one root, for results that cannot be about several.
pub(crate) fn only(matches: &ArgMatches) -> Result<Root, Failure> {
    let mut roots = selected(matches)?;
    match (roots.pop(), roots.is_empty()) {
        (Some(root), true) => Ok(root),
        (last, _) => {
            let roots = roots.into_iter().chain(last).map(|root| root.shown).collect();
            Err(Failure::SeveralRoots { roots })
        }
    }
}

/// The folder that was named. Its options are those of the package in the current directory, when it configures this
/// folder, and else those of the package that the folder is in.
fn named(here: &Path, dir: &Path) -> Result<Root, Failure> {
    let own = Package::around(here, here)?;
    let found = own.as_ref().and_then(|package| Some((package, package.options(dir)?)));
    if let Some((package, options)) = found {
        return Ok(package.root(here, dir, options.clone()));
    }
    match Package::around(here, &tidied(&here.join(dir)))? {
        Some(package) => {
            let options = package.options(dir).cloned();
            Ok(package.root(here, dir, options.unwrap_or_default()))
        }
        None => Ok(Root::new(here, dir, Options::default())),
    }
}

/// The roots of the package in the current directory, or `skills` in it.
fn configured(here: &Path) -> Result<Vec<Root>, Failure> {
    const USUAL: &str = "skills";
    let Some(package) = Package::around(here, here)? else {
        return Ok(vec![Root::new(here, Path::new(USUAL), Options::default())]);
    };
    let roots = package.metadata.roots();
    if roots.len() == 0 {
        return Ok(vec![package.root(here, &package.folder.join(USUAL), Options::default())]);
    }
    Ok(roots.map(|(root, options)| package.root(here, &package.folder.join(root), options.clone())).collect())
}

impl Root {
    /// As the macro shows a root: below the current directory from there on, and in full elsewhere.
    fn new(here: &Path, path: &Path, options: Options) -> Self {
        let whole: PathBuf = here.join(path).components().collect();
        let path = match whole.strip_prefix(here) {
            Ok(below) if below.as_os_str().is_empty() => PathBuf::from("."),
            Ok(below) => below.to_owned(),
            Err(_) => path.components().collect(),
        };
        Self { shown: path.display().to_string(), path, options }
    }

    /// What stands before the paths of files: as the macro has it, nothing for the current directory.
    pub(crate) fn base(&self) -> &str {
        if self.shown == "." { "" } else { &self.shown }
    }

    /// A file of it, for a person.
    pub(crate) fn file(&self, path: &str) -> String {
        self.path.join(path).components().collect::<PathBuf>().display().to_string()
    }
}

/// A folder with a `Cargo.toml`.
struct Package {
    /// From the current directory, when that is in it.
    folder: PathBuf,
    /// Whether it may be one that embeds skills, which a workspace without a package is not.
    embeds: bool,
    metadata: Metadata,
}

impl Package {
    /// The innermost package around `start`, as cargo finds it.
    fn around(here: &Path, start: &Path) -> Result<Option<Self>, Failure> {
        let mut above = start.ancestors().enumerate();
        let Some((depth, folder)) = above.find(|(_, folder)| folder.join(MANIFEST).is_file()) else {
            return Ok(None);
        };
        let folder: PathBuf =
            if start == here { core::iter::repeat_n("..", depth).collect() } else { folder.to_owned() };
        let path = folder.join(MANIFEST);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => return Err(Failure::Manifest { path, error }),
        };
        let is_package = text.lines().any(|line| line.trim_start().starts_with("[package]"));
        let embeds = is_package && text.contains("skills-runtime");
        match Metadata::parse(&text) {
            Ok(metadata) => Ok(Some(Self { folder, embeds, metadata })),
            Err(errors) => Err(Failure::Metadata { path, errors }),
        }
    }

    /// What it says about the root at `dir`.
    fn options(&self, dir: &Path) -> Option<&Options> {
        let dir = fs::canonicalize(dir).ok()?;
        let is_dir = |root: &str| fs::canonicalize(self.folder.join(root)).is_ok_and(|root| root == dir);
        self.metadata.roots().find(|(root, _)| is_dir(root)).map(|(_, options)| options)
    }

    /// A root that it embeds.
    fn root(&self, here: &Path, path: &Path, mut options: Options) -> Root {
        if self.embeds || self.metadata.roots().len() > 0 {
            let read = |path: &Path| fs::read_to_string(path).ok();
            options.package = Some(PackageFacts::of(&here.join(&self.folder), &here.join(path), read));
        }
        Root::new(here, path, options)
    }
}

/// `path` with each `..` taking the folder before it along, so that what is above it really is.
fn tidied(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut tidied, component| {
        match component {
            Component::ParentDir => drop(tidied.pop()),
            component => tidied.push(component),
        }
        tidied
    })
}

const MANIFEST: &str = "Cargo.toml";
