//! A catalog as one text and tables of numbers, exactly as `skills_runtime::__private` documents them. No token is made
//! here.

use core::fmt;
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
}

/// A number of the catalog does not fit into 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// The absent row.
const NONE: usize = u32::MAX as usize;

impl Layout {
    /// Lays out what passed the gate.
    ///
    /// # Errors
    ///
    /// When its text, which is everything but the files, reaches 4 GiB.
    pub(crate) fn of(checked: &Checked) -> Result<Self, TooLarge> {
        let mut layout = Self::default();
        let digests = layout.lay_skills(checked)?;
        layout.lay_files(checked, &digests)?;
        layout.lay_directories(checked)?;
        layout.lay_index(checked)?;
        layout.fingerprint = hash(layout.text.as_bytes());
        Ok(layout)
    }

    /// Where the digest of each file stands: entries list them all.
    fn lay_skills(&mut self, checked: &Checked) -> Result<Vec<usize>, TooLarge> {
        let mut digests = vec![0; checked.files().len()];
        for skill in checked.skills() {
            let entry = self.push(&skill.entry);
            let listed = digests.get_mut(skill.files.clone()).unwrap_or_default();
            for (digest, at) in listed.iter_mut().zip(&skill.digests) {
                *digest = entry.start + at;
            }
            let frontmatter = entry.start + skill.frontmatter.start..entry.start + skill.frontmatter.end;
            let name = self.find(&frontmatter, '"', &skill.name);
            let description = self.find(&frontmatter, '"', &skill.description);
            let path = self.find(&entry, '/', &skill.path);
            row(
                &mut self.skills,
                &[entry, frontmatter, name, description, path],
                &[
                    skill.skill_md,
                    skill.directory,
                    skill.files.start,
                    skill.files.end,
                    skill.body,
                    usize::from(skill.listed),
                ],
            )?;
        }
        Ok(digests)
    }

    fn lay_files(&mut self, checked: &Checked, digests: &[usize]) -> Result<(), TooLarge> {
        for (file, digest) in checked.files().iter().zip(digests) {
            let resource = self.push(&file.resource);
            let uri = self.find(&resource, '"', &file.uri);
            let path = self.find(&uri, '/', &file.path);
            let media_type = self.find(&resource, '"', &file.media_type);
            row(
                &mut self.files,
                &[resource, uri, path, media_type],
                &[*digest, file.directory, file.skill],
            )?;
        }
        Ok(())
    }

    fn lay_directories(&mut self, checked: &Checked) -> Result<(), TooLarge> {
        let mut first = 0;
        for directory in checked.directories() {
            let resource = self.push(&directory.resource);
            let uri = self.find(&resource, '"', &directory.uri);
            let path = self.find(&uri, '/', &directory.path);
            let end = first + directory.children.len();
            row(
                &mut self.directories,
                &[resource, uri, path],
                &[directory.parent.unwrap_or(NONE), first, end, directory.skill.unwrap_or(NONE)],
            )?;
            for child in &directory.children {
                row(&mut self.children, &[], &[node(*child)])?;
            }
            first = end;
        }
        Ok(())
    }

    fn lay_index(&mut self, checked: &Checked) -> Result<(), TooLarge> {
        let files = checked.files().iter().enumerate().map(|(row, file)| (&file.path, Child::File(row)));
        let directories = checked.directories().iter().enumerate();
        let directories = directories.map(|(row, directory)| (&directory.path, Child::Directory(row)));
        let nodes = checked.files().len() + checked.directories().len();
        let mut slots = vec![(0, NONE); (2 * nodes).next_power_of_two()];
        for (path, child) in files.chain(directories) {
            let (tag, start) = halves(hash(path.as_bytes()));
            let mask = slots.len() - 1;
            let probe = (0..slots.len()).map(|step| (start + step) & mask);
            let free = probe.into_iter().find(|slot| matches!(slots.get(*slot), Some((_, NONE))));
            if let Some(slot) = free.and_then(|slot| slots.get_mut(slot)) {
                *slot = (tag, node(child));
            }
        }
        slots.into_iter().try_for_each(|(tag, node)| row(&mut self.index, &[], &[tag, node]))
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
        let found = starts.find(|start| place.get(*start..).is_some_and(|rest| rest.starts_with(text)));
        match found {
            Some(start) => within.start + start..within.start + start + text.len(),
            None => self.push(text),
        }
    }
}

fn row(table: &mut Vec<u8>, slices: &[Range<usize>], words: &[usize]) -> Result<(), TooLarge> {
    let slices = slices.iter().flat_map(|slice| [slice.start, slice.len()]);
    for word in slices.chain(words.iter().copied()) {
        let word = u32::try_from(word).map_err(|_| TooLarge)?;
        table.extend(word.to_le_bytes());
    }
    Ok(())
}

fn node(child: Child) -> usize {
    match child {
        Child::File(row) => 2 * row,
        Child::Directory(row) => 2 * row + 1,
    }
}

/// The high half of a hash and the low half.
fn halves(hash: u64) -> (usize, usize) {
    let [a, b, c, d, e, f, g, h] = hash.to_be_bytes();
    (u32::from_be_bytes([a, b, c, d]) as usize, u32::from_be_bytes([e, f, g, h]) as usize)
}

/// The hash of a path, as `skills_runtime::__private::hash` has it.
fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let last = u64::from_le_bytes(last) | (bytes.len() as u64) << 56;
    let words = words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]);
    words.fold(0xcbf2_9ce4_8422_2325, |state, word| {
        let product = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    })
}

impl fmt::Display for TooLarge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the names, entries and resources of these skills reach 4 GiB of text; embed them as several catalogs")
    }
}

impl core::error::Error for TooLarge {}

#[cfg(test)]
mod tests {
    use skills_authoring::{Options, Tree, check};

    use super::*;

    /// Skills at the top and below a prefix folder, one nested in another and sorted before it, names that URIs encode,
    /// text that JSON escapes, and two folders of which one name starts with the other.
    fn checked() -> Checked {
        let skill = |name: &str, description: &str| format!("---\nname: {name}\ndescription: {description}\n---\nRead it.\n");
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
            assert_eq!(row[10..15], [skill.skill_md, skill.directory, skill.files.start, skill.files.end, skill.body]);
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
        let slots = rows::<2>(&Layout::of(&checked).unwrap().index);
        assert!(slots.len().is_power_of_two());
        let look_up = |path: &str| {
            let (tag, start) = halves(hash(path.as_bytes()));
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
        let taken = slots.iter().filter(|slot| slot[1] != NONE).count();
        assert_eq!(taken, checked.files().len() + checked.directories().len());
        assert!(2 * taken <= slots.len());
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
        assert_eq!(row(&mut table, &[], &[NONE]), Ok(()));
        assert_eq!(row(&mut table, &[], &[NONE + 1]), Err(TooLarge));
        assert_eq!(row(&mut table, &[0..NONE + 1], &[]), Err(TooLarge));
    }
}
