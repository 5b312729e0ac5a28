//! Which files of a skill its texts talk about, by link, by name or by folder. Whether that is enough is not decided here.

use std::collections::{HashMap, HashSet};

use crate::links::encoded;
use crate::parallel;
use crate::selection::name_of;

/// Which of `files` the text of another one talks about. Both are of one skill; `texts` are paths and what is there.
///
/// A file is named by its name, as authors seldom write whole paths, or by that of a folder above it that ends with a
/// slash and goes on with nothing in particular: `templates/`, `templates/*.md`. A program is also named by what it is
/// imported as.
pub(crate) fn mentioned<'t>(files: &[&'t str], texts: &[(&'t str, &'t str)], root: &str) -> HashSet<&'t str> {
    let index = Index::of(files, root);
    let found = parallel::map(texts, |(path, text)| index.mentions_in(path, text));
    found.into_iter().flatten().collect()
}

/// The files by what they may be called.
struct Index<'t> {
    /// By their name. This runs unoptimised: each name is looked for at one of its bytes, which must be rare in texts.
    dotted: HashMap<&'t str, Vec<&'t str>>,
    /// Names without a dot or with a blank, as they are and as a URL has them.
    odd: Vec<(String, &'t str)>,
    folders: HashMap<&'t str, Vec<&'t str>>,
    /// Names of programs without their extension.
    modules: Vec<(&'t str, &'t str)>,
}

impl<'t> Index<'t> {
    fn of(files: &[&'t str], root: &str) -> Self {
        let mut index =
            Self { dotted: HashMap::new(), odd: Vec::new(), folders: HashMap::new(), modules: Vec::new() };
        for &path in files {
            let name = name_of(path);
            if name.contains('.') && name.bytes().all(is_of_name) {
                index.dotted.entry(name).or_default().push(path);
            } else {
                index.odd.extend([(name.to_owned(), path), (encoded(name), path)]);
            }
            let below = path.strip_prefix(root).unwrap_or(path).trim_start_matches('/');
            let folders = below.rsplit_once('/').map_or("", |(folders, _)| folders);
            for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
                index.folders.entry(folder).or_default().push(path);
            }
            if let Some((stem, _)) = name.rsplit_once('.').filter(|(_, extension)| is_program(extension)) {
                index.modules.push((stem, path));
            }
        }
        index
    }

    fn mentions_in(&self, of: &str, text: &str) -> HashSet<&'t str> {
        let mut found = HashSet::new();
        for dot in places(text, '.') {
            if let Some(paths) = name_around(text, dot).and_then(|name| self.dotted.get(name)) {
                found.extend(paths);
            }
        }
        if !self.folders.is_empty() {
            for slash in places(text, '/') {
                if let Some(paths) = folder_before(text, slash).and_then(|folder| self.folders.get(folder)) {
                    found.extend(paths);
                }
            }
        }
        found.extend(self.odd.iter().filter(|(name, _)| is_word_in(text, name)).map(|(_, path)| *path));
        if of.rsplit_once('.').is_some_and(|(_, extension)| is_program(extension)) {
            let is_new = |path: &str| !found.contains(path);
            let modules =
                self.modules.iter().filter(|(module, path)| is_new(path) && is_word_in(text, module));
            let modules: Vec<_> = modules.map(|(_, path)| *path).collect();
            found.extend(modules);
        }
        found.remove(of);
        found
    }
}

/// Where `letter` is in `text`.
fn places(text: &str, letter: char) -> impl Iterator<Item = usize> {
    let mut from = 0;
    core::iter::from_fn(move || {
        let at = from + text.get(from..)?.find(letter)?;
        from = at + 1;
        Some(at)
    })
}

/// The longest run of letters that a plain name may have around the stop at byte `at`, without stops at its end.
fn name_around(text: &str, at: usize) -> Option<&str> {
    let bytes = text.as_bytes();
    // A stop that ends a sentence is the usual case, and one between digits the next.
    if !bytes.get(at + 1).is_some_and(|next| is_of_name(*next)) {
        return None;
    }
    let start = start_of_name(bytes, at);
    let mut end = at + 1;
    while bytes.get(end).is_some_and(|byte| is_of_name(*byte)) {
        end += 1;
    }
    text.get(start..end).map(|name| name.trim_end_matches('.'))
}

