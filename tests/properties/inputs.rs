//! Trees and files that are wrong in ways that nobody wrote down, and some that are right.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use skills_authoring::Content;

/// Bytes that a failed test shows as text.
#[derive(Clone, PartialEq)]
pub(super) struct Bytes(pub(super) Vec<u8>);

impl std::fmt::Debug for Bytes {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "b\"{}\"", self.0.escape_ascii())
    }
}

/// The bytes of a `SKILL.md`: anything, pieces of one, sound ones with mistakes, and frontmatter that is made up.
pub(crate) fn skill_md() -> impl Strategy<Value = Bytes> {
    let bytes = prop_oneof![
        1 => vec(any::<u8>(), 0..200),
        2 => vec(select(PIECES), 0..40).prop_map(|pieces| pieces.concat()),
        3 => vec(select(PIECES), 0..12).prop_map(|pieces| framed(&pieces.concat())),
        4 => (select(SOUND), vec(mistake(), 0..4)).prop_map(|(sound, mistakes)| {
            mistakes.iter().fold(sound.as_bytes().to_vec(), |bytes, mistake| mistake.made_in(bytes))
        }),
        6 => (fields(), body()).prop_map(|(fields, body)| {
            format!("---\nname: rota\ndescription: Plans a rota.\n{fields}---\n{body}").into_bytes()
        }),
    ];
    bytes.prop_map(Bytes)
}

/// Paths and what lies there.
pub(crate) fn contents() -> impl Strategy<Value = Vec<(String, Content)>> {
    let segment = prop_oneof![8 => select(SEGMENTS).prop_map(str::to_owned), 1 => ".{1,6}"];
    let path = vec(segment, 1..5).prop_map(|segments| segments.join("/"));
    let skill = (select(&["rota", "night", "night/rota"][..]), skill_md())
        .prop_map(|(folder, bytes)| (format!("{folder}/SKILL.md"), Content::File(bytes.0)));
    vec(prop_oneof![2 => skill, 5 => (path, content())], 0..12)
}

fn content() -> impl Strategy<Value = Content> {
    prop_oneof![
        4 => body().prop_map(|text| Content::File(text.into_bytes())),
        2 => skill_md().prop_map(|bytes| Content::File(bytes.0)),
        1 => vec(any::<u8>(), 0..60).prop_map(Content::File),
        1 => select(&[
            Content::Stray,
            Content::Directory,
            Content::Special { kind: "pipe" },
            Content::NotUtf8,
            Content::LeftOut,
        ][..]),
        1 => ".{0,8}".prop_map(|target| Content::Link { target }),
        1 => ".{0,8}".prop_map(|error| Content::Unreadable { error }),
    ]
}

fn framed(pieces: &[u8]) -> Vec<u8> {
    [b"---\nname: rota\n".as_slice(), pieces, b"\ndescription: Plans a rota.\n---\n"].concat()
}

/// Fields below name and description, each on lines of its own.
fn fields() -> impl Strategy<Value = String> {
    let key = || prop_oneof![4 => "[a-z]{1,4}-[a-z]{3,6}", 1 => select(KEYS).prop_map(str::to_owned)];
    let field = (key(), value()).prop_map(|(key, value)| format!("{key}: {value}\n"));
    let metadata = vec((key(), scalar()), 1..4).prop_map(|pairs| {
        let lines: String = pairs.iter().map(|(key, value)| format!("  {key}: {value}\n")).collect();
        format!("metadata:\n{lines}")
    });
    let block = (key(), select(&["|", "|-", ">", ">-", "|2", ">+"][..]), vec(".{0,12}", 1..4)).prop_map(
        |(key, style, lines)| {
            let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
            format!("{key}: {style}\n{lines}")
        },
    );
    vec(prop_oneof![5 => field, 2 => metadata, 1 => block], 0..4).prop_map(|fields| fields.concat())
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => scalar(),
        1 => vec(scalar(), 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
        1 => vec(("[a-z]{1,5}", scalar()), 0..3).prop_map(|pairs| {
            let pairs: Vec<_> = pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
            format!("{{{}}}", pairs.join(", "))
        }),
        1 => vec(scalar(), 1..4).prop_map(|items| {
            items.iter().map(|item| format!("\n  - {item}")).collect::<Vec<_>>().concat()
        }),
    ]
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-zA-Z][a-zA-Z0-9 ,._/+()-]{0,16}",
        2 => "[ -~]{0,16}",
        2 => "[a-zA-Z0-9 ,.:'\"#&*!|>%@`?{}\\[\\]_/+-]{0,12}",
        2 => "[0-9.:_eExob+-]{1,8}",
        2 => ".{0,10}",
        6 => any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
        6 => "[ -~é\u{2028}]{0,12}".prop_map(|text| format!("'{}'", text.replace('\'', "''"))),
        2 => select(SCALARS).prop_map(str::to_owned),
        1 => any::<f64>().prop_map(|number| format!("{number:?}")),
        1 => any::<i64>().prop_map(|number| number.to_string()),
    ]
}

