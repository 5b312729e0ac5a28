//! Authoring cases about files and folders: what lies in the tree, and what the build must do with it.

use super::{Case, Outcome};

pub(super) const CASES: &[Case] = &[
    // the embedded folder is itself a skill
    Case {
        name: "B24/root-skill",
        outcome: Outcome::Fails(&["skill_at_root"]),
        files: &[
            (
                "SKILL.md",
                b"---\nname: root-skill\ndescription: SKILL.md sits in the embedded root.\n---\n# B\n",
            ),
            ("notes.md", b"x\n"),
        ],
    },
    // no SKILL.md anywhere below the root
    Case {
        name: "B24/nothing",
        outcome: Outcome::Fails(&["no_skills"]),
        files: &[("README.md", b"# Readme\n"), ("docs/a.md", b"text\n")],
    },
    // files beside the skills are not part of any skill
    Case {
        name: "B24/stray",
        outcome: Outcome::Builds,
        files: &[
            ("LICENSE", b"MIT\n"),
            ("README.md", b"# Readme\n"),
            (
                "real-one/SKILL.md",
                b"---\nname: real-one\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
        ],
    },
    // space, hash, question mark, percent, plus, unicode in file names
    Case {
        name: "B25/encode",
        outcome: Outcome::Warns(&["unportable_name"]),
        files: &[
            (
                "enc-files/SKILL.md",
                b"---\nname: enc-files\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("enc-files/refs/100%.md", b"g\n"),
            ("enc-files/refs/[x](y).md", b"h\n"),
            ("enc-files/refs/a+b&c=d.md", b"e\n"),
            ("enc-files/refs/issue #7.md", b"c\n"),
            ("enc-files/refs/résumé.md", b"f\n"),
            ("enc-files/refs/setup guide.md", b"a\n"),
            ("enc-files/refs/setup%20guide.md", b"b\n"),
            ("enc-files/refs/why?.md", b"d\n"),
        ],
    },
    // two files that differ only in case
    Case {
        name: "B26/case-twins",
        outcome: Outcome::Warns(&["case_collision"]),
        files: &[
            ("twin-files/Guide.md", b"1\n"),
            (
                "twin-files/SKILL.md",
                b"---\nname: twin-files\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("twin-files/guide.md", b"2\n"),
        ],
    },
    // backslash and colon in file names
    Case {
        name: "B26/backslash",
        outcome: Outcome::Fails(&["unportable_name", "file_name"]),
        files: &[
            ("slash-files/12:30.md", b"2\n"),
            (
                "slash-files/SKILL.md",
                b"---\nname: slash-files\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("slash-files/a\\b.md", b"1\n"),
        ],
    },
    // skill.md in lower case
    Case {
        name: "B27/lower",
        outcome: Outcome::Fails(&["skill_md_spelling"]),
        files: &[(
            "low-case/skill.md",
            b"---\nname: low-case\ndescription: File name is lower case.\n---\n# B\n",
        )],
    },
    // SKILL.md and skill.md side by side
    Case {
        name: "B27/both",
        outcome: Outcome::Fails(&["skill_md_spelling"]),
        files: &[
            (
                "both-names/SKILL.md",
                b"---\nname: both-names\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("both-names/skill.md", b"old copy\n"),
        ],
    },
    // editor, OS and build leftovers
    Case {
        name: "B29/junk",
        outcome: Outcome::Builds,
        files: &[
            ("junk-files/.DS_Store", b"x"),
            ("junk-files/.SKILL.md.swp", b"x"),
            ("junk-files/.git/HEAD", b"ref: x\n"),
            ("junk-files/.venv/bin/python", b"x"),
            (
                "junk-files/SKILL.md",
                b"---\nname: junk-files\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("junk-files/SKILL.md~", b"x"),
            ("junk-files/Thumbs.db", b"x"),
            (
                "junk-files/node_modules/dep/SKILL.md",
                b"---\nname: dep\ndescription: A skill shipped by a dependency.\n---\n",
            ),
            ("junk-files/node_modules/dep/index.js", b"x"),
            ("junk-files/scripts/__pycache__/a.cpython-312.pyc", b"x"),
            ("junk-files/scripts/a.py", b"print(1)\n"),
        ],
    },
    // skill in a skill: two entries, parent lists the child files
    Case {
        name: "B30/nested",
        outcome: Outcome::Builds,
        files: &[
            (
                "outer/SKILL.md",
                b"---\nname: outer\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            (
                "outer/parts/inner/SKILL.md",
                b"---\nname: inner\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("outer/parts/inner/data.txt", b"x\n"),
        ],
    },
    // a SKILL.md kept as a template inside another skill
    Case {
        name: "B30/template",
        outcome: Outcome::Fails(&["frontmatter_missing"]),
        files: &[
            (
                "maker/SKILL.md",
                b"---\nname: maker\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("maker/assets/starter/SKILL.md", b"# Fill me in\nname: TODO\n"),
        ],
    },
    // LF checkout
    Case {
        name: "B31/lf",
        outcome: Outcome::Builds,
        files: &[
            (
                "eol-pair/SKILL.md",
                b"---\nname: eol-pair\ndescription: Same text, two line ends.\n---\nline one\nline two\n",
            ),
            ("eol-pair/list.txt", b"a\nb\n"),
            ("eol-pair/raw.bin", b"PNG\r\n\x1a\n"),
        ],
    },
    // NUL byte in a .txt and in a .py
    Case {
        name: "B32/nul",
        outcome: Outcome::Builds,
        files: &[
            (
                "nul-bytes/SKILL.md",
                b"---\nname: nul-bytes\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("nul-bytes/gen.py", b"x = \"\x00\"\n"),
            ("nul-bytes/rows.txt", b"a\x00b\n"),
        ],
    },
    // supporting text in Latin-1, UTF-16 and lone surrogate bytes
    Case {
        name: "B33/latin1",
        outcome: Outcome::Builds,
        files: &[
            (
                "odd-text/SKILL.md",
                b"---\nname: odd-text\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("odd-text/latin.md", b"caf\xe9\n"),
            ("odd-text/wide.txt", b"\xff\xfeh\x00i\x00"),
            ("odd-text/wtf.md", b"x\xed\xa0\x80\x80y\n"),
            ("odd-text/wtf2.md", b"x\xed\xa0\x80\x81y\n"),
        ],
    },
    // executable bit set on one of two equal scripts
    Case {
        name: "B35/exec",
        outcome: Outcome::Builds,
        files: &[
            (
                "exec-bit/SKILL.md",
                b"---\nname: exec-bit\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("exec-bit/scripts/a.sh", b"#!/bin/sh\necho hi\n"),
            ("exec-bit/scripts/b.sh", b"#!/bin/sh\necho hi\n"),
            ("exec-bit/scripts/run", b"#!/usr/bin/env python3\nprint(1)\n"),
        ],
    },
    // SKILL.md seen through resources/list and directory read
    Case {
        name: "B43/meta",
        outcome: Outcome::Builds,
        files: &[
            (
                "meta-twin-2/SKILL.md",
                b"---\nname: meta-twin-2\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            (
                "meta-twin/SKILL.md",
                b"---\nname: meta-twin\ndescription: Plain helper used as a control.\n---\n# Control\n",
            ),
            ("meta-twin/notes.md", b"x\n"),
        ],
    },
];