/// The name that ends before the slash at byte `at`, when nothing in particular follows the slash.
fn folder_before(text: &str, at: usize) -> Option<&str> {
    let bytes = text.as_bytes();
    let goes_on = bytes.get(at + 1).is_some_and(|next| is_of_name(*next) || *next == b'/');
    let is_named = at.checked_sub(1).and_then(|last| bytes.get(last)).is_some_and(|last| is_of_name(*last));
    if goes_on || !is_named { None } else { text.get(start_of_name(bytes, at)..at) }
}

/// Where the name starts that ends before byte `end`.
fn start_of_name(bytes: &[u8], end: usize) -> usize {
    let mut start = end;
    while let Some(before) = start.checked_sub(1) {
        if !bytes.get(before).is_some_and(|byte| is_of_name(*byte)) {
            break;
        }
        start = before;
    }
    start
}

/// Whether `word` stands in `text` on its own.
fn is_word_in(text: &str, word: &str) -> bool {
    let is_apart =
        |letter: Option<char>| !letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|after| after.chars().next());
        is_apart(before) && is_apart(after)
    })
}

/// Whether a plain name may have this byte. Every letter that is not ASCII counts, so that none is cut in two.
fn is_of_name(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'.' | b'_' | b'-' | b'+' | b'@' | 0x80..)
}

fn is_program(extension: &str) -> bool {
    ["py", "js", "mjs", "cjs", "ts", "jsx", "tsx", "rb", "pl", "sh", "lua"].contains(&extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[&'static str], texts: &[(&'static str, &'static str)]) -> Vec<&'static str> {
        let mut found: Vec<_> = mentioned(files, texts, "a").into_iter().collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_name_or_a_folder_is_enough() {
        let files = ["a/policy.md", "a/sub/x-y.v2.json", "a/my notes.txt", "a/LICENSE", "a/t/de/x.tmpl"];
        for (text, expected) in [
            ("see policy.md.", &["a/policy.md"][..]),
            ("(references/policy.md)", &["a/policy.md"]),
            ("the x-y.v2.json", &["a/sub/x-y.v2.json"]),
            ("my notes.txt or my%20notes.txt", &["a/my notes.txt"]),
            ("[x](my%20notes.txt)", &["a/my notes.txt"]),
            ("the LICENSE file", &["a/LICENSE"]),
            ("those in t/", &["a/t/de/x.tmpl"]),
            ("`t/*.tmpl` or `sub/<name>`", &["a/sub/x-y.v2.json", "a/t/de/x.tmpl"]),
            ("../t/de/", &["a/t/de/x.tmpl"]),
            ("mypolicy.md policy.mdx policy sub/else t/x LICENSES sub", &[]),
        ] {
            assert_eq!(found(&files, &[("a/SKILL.md", text)]), expected, "{text}");
        }
    }

    #[test]
    fn a_program_is_named_by_what_imports_it() {
        let files = ["a/s/run.py", "a/s/pack/zip.py"];
        assert_eq!(found(&files, &[("a/s/run.py", "from pack import zip\n")]), ["a/s/pack/zip.py"]);
        assert_eq!(found(&files, &[("a/s/x.md", "from pack import zip and run\n")]), [""; 0]);
    }

    #[test]
    fn what_talks_about_itself_does_not_count() {
        assert_eq!(found(&["a/x.md", "a/y.md"], &[("a/x.md", "x.md y.md")]), ["a/y.md"]);
    }

    #[test]
    fn any_text_will_do() {
        for text in
            ["", ".", "/", "é.é", "é/", ".md", "a..b", "/.", "x.md", "é.md/", "\u{1f600}.md.", "x.\u{1f600}"]
        {
            assert_eq!(found(&["a/z.md"], &[("a/SKILL.md", text)]), [""; 0], "{text}");
        }
    }
}
