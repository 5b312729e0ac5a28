//! # `crlf`
//!
//! Lines of `SKILL.md` end with LF.
//!
//! ## Why
//!
//! The bytes are served and hashed as they are (SEP-5). A checkout on another system may turn CR LF into LF, and the same
//! skill then has another digest, which a host that has approved it takes for a change.
//!
//! ## Bad
//!
//! ```text
//! name: rota␍␊
//! ```
//!
//! ## Good
//!
//! ```text
//! name: rota␊
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule =
    Rule { name: "crlf", level: Level::Warn, summary: "lines of `SKILL.md` end with LF", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    for skill in &package.skills {
        // Another rule has bytes that are no text.
        let Ok(text) = core::str::from_utf8(skill.source) else { continue };
        let mut returns = text.match_indices('\r').map(|(at, _)| at);
        let Some(at) = returns.find(|at| text.as_bytes().get(at + 1) == Some(&b'\n')) else { continue };
        let message = "lines of `SKILL.md` end with LF, since a checkout elsewhere may change CR LF and with it the digest";
        findings.push(
            Finding::new(&RULE, &skill.skill_md.path, message).at(at..at + 1).help(
                "add the line `SKILL.md text eol=lf` to `.gitattributes`, and check the file out again",
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    #[test]
    fn one_finding_per_file_and_values_without_cr() {
        check(
            "rota",
            "---\r\nname: rota\r\ndescription: R.\r\nmetadata:\r\n  owner: desk-3\r\n---\r\n# B\r\n",
            &[
                "warning[crlf] at \"\\r\": lines of `SKILL.md` end with LF, since a checkout elsewhere may change CR LF and with it the digest",
                "  add the line `SKILL.md text eol=lf` to `.gitattributes`, and check the file out again",
            ],
        );
        check(
            "rota",
            "---\nname: rota\ndescription: R.\n---\n# B\r\n",
            &[
                "warning[crlf] at \"\\r\": lines of `SKILL.md` end with LF, since a checkout elsewhere may change CR LF and with it the digest",
                "  add the line `SKILL.md text eol=lf` to `.gitattributes`, and check the file out again",
            ],
        );
    }

    #[test]
    fn lf_passes() {
        check("rota", "---\nname: rota\ndescription: R.\n---\n# B\n\ra", &[]);
    }
}
