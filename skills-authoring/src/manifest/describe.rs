//! From a package without a fault to the rows of a catalog and their JSON. It checks nothing: the gate is `check`.

use core::fmt::Write as _;
use core::ops::Range;
use std::collections::BTreeMap;

use serde_json::Value;

use super::{Checked, CheckedDirectory, CheckedFile, CheckedSkill, Child, FileKind};
use crate::digest;
use crate::media::media_type;
use crate::model::{Package, SKILL_MD, Skill};
use crate::options::Options;
use crate::selection::name_of;
use crate::tree::Content;
use crate::uri::Namespace;

impl Checked {
    /// Describes what `package` serves.
    pub(crate) fn describe(package: &Package<'_>, options: &Options) -> Self {
        let namespace = options.namespace();
        let sources = sources(package, &namespace);
        let contents: Vec<&[u8]> = sources.iter().map(|source| source.bytes).collect();
        let digests = digest::hex(&contents);
        let mut directories = directories(&sources, &namespace);
        let skills: Vec<CheckedSkill> = skills_by_uri(package, &namespace)
            .into_iter()
            .map(|skill| describe_skill(skill, &namespace, &sources, &digests, &directories, options))
            .collect();
        for (row, skill) in skills.iter().enumerate() {
            if let Some(directory) = directories.get_mut(skill.directory) {
                directory.skill = Some(row);
            }
        }
        let files: Vec<CheckedFile> =
            sources.iter().map(|source| describe_file(source, &skills, &directories)).collect();
        list_children(&mut directories, &files);
        Self { scheme: namespace.scheme().to_owned(), skills, files, directories }
    }
}

/// A file of at least one skill, before it is described.
struct Source<'t> {
    /// The path from the root.
    source: &'t str,
    /// The path in the namespace.
    path: String,
    uri: String,
    bytes: &'t [u8],
}

/// The files of all skills, each once, by URI.
fn sources<'t>(package: &Package<'t>, namespace: &Namespace) -> Vec<Source<'t>> {
    let mut has_skill = vec![false; package.entries.len()];
    for skill in &package.skills {
        has_skill.get_mut(skill.entries.clone()).unwrap_or_default().fill(true);
    }
    let served = package.entries.iter().zip(has_skill).filter(|(_, has_skill)| *has_skill);
    let mut sources: Vec<Source<'t>> = served
        .filter_map(|(entry, _)| {
            let Content::File(bytes) = &entry.content else { return None };
            let path = namespace.path(&entry.path);
            Some(Source { source: &entry.path, uri: namespace.uri(&path), path, bytes })
        })
        .collect();
    sources.sort_by(|a, b| a.uri.cmp(&b.uri));
    sources
}

