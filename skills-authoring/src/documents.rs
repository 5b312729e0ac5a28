//! The Markdown files of all skills, and what in them leads nowhere. Each is looked at once, for all rules about links.
//! How a link is written, `markdown` knows; where it leads, `links`.

use std::collections::{HashMap, HashSet};

use crate::links::{Lead, Site};
use crate::markdown::{self, CodeSpan, Glimpse, Link, LinkKind, maybe_destinations, maybe_paths};
use crate::model::Package;
use crate::parallel;
use crate::tree::Content;

/// One Markdown file of a skill.
#[derive(Debug)]
pub(crate) struct Document<'t> {
    /// Its path from the root.
    pub(crate) path: &'t str,
    pub(crate) text: &'t str,
    /// The byte at which the Markdown starts.
    pub(crate) body: usize,
    /// The links that lead to nothing, or out of the skill.
    pub(crate) lost_links: Vec<(Link, Lead<'t>)>,
    /// The code spans that look like paths into the skill and name nothing.
    pub(crate) lost_paths: Vec<CodeSpan>,
}

/// The documents of a package, and whose they are.
#[derive(Debug, Default)]
pub(crate) struct Documents<'t> {
    /// Sorted by path.
    pub(crate) all: Vec<Document<'t>>,
    /// Where in [`Package::skills`] the skill of a folder stands.
    skills: HashMap<&'t str, usize>,
}

impl<'t> Documents<'t> {
    /// Looks at every Markdown file that a skill has and that is UTF-8.
    pub(crate) fn read(package: &Package<'t>) -> Self {
        let skills: HashMap<&'t str, usize> =
            package.skills.iter().enumerate().map(|(at, skill)| (skill.directory, at)).collect();
        let files: Vec<(&'t str, &'t [u8])> = package
            .entries
            .iter()
            .filter_map(|entry| match &entry.content {
                Content::File(bytes) if is_markdown(&entry.path) => {
                    Some((entry.path.as_str(), bytes.as_slice()))
                }
                _ => None,
            })
            .collect();
        let all = parallel::map(&files, |(path, bytes)| {
            let site = Site::of(package, &skills, path)?;
            Some(Document::read(site, path, core::str::from_utf8(bytes).ok()?))
        });
        Self { all: all.into_iter().flatten().collect(), skills }
    }

    /// The place from which the paths in `document` lead.
    pub(crate) fn site<'p>(&self, package: &'p Package<'t>, document: &Document<'t>) -> Option<Site<'p, 't>> {
        Site::of(package, &self.skills, document.path)
    }

    /// The files and folders that links lead to, link by link, from the `SKILL.md` of any skill.
    pub(crate) fn reached(&self, package: &Package<'t>) -> HashSet<&'t str> {
        let mut reached: HashSet<&str> =
            package.skills.iter().map(|skill| skill.skill_md.path.as_str()).collect();
        let mut to_read: Vec<&str> = reached.iter().copied().collect();
        while let Some(path) = to_read.pop() {
            let Ok(at) = self.all.binary_search_by(|document| document.path.cmp(path)) else { continue };
            let Some(document) = self.all.get(at) else { continue };
            let Some(site) = self.site(package, document) else { continue };
            for link in markdown::read(document.text, document.body).links {
                match site.follow(&link.destination) {
                    Lead::Entry(entry) if link.kind == LinkKind::Used && reached.insert(entry) => {
                        to_read.push(entry);
                    }
                    _ => {}
                }
            }
        }
        reached
    }
}

impl<'t> Document<'t> {
    fn read(site: Site<'_, 't>, path: &'t str, text: &'t str) -> Self {
        // The Markdown of any other file starts at its first byte.
        let body = if site.skill.skill_md.path == path { site.skill.frontmatter.body_start() } else { 0 };
        let (mut lost_links, mut lost_paths) = (Vec::new(), Vec::new());
        if may_be_lost(site, text.get(body..).unwrap_or_default()) {
            let read = markdown::read(text, body);
            let links = read.links.into_iter().filter(|link| link.kind == LinkKind::Used || is_path(link));
            lost_links = links
                .map(|link| (site.follow(&link.destination), link))
                .filter(|(lead, _)| is_lost(lead))
                .map(|(lead, link)| (link, lead))
                .collect();
            lost_paths = read.code_spans;
            lost_paths.retain(|code| site.is_lost(&code.text));
        }
        Self { path, text, body, lost_links, lost_paths }
    }
}

