//! A catalog as one text and tables of numbers, as `skills_runtime::__private` documents them. No token is made here.

use core::num::TryFromIntError;
use core::ops::Range;

use skills_authoring::{Checked, Child};

/// What `emit` writes down.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    pub(crate) fingerprint: u64,
    pub(crate) text: String,
    pub(crate) skills: Vec<u8>,
    pub(crate) files: Vec<u8>,
    pub(crate) directories: Vec<u8>,
    pub(crate) children: Vec<u8>,
    pub(crate) index: Vec<u8>,
    /// Where each path stands in the text, and what it is the path of.
    paths: Vec<(Range<usize>, Child)>,
}

/// Why there is no layout, for a person.
pub(crate) const TOO_LARGE: &str =
    "the entries and resources of these skills reach 4 GiB; make several catalogs of them";

/// The absent row.
const NONE: usize = u32::MAX as usize;

impl Layout {
    /// Lays out what passed the gate.
    ///
    /// # Errors
    ///
    /// When a number does not fit into 32 bits, which is when the text reaches 4 GiB.
    pub(crate) fn of(checked: &Checked) -> Result<Self, TryFromIntError> {
        let mut layout = Self::default();
        let digests = layout.lay_skills(checked)?;
        layout.lay_files(checked, &digests)?;
        layout.lay_directories(checked)?;
        layout.lay_index()?;
        layout.fingerprint = hash(layout.text.as_bytes());
        Ok(layout)
    }

    /// Returns where the digest of each file stands: the entries list them all.
    fn lay_skills(&mut self, checked: &Checked) -> Result<Vec<usize>, TryFromIntError> {
        let mut digests = vec![0; checked.files().len()];
        let entries = self.push_row(checked.skills().iter().map(|skill| &*skill.entry));
        for (skill, entry) in checked.skills().iter().zip(entries) {
            let listed = digests.get_mut(skill.files.clone()).unwrap_or_default();
            listed.iter_mut().zip(&skill.digests).for_each(|(digest, at)| *digest = entry.start + at);
            let frontmatter = entry.start + skill.frontmatter.start..entry.start + skill.frontmatter.end;
            let name = self.find(&frontmatter, '"', &skill.name);
            let description = self.find(&frontmatter, '"', &skill.description);
            let path = self.find(&entry, '/', &skill.path);
            let slices = [entry, frontmatter, name, description, path];
            let Range { start, end } = skill.files;
            let rows = [skill.skill_md, skill.directory, start, end, skill.body, skill.listed.into()];
            row(&mut self.skills, &slices, &rows)?;
        }
        Ok(digests)
    }

    fn lay_files(&mut self, checked: &Checked, digests: &[usize]) -> Result<(), TryFromIntError> {
        let resources = self.push_row(checked.files().iter().map(|file| &*file.resource));
        for (at, ((file, resource), digest)) in checked.files().iter().zip(resources).zip(digests).enumerate()
        {
            let media_type = self.find(&resource, '"', &file.media_type);
            let [resource, uri, path] = self.resource(resource, &file.uri, &file.path, Child::File(at));
            let slices = [resource, uri, path, media_type];
            row(&mut self.files, &slices, &[*digest, file.directory, file.skill])?;
        }
        Ok(())
    }

    fn lay_directories(&mut self, checked: &Checked) -> Result<(), TryFromIntError> {
        for (at, directory) in checked.directories().iter().enumerate() {
            let resource = self.push(&directory.resource);
            let slices = self.resource(resource, &directory.uri, &directory.path, Child::Directory(at));
            let (parent, skill) = (directory.parent.unwrap_or(NONE), directory.skill.unwrap_or(NONE));
            let first = self.children.len() / size_of::<u32>();
            let end = first + directory.children.len();
            row(&mut self.directories, &slices, &[parent, first, end, skill])?;
            directory.children.iter().try_for_each(|child| row(&mut self.children, &[], &[node(*child)]))?;
        }
        Ok(())
    }

    fn lay_index(&mut self) -> Result<(), TryFromIntError> {
        let mut slots = vec![[0, NONE, 0, 0]; (self.paths.len() * 4).div_ceil(3).next_power_of_two()];
        for (path, child) in &self.paths {
            let hash = hash(self.text.get(path.clone()).unwrap_or_default().as_bytes());
            let probe = (0..slots.len()).map(|step| (hash as u32 as usize + step) & (slots.len() - 1));
            let free = probe.into_iter().find(|slot| matches!(slots.get(*slot), Some([_, NONE, ..])));
            if let Some(slot) = free.and_then(|slot| slots.get_mut(slot)) {
                *slot = [(hash >> 32) as usize, node(*child), path.start, path.len()];
            }
        }
        slots.into_iter().try_for_each(|slot| row(&mut self.index, &[], &slot))
    }

    /// A resource, and in it the URI, and in that the path, which is noted.
    fn resource(&mut self, resource: Range<usize>, uri: &str, path: &str, child: Child) -> [Range<usize>; 3] {
        let uri = self.find(&resource, '"', uri);
        let path = self.find(&uri, '/', path);
        self.paths.push((path.clone(), child));
        [resource, uri, path]
    }

