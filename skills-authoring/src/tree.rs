//! A directory as data: sorted paths and what lies at each. The only file of the project that reads a disk while a
//! crate is being built. What an entry means is not decided here.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, FileType};
use std::path::Path;

use crate::model::SKILL_MD;
use crate::options::Options;
use crate::parallel;
use crate::selection::{Selection, Standing, name_of};

#[cfg(feature = "include_dir")]
mod included;

/// Everything below one root, sorted by the bytes of the path. A folder has an entry of its own.
///
/// ```
/// use skills_authoring::{Options, Tree, check};
///
/// let skill = "---\nname: pdf\ndescription: Fills in PDF forms.\n---\n";
/// let tree = Tree::from_files([("pdf/SKILL.md", skill)]);
/// assert!(check(&tree, &Options::default()).findings.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tree {
    entries: Vec<Entry>,
    root_fault: Option<RootFault>,
}

/// One entry below the root.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The path from the root, with `/`; lossy when the name is not UTF-8.
    pub path: String,
    /// What lies there.
    pub content: Content,
}

/// What lies at a path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Content {
    /// A regular file and its bytes.
    File(Vec<u8>),
    /// A regular file that was not read: no folder above it, short of the root, holds a `SKILL.md`, so no skill can
    /// have it.
    Stray,
    /// A directory; what is in it has entries of its own.
    Directory,
    /// A symbolic link, never followed.
    Link {
        /// Where it points, as written.
        target: String,
    },
    /// A pipe, a socket or a device, never opened.
    Special {
        /// What it is, for a person.
        kind: &'static str,
    },
    /// Something whose name is not UTF-8.
    NotUtf8,
    /// Something that could not be read.
    Unreadable {
        /// What the operating system said.
        error: String,
    },
    /// Something that the selection leaves out, unread: a dot entry, a well-known leftover, or what `exclude` names.
    LeftOut,
}

/// Why nothing below the root could be read.
#[derive(Clone, Debug)]
pub(crate) struct RootFault {
    /// The absolute path that was tried.
    pub(crate) tried: String,
    /// What is wrong with it, as the end of a sentence.
    pub(crate) reason: String,
}

impl Tree {
    /// Reads everything below `root`, with the default selection.
    #[must_use]
    pub fn read(root: &Path) -> Self {
        Self::read_selected(root, &Options::default())
    }

    /// Reads everything below `root` that `options` select. What they leave out is not opened.
    ///
    /// It never fails: whatever cannot be read is an entry that says so. `root` may be reached through links; links
    /// below it are entries, and are not followed. Pipes, sockets and devices are not opened.
    #[must_use]
    pub fn read_selected(root: &Path, options: &Options) -> Self {
        if let Err(reason) = directory_at(root) {
            let tried = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
            let fault = RootFault { tried: tried.display().to_string(), reason };
            return Self { entries: Vec::new(), root_fault: Some(fault) };
        }
        let mut entries = walk(root, &Selection::new(options));
        read_files(root, &mut entries);
        Self { entries, root_fault: None }
    }

    /// Makes a tree of `files`, each a path from the root with `/` and its bytes. The directories follow from the
    /// paths. Empty segments, `.` and `..` are resolved. Of two files at one path the later counts; a path that is file
    /// and directory at once is a directory.
    #[must_use]
    pub fn from_files<P, B>(files: impl IntoIterator<Item = (P, B)>) -> Self
    where
        P: AsRef<str>,
        B: Into<Vec<u8>>,
    {
        let files = files.into_iter().map(|(path, bytes)| (path, Content::File(bytes.into())));
        Self::from_contents(files)
    }

    /// Makes a tree of anything that can lie at a path, by the rules of [`Tree::from_files`].
    #[must_use]
    pub fn from_contents<P: AsRef<str>>(contents: impl IntoIterator<Item = (P, Content)>) -> Self {
        let mut entries = BTreeMap::new();
        for (path, content) in contents {
            let path = resolved(path.as_ref());
            for (end, _) in path.match_indices('/') {
                entries.insert(path.get(..end).unwrap_or_default().to_owned(), Content::Directory);
            }
            if !path.is_empty() && !matches!(entries.get(&path), Some(Content::Directory)) {
                entries.insert(path, content);
            }
        }
        let entries = entries.into_iter().map(|(path, content)| Entry { path, content }).collect();
        Self { entries, root_fault: None }
    }