/// Markdown with links that lead somewhere, and some that do not.
fn body() -> impl Strategy<Value = String> {
    vec(prop_oneof![3 => select(MARKDOWN).prop_map(str::to_owned), 1 => ".{0,12}"], 0..12)
        .prop_map(|parts| parts.concat())
}

/// Something that goes wrong while a file is written.
#[derive(Clone, Debug)]
enum Mistake {
    Removed(Index, usize),
    Inserted(Index, &'static [u8]),
    Changed(Index, u8),
    Doubled(Index),
}

fn mistake() -> impl Strategy<Value = Mistake> {
    prop_oneof![
        (any::<Index>(), 1_usize..5).prop_map(|(at, count)| Mistake::Removed(at, count)),
        (any::<Index>(), select(PIECES)).prop_map(|(at, piece)| Mistake::Inserted(at, piece)),
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Mistake::Changed(at, byte)),
        any::<Index>().prop_map(Mistake::Doubled),
    ]
}

impl Mistake {
    fn made_in(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Removed(at, count) => {
                let at = at.index(bytes.len() + 1);
                bytes.drain(at..(at + count).min(bytes.len()));
            }
            Self::Inserted(at, piece) => {
                let at = at.index(bytes.len() + 1);
                bytes.splice(at..at, piece.iter().copied());
            }
            Self::Changed(at, to) => {
                let at = at.index(bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = *to;
                }
            }
            Self::Doubled(line) => {
                let lines: Vec<_> =
                    bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                if !lines.is_empty() {
                    let at = line.index(lines.len());
                    bytes = [&lines[..=at], &lines[at..]].concat().concat();
                }
            }
        }
        bytes
    }
}

const PIECES: &[&[u8]] = &[
    b"---",
    b"---\n",
    b"...\n",
    b"\n",
    b"\n\n",
    b"\r\n",
    b"\r",
    b"\t",
    b" ",
    b"  ",
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"name",
    b"description",
    b"metadata:\n  ",
    b"license",
    b"allowed-tools",
    b": ",
    b":",
    b"- ",
    b"? ",
    b"\"",
    b"'",
    b"\\",
    b"[",
    b"]",
    b"{",
    b"}",
    b", ",
    b"|\n  ",
    b">-\n  ",
    b">+\n",
    b"&a ",
    b"*a",
    b"!!str ",
    b"<<",
    b"%YAML",
    b"@",
    b"`",
    b"#",
    b" #",
    b"~",
    b"null",
    b"true",
    b"yes",
    b"0o7",
    b"1_000",
    b"1e3",
    b".inf",
    b"2026-03-05",
    b"12:30:45",
    b"rota",
    b"Rota",
    b"a--b",
    b"](",
    b")",
    b"![",
    b"<",
    b">",
    b"](forms/week.md)",
    b"`scripts/x.py`",
    b"<!--",
    b"-->",
    b"```\n",
    b"    ",
    "ä".as_bytes(),
    "\u{a0}".as_bytes(),
    "\u{85}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{200d}".as_bytes(),
    "\u{1f468}\u{200d}\u{1f469}".as_bytes(),
    "\u{e0041}".as_bytes(),
];