    /// Texts, each with a comma behind it.
    fn push_row<'t>(&mut self, texts: impl Iterator<Item = &'t str>) -> Vec<Range<usize>> {
        let places: Vec<_> = texts.map(|text| (self.push(text), self.text.push(','))).collect();
        places.into_iter().map(|(place, ())| place).collect()
    }

    fn push(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    /// Where `text` stands: somewhere `within` right after a `delimiter`, or else at the end. JSON and URIs hold it as
    /// it is unless something in it had to be escaped.
    fn find(&mut self, within: &Range<usize>, delimiter: char, text: &str) -> Range<usize> {
        let place = self.text.get(within.clone()).unwrap_or_default();
        let mut starts = place.match_indices(delimiter).map(|(at, _)| at + delimiter.len_utf8());
        match starts.find(|start| place.get(*start..).is_some_and(|rest| rest.starts_with(text))) {
            Some(start) => within.start + start..within.start + start + text.len(),
            None => self.push(text),
        }
    }
}

fn row(table: &mut Vec<u8>, slices: &[Range<usize>], words: &[usize]) -> Result<(), TryFromIntError> {
    let slices = slices.iter().flat_map(|slice| [slice.start, slice.len()]);
    for word in slices.chain(words.iter().copied()) {
        table.extend(u32::try_from(word)?.to_le_bytes());
    }
    Ok(())
}

fn node(child: Child) -> usize {
    match child {
        Child::File(row) => 2 * row,
        Child::Directory(row) => 2 * row + 1,
    }
}

/// The hash of a path, as `skills_runtime::__private::hash` has it.
fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    let last = u64::from_le_bytes(last) | (bytes.len() as u64) << 56;
    let words = words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]);
    words.fold(0xcbf2_9ce4_8422_2325, |state, word| {
        let product = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    })
}

#[cfg(test)]
mod tests {
    use skills_authoring::{Options, Tree, check};

    use super::*;

    /// Skills at the top and below a prefix folder, one nested in another and sorted before it, names that URIs encode,
    /// text that JSON escapes, and two folders of which one name starts with the other.
    fn checked() -> Checked {
        let skill = |name: &str, description: &str| {
            format!("---\nname: {name}\ndescription: {description}\n---\nRead it.\n")
        };
        let tree = Tree::from_files([
            ("billing/refunds/SKILL.md", skill("refunds", "'Says \"no\" to \\ and nothing else'")),
            ("billing/refunds/odd name #1.md", "Odd.\n".to_owned()),
            ("billing/refunds/größe.md", "Large.\n".to_owned()),
            ("billing/refunds/3-day/SKILL.md", skill("3-day", "Short.")),
            ("billing/refunds/3-day/deep/er.txt", String::new()),
            ("billing-eu/SKILL.md", skill("billing-eu", "Elsewhere.")),
            ("internal/audit/SKILL.md", skill("audit", "For few.")),
            ("stray.md", "Of no skill.\n".to_owned()),
        ]);
        let mut options = Options::default();
        options.unlisted = skills_authoring::Globs::parse(&["internal/**".to_owned()]).unwrap();
        options.set_prefix("acme corp").unwrap();
        check(&tree, &options).checked.expect("nothing is wrong with it")
    }

    fn rows<const WORDS: usize>(table: &[u8]) -> Vec<[usize; WORDS]> {
        let (words, rest) = table.as_chunks::<4>();
        let words: Vec<_> = words.iter().map(|word| u32::from_le_bytes(*word) as usize).collect();
        let (rows, more) = words.as_chunks::<WORDS>();
        assert!(rest.is_empty() && more.is_empty());
        rows.to_vec()
    }

