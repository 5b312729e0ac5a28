//! # `root_not_found`
//!
//! The root is an existing directory.
//!
//! ## Why
//!
//! Without it there is nothing to embed. A relative path starts at the directory of the `Cargo.toml` of the crate that
//! is being built, not at the workspace and not at the source file.
//!
//! ## Bad
//!
//! ```text
//! static SKILLS: Catalog = embed_skills!("skill/"); // the directory is called `skills`
//! ```
//!
//! ## Good
//!
//! ```text
//! static SKILLS: Catalog = embed_skills!("skills/");
//! ```

use crate::finding::{Finding, Findings};
use crate::model::Package;
use crate::options::Options;
use crate::rule::{Level, Rule};

pub(crate) static RULE: Rule =
    Rule { name: "root_not_found", level: Level::Error, summary: "the root is an existing directory", check };

fn check(package: &Package<'_>, _: &Options, findings: &mut Findings<'_>) {
    if let Some(fault) = package.tree.root_fault() {
        findings.push(
            Finding::new(&RULE, "", format!("the directory of the skills {}", fault.reason))
                .help(format!("the path tried is `{}`", fault.tried)),
        );
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Tree, check};

    #[test]
    fn a_missing_root_is_the_only_finding() {
        let tree = Tree::read(Path::new("no/such/directory"));
        let findings = check(&tree, &Options::default()).findings;
        let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
        assert_eq!((finding.rule, finding.path.as_str()), (&RULE, ""));
        assert_eq!(finding.message, "the directory of the skills does not exist");
        let absolute = std::path::absolute("no/such/directory").unwrap();
        assert_eq!(finding.help[0].text, format!("the path tried is `{}`", absolute.display()));
    }

    #[test]
    fn a_file_is_no_root() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("file"), "").unwrap();
        let findings = check(&Tree::read(&root.path().join("file")), &Options::default()).findings;
        assert_eq!(findings[0].message, "the directory of the skills is no directory");
    }
}