/// Every directory above a file, in the order of URIs, without children yet.
fn directories(sources: &[Source<'_>], namespace: &Namespace) -> Vec<CheckedDirectory> {
    let mut paths = BTreeMap::new();
    let mut last = "";
    for source in sources {
        let Some((folder, _)) = source.path.rsplit_once('/') else { continue };
        if folder == last {
            continue;
        }
        last = folder;
        let ends = folder.match_indices('/').map(|(end, _)| end).chain([folder.len()]);
        for path in ends.filter_map(|end| folder.get(..end)) {
            paths.entry(namespace.uri(path)).or_insert(path);
        }
    }
    let rows: BTreeMap<&str, usize> = paths.values().enumerate().map(|(row, path)| (*path, row)).collect();
    let parent = |path: &str| path.rsplit_once('/').and_then(|(parent, _)| rows.get(parent).copied());
    let directory = |(uri, path): (&String, &&str)| CheckedDirectory {
        path: (*path).to_owned(),
        uri: uri.clone(),
        resource: format!(r#"{{"uri":"{uri}","name":{},"mimeType":"inode/directory"}}"#, json(name_of(path))),
        parent: parent(path),
        children: Vec::new(),
        skill: None,
    };
    paths.iter().map(directory).collect()
}

fn skills_by_uri<'p, 't>(package: &'p Package<'t>, namespace: &Namespace) -> Vec<&'p Skill<'t>> {
    let uri = |skill: &&Skill<'_>| namespace.uri(&namespace.path(&skill.skill_md.path));
    let mut skills: Vec<_> = package.skills.iter().collect();
    skills.sort_by_cached_key(uri);
    skills
}

fn describe_skill(
    skill: &Skill<'_>,
    namespace: &Namespace,
    sources: &[Source<'_>],
    digests: &[String],
    directories: &[CheckedDirectory],
    options: &Options,
) -> CheckedSkill {
    let path = namespace.path(skill.directory);
    let directory_uri = namespace.uri(&path);
    let uri = format!("{directory_uri}/{SKILL_MD}");
    let files = below(sources, &directory_uri);
    let frontmatter = skill.frontmatter.json();
    let text = |scalar: Option<&str>| scalar.unwrap_or_default().to_owned();

    // A URI has no character that JSON escapes.
    let mut entry = format!(r#"{{"uri":"{uri}","frontmatter":"#);
    let frontmatter_at = entry.len();
    entry.push_str(&frontmatter);
    let frontmatter = frontmatter_at..entry.len();
    entry.push_str(r#","resources":["#);
    let mut digests_at = Vec::with_capacity(files.len());
    let sources_of = sources.get(files.clone()).unwrap_or_default();
    let digests_of = digests.get(files.clone()).unwrap_or_default();
    let mut comma = "";
    for (source, digest) in sources_of.iter().zip(digests_of) {
        let _ = write!(entry, r#"{comma}{{"uri":"{}","digest":"sha256:"#, source.uri);
        digests_at.push(entry.len());
        let _ = write!(entry, r#"{digest}","size":{}}}"#, source.bytes.len());
        comma = ",";
    }
    entry.push_str("]}");

    CheckedSkill {
        name: text(skill.frontmatter.name().map(|name| name.text.as_ref())),
        description: text(skill.frontmatter.description().map(|description| description.text.as_ref())),
        entry,
        frontmatter,
        digests: digests_at,
        skill_md: row(sources, |source| source.uri.as_str(), &uri),
        directory: row(directories, |directory| directory.uri.as_str(), &directory_uri),
        files,
        body: skill.frontmatter.body_start(),
        listed: !options.unlisted.is_match(&skill.skill_md.path),
        path,
    }
}

fn describe_file(
    source: &Source<'_>,
    skills: &[CheckedSkill],
    directories: &[CheckedDirectory],
) -> CheckedFile {
    let kind = kind_of(source.bytes);
    let name = name_of(&source.path);
    let folder = source.uri.rsplit_once('/').map_or("", |(folder, _)| folder);
    let directory = row(directories, |directory| directory.uri.as_str(), folder);
    let skill = innermost_skill(directories, directory);
    let described =
        skills.get(skill).filter(|_| name == SKILL_MD).filter(|skill| skill.directory == directory);
    let media_type = media_type(name, kind);
    let mut resource = format!(r#"{{"uri":"{}","name":"#, source.uri);
    match described {
        Some(skill) => {
            let _ = write!(resource, r#"{},"description":{}"#, json(&skill.name), json(&skill.description));
        }
        None => resource.push_str(&json(name)),
    }
    let _ = write!(resource, r#","mimeType":"{media_type}","size":{}}}"#, source.bytes.len());
    CheckedFile {
        path: source.path.clone(),
        uri: source.uri.clone(),
        source: source.source.to_owned(),
        kind,
        size: source.bytes.len(),
        media_type: media_type.to_owned(),
        resource,
        directory,
        skill,
    }
}

/// The skill of the nearest directory from `directory` up that is a skill's.
fn innermost_skill(directories: &[CheckedDirectory], directory: usize) -> usize {
    let mut next = directories.get(directory);
    while let Some(directory) = next {
        if let Some(skill) = directory.skill {
            return skill;
        }
        next = directory.parent.and_then(|parent| directories.get(parent));
    }
    0
}

fn list_children(directories: &mut [CheckedDirectory], files: &[CheckedFile]) {
    let parents = directories.iter().enumerate().filter_map(|(row, directory)| {
        directory.parent.map(|parent| (parent, directory.uri.clone(), Child::Directory(row)))
    });
    let mut children: Vec<(usize, String, Child)> = parents.collect();
    children.extend(
        files.iter().enumerate().map(|(row, file)| (file.directory, file.uri.clone(), Child::File(row))),
    );
    children.sort_by(|a, b| a.1.cmp(&b.1));
    for (parent, _, child) in children {
        if let Some(parent) = directories.get_mut(parent) {
            parent.children.push(child);
        }
    }
}

/// The rows below the directory at `uri`, which the order of URIs keeps together.
fn below(sources: &[Source<'_>], uri: &str) -> Range<usize> {
    let prefix = format!("{uri}/");
    let start = sources.partition_point(|source| source.uri < prefix);
    let tail = sources.get(start..).unwrap_or_default();
    start..start + tail.partition_point(|source| source.uri.starts_with(&prefix))
}

/// The row of `uri` among rows sorted by URI.
fn row<T>(rows: &[T], uri_of: impl Fn(&T) -> &str, uri: &str) -> usize {
    rows.partition_point(|row| uri_of(row) < uri)
}

/// Text is what can be shown as such: UTF-8 without NUL (SEP-10).
fn kind_of(bytes: &[u8]) -> FileKind {
    if !bytes.contains(&0) && core::str::from_utf8(bytes).is_ok() { FileKind::Text } else { FileKind::Bytes }
}

fn json(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use sha2::Digest as _;

    use super::*;
    use crate::selection::Globs;
    use crate::{Tree, check};

    fn skill(name: &str) -> Vec<u8> {
        format!("---\nname: {name}\ndescription: Says \\\"hi\\\" \u{2713}\nmetadata:\n  b: \"1.0\"\n  a: x\n---\nBody\n").into_bytes()
    }

    fn described(files: &[(&str, Vec<u8>)], options: &Options) -> Checked {
        let report = check(&Tree::from_files(files.iter().cloned()), options);
        report.checked.unwrap_or_else(|| panic!("{:#?}", report.findings))
    }

    fn billing() -> Checked {
        described(
            &[
                ("billing/README.md", b"no skill has me".to_vec()),
                ("billing/refunds/SKILL.md", skill("refunds")),
                ("billing/refunds/assets/logo.png", b"\x89PNG\0".to_vec()),
                ("billing/refunds/inner/SKILL.md", skill("inner")),
                ("billing/refunds/inner/a b.txt", b"".to_vec()),
                ("pdf/SKILL.md", skill("pdf")),
                ("pdf/Makefile", b"all:\n".to_vec()),
                ("notes/x.md", b"stray".to_vec()),
            ],
            &Options::default(),
        )
    }

    fn parsed(json: &str) -> Value {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn an_entry_is_uri_frontmatter_and_resources() {
        // SEP-4, SEP-5
        let checked = billing();
        let pdf = &checked.skills()[2];
        let hex = |bytes: &[u8]| {
            sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        let source = skill("pdf");
        assert_eq!(
            pdf.entry,
            format!(
                concat!(
                    r#"{{"uri":"skill://pdf/SKILL.md","#,
                    r#""frontmatter":{{"name":"pdf","description":"Says \\\"hi\\\" ✓","metadata":{{"b":"1.0","a":"x"}}}},"#,
                    r#""resources":[{{"uri":"skill://pdf/Makefile","digest":"sha256:{}","size":5}},"#,
                    r#"{{"uri":"skill://pdf/SKILL.md","digest":"sha256:{}","size":{}}}]}}"#
                ),
                hex(b"all:\n"),
                hex(&source),
                source.len()
            )
        );
        assert_eq!(
            (pdf.path.as_str(), pdf.name.as_str(), pdf.description.as_str()),
            ("pdf", "pdf", "Says \\\"hi\\\" ✓")
        );
        assert!(pdf.entry[pdf.frontmatter.clone()].starts_with(r#"{"name":"pdf","#));
        assert_eq!(
            pdf.digests.iter().map(|at| &pdf.entry[*at..at + 64]).collect::<Vec<_>>(),
            [hex(b"all:\n"), hex(&source)]
        );
        assert_eq!(&source[pdf.body..], b"Body\n");
        assert!(pdf.listed);
    }

    #[test]
    fn skills_nest_and_the_outer_one_lists_all() {
        // SEP-3, SEP-5
        let checked = billing();
        let listed = |skill: &CheckedSkill| {
            let entry = parsed(&skill.entry);
            let uris = entry["resources"]
                .as_array()
                .unwrap()
                .iter()
                .map(|resource| resource["uri"].as_str().unwrap());
            uris.map(str::to_owned).collect::<Vec<_>>()
        };
        let [refunds, inner, _] = checked.skills() else { panic!("{:#?}", checked.skills()) };
        assert_eq!(
            (inner.path.as_str(), refunds.path.as_str()),
            ("billing/refunds/inner", "billing/refunds")
        );
        assert_eq!(
            listed(refunds),
            [
                "skill://billing/refunds/SKILL.md",
                "skill://billing/refunds/assets/logo.png",
                "skill://billing/refunds/inner/SKILL.md",
                "skill://billing/refunds/inner/a%20b.txt",
            ]
        );
        assert_eq!(
            listed(inner),
            ["skill://billing/refunds/inner/SKILL.md", "skill://billing/refunds/inner/a%20b.txt"]
        );
        for skill in checked.skills() {
            let files = &checked.files()[skill.files.clone()];
            assert_eq!(files.iter().map(|file| file.uri.clone()).collect::<Vec<_>>(), listed(skill));
            assert_eq!(checked.files()[skill.skill_md].uri, parsed(&skill.entry)["uri"]);
            assert_eq!(checked.directories()[skill.directory].path, skill.path);
        }
    }

    #[test]
    fn rows_are_in_the_order_of_uris_and_point_at_each_other() {
        let checked = billing();
        assert!(checked.files().is_sorted_by_key(|file| &file.uri));
        assert!(checked.directories().is_sorted_by_key(|directory| &directory.uri));
        assert!(checked.skills().is_sorted_by_key(|skill| &checked.files()[skill.skill_md].uri));
        for file in checked.files() {
            let folder = file.uri.rsplit_once('/').unwrap().0;
            assert_eq!(checked.directories()[file.directory].uri, folder);
            let skill = &checked.skills()[file.skill];
            let innermost =
                checked.skills().iter().filter(|skill| file.path.starts_with(&format!("{}/", skill.path)));
            assert_eq!(skill.path, innermost.max_by_key(|skill| skill.path.len()).unwrap().path);
        }
        for (row, directory) in checked.directories().iter().enumerate() {
            let parent = directory.path.rsplit_once('/').map(|(parent, _)| parent.to_owned());
            assert_eq!(directory.parent.map(|parent| checked.directories()[parent].path.clone()), parent);
            let skill = checked.skills().iter().position(|skill| skill.directory == row);
            assert_eq!(directory.skill, skill);
        }
    }

    #[test]
    fn every_directory_lists_its_direct_children() {
        // SEP-9: prefix directories included, files outside of skills not.
        let checked = billing();
        let uri = |child: &Child| match *child {
            Child::File(row) => checked.files()[row].uri.as_str(),
            Child::Directory(row) => checked.directories()[row].uri.as_str(),
        };
        let shown: Vec<(&str, Vec<&str>)> = checked
            .directories()
            .iter()
            .map(|directory| (directory.uri.as_str(), directory.children.iter().map(uri).collect()))
            .collect();
        assert_eq!(
            shown,
            [
                ("skill://billing", vec!["skill://billing/refunds"]),
                (
                    "skill://billing/refunds",
                    vec![
                        "skill://billing/refunds/SKILL.md",
                        "skill://billing/refunds/assets",
                        "skill://billing/refunds/inner",
                    ]
                ),
                ("skill://billing/refunds/assets", vec!["skill://billing/refunds/assets/logo.png"]),
                (
                    "skill://billing/refunds/inner",
                    vec!["skill://billing/refunds/inner/SKILL.md", "skill://billing/refunds/inner/a%20b.txt"]
                ),
                ("skill://pdf", vec!["skill://pdf/Makefile", "skill://pdf/SKILL.md"]),
            ]
        );
    }

    #[test]
    fn resources_carry_the_metadata_of_the_protocol() {
        // SEP-9, SEP-11
        let checked = billing();
        let file = |uri: &str| checked.files().iter().find(|file| file.uri == uri).unwrap();
        assert_eq!(
            file("skill://billing/refunds/inner/a%20b.txt").resource,
            r#"{"uri":"skill://billing/refunds/inner/a%20b.txt","name":"a b.txt","mimeType":"text/plain","size":0}"#
        );
        let size = skill("pdf").len();
        assert_eq!(
            file("skill://pdf/SKILL.md").resource,
            format!(
                r#"{{"uri":"skill://pdf/SKILL.md","name":"pdf","description":"Says \\\"hi\\\" ✓","mimeType":"text/markdown","size":{size}}}"#
            )
        );
        assert_eq!(
            checked.directories()[2].resource,
            r#"{"uri":"skill://billing/refunds/assets","name":"assets","mimeType":"inode/directory"}"#
        );
        let logo = file("skill://billing/refunds/assets/logo.png");
        assert_eq!((logo.kind, logo.media_type.as_str(), logo.size), (FileKind::Bytes, "image/png", 5));
        assert_eq!(logo.source, "billing/refunds/assets/logo.png");
        let makefile = file("skill://pdf/Makefile");
        assert_eq!((makefile.kind, makefile.media_type.as_str()), (FileKind::Text, "text/x-makefile"));
    }

    #[test]
    fn a_prefix_makes_directories_of_its_own() {
        // SEP-2, SEP-9
        let mut options = Options::default();
        options.set_prefix("acme/our skills").unwrap();
        options.set_scheme("docs").unwrap();
        let checked = described(&[("pdf/SKILL.md", skill("pdf"))], &options);
        assert_eq!(checked.scheme(), "docs");
        assert_eq!(checked.skills()[0].path, "acme/our skills/pdf");
        assert_eq!(checked.files()[0].uri, "docs://acme/our%20skills/pdf/SKILL.md");
        assert_eq!(checked.files()[0].source, "pdf/SKILL.md");
        let directories: Vec<_> = checked
            .directories()
            .iter()
            .map(|directory| (directory.uri.as_str(), directory.parent, directory.children.clone()))
            .collect();
        assert_eq!(
            directories,
            [
                ("docs://acme", None, vec![Child::Directory(1)]),
                ("docs://acme/our%20skills", Some(0), vec![Child::Directory(2)]),
                ("docs://acme/our%20skills/pdf", Some(1), vec![Child::File(0)]),
            ]
        );
        assert!(checked.directories()[1].resource.contains(r#""name":"our skills""#));
    }

    #[test]
    fn order_is_by_uri_where_paths_order_differently() {
        // `~` stays, `é` and `{` become `%C3%A9` and `%7B`, which sort before letters.
        let files = ["a/SKILL.md", "a/z", "a/é", "a/{x}/y", "a/~x", "a/b c", "a/b-c/d"];
        let files: Vec<_> = files.iter().map(|path| (*path, skill("a"))).collect();
        let checked = described(&files, &Options::default());
        let uris: Vec<_> =
            checked.files().iter().map(|file| file.uri.trim_start_matches("skill://a/")).collect();
        assert_eq!(uris, ["%7Bx%7D/y", "%C3%A9", "SKILL.md", "b%20c", "b-c/d", "z", "~x"]);
        assert_eq!(checked.skills()[0].files, 0..7);
    }

    #[test]
    fn unlisted_skills_are_described_all_the_same() {
        // SEP-8
        let listed = |pattern: &str| {
            let mut options = Options::default();
            options.unlisted = Globs::parse(&[pattern.to_owned()]).unwrap();
            let files =
                [("a/b/SKILL.md", skill("b")), ("a/SKILL.md", skill("a")), ("c/SKILL.md", skill("c"))];
            let checked = described(&files, &options);
            checked.skills().iter().map(|skill| (skill.name.clone(), skill.listed)).collect::<Vec<_>>()
        };
        let shown =
            |a: bool, b: bool, c: bool| vec![("a".to_owned(), a), ("b".to_owned(), b), ("c".to_owned(), c)];
        assert_eq!(listed("c"), shown(true, true, false));
        assert_eq!(listed("a/SKILL.md"), shown(false, true, true));
        assert_eq!(listed("a/**"), shown(false, false, true));
        assert_eq!(listed("*/b"), shown(true, false, true));
    }

    #[test]
    fn bytes_decide_between_text_and_blob() {
        // SEP-10
        assert_eq!(kind_of("ä\r\n\u{feff}".as_bytes()), FileKind::Text);
        assert_eq!(kind_of(b""), FileKind::Text);
        assert_eq!(kind_of(b"a\0b"), FileKind::Bytes);
        assert_eq!(kind_of(b"caf\xe9"), FileKind::Bytes);
    }
}