    /// The entries, sorted by the bytes of their path.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry at `path`.
    #[must_use]
    pub fn entry(&self, path: &str) -> Option<&Entry> {
        let at = self.entries.binary_search_by(|entry| entry.path.as_str().cmp(path)).ok()?;
        self.entries.get(at)
    }

    pub(crate) fn root_fault(&self) -> Option<&RootFault> {
        self.root_fault.as_ref()
    }
}

/// `path` without empty segments, `.` and `..`; it does not leave the root.
fn resolved(path: &str) -> String {
    let mut segments = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            _ => segments.push(segment),
        }
    }
    segments.join("/")
}

/// Whether a directory is at `root`, or what is there instead.
fn directory_at(root: &Path) -> Result<(), String> {
    match fs::metadata(root) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err("is no directory".to_owned()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err("does not exist".to_owned()),
        Err(error) => Err(format!("cannot be read: {error}")),
    }
}

/// Lists everything that counts, sorted. Files are empty still.
fn walk(root: &Path, selection: &Selection<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut folders = vec![(String::new(), Standing::Kept)];
    while let Some((folder, standing)) = folders.pop() {
        let listing = fs::read_dir(root.join(&folder)).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let listing = match listing {
            Ok(listing) => listing,
            Err(error) => {
                entries
                    .push(Entry { path: folder, content: Content::Unreadable { error: error.to_string() } });
                continue;
            }
        };
        if !folder.is_empty() {
            entries.push(Entry { path: folder.clone(), content: Content::Directory });
        }
        for found in listing {
            let name = found.file_name();
            let path = match folder.as_str() {
                "" => name.to_string_lossy().into_owned(),
                folder => format!("{folder}/{}", name.to_string_lossy()),
            };
            let kind = found.file_type();
            let is_folder = kind.as_ref().is_ok_and(FileType::is_dir);
            let standing = if is_folder {
                selection.folder(standing, &path)
            } else if selection.keeps(standing, &path) {
                Standing::Kept
            } else {
                Standing::Shut
            };
            let content = match kind {
                _ if standing == Standing::Shut => Content::LeftOut,
                _ if name.to_str().is_none() => Content::NotUtf8,
                Ok(kind) if kind.is_dir() => {
                    folders.push((path, standing));
                    continue;
                }
                Ok(kind) => content_of(kind, &found.path()),
                Err(error) => Content::Unreadable { error: error.to_string() },
            };
            entries.push(Entry { path, content });
        }
    }
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    entries
}

fn content_of(kind: FileType, path: &Path) -> Content {
    if kind.is_file() {
        return Content::Stray;
    }
    if kind.is_symlink() {
        return match fs::read_link(path) {
            Ok(target) => Content::Link { target: target.to_string_lossy().into_owned() },
            Err(error) => Content::Unreadable { error: error.to_string() },
        };
    }
    Content::Special { kind: special_kind(kind) }
}

#[cfg(unix)]
fn special_kind(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;

    match kind {
        kind if kind.is_fifo() => "pipe",
        kind if kind.is_socket() => "socket",
        kind if kind.is_char_device() || kind.is_block_device() => "device",
        _ => "special file",
    }
}

#[cfg(not(unix))]
fn special_kind(_: FileType) -> &'static str {
    "special file"
}

