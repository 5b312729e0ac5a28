//! Random packs of skills, each a catalog as the macro would make it, and what of them is merged, hidden and paged. Not
//! what should come of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use skills_authoring::{Checked, Globs, Options, Tree, check};
use skills_runtime::{Catalog, PageLimits, Server};

use crate::catalog;

/// Skills as an author has them, checked and laid out.
pub(crate) struct Pack {
    pub(crate) checked: Checked,
    /// By where it lies below the root.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    pub(crate) catalog: &'static Catalog,
}

impl fmt::Debug for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skills = self.catalog.skills().map(|skill| (skill.uri(), skill.is_listed()));
        f.debug_map().entries(skills).finish()?;
        f.debug_list().entries(self.catalog.files().map(|file| file.uri())).finish()
    }
}

/// What is served, and how.
#[derive(Debug)]
pub(crate) struct Case {
    /// Those that fit together.
    pub(crate) packs: Vec<Pack>,
    /// How many did not fit.
    pub(crate) refused: usize,
    /// The `SKILL.md` of every skill that the caller does not see.
    pub(crate) hidden: BTreeSet<String>,
    pub(crate) limits: PageLimits,
}

impl Case {
    pub(crate) fn catalogs(&self) -> impl Iterator<Item = &'static Catalog> {
        self.packs.iter().map(|pack| pack.catalog)
    }
}

pub(crate) fn case() -> impl Strategy<Value = Case> {
    let bytes = prop_oneof![2 => 1_usize..3_000, 1 => Just(usize::MAX)];
    (vec(draft(), 1..5), any::<u32>(), 1_usize..6, bytes).prop_map(|(drafts, mask, entries, bytes)| {
        let (mut packs, mut refused) = (Vec::new(), 0);
        for (number, draft) in drafts.iter().enumerate() {
            let pack = draft.packed(number);
            let fits = packs.iter().all(|other| !collide(other, &pack));
            let catalogs = packs.iter().chain([&pack]).map(|pack| pack.catalog);
            assert_eq!(Server::merge(catalogs).is_ok(), fits, "{drafts:?}");
            if fits { packs.push(pack) } else { refused += 1 }
        }
        let uris = packs.iter().flat_map(|pack: &Pack| {
            pack.checked.skills().iter().map(|skill| pack.checked.files()[skill.skill_md].uri.clone())
        });
        let hidden = uris.enumerate().filter(|(bit, _)| mask.rotate_right(*bit as u32) & 1 == 1);
        Case {
            hidden: hidden.map(|(_, uri)| uri).collect(),
            packs,
            refused,
            limits: PageLimits { entries, bytes },
        }
    })
}

/// Whether two packs have something at one place, or one of them has something inside a skill of the other.
fn collide(one: &Pack, other: &Pack) -> bool {
    let files =
        |pack: &Pack| pack.checked.files().iter().map(|file| file.uri.clone()).collect::<BTreeSet<_>>();
    let folders = |pack: &Pack| {
        pack.checked.directories().iter().map(|folder| folder.uri.clone()).collect::<BTreeSet<_>>()
    };
    let skills = |pack: &Pack| -> Vec<String> {
        let skill_mds = pack.checked.skills().iter().map(|skill| &pack.checked.files()[skill.skill_md].uri);
        skill_mds.map(|uri| uri.strip_suffix("SKILL.md").unwrap().to_owned()).collect()
    };
    let is_inside = |folder: &String, pack: &Pack| {
        skills(pack).iter().any(|skill| format!("{folder}/").starts_with(skill))
    };
    !files(one).is_disjoint(&files(other))
        || !files(one).is_disjoint(&folders(other))
        || !folders(one).is_disjoint(&files(other))
        || folders(one)
            .intersection(&folders(other))
            .any(|both| is_inside(both, one) || is_inside(both, other))
}

/// A pack before it is checked.
#[derive(Clone, Debug)]
struct Draft {
    scheme: &'static str,
    prefix: &'static str,
    /// Paths of skills, which may lie in each other.
    skills: BTreeSet<String>,
    /// Files beside their `SKILL.md`s: the place of the skill, and the path below it.
    files: Vec<(usize, &'static str)>,
    /// The place of a skill that is kept out of lists, with those in it.
    unlisted: Option<usize>,
}

/// No segment starts or ends with a `z`: what does is not there.
const SEGMENTS: &[&str] = &["a", "b", "a-b", "b2", "data"];

const PREFIXES: &[&str] = &["", "p", "p/q", "p/q-r", "a", "r 1"];

const FILES: &[&str] =
    &["note.txt", "100% #1?.md", "data/x.bin", "data/deep/größe.md", "data/deep/empty", "b.txt"];

fn draft() -> impl Strategy<Value = Draft> {
    let skill = vec(select(SEGMENTS), 1..4).prop_map(|segments| segments.join("/"));
    let skills = proptest::collection::btree_set(skill, 1..6);
    let files = vec((any::<usize>(), select(FILES)), 0..8);
    let scheme = prop_oneof![4 => Just("skill"), 1 => Just("team")];
    (scheme, select(PREFIXES), skills, files, proptest::option::of(any::<usize>())).prop_map(
        |(scheme, prefix, skills, files, unlisted)| Draft { scheme, prefix, skills, files, unlisted },
    )
}

impl Draft {
    fn packed(&self, number: usize) -> Pack {
        let skills: Vec<&String> = self.skills.iter().collect();
        let mut files = BTreeMap::new();
        for path in &skills {
            let name = path.rsplit('/').next().unwrap();
            let text = format!("---\nname: {name}\ndescription: Does {}.\n---\n", marker(number, path));
            files.insert(format!("{path}/SKILL.md"), text.into_bytes());
        }
        for (at, file) in &self.files {
            let path = format!("{}/{file}", skills[at % skills.len()]);
            let mut bytes = marker(number, &path).into_bytes();
            match file.rsplit(['.', '/']).next() {
                Some("bin") => bytes.extend([0, 0xff]),
                Some("empty") => bytes.clear(),
                _ => bytes.push(b'\n'),
            }
            files.insert(path, bytes);
        }
        let mut options = Options::default();
        options.set_scheme(self.scheme).unwrap();
        if !self.prefix.is_empty() {
            options.set_prefix(self.prefix).unwrap();
        }
        if let Some(at) = self.unlisted {
            options.unlisted = Globs::parse(&[format!("{}/**", skills[at % skills.len()])]).unwrap();
        }
        let tree = Tree::from_files(files.clone());
        let report = check(&tree, &options);
        let checked = report.checked.unwrap_or_else(|| panic!("{:?}", report.findings));
        let catalog = catalog::of(&checked, &tree);
        Pack { checked, files, catalog }
    }
}

/// A text that stands in one file of one pack and nowhere else.
fn marker(number: usize, path: &str) -> String {
    let mut marker = format!("marker-{number}-");
    for byte in path.bytes() {
        let _ = write!(marker, "{byte:02x}");
    }
    marker + "-end"
}