const SOUND: &[&str] = &[
    "---\nname: rota\ndescription: Plans a rota.\n---\n# Rota\n\nFill in [the form](forms/week.md).\n",
    "---\nname: rota\ndescription: \"Plans: a \\\"rota\\\".\"\nlicense: 'MIT'\nmetadata:\n  version: \"1.10\"\n---\n",
    "---\nname: rota\ndescription: >-\n  Plans a rota\n  of shifts.\n\n  Use on Mondays.\nallowed-tools: Read Write\n---\n`forms/`\n",
    "---\nname: rota\ndescription: |-\n  Plans\n    a\n  rota.\ncompatibility: Needs git.\nmetadata: {a: b, \"c\": 'd'}\n---\n",
    "---\nname: rota\ndescription: Plans a\n  rota of\n  shifts.\nmetadata:\n  # A comment.\n  a: b # another\n---\n![x][y]\n\n[y]: forms/week.md\n",
    "---\nname: rota\ndescription: Plans a rota.\nowners:\n- one\n- two: 2\n  three: 3.5\n- [4, null, true]\n---\n",
    "---\r\nname: rota\r\ndescription: Plans a rota.\r\n---\r\n",
];

const KEYS: &[&str] = &[
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
    "licence",
    "version",
    "\"a b\"",
    "'1'",
    "1",
    "true",
    "~",
    "? a",
    "<<",
    "io.modelcontextprotocol/x",
    "größe",
    "a b",
    "-a",
    "y",
];

const SCALARS: &[&str] = &[
    "~",
    "null",
    "Null",
    "true",
    "False",
    "yes",
    "No",
    "on",
    "OFF",
    "y",
    "n",
    ".inf",
    "-.INF",
    ".nan",
    "0o14",
    "012",
    "08",
    "0x1F",
    "0b11",
    "1_000",
    "12:30",
    "12:30:45",
    "1e3",
    "1.",
    ".5",
    "+1",
    "-0",
    "0.10",
    "9007199254740993",
    "1e400",
    "2026-03-05",
    "2026-03-05T10:00:00Z",
    "=",
    "<<",
    "- a",
    "? a",
    ": a",
    "a: b",
    "a #b",
    "a#b",
    "#a",
    "a:b",
    "'a' b",
    "\"a\\x41\\u00e9\\n\"",
    "\"a\\\n  b\"",
    "'a\n\n  b'",
    "a\n    b",
    "!!str 1",
    "&x 1",
    "*x",
    "%a",
    "@a",
    "`a`",
    "[a, b",
    "a]",
    "{a",
    "--- a",
    "...",
    "-",
    "?",
    "| a",
    "\u{feff}a",
    "a\u{a0}b",
    "a\u{85}b",
    "a\tb",
    "\"\\ud83d\\ude00\"",
    "\"\\/\"",
    "''",
    "\"\"",
];

const SEGMENTS: &[&str] = &[
    "rota",
    "night",
    "Rota",
    "SKILL.md",
    "skill.md",
    "references",
    "scripts",
    "forms",
    "week.md",
    "Week.md",
    ".env",
    ".git",
    "node_modules",
    "x.pyc",
    "aux",
    "a b.md",
    "größe.md",
    "50%.md",
    "..",
    "Cargo.toml",
    "x.bin",
];

const MARKDOWN: &[&str] = &[
    "# Rota\n",
    "\n",
    "text ",
    "[a](forms/week.md)",
    "[a](../x.md)",
    "[a](<forms/a b.md>)",
    "[a](forms%2Fweek.md#x?y)",
    "[a][b]",
    "\n[b]: forms/week.md \"t\"\n",
    "![i](i.png)",
    "`scripts/x.py`",
    "``a`b``",
    "```\n[a](b)\n```\n",
    "    [a](b)\n",
    "<!-- [a](b) -->",
    "<https://a.example>",
    "[a](mailto:b)",
    "[a](#c)",
    "[a](/etc)",
    "[a](C:\\x)",
    "[a](%zz)",
    "[a](%ff)",
    "\u{202e}",
    "\u{200b}",
    "\u{1f468}\u{200d}\u{1f469}",
    "- [ ] a\n",
    "> ",
    "| a | b |\n|---|---|\n",
    "\\[a](b)",
    "[[a](b)](c)",
    "[",
    "](",
    ")",
    "*",
    "<a href=\"b\">",
    "---\n",
    "&amp;",
    "\t",
    "\r\n",
    "\0",
];
