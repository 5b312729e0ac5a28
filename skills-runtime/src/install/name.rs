//! Which paths may become paths on a disk. Not which the rules of authoring recommend (`unportable_name`).

/// The longest name that common file systems hold, in bytes.
const LONGEST: usize = 255;

/// Where the installer keeps its lock and its records, in the folder that it installs to.
pub(super) const STATE: &str = ".skills-runtime";

/// Whose rules a name is held to.
#[derive(Clone, Copy)]
pub(super) enum Naming {
    Posix,
    Windows,
}

impl Naming {
    pub(super) const HERE: Self = if cfg!(windows) { Self::Windows } else { Self::Posix };

    /// Whether `path` is names joined by `/` that stay below the folder they are joined to, outside [`STATE`].
    pub(super) fn admits(self, path: &str) -> bool {
        let first = path.split('/').next().unwrap_or_default();
        // A file system that ignores case would find the state under another spelling.
        !first.eq_ignore_ascii_case(STATE) && path.split('/').all(|name| self.admits_name(name))
    }

    fn admits_name(self, name: &str) -> bool {
        let plain = !matches!(name, "" | "." | "..")
            && name.len() <= LONGEST
            && !name.contains(|c: char| c == '\\' || c.is_control());
        plain
            && match self {
                Self::Posix => true,
                Self::Windows => {
                    !name.contains(['<', '>', ':', '"', '|', '?', '*'])
                        && !name.ends_with(['.', ' '])
                        && !is_device(name)
                }
            }
    }
}

/// Whether Windows opens a device by this name, whatever its extension and whichever the folder.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let numbered = |prefix: &str| {
        let number = stem.get(prefix.len()..).unwrap_or_default();
        let starts = stem.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
        starts
            && matches!(number, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
    };
    ["con", "prn", "aux", "nul", "conin$", "conout$"].iter().any(|name| stem.eq_ignore_ascii_case(name))
        || numbered("com")
        || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    fn a_path_stays_below_its_folder() {
        for path in
            ["a", "a/b/SKILL.md", "acme/100% café #1?+.md", "a/.editorconfig", "a/.skills-runtime", "..a"]
        {
            assert!(Naming::Posix.admits(path), "{path}");
        }
        let hostile = [
            "",
            "/",
            "/etc/passwd",
            "..",
            "../x",
            "a/../../x",
            "a/./b",
            "a//b",
            "a/",
            "a\\..\\b",
            "a\0",
            "a\nb",
            ".skills-runtime/.lock",
            ".SKILLS-Runtime/x",
        ];
        for path in hostile {
            assert!(!Naming::Posix.admits(path) && !Naming::Windows.admits(path), "{path:?}");
        }
        assert!(Naming::Posix.admits(&String::from_utf8(alloc::vec![b'a'; 255]).unwrap()));
        assert!(!Naming::Posix.admits(&String::from_utf8(alloc::vec![b'a'; 256]).unwrap()));
    }

    #[test]
    fn windows_has_its_own_devices() {
        for path in ["C:/x", "a/b?", "a/b.", "a /b", "con", "a/NUL.txt", "a/com1", "LPT³.md", "aux .c", "a|b"]
        {
            assert!(!Naming::Windows.admits(path), "{path}");
            assert!(Naming::Posix.admits(path), "{path}");
        }
        for path in ["console", "com", "com10", "lpt-1", "a.b/nul-file", "é"] {
            assert!(Naming::Windows.admits(path), "{path}");
        }
    }
}