    #[test]
    fn every_row_says_what_the_manifest_says() {
        let checked = checked();
        let layout = Layout::of(&checked).unwrap();
        let text = |at: usize, len: usize| &layout.text[at..at + len];

        let skills = rows::<16>(&layout.skills);
        assert_eq!(skills.len(), checked.skills().len());
        for (row, skill) in skills.iter().zip(checked.skills()) {
            assert_eq!(text(row[0], row[1]), skill.entry);
            assert_eq!(text(row[2], row[3]), &skill.entry[skill.frontmatter.clone()]);
            assert_eq!(text(row[4], row[5]), skill.name);
            assert_eq!(text(row[6], row[7]), skill.description);
            assert_eq!(text(row[8], row[9]), skill.path);
            assert_eq!(
                row[10..15],
                [skill.skill_md, skill.directory, skill.files.start, skill.files.end, skill.body]
            );
            assert_eq!(row[15], usize::from(skill.name != "audit"));
        }

        let files = rows::<11>(&layout.files);
        assert_eq!(files.len(), checked.files().len());
        for (at, (row, file)) in files.iter().zip(checked.files()).enumerate() {
            assert_eq!(text(row[0], row[1]), file.resource);
            assert_eq!(text(row[2], row[3]), file.uri);
            assert_eq!(text(row[4], row[5]), file.path);
            assert_eq!(text(row[6], row[7]), file.media_type);
            assert_eq!(row[9..], [file.directory, file.skill]);
            let skill = &checked.skills()[file.skill];
            let listed = skill.digests[at - skill.files.start];
            assert_eq!(text(row[8], 64), &skill.entry[listed..listed + 64]);
        }

        for row in [
            skills.iter().map(|row| (row[0], row[1])).collect::<Vec<_>>(),
            files.iter().map(|row| (row[0], row[1])).collect(),
        ] {
            for pair in row.windows(2) {
                let [(at, len), (next, _)] = pair else { unreachable!("windows of two") };
                assert_eq!(&layout.text[at + len..*next], ",", "lists are one slice");
            }
        }

        let directories = rows::<10>(&layout.directories);
        let children = rows::<1>(&layout.children);
        let mut first = 0;
        assert_eq!(directories.len(), checked.directories().len());
        for (row, directory) in directories.iter().zip(checked.directories()) {
            assert_eq!(text(row[0], row[1]), directory.resource);
            assert_eq!(text(row[2], row[3]), directory.uri);
            assert_eq!(text(row[4], row[5]), directory.path);
            assert_eq!([row[6], row[9]], [directory.parent.unwrap_or(NONE), directory.skill.unwrap_or(NONE)]);
            assert_eq!([row[7], row[8]], [first, first + directory.children.len()]);
            for (node, child) in children[first..row[8]].iter().zip(&directory.children) {
                match child {
                    Child::File(file) => assert_eq!(node[0], 2 * file),
                    Child::Directory(directory) => assert_eq!(node[0], 2 * directory + 1),
                }
            }
            first = row[8];
        }
        assert_eq!(first, children.len());
    }

    #[test]
    fn the_index_finds_every_path_and_no_other() {
        let checked = checked();
        let layout = Layout::of(&checked).unwrap();
        let slots = rows::<4>(&layout.index);
        assert!(slots.len().is_power_of_two());
        let look_up = |path: &str| {
            let (tag, start) =
                ((hash(path.as_bytes()) >> 32) as usize, hash(path.as_bytes()) as u32 as usize);
            (0..slots.len())
                .map(|step| slots[(start + step) & (slots.len() - 1)])
                .take_while(|slot| slot[1] != NONE)
                .filter(|slot| slot[0] == tag)
                .map(|slot| slot[1])
                .collect::<Vec<_>>()
        };
        for (row, file) in checked.files().iter().enumerate() {
            assert_eq!(look_up(&file.path), [2 * row]);
        }
        for (row, directory) in checked.directories().iter().enumerate() {
            assert_eq!(look_up(&directory.path), [2 * row + 1]);
        }
        assert!(look_up("acme corp/billing/refund").is_empty());
        let taken: Vec<_> = slots.iter().filter(|slot| slot[1] != NONE).collect();
        assert_eq!(taken.len(), checked.files().len() + checked.directories().len());
        assert!(4 * taken.len() <= 3 * slots.len());
        for [_, node, at, len] in taken {
            let path = match node % 2 {
                0 => &checked.files()[node / 2].path,
                _ => &checked.directories()[node / 2].path,
            };
            assert_eq!(&layout.text[*at..at + len], path);
        }
    }

    #[test]
    fn text_stands_once_where_nothing_in_it_is_escaped() {
        let mut layout = Layout::default();
        let place = layout.push(r#"{"uri":"skill://a/b","description":"Says \"no\"."}"#);
        let uri = layout.find(&place, '"', "skill://a/b");
        assert_eq!(uri, 8..19);
        assert_eq!(layout.find(&uri, '/', "a/b"), 16..19);
        assert_eq!(layout.find(&place, '"', "Says \"no\"."), place.end..place.end + 10);
        assert_eq!(&layout.text[place.end..], "Says \"no\".");
    }

    #[test]
    fn the_hash_is_the_one_that_lookups_compute() {
        // The same three stand in `skills-runtime`.
        assert_eq!(hash(b""), 0xf8bb_92c9_1b3f_5cc0);
        assert_eq!(hash(b"billing"), 0x95fd_dbf3_3e11_a020);
        assert_eq!(hash(b"billing/refunds/references/policy.md"), 0xe63a_482b_239a_c7bc);
    }

    #[test]
    fn another_text_has_another_fingerprint() {
        let text = "the fingerprint reads every byte of its text";
        let mut seen = std::collections::HashSet::from([hash(text.as_bytes())]);
        for end in 0..text.len() {
            assert!(seen.insert(hash(&text.as_bytes()[..end])));
            let mut changed = text.as_bytes().to_vec();
            changed[end] ^= 1;
            assert!(seen.insert(hash(&changed)));
        }
    }

    #[test]
    fn a_number_beyond_32_bits_is_an_error() {
        let mut table = Vec::new();
        assert!(row(&mut table, &[], &[NONE]).is_ok());
        assert!(row(&mut table, &[], &[NONE + 1]).is_err());
        let slice = 0..NONE + 1;
        assert!(row(&mut table, &[slice], &[]).is_err());
    }
}
