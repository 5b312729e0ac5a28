//! Bytes as a tree: what passes the gate is laid out as the macro does it, and is served byte for byte. What should pass is
//! not known here.
#![no_main]

mod catalog;
#[path = "../properties/sound.rs"]
mod sound;

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use skills_authoring::{Options, Tree};
use skills_runtime::{Era, Frame, Meta, Policy, Query, Server, Session};

use self::sound::{bytes_of, sound};

fuzz_target!(|bytes: &[u8]| {
    let files = files(bytes);
    let tree = Tree::from_files(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())));
    let Some(checked) = sound(&tree, &Options::default()).checked else { return };
    let catalog = catalog::of(&checked, &tree);
    assert!(catalog.verify().is_ok(), "{:?}", catalog.verify());
    assert_eq!(catalog.files().len(), checked.files().len());
    for (file, checked) in catalog.files().zip(checked.files()) {
        assert_eq!(Some(file.bytes()), bytes_of(&tree, &checked.source));
        assert_eq!((file.uri(), file.path()), (&*checked.uri, &*checked.path));
        let query = Query::ReadResource { uri: file.uri() };
        let mut text = String::new();
        let answer = catalog.answer(query, &Policy::new()).expect("what is listed is read");
        answer.write(&Frame { era: Era::Legacy, server_info: None }, &mut text).expect("text");
        let result: serde_json::Value = serde_json::from_str(&text).expect("an answer is JSON");
        let content = &result["contents"][0];
        assert_eq!(content["uri"], file.uri());
        match file.text() {
            Some(text) => assert_eq!(content["text"], text),
            None => assert!(content["blob"].is_string(), "{content}"),
        }
    }
    let list = br#"{"jsonrpc":"2.0","id":1,"method":"skills/list"}"#;
    let body = Session::new(Server::new(catalog)).receive(list, &Meta::stream()).body.expect("an answer");
    let list: serde_json::Value = serde_json::from_str(&body).expect("an answer is JSON");
    assert_eq!(list["result"]["skills"].as_array().map(Vec::len), Some(checked.skills().len()));
});

/// Files are parted by a line of `=`, and begin with their path. A `SKILL.md` without frontmatter gets one.
fn files(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let text = String::from_utf8_lossy(bytes);
    for file in text.split("\n=\n") {
        let (path, content) = file.split_once('\n').unwrap_or((file, ""));
        let folder = path.strip_suffix("/SKILL.md").filter(|_| !content.starts_with("---"));
        let content = match folder.map(|folder| folder.rsplit('/').next().unwrap_or(folder)) {
            Some(name) => {
                format!("---\nname: {name}\ndescription: Does {name}.\n---\n{content}").into_bytes()
            }
            // A byte that no text has makes a blob.
            None if content.starts_with('\u{fffd}') => [b"\xff", content.as_bytes()].concat(),
            None => content.as_bytes().to_vec(),
        };
        files.insert(path.to_owned(), content);
    }
    files
}
