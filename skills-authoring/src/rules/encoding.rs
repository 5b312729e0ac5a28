//! # `encoding`
//!
//! `SKILL.md` is UTF-8 text without a byte order mark and without NUL.
//!
//! ## Why
//!
//! Its bytes are served as they are, never repaired. A byte order mark hides the opening fence from most readers, other
//! encodings cannot be served as text, and NUL makes a host take the file for binary.
//!
//! ## Bad
//!
//! ```text
//! EF BB BF 2D 2D 2D   (a byte order mark, then the fence)
//! 43 61 66 E9         (Latin-1)
//! ```
//!
//! ## Good
//!
//! ```text
//! 2D 2D 2D            (the fence)
//! 43 61 66 C3 A9      (UTF-8)
//! ```

use crate::finding::{Finding, Findings};
use crate::frontmatter::{Encoding, Fault};
use crate::model::{Package, Skill};
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule = Rule {
    name: "encoding",
    level: Level::Error,
    summary: "`SKILL.md` is UTF-8 text without a byte order mark and without NUL",
    check,
};

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        if let Some(Fault::Encoding(fault)) = skill.frontmatter.fault() {
            findings.push(finding(skill, fault));
        }
    }
}

fn finding(skill: &Skill<'_>, fault: &Encoding) -> Finding {
    let new = |message: &str| Finding::new(&RULE, &skill.skill_md.path, message);
    match fault {
        Encoding::ByteOrderMark => new("`SKILL.md` starts with its fence, not with a byte order mark")
            .at(0..3)
            .help("save the file as UTF-8 without a byte order mark")
            .edit("or remove its three bytes", 0..3, ""),
        Encoding::Nul { at } => {
            new("`SKILL.md` is text, and text has no NUL").at(*at..*at + 1).help("remove it")
        }
        Encoding::NotUtf8 { span } => {
            let finding = new("`SKILL.md` is UTF-8 text").at(span.clone());
            let finding = match skill.source.get(span.start) {
                Some(&byte @ 0xA0..) => {
                    finding.label(format!("byte {byte:02X}, which is `{}` in Latin-1", char::from(byte)))
                }
                Some(byte) => finding.label(format!("byte {byte:02X}")),
                None => finding,
            };
            finding.help("save the file as UTF-8")
        }
        Encoding::Utf16 => {
            new("`SKILL.md` is UTF-8 text, and this file is UTF-16").help("save the file as UTF-8")
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    const NAMED: &str = "---\nname: pdf\ndescription: Fills in forms.\n---\n# Body\n";

    #[test]
    fn utf_8_passes_whatever_the_letters() {
        check("pdf", NAMED, &[]);
        check("pdf", "---\nname: pdf\ndescription: 表を \u{1F527} \u{E9}\n---\n", &[]);
    }

    #[test]
    fn a_byte_order_mark_is_not_stripped() {
        check(
            "pdf",
            format!("\u{FEFF}{NAMED}"),
            &[
                "error[encoding] at \"\\u{feff}\": `SKILL.md` starts with its fence, not with a byte order mark",
                "  save the file as UTF-8 without a byte order mark",
                "  or remove its three bytes: \"---\"",
            ],
        );
    }

    #[test]
    fn latin_1_is_named_by_its_byte() {
        check(
            "pdf",
            b"---\nname: pdf\ndescription: Caf\xE9 rota.\n---\n",
            &[
                "error[encoding] at \"\u{FFFD}\": `SKILL.md` is UTF-8 text",
                "  ^ byte E9, which is `é` in Latin-1",
                "  save the file as UTF-8",
            ],
        );
    }

    #[test]
    fn a_cut_character_at_the_end_is_found() {
        check(
            "pdf",
            [NAMED.as_bytes(), b"\xE2\x82"].concat(),
            &[
                "error[encoding] at \"\u{FFFD}\": `SKILL.md` is UTF-8 text",
                "  ^ byte E2, which is `â` in Latin-1",
                "  save the file as UTF-8",
            ],
        );
    }

    #[test]
    fn utf_16_is_called_by_its_name() {
        let message = "error[encoding] at the file: `SKILL.md` is UTF-8 text, and this file is UTF-16";
        let wide: Vec<u8> = NAMED.bytes().flat_map(|byte| [byte, 0]).collect();
        check("pdf", &wide, &[message, "  save the file as UTF-8"]);
        check("pdf", [b"\xFF\xFE", wide.as_slice()].concat(), &[message, "  save the file as UTF-8"]);
        let wide: Vec<u8> = NAMED.bytes().flat_map(|byte| [0, byte]).collect();
        check("pdf", wide, &[message, "  save the file as UTF-8"]);
    }

    #[test]
    fn nul_is_found_in_the_body_too() {
        check(
            "pdf",
            format!("{NAMED}a\0b"),
            &["error[encoding] at \"\\0\": `SKILL.md` is text, and text has no NUL", "  remove it"],
        );
    }
}
