//! Authoring cases about the frontmatter: what lies in the tree, and what the build must do with it.

use super::{Case, Outcome};

pub(super) const CASES: &[Case] = &[
    // unquoted colon-space in description
    Case {
        name: "B01/colon",
        outcome: Outcome::Fails(&["yaml_syntax"]),
        files: &[
            ("pack-list/SKILL.md", b"---\nname: pack-list\ndescription: Plan a trip: pick a bag, weigh it, print a list.\n---\n# Pack\n"),
        ],
    },
    // same text, quoted
    Case {
        name: "B01/quoted-control",
        outcome: Outcome::Builds,
        files: &[
            ("pack-list/SKILL.md", b"---\nname: pack-list\ndescription: \"Plan a trip: pick a bag, weigh it, print a list.\"\n---\n# Pack\n"),
        ],
    },
    // space-hash starts a comment: description is cut to "Post the summary to"
    Case {
        name: "B02/hash",
        outcome: Outcome::Warns(&["comment_cuts_value"]),
        files: &[
            ("ship-note/SKILL.md", b"---\nname: ship-note\ndescription: Post the summary to #release-room after a deploy. Use after tagging.\n---\n# Note\n"),
        ],
    },
    // EF BB BF before the opening fence
    Case {
        name: "B03/bom",
        outcome: Outcome::Fails(&["encoding"]),
        files: &[
            ("bom-head/SKILL.md", b"\xef\xbb\xbf---\nname: bom-head\ndescription: Saved by an editor that adds a byte order mark.\n---\n# Hi\n"),
        ],
    },
    // all lines end CR LF; values must not end in CR
    Case {
        name: "B04/crlf",
        outcome: Outcome::Warns(&["crlf"]),
        files: &[
            ("dos-lines/SKILL.md", b"---\r\nname: dos-lines\r\ndescription: Every line ends with CR LF.\r\nmetadata:\r\n  owner: desk-3\r\n---\r\n# Body\r\n"),
        ],
    },
    // classic Mac line ends: the file is one line
    Case {
        name: "B04/lone-cr",
        outcome: Outcome::Fails(&["frontmatter_missing"]),
        files: &[
            ("mac-lines/SKILL.md", b"---\rname: mac-lines\rdescription: Old line ends.\r---\r# Body\r"),
        ],
    },
    // HTML comment above the fence
    Case {
        name: "B05/comment",
        outcome: Outcome::Fails(&["frontmatter_missing"]),
        files: &[
            ("late-fence/SKILL.md", b"<!-- generated, do not edit -->\n---\nname: late-fence\ndescription: The fence is on line two.\n---\n# Body\n"),
        ],
    },
    // three dashes inside a plain value
    Case {
        name: "B06/in-value",
        outcome: Outcome::Builds,
        files: &[
            ("dash-inside/SKILL.md", b"---\nname: dash-inside\ndescription: Split a memo at --- marks and keep both halves.\n---\n# Body\n"),
        ],
    },
    // rules and a YAML sample with fences in the body
    Case {
        name: "B06/in-body",
        outcome: Outcome::Builds,
        files: &[
            ("dash-body/SKILL.md", b"---\nname: dash-body\ndescription: The body holds rules and a YAML sample.\n---\n# Body\n\n---\n\n```yaml\n---\nname: not-me\n---\n```\n"),
        ],
    },
    // trailing space after the opening fence
    Case {
        name: "B07/open-space",
        outcome: Outcome::Fails(&["frontmatter_missing"]),
        files: &[
            ("loose-open/SKILL.md", b"--- \nname: loose-open\ndescription: Opening fence has a trailing space.\n---\n# Body\n"),
        ],
    },
    // trailing space after the closing fence
    Case {
        name: "B07/close-space",
        outcome: Outcome::Warns(&["fence_space"]),
        files: &[
            ("loose-close/SKILL.md", b"---\nname: loose-close\ndescription: Closing fence has a trailing space.\n--- \n# Body\n"),
        ],
    },
    // no closing fence
    Case {
        name: "B07/unclosed",
        outcome: Outcome::Fails(&["frontmatter_unclosed"]),
        files: &[
            ("no-close/SKILL.md", b"---\nname: no-close\ndescription: Nothing ends this block.\n# Body\ntext\n"),
        ],
    },
    // closing fence is the last bytes of the file, no newline, no body
    Case {
        name: "B07/eof-fence",
        outcome: Outcome::Builds,
        files: &[
            ("eof-fence/SKILL.md", b"---\nname: eof-fence\ndescription: The file ends at the fence.\n---"),
        ],
    },
    // folded scalar followed by another key: value ends with a newline
    Case {
        name: "B08/folded-mid",
        outcome: Outcome::Builds,
        files: &[
            ("fold-mid/SKILL.md", b"---\nname: fold-mid\ndescription: >\n  Sort photos\n  by date.\n\n  Use for albums.\nlicense: MIT\n---\n# B\n"),
        ],
    },
    // literal scalar: line breaks are content
    Case {
        name: "B08/literal-mid",
        outcome: Outcome::Builds,
        files: &[
            ("literal-mid/SKILL.md", b"---\nname: literal-mid\ndescription: |\n  Sort photos\n  by date.\nlicense: MIT\n---\n# B\n"),
        ],
    },
    // strip chomping: no trailing newline for any parser
    Case {
        name: "B08/strip",
        outcome: Outcome::Builds,
        files: &[
            ("fold-strip/SKILL.md", b"---\nname: fold-strip\ndescription: >-\n  Sort photos\n  by date.\n---\n# B\n"),
        ],
    },
    // clip-chomped block is the LAST key: hosts that cut the newline before the fence read another value
    Case {
        name: "B09/last-folded",
        outcome: Outcome::Warns(&["final_block_scalar"]),
        files: &[
            ("fold-last/SKILL.md", b"---\nname: fold-last\ndescription: >\n  Sort photos by date.\n---\n# B\n"),
        ],
    },
    // same with a literal block
    Case {
        name: "B09/last-literal",
        outcome: Outcome::Warns(&["final_block_scalar"]),
        files: &[
            ("literal-last/SKILL.md", b"---\nname: literal-last\ndescription: |\n  Sort photos by date.\n---\n# B\n"),
        ],
    },
    // same key twice
    Case {
        name: "B10/dup-top",
        outcome: Outcome::Fails(&["duplicate_key"]),
        files: &[
            ("twin-key/SKILL.md", b"---\nname: twin-key\ndescription: First text.\ndescription: Second text.\n---\n# B\n"),
        ],
    },
    // anchor and alias
    Case {
        name: "B11/alias",
        outcome: Outcome::Fails(&["yaml_feature", "yaml_feature"]),
        files: &[
            ("alias-use/SKILL.md", b"---\nname: alias-use\ndescription: Uses an alias.\nmetadata:\n  owner: &who desk-3\n  backup: *who\n---\n# B\n"),
        ],
    },
    // custom tag
    Case {
        name: "B11/tag",
        outcome: Outcome::Fails(&["yaml_feature"]),
        files: &[
            ("tag-use/SKILL.md", b"---\nname: tag-use\ndescription: Uses a tag.\nmetadata:\n  secret: !vault abc\n---\n# B\n"),
        ],
    },
    // a:b inside a flow list: parsers disagree
    Case {
        name: "B12/flow-colon",
        outcome: Outcome::Warns(&["allowed_tools", "flow_colon", "flow_colon"]),
        files: &[
            ("flow-colon/SKILL.md", b"---\nname: flow-colon\ndescription: Tool names contain a colon.\nallowed-tools: [mail:send, cal:read]\n---\n# B\n"),
        ],
    },
    // tab between the colon and the value: PyYAML refuses it
    Case {
        name: "B12/tab-after-colon",
        outcome: Outcome::Warns(&["tab_separator"]),
        files: &[
            ("tab-colon/SKILL.md", b"---\nname: tab-colon\ndescription:\tA tab follows the colon.\n---\n# B\n"),
        ],
    },
    // plain value may not start with @
    Case {
        name: "B12/at-start",
        outcome: Outcome::Fails(&["yaml_syntax"]),
        files: &[
            ("at-start/SKILL.md", b"---\nname: at-start\ndescription: @mentions are collected into a list.\n---\n# B\n"),
        ],
    },
    // plain value may not start with a backtick
    Case {
        name: "B12/tick-start",
        outcome: Outcome::Fails(&["yaml_syntax"]),
        files: &[
            ("tick-start/SKILL.md", b"---\nname: tick-start\ndescription: `make` targets are listed and explained.\n---\n# B\n"),
        ],
    },
    // value ends with a colon
    Case {
        name: "B12/colon-eol",
        outcome: Outcome::Fails(&["yaml_syntax"]),
        files: &[
            ("colon-eol/SKILL.md", b"---\nname: colon-eol\ndescription: Follow these house rules:\n---\n# B\n"),
        ],
    },
    // quoted date
    Case {
        name: "B13/date-control",
        outcome: Outcome::Builds,
        files: &[
            ("dated-skill/SKILL.md", b"---\nname: dated-skill\ndescription: Carries dates.\nmetadata:\n  released: \"2026-03-05\"\n---\n# B\n"),
        ],
    },
    // 1.10 is a float: JSON would say 1.1
    Case {
        name: "B14/version",
        outcome: Outcome::Fails(&["metadata_value"]),
        files: &[
            ("float-ver/SKILL.md", b"---\nname: float-ver\ndescription: Version is a bare number.\nmetadata:\n  version: 1.10\n---\n# B\n"),
        ],
    },
    // non-string metadata scalars (c d g h i) and strings that YAML 1.1 hosts retype (a b e f j)
    Case {
        name: "B14/scalars",
        outcome: Outcome::Fails(&[
            "ambiguous_scalar", "metadata_value", "metadata_value", "metadata_value", "ambiguous_scalar",
            "ambiguous_scalar", "metadata_value", "metadata_value", "no_json_form", "ambiguous_scalar",
        ]),
        files: &[
            ("odd-scalars/SKILL.md", b"---\nname: odd-scalars\ndescription: Odd plain scalars.\nmetadata:\n  a: yes\n  b: 007\n  c: 0x10\n  d: 0o17\n  e: 1_000\n  f: 12:30:45\n  g: 1e3\n  h: ~\n  i: .inf\n  j: Off\n---\n# B\n"),
        ],
    },
    // three-part version is a string
    Case {
        name: "B14/semver-control",
        outcome: Outcome::Builds,
        files: &[
            ("sem-ver/SKILL.md", b"---\nname: sem-ver\ndescription: Version has three parts.\nmetadata:\n  version: 1.10.0\n---\n# B\n"),
        ],
    },
    // name is a number
    Case {
        name: "B15/name-int",
        outcome: Outcome::Fails(&["name_type"]),
        files: &[
            ("2024/SKILL.md", b"---\nname: 2024\ndescription: The folder is called 2024.\n---\n# B\n"),
        ],
    },
    // quoted digits are a fine name
    Case {
        name: "B15/name-int-control",
        outcome: Outcome::Builds,
        files: &[
            ("2024/SKILL.md", b"---\nname: \"2024\"\ndescription: The folder is called 2024.\n---\n# B\n"),
        ],
    },
    // name: on is a string in YAML 1.2 and true in 1.1
    Case {
        name: "B15/name-bool",
        outcome: Outcome::Fails(&["ambiguous_scalar"]),
        files: &[
            ("on/SKILL.md", b"---\nname: on\ndescription: The folder is called on.\n---\n# B\n"),
        ],
    },
    // description has no value
    Case {
        name: "B15/desc-null",
        outcome: Outcome::Fails(&["description_type"]),
        files: &[
            ("no-text/SKILL.md", b"---\nname: no-text\ndescription:\n---\n# B\n"),
        ],
    },
    // description is three spaces
    Case {
        name: "B15/desc-blank",
        outcome: Outcome::Fails(&["description_blank"]),
        files: &[
            ("blank-text/SKILL.md", b"---\nname: blank-text\ndescription: \"   \"\n---\n# B\n"),
        ],
    },
    // no description key
    Case {
        name: "B15/desc-missing",
        outcome: Outcome::Fails(&["description_missing"]),
        files: &[
            ("lost-text/SKILL.md", b"---\nname: lost-text\n---\n# B\n"),
        ],
    },
    // SKILL.md has zero bytes
    Case {
        name: "B15/empty-file",
        outcome: Outcome::Fails(&["frontmatter_missing"]),
        files: &[
            ("zero-file/SKILL.md", b""),
        ],
    },
    // empty frontmatter
    Case {
        name: "B15/empty-front",
        outcome: Outcome::Fails(&["frontmatter_type"]),
        files: &[
            ("empty-front/SKILL.md", b"---\n---\n# B\n"),
        ],
    },
    // name of 64 characters
    Case {
        name: "B16/name-64",
        outcome: Outcome::Builds,
        files: &[
            ("nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn/SKILL.md", b"---\nname: nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\ndescription: Longest name.\n---\n# B\n"),
        ],
    },
    // name of 65 characters
    Case {
        name: "B16/name-65",
        outcome: Outcome::Fails(&["name_length"]),
        files: &[
            ("nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn/SKILL.md", b"---\nname: nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\ndescription: One too long.\n---\n# B\n"),
        ],
    },
    // allowed-tools as a block list
    Case {
        name: "B17/tools-list",
        outcome: Outcome::Warns(&["allowed_tools"]),
        files: &[
            ("tool-list/SKILL.md", b"---\nname: tool-list\ndescription: Tools as a list.\nallowed-tools:\n  - Read\n  - Bash(git:*)\n---\n# B\n"),
        ],
    },
    // space separated string
    Case {
        name: "B17/tools-control",
        outcome: Outcome::Builds,
        files: &[
            ("tool-string/SKILL.md", b"---\nname: tool-string\ndescription: Tools as a string.\nallowed-tools: Read Bash(git:*)\n---\n# B\n"),
        ],
    },
    // top-level keys the spec does not define
    Case {
        name: "B18/unknown",
        outcome: Outcome::Warns(&["unknown_field", "unknown_field", "unknown_field"]),
        files: &[
            ("extra-keys/SKILL.md", b"---\nname: extra-keys\ndescription: Has extra keys.\nversion: 2.5.1\nargument-hint: [query]\nuser-invocable: false\n---\n# B\n"),
        ],
    },
    // metadata.name and metadata.description must not win
    Case {
        name: "B19/shadow",
        outcome: Outcome::Warns(&["reserved_key", "reserved_key"]),
        files: &[
            ("real-name/SKILL.md", b"---\nname: real-name\ndescription: Real description.\nmetadata:\n  name: other-name\n  description: Other description.\n---\n# B\n"),
        ],
    },
    // list of maps inside metadata
    Case {
        name: "B19/nested",
        outcome: Outcome::Warns(&["metadata_nested"]),
        files: &[
            ("deep-meta/SKILL.md", b"---\nname: deep-meta\ndescription: Structured metadata.\nmetadata:\n  tool:\n    install:\n      - kind: brew\n        formula: jq\n      - kind: apt\n        pkg: jq\n    emoji: \"\\U0001F527\"\n---\n# B\n"),
        ],
    },
    // reserved metadata prefix
    Case {
        name: "B19/reserved",
        outcome: Outcome::Warns(&["reserved_key"]),
        files: &[
            ("reserved-meta/SKILL.md", b"---\nname: reserved-meta\ndescription: Uses a reserved key.\nmetadata:\n  io.modelcontextprotocol/rank: \"1\"\n---\n# B\n"),
        ],
    },
    // metadata is a string
    Case {
        name: "B19/scalar-meta",
        outcome: Outcome::Fails(&["metadata_type"]),
        files: &[
            ("flat-meta/SKILL.md", b"---\nname: flat-meta\ndescription: Metadata is not a map.\nmetadata: owner=desk-3\n---\n# B\n"),
        ],
    },
    // zero-width space, bidi override and its end, and two tag characters, which stand side by side
    Case {
        name: "B21/hidden",
        outcome: Outcome::Warns(&[
            "invisible_character", "invisible_character", "invisible_character", "invisible_character",
        ]),
        files: &[
            ("hidden-text/SKILL.md", b"---\nname: hidden-text\ndescription: \"Harmless\xe2\x80\x8b text \xe2\x80\xaeabc\xe2\x80\xac.\"\n---\n# B\nHello\xf3\xa0\x81\xa8\xf3\xa0\x81\xa9\n"),
        ],
    },
    // underscores
    Case {
        name: "B22/underscore",
        outcome: Outcome::Fails(&["name_characters"]),
        files: &[
            ("net_header_notes/SKILL.md", b"---\nname: net_header_notes\ndescription: Underscores in the name.\n---\n# B\n"),
        ],
    },
    // upper case first letter
    Case {
        name: "B22/upper",
        outcome: Outcome::Fails(&["name_characters"]),
        files: &[
            ("clips/SKILL.md", b"---\nname: Clips\ndescription: Upper case name.\n---\n# B\n"),
        ],
    },
    // folder and name differ
    Case {
        name: "B22/mismatch",
        outcome: Outcome::Fails(&["name_mismatch"]),
        files: &[
            ("old-name/SKILL.md", b"---\nname: new-name\ndescription: The folder kept its old name.\n---\n# B\n"),
        ],
    },
    // non-ASCII name, NFC in both places
    Case {
        name: "B23/nfc",
        outcome: Outcome::Fails(&["name_non_ascii"]),
        files: &[
            ("café-list/SKILL.md", b"---\nname: caf\xc3\xa9-list\ndescription: Composed accent.\n---\n# B\n"),
        ],
    },
    // folder is decomposed (NFD), name is composed (NFC)
    Case {
        name: "B23/nfd-dir",
        outcome: Outcome::Fails(&["name_mismatch", "name_non_ascii"]),
        files: &[
            ("cafe\u{301}-list/SKILL.md", b"---\nname: caf\xc3\xa9-list\ndescription: Folder stored decomposed.\n---\n# B\n"),
        ],
    },
    // letters without case
    Case {
        name: "B23/cjk",
        outcome: Outcome::Fails(&["name_non_ascii"]),
        files: &[
            ("写作/SKILL.md", b"---\nname: \xe5\x86\x99\xe4\xbd\x9c\ndescription: Name in CJK.\n---\n# B\n"),
        ],
    },
    // SKILL.md in Latin-1
    Case {
        name: "B33/latin1-main",
        outcome: Outcome::Fails(&["encoding"]),
        files: &[
            ("latin-main/SKILL.md", b"---\nname: latin-main\ndescription: Caf\xe9 rota.\n---\n# B\n"),
        ],
    },
];
