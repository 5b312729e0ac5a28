//! Bytes as a URI: what is found is what a model of a few lines finds, whatever the spelling (SEP-8, SEP-9, SEP-10).
#![no_main]

mod catalog;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use skills_runtime::{Catalog, Policy, Query, QueryError};

static SKILLS: LazyLock<&'static Catalog> = LazyLock::new(|| {
    catalog::of_files(&[
        ("a/pdf/SKILL.md", b"---\nname: pdf\ndescription: Reads PDF.\n---\n# PDF\n"),
        ("a/pdf/a b/100 %.md", b"A form.\n"),
        ("a/pdf/%2F.txt", b"An escape in a name.\n"),
        ("a/pdf/x.bin", b"\0\xff\xfe"),
        ("a/rota/SKILL.md", b"---\nname: rota\ndescription: Plans a rota.\n---\n# Rota\n"),
        ("a/rota/night/SKILL.md", b"---\nname: night\ndescription: Plans nights.\n---\n# Night\n"),
    ])
});

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Skill,
    File,
    Directory,
}

/// Every path, decoded, and what is there.
static PATHS: LazyLock<BTreeMap<Vec<u8>, Node>> = LazyLock::new(|| {
    let mut paths = BTreeMap::new();
    for file in SKILLS.files() {
        let node = if file.name() == "SKILL.md" { Node::Skill } else { Node::File };
        paths.insert(file.path().as_bytes().to_vec(), node);
        for (at, _) in file.path().match_indices('/') {
            paths.insert(file.path().as_bytes()[..at].to_vec(), Node::Directory);
        }
    }
    paths
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for uri in [text, &format!("skill://{text}"), &format!("skill://a/{text}")] {
        let expected = model(uri);
        let answer = |query| SKILLS.answer(query, &Policy::new()).map(drop);
        match (answer(Query::ReadResource { uri }), expected) {
            (Ok(()), Ok(Some(Node::Skill | Node::File)))
            | (Err(QueryError::NotAFile { .. }), Ok(Some(Node::Directory)))
            | (Err(QueryError::UnknownFile { .. }), Ok(None))
            | (Err(QueryError::MalformedUri { .. }), Err(())) => {}
            (answer, expected) => panic!("read {uri:?}: {answer:?}, {expected:?}"),
        }
        match (answer(Query::GetSkill { uri }), expected) {
            (Ok(()), Ok(Some(Node::Skill)))
            | (Err(QueryError::NotASkill { .. }), Ok(Some(Node::File | Node::Directory)))
            | (Err(QueryError::UnknownSkill { .. }), Ok(None))
            | (Err(QueryError::MalformedUri { .. }), Err(())) => {}
            (answer, expected) => panic!("get {uri:?}: {answer:?}, {expected:?}"),
        }
        match (answer(Query::ReadDirectory { uri, cursor: None }), expected) {
            (Ok(()), Ok(Some(Node::Directory)))
            | (Err(QueryError::NotADirectory { .. }), Ok(Some(Node::Skill | Node::File)))
            | (Err(QueryError::UnknownDirectory { .. }), Ok(None))
            | (Err(QueryError::MalformedUri { .. }), Err(())) => {}
            (answer, expected) => panic!("directory {uri:?}: {answer:?}, {expected:?}"),
        }
    }
});

fn model(uri: &str) -> Result<Option<Node>, ()> {
    let Some(encoded) = uri.strip_prefix("skill://") else { return Ok(None) };
    let mut path = Vec::new();
    let mut bytes = encoded.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'?' | b'#' => return Ok(None),
            b'%' => {
                let digits = [bytes.next(), bytes.next()].map(|digit| (digit? as char).to_digit(16));
                let [Some(high), Some(low)] = digits else { return Err(()) };
                match (16 * high + low) as u8 {
                    b'/' => return Ok(None),
                    byte => path.push(byte),
                }
            }
            byte => path.push(byte),
        }
    }
    Ok(PATHS.get(&path).copied())
}
