//! From a tree in memory to the catalog that the macro would have made of it. Not the macro: nothing is compiled.

#[path = "../../skills-macros/src/layout.rs"]
#[allow(dead_code, reason = "the macro uses all of it")]
mod layout;

use skills_authoring::{Checked, Content, FileKind, Options, Tree, check};
use skills_runtime::{__private, Catalog};

use self::layout::Layout;

/// The catalog of files that are known to be sound.
#[allow(dead_code, reason = "not every target has such files")]
pub(crate) fn of_files(files: &[(&str, &[u8])]) -> &'static Catalog {
    let tree = Tree::from_files(files.iter().copied());
    let report = check(&tree, &Options::default());
    let checked = report.checked.unwrap_or_else(|| panic!("{:?}", report.findings));
    of(&checked, &tree)
}

/// What an expansion evaluates to. It lasts as long as the program, as the real ones do.
pub(crate) fn of(checked: &Checked, tree: &Tree) -> &'static Catalog {
    let layout = Layout::of(checked).expect("a small tree");
    let contents = checked.files().iter().map(|file| {
        let entry = tree.entry(&file.source).expect("what is checked is there");
        let Content::File(bytes) = &entry.content else { panic!("{} is no file", file.source) };
        let bytes: &'static [u8] = bytes.clone().leak();
        match file.kind {
            FileKind::Text => __private::text(str::from_utf8(bytes).expect("text"), file.size),
            FileKind::Bytes => __private::bytes(bytes, file.size),
        }
    });
    Box::leak(Box::new(__private::catalog(__private::Parts {
        scheme: checked.scheme().to_owned().leak(),
        fingerprint: layout.fingerprint,
        text: layout.text.leak(),
        skills: layout.skills.leak(),
        files: layout.files.leak(),
        directories: layout.directories.leak(),
        children: layout.children.leak(),
        index: layout.index.leak(),
        contents: contents.collect::<Vec<_>>().leak(),
    })))
}
