//! # `unused_glob`
//!
//! Every glob of `exclude`, `include`, `ordinary` and `unlisted` matches something.
//!
//! ## Why
//!
//! One that matches nothing is misspelled, or left over from a folder that was renamed, and then what should be kept out
//! of a binary is in it.
//!
//! ## Bad
//!
//! ```text
//! embed_skills!("skills/", exclude = ["draft/**"]); // the folder is called `drafts`
//! ```
//!
//! ## Good
//!
//! ```text
//! embed_skills!("skills/", exclude = ["drafts/**"]);
//! ```

use crate::finding::{Finding, Findings};
use crate::model::{Package, SKILL_MD};
use crate::options::Options;
use crate::rule::{Level, Rule};
use crate::selection::{Globs, name_of, tidied};
use crate::spelling::nearest;
use crate::tree::{Content, Entry};

pub(crate) static RULE: Rule = Rule {
    name: "unused_glob",
    level: Level::Warn,
    summary: "every glob of the options matches something",
    check,
};

fn check(package: &Package<'_>, options: &Options, findings: &mut Findings<'_>) {
    if package.tree.root_fault().is_some() {
        return;
    }
    let all = || package.tree.entries().iter();
    let read = || all().filter(|entry| !matches!(entry.content, Content::LeftOut));
    let is_skill_md = |entry: &&Entry| name_of(&entry.path).eq_ignore_ascii_case(SKILL_MD);
    let skill_mds = || package.entries.iter().copied().filter(is_skill_md);
    let skills = || package.skills.iter().map(|skill| skill.skill_md);
    report("exclude", &options.exclude, all(), package, findings);
    report("include", &options.include, read(), package, findings);
    report("ordinary", &options.ordinary, skill_mds(), package, findings);
    report("unlisted", &options.unlisted, skills(), package, findings);
}

/// Reports each of `globs` that matches none of `entries` and no folder above one.
fn report<'t>(
    option: &str,
    globs: &Globs,
    entries: impl Iterator<Item = &'t Entry> + Clone,
    package: &Package<'_>,
    findings: &mut Findings<'_>,
) {
    if globs.patterns().is_empty() {
        return;
    }
    for (pattern, _) in globs.patterns().iter().zip(used(globs, entries.clone())).filter(|(_, used)| !used) {
        let finding = Finding::new(&RULE, "", format!("the glob `{pattern}` of `{option}` matches nothing"));
        let anywhere = format!("**/{}", tidied(pattern));
        let is_deeper = Globs::parse(core::slice::from_ref(&anywhere))
            .is_ok_and(|globs| used(&globs, entries.clone()) == [true]);
        let folder = tidied(pattern).trim_end_matches("/**");
        let paths = package.tree.entries().iter().map(|entry| entry.path.as_str());
        findings.push(match nearest(folder, paths.filter(|path| *path != folder)) {
            _ if is_deeper => finding.help(format!("did you mean `{anywhere}`, which matches at any depth?")),
            Some(path) => finding.help(format!("did you mean `{path}`?")),
            None => finding.help("remove it, or mend it: globs are matched against paths from the root"),
        });
    }
}

