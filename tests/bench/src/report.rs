//! BENCHMARKS.md from what was measured. Not an opinion on it.

use std::fmt::Write as _;

use crate::Result;
use crate::inputs::Inputs;
use crate::machine::Machine;
use crate::table::Section;

pub(crate) fn markdown(inputs: &Inputs, sections: &[Section]) -> Result<String> {
    let machine = Machine::of_this_run()?;
    let mut text = String::from(
        "# Benchmarks\n\n\
         Written by `cargo run --release --manifest-path tests/bench/Cargo.toml -- report`, and by nothing else.\n\
         What is compared was measured side by side in one run on one machine, so the ratios are what counts.\n\n",
    );
    writeln!(text, "| | |\n|---|---|")?;
    for (what, value) in machine.rows() {
        writeln!(text, "| {what} | {value} |")?;
    }
    writeln!(
        text,
        "\n## Inputs\n\nThe skills of `examples/http`, and generated ones: the same bytes for the same seed, written outside the checkout.\n\n| name | skills | files | bytes |\n|---|---|---|---|"
    )?;
    for input in inputs.all() {
        writeln!(text, "| {} | {} | {} | {} |", input.name, input.skills, input.files, input.bytes)?;
    }
    for section in sections {
        write_section(&mut text, section)?;
    }
    Ok(text)
}

/// The report with sections that were measured anew.
pub(crate) fn renewed(report: &str, sections: &[Section]) -> Result<String> {
    let mut text = report.to_owned();
    for section in sections {
        let head = format!("\n## {}\n", section.title);
        let start =
            text.find(&head).ok_or_else(|| format!("the report has no section `{}`", section.title))?;
        let end = text.get(start + head.len()..).and_then(|rest| rest.find("\n## "));
        let rest = end.and_then(|end| text.get(start + head.len() + end..)).unwrap_or_default().to_owned();
        text.truncate(start);
        write_section(&mut text, section)?;
        text.push_str(&rest);
    }
    Ok(text)
}

fn write_section(text: &mut String, section: &Section) -> Result<()> {
    writeln!(text, "\n## {}\n\n{}", section.title, section.about)?;
    if !section.rows.is_empty() {
        writeln!(text, "\n| what | ours | against | measured | target | |\n|---|---|---|---|---|---|")?;
    }
    for row in &section.rows {
        let (measured, target) = (row.measured(), row.target());
        let columns = [&*row.what, &*row.ours, &*row.against, &*measured, &*target, row.outcome()];
        writeln!(text, "| {} |", columns.join(" | "))?;
    }
    match section.output.as_deref().map(str::trim_end) {
        // A script that writes a table has it rendered.
        Some(table) if table.starts_with('|') => writeln!(text, "\n{table}")?,
        Some(output) => writeln!(text, "\n```text\n{output}\n```")?,
        None => {}
    }
    Ok(())
}