/// Whether the parser may find something in `body` that leads nowhere.
fn may_be_lost(site: Site<'_, '_>, body: &str) -> bool {
    let is_suspicious = |glimpse| match glimpse {
        Glimpse::Plain(destination) => is_lost(&site.follow(destination)),
        Glimpse::Unsure => true,
    };
    maybe_destinations(body).any(is_suspicious) || maybe_paths(body).any(|code| site.is_lost(code))
}

fn is_lost(lead: &Lead<'_>) -> bool {
    matches!(lead, Lead::Nothing(_) | Lead::Outside(_))
}

/// Whether a definition that nothing uses is about a file: `[note]: remember` is a note to oneself.
fn is_path(link: &Link) -> bool {
    let extension = link.destination.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_extension =
        (2..=5).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_lowercase());
    link.destination.contains('/') || is_extension
}

fn is_markdown(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("md"))
}

#[cfg(test)]
mod tests {
    use crate::{Content, Level, Options, Tree, check, render};

    #[test]
    fn arbitrary_bodies_never_panic_and_every_span_lies_in_its_file() {
        let token = format!("{}{}", "ghp_", "a1B2c3D4e5F6".repeat(3));
        let parts = [
            "[a](",
            ")",
            "[a]: ",
            "[a]",
            "`",
            "``",
            "x.md",
            "../x.md",
            "refs/",
            "refs/x.md",
            "scripts/y",
            "/x.md",
            "C:\\x",
            "~/",
            "#f",
            "?q",
            "%20",
            "%ff",
            "%",
            "<",
            ">",
            " ",
            "\n",
            "\n\n",
            "> ",
            "é",
            "\u{202e}",
            "\u{200b}",
            "\u{e0041}",
            "\u{fe0f}",
            "\u{1f3f4}",
            "\r\n",
            "\\",
            "&amp;",
            "{x}",
            "..",
            ".",
            "/",
            "\0",
            "---\n",
            "```\n",
            "<!--",
            "-->",
            "![",
            "](",
            "-",
            "_",
            "-----BEGIN PRIVATE ",
            "KEY-----",
            &token,
            "example.com",
            "a@example.com",
            "mailto:",
            "LICENSE",
            "run.py",
            "run",
        ];
        let mut random = crate::random::generator(0x9e37_79b9_7f4a_7c15);
        let mut options = Options::default();
        options.set_level("pedantic", Level::Warn).unwrap();
        let mut rules = std::collections::BTreeSet::new();
        for _ in 0..3_000 {
            let mut body = || -> Vec<u8> {
                let mut bytes: Vec<u8> =
                    (0..random(16)).flat_map(|_| parts[random(parts.len())].bytes()).collect();
                if random(8) == 0 {
                    bytes.insert(random(bytes.len() + 1), 0xff);
                }
                bytes
            };
            let skill = [b"---\nname: a\ndescription: x\n---\n".to_vec(), body()].concat();
            let inner = [b"---\nname: b\ndescription: x\n---\n".to_vec(), body()].concat();
            let tree = Tree::from_files([
                ("a/SKILL.md", skill),
                ("a/x.md", body()),
                ("a/refs/x.md", body()),
                ("a/run.py", body()),
                ("a/refs/b/SKILL.md", inner),
            ]);
            for finding in check(&tree, &options).findings {
                let Content::File(bytes) = &tree.entry(&finding.path).unwrap().content else {
                    panic!("{finding:?}")
                };
                let edits = finding.help.iter().filter_map(|help| help.edit.as_ref()).map(|edit| &edit.span);
                for span in finding.span.iter().chain(edits).chain(&finding.concealed) {
                    assert!(bytes.get(span.clone()).is_some(), "{finding:?}");
                    let text = core::str::from_utf8(bytes);
                    assert!(
                        text.is_err() || text.is_ok_and(|text| text.get(span.clone()).is_some()),
                        "{finding:?}"
                    );
                }
                let shown = render::full(&finding, &tree, "skills");
                let secrets =
                    finding.concealed.iter().map(|span| String::from_utf8_lossy(&bytes[span.clone()]));
                for secret in secrets.flat_map(|secret| secret.lines().map(str::to_owned).collect::<Vec<_>>())
                {
                    assert!(secret.len() < 20 || !shown.contains(&secret), "{shown}");
                }
                rules.insert(finding.rule.name);
            }
        }
        for rule in [
            "broken_link",
            "link_outside",
            "unlinked_path",
            "invisible_character",
            "unreachable_file",
            "secret",
        ] {
            assert!(rules.contains(rule), "{rule}: {rules:?}");
        }
    }
}
