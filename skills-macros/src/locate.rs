//! Where the root lies: for the file system, for `include_*!`, and for a person. Whether anything is there is for
//! `skills-authoring` to find out.

use core::fmt;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folder of skills.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Root {
    /// Absolute and UTF-8, without `.` segments and without a trailing slash.
    pub(crate) path: String,
    /// As rustc would print it: relative to its working directory. A root elsewhere is shown as it was written when it
    /// was written with a variable, so that the text does not depend on the machine.
    pub(crate) shown: String,
    /// The environment variable it depends on.
    pub(crate) variable: Option<String>,
}

/// Why a path cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum LocateError {
    /// Nothing is written.
    Empty,
    /// `$` is not followed by a name and then by `/` or the end.
    VariableName,
    /// rustc does not see the variable.
    Unset { name: String },
    /// The variable is set to nothing.
    Blank { name: String },
    /// The variable does not hold Unicode.
    VariableNotUtf8 { name: String },
    /// The absolute path is not UTF-8.
    NotUtf8 { path: PathBuf },
    /// The compiler runs in no directory.
    NoWorkingDirectory,
}

/// Finds the root written as `path`, in the environment of this compiler.
pub(crate) fn locate(path: &str) -> Result<Root, LocateError> {
    let here = env::current_dir().map_err(|_| LocateError::NoWorkingDirectory)?;
    resolve(path, &here, |name| env::var_os(name))
}

fn resolve(
    written: &str,
    here: &Path,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Root, LocateError> {
    if written.is_empty() {
        return Err(LocateError::Empty);
    }
    let (name, from_variable) = match written.strip_prefix('$') {
        Some(rest) => {
            let (name, below) = split_variable(rest)?;
            (Some(name), PathBuf::from(value(name, &variable)? + below))
        }
        None => (None, PathBuf::from(written)),
    };
    let package = variable("CARGO_MANIFEST_DIR").map_or_else(|| here.to_owned(), PathBuf::from);
    let path: PathBuf = here.join(package).join(from_variable).components().collect();
    let shown = match (path.strip_prefix(here), name) {
        (Ok(below), _) if below.as_os_str().is_empty() => ".".to_owned(),
        (Ok(below), _) => below.display().to_string(),
        (Err(_), Some(_)) => written.trim_end_matches('/').to_owned(),
        (Err(_), None) => path.display().to_string(),
    };
    let path = path.into_os_string().into_string();
    let path = path.map_err(|path| LocateError::NotUtf8 { path: path.into() })?;
    Ok(Root { path, shown, variable: name.map(str::to_owned) })
}

/// `NAME` and what follows it.
fn split_variable(rest: &str) -> Result<(&str, &str), LocateError> {
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (name, below) = rest.split_at(end);
    let is_name = name.starts_with(|c: char| !c.is_ascii_digit());
    if is_name && (below.is_empty() || below.starts_with(['/', std::path::MAIN_SEPARATOR])) {
        Ok((name, below))
    } else {
        Err(LocateError::VariableName)
    }
}

fn value(name: &str, variable: impl Fn(&str) -> Option<OsString>) -> Result<String, LocateError> {
    match variable(name).map(OsString::into_string) {
        None => Err(LocateError::Unset { name: name.to_owned() }),
        Some(Err(_)) => Err(LocateError::VariableNotUtf8 { name: name.to_owned() }),
        Some(Ok(value)) if value.is_empty() => Err(LocateError::Blank { name: name.to_owned() }),
        Some(Ok(value)) => Ok(value),
    }
}

impl fmt::Display for LocateError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => out.write_str("the path is empty; name the folder that holds the skills, such as `skills/`"),
            Self::VariableName => out.write_str(
                "`$` begins the name of an environment variable, such as `$OUT_DIR/skills`; a folder with such a name \
                 is `./$…`",
            ),
            Self::Unset { name } if name == "OUT_DIR" => {
                out.write_str("the environment variable `OUT_DIR` is not set: cargo sets it for a package with a build script")
            }
            Self::Unset { name } => {
                write!(out, "the environment variable `{name}` is not set while this crate is compiled")
            }
            Self::Blank { name } => write!(out, "the environment variable `{name}` is empty"),
            Self::VariableNotUtf8 { name } => {
                write!(out, "the environment variable `{name}` does not hold UTF-8, and an included path must")
            }
            Self::NotUtf8 { path } => {
                write!(out, "`{}` is not UTF-8, and an included path must be", path.display())
            }
            Self::NoWorkingDirectory => out.write_str("the working directory of the compiler is gone"),
        }
    }
}

impl core::error::Error for LocateError {}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "/ws";

    /// Resolves in a package at `/ws/app`, with `OUT_DIR`, `ELSEWHERE`, `RELATIVE` and `BLANK` set.
    fn resolved(written: &str) -> Result<(String, String), LocateError> {
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
        resolve(written, Path::new(HERE), variable).map(|root| (root.path, root.shown))
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
            ("/ws", "/ws", "."),
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

    #[test]
    fn whatever_cannot_be_resolved_says_why() {
        for (written, error) in [
            ("", LocateError::Empty),
            ("$", LocateError::VariableName),
            ("$/skills", LocateError::VariableName),
            ("$1/skills", LocateError::VariableName),
            ("${OUT_DIR}/skills", LocateError::VariableName),
            ("$OUT-DIR/skills", LocateError::VariableName),
            ("$UNSET/skills", LocateError::Unset { name: "UNSET".to_owned() }),
            ("$BLANK/skills", LocateError::Blank { name: "BLANK".to_owned() }),
        ] {
            assert_eq!(resolved(written), Err(error), "{written}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_utf8_cannot_be_included() {
        use std::os::unix::ffi::OsStringExt as _;

        let odd = |_: &str| Some(OsString::from_vec(b"/opt/\xff".to_vec()));
        let named = LocateError::VariableNotUtf8 { name: "ODD".to_owned() };
        assert_eq!(resolve("$ODD", Path::new(HERE), odd), Err(named));
        let package = resolve("skills", Path::new(HERE), odd).unwrap_err();
        assert!(matches!(package, LocateError::NotUtf8 { .. }));
        assert_eq!(package.to_string(), "`/opt/\u{fffd}/skills` is not UTF-8, and an included path must be");
    }

    #[test]
    fn without_cargo_a_path_is_relative_to_the_compiler() {
        let root = resolve("skills", Path::new(HERE), |_| None).unwrap();
        assert_eq!((root.path.as_str(), root.shown.as_str(), root.variable), ("/ws/skills", "skills", None));
    }
}