/// Whether each of `globs` matches one of `entries`, or a folder above one.
fn used<'t>(globs: &Globs, entries: impl Iterator<Item = &'t Entry>) -> Vec<bool> {
    let mut used = vec![false; globs.patterns().len()];
    let mut last = "";
    for entry in entries {
        let folder = entry.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if folder != last {
            let ends = folder.match_indices('/').map(|(end, _)| end).chain([folder.len()]);
            ends.filter_map(|end| folder.get(..end)).for_each(|folder| globs.mark_used(folder, &mut used));
            last = folder;
        }
        globs.mark_used(&entry.path, &mut used);
        // What is left out may be a folder, whose entries nobody has read: `drafts/**` matches it all the same.
        if matches!(entry.content, Content::Directory | Content::LeftOut) {
            globs.mark_used(&format!("{}/", entry.path), &mut used);
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tree, check};

    /// What is found with one glob as each of the four options in turn.
    fn found(glob: &str, paths: &[&str]) -> Vec<(String, String)> {
        let set: [fn(&mut Options) -> &mut Globs; 4] =
            [|it| &mut it.exclude, |it| &mut it.include, |it| &mut it.ordinary, |it| &mut it.unlisted];
        let tree = Tree::from_files(paths.iter().map(|path| (*path, "---\nname: a\ndescription: x\n---\n")));
        let found = set.iter().flat_map(|set| {
            let mut options = Options::default();
            *set(&mut options) = Globs::parse(&[glob.to_owned()]).unwrap();
            let findings =
                check(&tree, &options).findings.into_iter().filter(|finding| *finding.rule == RULE);
            findings.map(|finding| (finding.message, finding.help[0].text.clone())).collect::<Vec<_>>()
        });
        found.collect()
    }

    #[test]
    fn a_glob_that_matches_nothing_fires_with_the_nearest_path() {
        let expected = |help: &str| {
            ["exclude", "include", "ordinary", "unlisted"]
                .map(|option| (format!("the glob `draft/**` of `{option}` matches nothing"), help.to_owned()))
        };
        assert_eq!(
            found("draft/**", &["a/SKILL.md", "drafts/a/SKILL.md"]),
            expected("did you mean `drafts`?")
        );
        let help = "remove it, or mend it: globs are matched against paths from the root";
        assert_eq!(found("draft/**", &["a/SKILL.md"]), expected(help));
    }

    #[test]
    fn a_glob_that_matches_further_below_is_shown_how() {
        let helps = |glob: &str| -> Vec<String> {
            let paths = ["a/SKILL.md", "a/b/SKILL.md", "a/b/SKILL.txt", "a/x.tmp"];
            found(glob, &paths).into_iter().map(|(_, help)| help).collect()
        };
        let anywhere = |glob: &str| format!("did you mean `{glob}`, which matches at any depth?");
        let none = "remove it, or mend it: globs are matched against paths from the root".to_owned();
        let about_files = |glob: &str| vec![anywhere(glob), anywhere(glob), none.clone(), none.clone()];
        assert_eq!(helps("*.tmp"), about_files("**/*.tmp"));
        assert_eq!(helps("./x.tmp/"), about_files("**/x.tmp"));
        assert_eq!(helps("b/*.txt"), about_files("**/b/*.txt"));
        assert_eq!(helps("SKILL.md"), [(); 4].map(|()| anywhere("**/SKILL.md")));
        assert_eq!(helps("b"), [(); 4].map(|()| anywhere("**/b")));
        assert_eq!(helps("*.tpm"), [(); 4].map(|()| none.clone()));
    }

    #[test]
    fn a_glob_that_matches_does_not() {
        for glob in ["a", "a/", "a/**", "a/SKILL.md", "**/SKILL.md", "*/SKILL.md", "./a"] {
            assert_eq!(found(glob, &["a/SKILL.md", "b/a/SKILL.md"]), [], "{glob}");
        }
        assert_eq!(found("b/**", &["a/SKILL.md", "b/c/a/SKILL.md"]), []);
    }

    #[test]
    fn ordinary_and_unlisted_are_about_skills() {
        let options: Vec<_> =
            found("a/x", &["a/SKILL.md", "a/x"]).into_iter().map(|(message, _)| message).collect();
        assert_eq!(
            options,
            ["the glob `a/x` of `ordinary` matches nothing", "the glob `a/x` of `unlisted` matches nothing"]
        );
    }

    #[test]
    fn a_folder_that_was_not_read_counts_as_matched() {
        let root = tempfile::tempdir().unwrap();
        for file in ["a/SKILL.md", "drafts/b/SKILL.md"] {
            let path = root.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "---\nname: a\ndescription: x\n---\n").unwrap();
        }
        let mut options = Options::default();
        options.exclude = Globs::parse(&["drafts/**".to_owned()]).unwrap();
        assert_eq!(check(&Tree::read_selected(root.path(), &options), &options).findings, []);
    }
}
