//! From a tree to skills. It never fails and reports nothing: what is wrong stays in the [`Package`] for the rules.

use core::ops::Range;
use std::collections::HashMap;

use crate::frontmatter::Frontmatter;
use crate::model::{Package, SKILL_MD, Skill};
use crate::options::Options;
use crate::parallel;
use crate::selection::{Selection, Standing};
use crate::tree::{Content, Entry, Tree};

/// What `tree` holds, as `options` select it.
pub(crate) fn parse<'t>(tree: &'t Tree, options: &Options) -> Package<'t> {
    let (entries, left_out) = select(tree, options);
    let mut skills = skills(&entries, options);
    skills.sort_by_key(|skill| skill.directory);
    Package::new(tree, entries, left_out, skills)
}

/// The entries that count, and those that are left out for their name alone.
fn select<'t>(tree: &'t Tree, options: &Options) -> (Vec<&'t Entry>, Vec<&'t Entry>) {
    let selection = Selection::new(options);
    let mut folders = HashMap::from([("", Standing::Kept)]);
    let (mut entries, mut left_out) = (Vec::new(), Vec::new());
    for entry in tree.entries() {
        let path = entry.path.as_str();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        // A folder's own entry sorts before what is in it.
        let parent = folders.get(folder).copied().unwrap_or(Standing::Shut);
        let counts = match entry.content {
            Content::LeftOut => false,
            Content::Directory => {
                let standing = selection.folder(parent, path);
                folders.insert(path, standing);
                standing == Standing::Kept
            }
            _ => selection.keeps(parent, path),
        };
        if counts {
            entries.push(entry);
        } else if selection.misses(parent, path) {
            left_out.push(entry);
        }
    }
    left_out.retain(|entry| below(&entries, &entry.path).is_empty());
    (entries, left_out)
}

/// The skills among `entries`: the folders with a `SKILL.md` that is not to be an ordinary file (AS-1).
fn skills<'t>(entries: &[&'t Entry], options: &Options) -> Vec<Skill<'t>> {
    let candidate = |entry: &&'t Entry| match (&entry.content, entry.path.rsplit_once('/')) {
        (Content::File(source), Some((directory, SKILL_MD))) if !options.ordinary.is_match(&entry.path) => {
            Some((directory, *entry, source.as_slice()))
        }
        _ => None,
    };
    let candidates: Vec<_> = entries.iter().filter_map(candidate).collect();
    parallel::map(&candidates, |&(directory, skill_md, source)| Skill {
        directory,
        skill_md,
        source,
        frontmatter: Frontmatter::parse(source),
        entries: below(entries, directory),
    })
}

/// Where the entries below `directory` stand: all that share its path and a slash, which sorting keeps together.
pub(crate) fn below(entries: &[&Entry], directory: &str) -> Range<usize> {
    let prefix = format!("{directory}/");
    let start = entries.partition_point(|entry| entry.path < prefix);
    let tail = entries.get(start..).unwrap_or_default();
    start..start + tail.partition_point(|entry| entry.path.starts_with(&prefix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::Globs;

    const SKILL: &str = "---\nname: x\ndescription: y\n---\n";

    fn globs(patterns: &[&str]) -> Globs {
        Globs::parse(&patterns.iter().map(|pattern| (*pattern).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    fn tree(paths: &[&str]) -> Tree {
        Tree::from_files(paths.iter().map(|path| (*path, SKILL)))
    }

    /// Each skill with the files it has.
    fn skills(tree: &Tree, options: &Options) -> Vec<(String, Vec<String>)> {
        let package = parse(tree, options);
        let files = |skill| package.files_of(skill).map(|(path, _)| path.to_owned()).collect();
        package.skills.iter().map(|skill| (skill.directory.to_owned(), files(skill))).collect()
    }

    fn owned(skills: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
        let files = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect();
        skills.iter().map(|(directory, of)| ((*directory).to_owned(), files(of))).collect()
    }

    #[test]
    fn a_folder_with_a_skill_md_is_a_skill_at_any_depth() {
        // AS-1
        let tree = tree(&["a/SKILL.md", "b/c/d/SKILL.md", "b/c/x", "e/skill.md", "README.md", "SKILL.md"]);
        assert_eq!(
            skills(&tree, &Options::default()),
            owned(&[("a", &["a/SKILL.md"]), ("b/c/d", &["b/c/d/SKILL.md"])])
        );
    }

    #[test]
    fn the_files_of_a_nested_skill_are_those_of_the_outer_one_too() {
        // SEP-3; `a-b` and `a.md` sort between `a` and `a/`, and `a/B` before `a/SKILL.md`.
        let tree =
            tree(&["a/SKILL.md", "a/B/SKILL.md", "a/B/x", "a/z", "a-b/SKILL.md", "a.md", "ab/SKILL.md"]);
        assert_eq!(
            skills(&tree, &Options::default()),
            owned(&[
                ("a", &["a/B/SKILL.md", "a/B/x", "a/SKILL.md", "a/z"]),
                ("a-b", &["a-b/SKILL.md"]),
                ("a/B", &["a/B/SKILL.md", "a/B/x"]),
                ("ab", &["ab/SKILL.md"]),
            ])
        );
    }

    #[test]
    fn an_ordinary_skill_md_is_a_file_of_the_skill_around_it() {
        let tree = tree(&["a/SKILL.md", "a/assets/t/SKILL.md", "a/u/SKILL.md"]);
        for pattern in ["a/assets/**", "a/assets", "**/assets/t/SKILL.md"] {
            let mut options = Options::default();
            options.ordinary = globs(&[pattern]);
            let all: &[&str] = &["a/SKILL.md", "a/assets/t/SKILL.md", "a/u/SKILL.md"];
            assert_eq!(
                skills(&tree, &options),
                owned(&[("a", all), ("a/u", &["a/u/SKILL.md"])]),
                "{pattern}"
            );
        }
    }

    #[test]
    fn the_selection_holds_for_trees_in_memory() {
        let tree =
            tree(&["a/SKILL.md", "a/.env", "a/.git/x", "a/x.pyc", "a/.config/SKILL.md", "drafts/b/SKILL.md"]);
        let mut options = Options::default();
        options.exclude = globs(&["drafts"]);
        options.include = globs(&["a/.config/**"]);
        assert_eq!(
            skills(&tree, &options),
            owned(&[("a", &["a/.config/SKILL.md", "a/SKILL.md"]), ("a/.config", &["a/.config/SKILL.md"])])
        );
        let package = parse(&tree, &options);
        let left_out: Vec<_> = package.left_out.iter().map(|entry| entry.path.as_str()).collect();
        assert_eq!(left_out, ["a/.env", "a/.git", "a/x.pyc"]);
    }

    #[test]
    fn a_searched_folder_in_which_nothing_counts_is_left_out() {
        let tree = tree(&["a/SKILL.md", "a/.config/x"]);
        let mut options = Options::default();
        options.include = globs(&["a/.config/y"]);
        let package = parse(&tree, &options);
        assert_eq!(
            package.left_out.iter().map(|entry| entry.path.as_str()).collect::<Vec<_>>(),
            ["a/.config"]
        );
    }

    #[test]
    fn a_skill_md_that_is_no_file_makes_no_skill() {
        let link = Content::Link { target: "x".to_owned() };
        let tree = Tree::from_contents([("a/SKILL.md", link), ("b/SKILL.md", Content::Directory)]);
        assert_eq!(skills(&tree, &Options::default()), []);
    }
}