/// Reads the files that a skill can have, on every core: whoever passes a whole project as the root does not wait for
/// its build products to be read.
fn read_files(root: &Path, entries: &mut [Entry]) {
    let is_file = |entry: &&Entry| matches!(entry.content, Content::Stray);
    let skills: HashSet<&str> = entries
        .iter()
        .filter(is_file)
        .filter_map(|entry| entry.path.strip_suffix(SKILL_MD)?.strip_suffix('/'))
        .collect();
    let belongs = |path: &str| {
        name_of(path) == SKILL_MD
            || path.match_indices('/').any(|(end, _)| path.get(..end).is_some_and(|up| skills.contains(up)))
    };
    let wanted: Vec<(usize, &Entry)> =
        entries.iter().enumerate().filter(|(_, entry)| is_file(entry) && belongs(&entry.path)).collect();
    let read = parallel::map(&wanted, |(_, entry)| match fs::read(root.join(&entry.path)) {
        Ok(bytes) => Content::File(bytes),
        Err(error) => Content::Unreadable { error: error.to_string() },
    });
    let places: Vec<usize> = wanted.iter().map(|(at, _)| *at).collect();
    for (at, content) in places.into_iter().zip(read) {
        if let Some(entry) = entries.get_mut(at) {
            entry.content = content;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Globs;

    fn globs(pattern: &str) -> Globs {
        Globs::parse(&[pattern.to_owned()]).unwrap()
    }

    /// One line for each entry.
    fn shown(tree: &Tree) -> Vec<String> {
        let shown = |entry: &Entry| match &entry.content {
            Content::File(bytes) => format!("{} = {}", entry.path, String::from_utf8_lossy(bytes)),
            Content::Directory => format!("{}/", entry.path),
            Content::Link { target } => format!("{} -> {target}", entry.path),
            Content::Special { kind } => format!("{} is a {kind}", entry.path),
            Content::Unreadable { .. } => format!("{} is unreadable", entry.path),
            other => format!("{} {other:?}", entry.path),
        };
        tree.entries().iter().map(shown).collect()
    }

    /// A directory with these files, each holding its own path.
    fn directory(files: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        root
    }

    #[test]
    fn files_make_their_directories_and_are_sorted_by_bytes() {
        let tree = Tree::from_files([("b/x", "1"), ("a/c/y", "2"), ("a-b/z", "3"), ("a.md", "4")]);
        assert_eq!(
            shown(&tree),
            ["a/", "a-b/", "a-b/z = 3", "a.md = 4", "a/c/", "a/c/y = 2", "b/", "b/x = 1"]
        );
        assert!(matches!(tree.entry("a/c").unwrap().content, Content::Directory));
        assert!(tree.entry("a/d").is_none());
    }

    #[test]
    fn odd_paths_of_memory_are_tidied() {
        let tree = Tree::from_files([
            ("/a//./b", "1"),
            ("../x/../a/b", "2"),
            ("", "3"),
            ("c", "4"),
            ("c/d", "5"),
            ("c", "6"),
        ]);
        assert_eq!(shown(&tree), ["a/", "a/b = 2", "c/", "c/d = 5"]);
    }

    #[test]
    fn a_disk_and_its_files_make_the_same_tree() {
        let files = ["a/SKILL.md", "a/c/y.bin", "a/a-b/z", "b/deep/er/SKILL.md", "b/deep/er/x"];
        let root = directory(&files);
        assert_eq!(shown(&Tree::read(root.path())), shown(&Tree::from_files(files.map(|file| (file, file)))));
    }

    #[test]
    fn what_no_skill_can_have_is_not_read() {
        let root = directory(&["README.md", "SKILL.md", "target/debug/huge", "a/SKILL.md", "a/b/c", "ab/c"]);
        assert_eq!(
            shown(&Tree::read(root.path())),
            [
                "README.md Stray",
                "SKILL.md = SKILL.md",
                "a/",
                "a/SKILL.md = a/SKILL.md",
                "a/b/",
                "a/b/c = a/b/c",
                "ab/",
                "ab/c Stray",
                "target/",
                "target/debug/",
                "target/debug/huge Stray",
            ]
        );
    }

    #[test]
    fn what_is_left_out_is_not_read() {
        let root = directory(&[
            "a/SKILL.md",
            "a/.env",
            "a/.git/config",
            "a/node_modules/x",
            "a/x.pyc",
            "drafts/b/SKILL.md",
        ]);
        let mut options = Options::default();
        options.exclude = globs("drafts/**");
        assert_eq!(
            shown(&Tree::read_selected(root.path(), &options)),
            [
                "a/",
                "a/.env LeftOut",
                "a/.git LeftOut",
                "a/SKILL.md = a/SKILL.md",
                "a/node_modules LeftOut",
                "a/x.pyc LeftOut",
                "drafts LeftOut",
            ]
        );
    }

    #[test]
    fn include_reaches_into_dot_folders() {
        let root = directory(&["a/SKILL.md", "a/.config/x/y.toml", "a/.config/z.json", "a/.other/y.toml"]);
        let mut options = Options::default();
        options.include = globs("a/.config/**/*.toml");
        assert_eq!(
            shown(&Tree::read_selected(root.path(), &options)),
            [
                "a/",
                "a/.config/",
                "a/.config/x/",
                "a/.config/x/y.toml = a/.config/x/y.toml",
                "a/.config/z.json LeftOut",
                "a/.other LeftOut",
                "a/SKILL.md = a/SKILL.md",
            ]
        );
    }

    #[test]
    fn a_missing_root_and_a_file_as_root_are_said() {
        let root = directory(&["file"]);
        for (name, reason) in
            [("gone", "does not exist"), ("file", "is no directory"), ("file/x", "cannot be read")]
        {
            let path = root.path().join(name);
            let tree = Tree::read(&path);
            let fault = tree.root_fault().unwrap();
            assert!(fault.reason.starts_with(reason), "{name}: {}", fault.reason);
            assert_eq!(fault.tried, path.display().to_string());
            assert!(tree.entries().is_empty());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed_and_pipes_are_not_opened() {
        use std::os::unix::fs::symlink;

        let root = directory(&["a/SKILL.md", "outside/b/SKILL.md"]);
        let at = |path: &str| root.path().join(path);
        symlink("SKILL.md", at("a/copy.md")).unwrap();
        symlink("gone", at("a/dangling")).unwrap();
        symlink("loop", at("a/loop")).unwrap();
        symlink("../a", at("a/up")).unwrap();
        symlink("../outside", at("a/folder")).unwrap();
        symlink("x", at("a/.hidden")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("a/socket")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("a/pipe")).status().unwrap().success());
        // The root itself may be reached through a link.
        symlink("a", at("root")).unwrap();
        assert_eq!(
            shown(&Tree::read(&at("root"))),
            [
                ".hidden LeftOut",
                "SKILL.md = a/SKILL.md",
                "copy.md -> SKILL.md",
                "dangling -> gone",
                "folder -> ../outside",
                "loop -> loop",
                "pipe is a pipe",
                "socket is a socket",
                "up -> ../a",
            ]
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_not_utf8_is_an_entry() {
        use std::os::unix::ffi::OsStrExt as _;

        let root = directory(&["a/SKILL.md"]);
        fs::write(root.path().join(std::ffi::OsStr::from_bytes(b"a/caf\xe9.md")), "x").unwrap();
        fs::create_dir(root.path().join(std::ffi::OsStr::from_bytes(b"a/d\xff"))).unwrap();
        assert_eq!(
            shown(&Tree::read(root.path())),
            ["a/", "a/SKILL.md = a/SKILL.md", "a/caf\u{fffd}.md NotUtf8", "a/d\u{fffd} NotUtf8"]
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_system_refuses_is_an_entry() {
        // A path that is too long to open refuses the superuser as well.
        let root = directory(&["a/SKILL.md"]);
        let deep = ["n".repeat(200).as_str(); 15].join("/");
        fs::create_dir_all(root.path().join("a").join(&deep)).unwrap();
        fs::create_dir_all(root.path().join("b").join(&deep)).unwrap();
        fs::rename(root.path().join("b"), root.path().join("a").join(&deep).join("b")).unwrap();
        let tree = Tree::read(root.path());
        let unreadable = |entry: &&Entry| matches!(entry.content, Content::Unreadable { .. });
        assert_eq!(tree.entries().iter().filter(unreadable).count(), 1);
        assert!(shown(&tree).contains(&"a/SKILL.md = a/SKILL.md".to_owned()));
    }
}
