//! A root with what was found below it, and the line that sums it up. How single findings look is the library's.

use clap::ArgMatches;
use skills_authoring::render::{self, Style};
use skills_authoring::{Checked, Report, Severity, Tree, certain_edit, check};

use crate::Outcome;
use crate::failure::Failure;
use crate::roots::{self, Root};
use crate::terminal::Terminal;

/// A root that was read and checked.
pub(crate) struct CheckedRoot {
    pub(crate) root: Root,
    pub(crate) tree: Tree,
    pub(crate) report: Report,
}

impl CheckedRoot {
    pub(crate) fn new(root: Root) -> Self {
        let tree = Tree::read_selected(&root.path, &root.options);
        let report = check(&tree, &root.options);
        Self { root, tree, report }
    }

    /// Its findings, ready to be shown.
    pub(crate) fn findings(&self) -> render::Root<'_> {
        render::Root { findings: &self.report.findings, tree: &self.tree, base: self.root.base() }
    }

    /// The catalog, or everything that stands in its way, shown.
    pub(crate) fn catalog(&self, terminal: &mut Terminal) -> Option<&Checked> {
        if self.report.checked.is_none() {
            let findings = self.report.findings.iter();
            let errors: Vec<_> =
                findings.filter(|finding| finding.severity == Severity::Error).cloned().collect();
            let errors = render::Root { findings: &errors, ..self.findings() };
            terminal.say(&render::full_for_command(&[errors], Style::Coloured));
            self.sum_up(terminal);
        }
        self.report.checked.as_ref()
    }

    /// Says how many findings there are, in the words of rustc.
    pub(crate) fn sum_up(&self, terminal: &mut Terminal) -> Outcome {
        let shown = &self.root.shown;
        let (errors, warnings) = (self.count(Severity::Error), self.count(Severity::Warning));
        let mendable =
            self.report.findings.iter().filter(|finding| certain_edit(finding, &self.tree).is_some()).count();
        let mend = match mendable {
            0 => String::new(),
            count => format!(" (run `cargo skills fix {shown}` to apply {})", counted(count, "suggestion")),
        };
        if errors > 0 {
            let emitted = match warnings {
                0 => String::new(),
                count => format!("; {} emitted", counted(count, "warning")),
            };
            let errors = counted(errors, "error");
            terminal.error(&format!("`{shown}` cannot be embedded due to {errors}{emitted}{mend}"));
            return Outcome::Findings;
        }
        if warnings > 0 {
            terminal.warning(&format!("`{shown}` generated {}{mend}", counted(warnings, "warning")));
        }
        if let Some(checked) = &self.report.checked {
            let (skills, files) = (checked.skills().len(), checked.files().len());
            let text = format!("{shown} ({}, {})", counted(skills, "skill"), counted(files, "file"));
            terminal.status("Checked", &text);
        }
        Outcome::Clean
    }

    fn count(&self, severity: Severity) -> usize {
        self.report.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

impl Outcome {
    /// The worse of two.
    pub(crate) fn and(self, other: Self) -> Self {
        if self == Self::Clean { other } else { self }
    }
}

/// A number and what it counts.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// Reads and checks the roots that are asked for.
pub(crate) fn selected(matches: &ArgMatches) -> Result<Vec<CheckedRoot>, Failure> {
    Ok(roots::selected(matches)?.into_iter().map(CheckedRoot::new).collect())
}
