//! The tree of a directory that `include_dir!` has put into a program. No disk is read.

use include_dir::{Dir, DirEntry, File};

use super::{Content, Tree};

impl From<&Dir<'_>> for Tree {
    /// Makes a tree of what `directory` holds, which need not be a root itself: paths start below it. `include_dir!` has
    /// followed links and has taken every file, so no link is found here, and dot entries are left out only when the
    /// tree is checked.
    ///
    /// ```
    /// use include_dir::{Dir, DirEntry, File};
    /// use skills_authoring::{Options, Tree, check};
    ///
    /// // As `include_dir!("$CARGO_MANIFEST_DIR/skills")` makes it.
    /// const SKILL_MD: &[u8] = b"---\nname: pdf\ndescription: Fills in PDF forms.\n---\n";
    /// const PDF: &[DirEntry<'_>] = &[DirEntry::File(File::new("pdf/SKILL.md", SKILL_MD))];
    /// static SKILLS: Dir<'_> = Dir::new("", &[DirEntry::Dir(Dir::new("pdf", PDF))]);
    ///
    /// let report = check(&Tree::from(&SKILLS), &Options::default());
    /// assert!(report.checked.is_some());
    /// ```
    fn from(directory: &Dir<'_>) -> Self {
        let mut files = Vec::new();
        let mut folders = vec![directory];
        while let Some(folder) = folders.pop() {
            for entry in folder.entries() {
                match entry {
                    DirEntry::Dir(folder) => folders.push(folder),
                    DirEntry::File(file) => files.push(file),
                }
            }
        }
        let path = |file: &File<'_>| {
            let path = file.path().strip_prefix(directory.path()).unwrap_or(file.path());
            path.to_string_lossy().into_owned()
        };
        Self::from_contents(files.iter().map(|file| (path(file), Content::File(file.contents().to_vec()))))
    }
}

#[cfg(test)]
mod tests {
    use include_dir::include_dir;

    use super::*;

    static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/rule");

    fn shown(tree: &Tree) -> Vec<(String, usize)> {
        let bytes = |content: &Content| match content {
            Content::File(bytes) => bytes.len(),
            _ => 0,
        };
        tree.entries().iter().map(|entry| (entry.path.clone(), bytes(&entry.content))).collect()
    }

    #[test]
    fn what_a_program_has_is_what_the_disk_had() {
        let tree = Tree::from(&SOURCES);
        assert!(!tree.entries().is_empty());
        for entry in tree.entries() {
            let Content::File(bytes) = &entry.content else { continue };
            let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rule").join(&entry.path);
            assert_eq!(*bytes, std::fs::read(file).unwrap(), "{}", entry.path);
        }
    }

    #[test]
    fn paths_start_below_the_directory() {
        const DEEP: &[DirEntry<'_>] =
            &[DirEntry::Dir(Dir::new("a/b", &[DirEntry::File(File::new("a/b/x", b"12"))]))];
        let inner = Dir::new("a", DEEP);
        let outer = [DirEntry::Dir(Dir::new("a", DEEP)), DirEntry::File(File::new("y", b"1"))];
        let files = |files: &[(&str, usize)]| {
            files.iter().map(|(path, size)| ((*path).to_owned(), *size)).collect::<Vec<_>>()
        };
        assert_eq!(shown(&Tree::from(&inner)), files(&[("b", 0), ("b/x", 2)]));
        assert_eq!(
            shown(&Tree::from(&Dir::new("", &outer))),
            files(&[("a", 0), ("a/b", 0), ("a/b/x", 2), ("y", 1)])
        );
    }
}
