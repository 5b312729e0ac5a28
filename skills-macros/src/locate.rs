//! Where the root lies: for the file system, for `include_*!`, and for a person. Whether anything is there is for
//! `skills-authoring` to find out.

use std::ffi::OsString;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::{env, fs};

use skills_authoring::{Configured, MetadataError};
use syn::{Error, LitStr, Result};

/// The folder of skills.
#[derive(Debug)]
pub(crate) struct Root {
    /// Absolute, without `.` segments and without a trailing slash.
    pub(crate) path: String,
    /// As rustc would print it: relative to its working directory. A root elsewhere is shown as it was written when it
    /// was written with a variable, so that the text does not depend on the machine.
    pub(crate) shown: String,
    /// The environment variable it depends on.
    pub(crate) variable: Option<String>,
    /// What `Cargo.toml` says about it.
    pub(crate) configured: Configured,
}

/// Finds the root that `path` names in the environment of this compiler.
pub(crate) fn locate(path: &LitStr) -> Result<Root> {
    resolve(path, &env::current_dir().unwrap_or_default(), |name| env::var_os(name))
}

fn resolve(path: &LitStr, here: &Path, variable: impl Fn(&str) -> Option<OsString>) -> Result<Root> {
    let fault = |text: &str| Error::new(path.span(), text);
    let written = path.value();
    if written.is_empty() {
        return Err(fault("the path is empty; name the folder of the skills, such as `skills/`"));
    }
    let (name, mut below, rest) = match written.strip_prefix('$') {
        None => (None, OsString::new(), written.as_str()),
        Some(text) => {
            let (name, rest) = split_variable(text).ok_or_else(|| {
                fault("`$` begins the name of an environment variable, as in `$OUT_DIR/skills`; a folder is `./$…`")
            })?;
            let value = variable(name).filter(|value| !value.is_empty()).ok_or_else(|| {
                let why =
                    if name == "OUT_DIR" { ": cargo sets it for packages with a build script" } else { "" };
                fault(&format!("the environment variable `{name}` is not set{why}"))
            })?;
            (Some(name.to_owned()), value, rest)
        }
    };
    below.push(rest);
    let package = here.join(variable("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root: PathBuf = package.join(below).components().collect();
    let shown = match (root.strip_prefix(here), &name) {
        (Ok(below), _) => below.display().to_string(),
        (Err(_), Some(_)) => written.trim_end_matches('/').to_owned(),
        (Err(_), None) => root.display().to_string(),
    };
    let configured = Configured::of(&package, &root, |path| fs::read_to_string(path).ok());
    let mut configured = configured.map_err(|errors| {
        let manifest = package.strip_prefix(here).unwrap_or(&package).join("Cargo.toml");
        fault(&MetadataError::all(&errors, &manifest))
    })?;
    // What the environment decides is no part of the package.
    configured.options.package = configured
        .options
        .package
        .filter(|_| name.as_deref().is_none_or(|name| name == "CARGO_MANIFEST_DIR"));
    let culprit = name.as_deref().unwrap_or("CARGO_MANIFEST_DIR");
    match root.to_str() {
        Some(path) => Ok(Root { path: path.to_owned(), shown, variable: name, configured }),
        None => Err(fault(&format!("the value of `{culprit}` is not UTF-8, and what is included must be"))),
    }
}

/// The name that stands after a `$`, and what follows it.
fn split_variable(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let is_name = name.starts_with(|c: char| !c.is_ascii_digit());
    (is_name && (rest.is_empty() || rest.starts_with(['/', MAIN_SEPARATOR]))).then_some((name, rest))
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    const HERE: &str = "/ws";

    /// Resolves in a package at `/ws/app`, with `OUT_DIR`, `ELSEWHERE`, `RELATIVE` and `BLANK` set.
    fn resolved(written: &str) -> core::result::Result<(String, String), String> {
        let variable = |name: &str| {
            let value = match name {
                "CARGO_MANIFEST_DIR" => "/ws/app",
                "OUT_DIR" => "/ws/target/out",
                "ELSEWHERE" => "/opt/else",
                "RELATIVE" => "assets",
                "BLANK" => "",
                _ => return None,
            };
            Some(OsString::from(value))
        };
        match resolve(&literal(written), Path::new(HERE), variable) {
            Ok(root) => Ok((root.path, root.shown)),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn a_path_is_relative_to_the_package_and_shown_as_rustc_shows_paths() {
        for (written, path, shown) in [
            ("skills", "/ws/app/skills", "app/skills"),
            ("skills/", "/ws/app/skills", "app/skills"),
            ("./skills/", "/ws/app/skills", "app/skills"),
            ("skills//deep/./er", "/ws/app/skills/deep/er", "app/skills/deep/er"),
            ("../skills", "/ws/app/../skills", "app/../skills"),
            (".", "/ws/app", "app"),
            ("..", "/ws/app/..", "app/.."),
            ("/ws", "/ws", ""),
            ("/ws/skills/", "/ws/skills", "skills"),
            ("/opt/skills/", "/opt/skills", "/opt/skills"),
            ("./$OUT_DIR", "/ws/app/$OUT_DIR", "app/$OUT_DIR"),
            ("a \"quoted\" folder", "/ws/app/a \"quoted\" folder", "app/a \"quoted\" folder"),
        ] {
            assert_eq!(resolved(written), Ok((path.to_owned(), shown.to_owned())), "{written}");
        }
    }

    #[test]
    fn a_variable_may_come_first() {
        for (written, path, shown) in [
            ("$OUT_DIR", "/ws/target/out", "target/out"),
            ("$OUT_DIR/skills/", "/ws/target/out/skills", "target/out/skills"),
            ("$CARGO_MANIFEST_DIR/skills", "/ws/app/skills", "app/skills"),
            ("$ELSEWHERE/skills/", "/opt/else/skills", "$ELSEWHERE/skills"),
            ("$ELSEWHERE/$OUT_DIR", "/opt/else/$OUT_DIR", "$ELSEWHERE/$OUT_DIR"),
            ("$RELATIVE/skills", "/ws/app/assets/skills", "app/assets/skills"),
        ] {
            assert_eq!(resolved(written), Ok((path.to_owned(), shown.to_owned())), "{written}");
        }
    }

    fn literal(written: &str) -> LitStr {
        LitStr::new(written, Span::call_site())
    }

    #[test]
    fn whatever_cannot_be_resolved_says_why() {
        const NAME: &str =
            "`$` begins the name of an environment variable, as in `$OUT_DIR/skills`; a folder is `./$…`";
        for (written, text) in [
            ("", "the path is empty; name the folder of the skills, such as `skills/`"),
            ("$", NAME),
            ("$/skills", NAME),
            ("$1/skills", NAME),
            ("${OUT_DIR}/skills", NAME),
            ("$OUT-DIR/skills", NAME),
            ("$UNSET/skills", "the environment variable `UNSET` is not set"),
            ("$BLANK/skills", "the environment variable `BLANK` is not set"),
        ] {
            assert_eq!(resolved(written), Err(text.to_owned()), "{written}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_utf8_cannot_be_included() {
        use std::os::unix::ffi::OsStringExt as _;

        let odd = |_: &str| Some(OsString::from_vec(b"/opt/\xff".to_vec()));
        for written in ["$ODD/skills", "skills"] {
            let error = resolve(&literal(written), Path::new(HERE), odd).unwrap_err();
            let name = if written == "skills" { "CARGO_MANIFEST_DIR" } else { "ODD" };
            let text = format!("the value of `{name}` is not UTF-8, and what is included must be");
            assert_eq!(error.to_string(), text);
        }
    }

    #[test]
    fn without_cargo_a_path_is_relative_to_the_compiler() {
        let root = resolve(&literal("skills"), Path::new(HERE), |_| None).unwrap();
        assert_eq!((root.path.as_str(), root.shown.as_str(), root.variable), ("/ws/skills", "skills", None));
    }

    #[test]
    fn the_package_has_a_say_about_the_folder() {
        let package = tempfile::tempdir().unwrap();
        let manifest = package.path().join("Cargo.toml");
        let resolved = |written: &str, text: &str| {
            fs::write(&manifest, text).unwrap();
            let variable = |name: &str| {
                matches!(name, "CARGO_MANIFEST_DIR" | "HERE").then(|| package.path().as_os_str().to_owned())
            };
            resolve(&literal(written), package.path().parent().unwrap(), variable)
        };
        let text = "[package.metadata.skills.'skills/']\nexclude = ['drafts']\n";
        let configured = resolved("./skills", text).unwrap().configured;
        assert_eq!(configured.options.exclude.patterns(), ["drafts"]);
        assert!(configured.manifest.as_ref() == Some(&manifest) && configured.options.package.is_some());
        let other = resolved("others", text).unwrap().configured;
        assert!(other.options.exclude.patterns().is_empty() && other.manifest.is_some());
        let from_outside = resolved("$HERE/skills", text).unwrap().configured;
        assert_eq!(from_outside.options.exclude.patterns(), ["drafts"]);
        assert!(from_outside.options.package.is_none());
        assert!(resolved("skills", "[package]\nname = 'x'\n").unwrap().configured.manifest.is_none());

        let folder = package.path().file_name().unwrap().to_str().unwrap();
        let error =
            resolved("skills", &format!("{text}warn = ['x']\nscheme = ''\n")).unwrap_err().to_string();
        let lines: Vec<_> = error.lines().collect();
        assert_eq!(lines.len(), 4, "{error}");
        assert_eq!(lines[1], format!(" --> {folder}/Cargo.toml:3:9"));
        assert_eq!(lines[0], "`package.metadata.skills.\"skills/\".warn`: unknown rule `x`");
    }

    #[test]
    fn a_build_script_is_what_sets_out_dir() {
        let error = resolve(&literal("$OUT_DIR"), Path::new(HERE), |_| None).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("`OUT_DIR` is not set: cargo sets it for packages with a build script")
        );
    }
}
