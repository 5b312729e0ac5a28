//! How large binaries are, and what an embedded file costs beyond its bytes.

use std::fs;

use crate::Result;
use crate::binaries::{Binaries, Linkage, Maker, Profile, Transport};
use crate::inputs::{Input, Inputs};
use crate::table::{Measured, Row, Section, Target};

pub(crate) fn measure(inputs: &Inputs, binaries: &Binaries) -> Result<Section> {
    let one = inputs.of(1)?;
    let size = |maker, transport, profile, input: &Input| -> Result<f64> {
        let binary = binaries.server(maker, transport, profile, Linkage::Static, input)?;
        Ok(fs::metadata(binary)?.len() as f64)
    };
    let mut rows = Vec::new();
    for (profile, name) in [(Profile::Small, "size profile"), (Profile::Release, "default release")] {
        for (transport, server, most) in [(Transport::Stdio, "stdio", 1.5), (Transport::Http, "HTTP", 3.0)] {
            let ours = size(Maker::Ours, transport, profile, one)? / 1e6;
            let rmcp = size(Maker::Rmcp, transport, profile, one)? / 1e6;
            rows.push(Row {
                what: format!("static {server} server, {name}"),
                ours: format!("{ours:.2} MB"),
                against: format!("rmcp {rmcp:.2} MB, {:.2} of it", ours / rmcp),
                measured: Measured::Quantity(ours, "MB"),
                target: match profile {
                    Profile::Small => Target::AtMost(most),
                    Profile::Release => Target::None,
                },
            });
        }
    }
    let without = size(Maker::Ours, Transport::Stdio, Profile::Small, one)?;
    for skills in [17, 10_000] {
        let input = inputs.of(skills)?;
        let content = (input.bytes - one.bytes) as f64;
        let overhead = size(Maker::Ours, Transport::Stdio, Profile::Small, input)? - without - content;
        let per_file = overhead / (input.files - one.files) as f64;
        let share = overhead / content * 100.0;
        let row = |what: &str, measured, target| Row {
            what: format!("{what}, {skills} skills with {} files", input.files),
            ours: format!("{:.0} kB", overhead / 1e3),
            against: format!("{:.1} MB of content", input.bytes as f64 / 1e6),
            measured,
            target,
        };
        rows.push(row("overhead per file", Measured::Quantity(per_file, "bytes"), Target::AtMost(700.0)));
        if skills == 17 {
            rows.push(row("overhead", Measured::Quantity(share, "%"), Target::AtMost(3.0)));
        }
    }
    Ok(Section {
        title: "6. Size",
        about: "Linked statically (`-C target-feature=+crt-static`, glibc). The servers embed or read one skill of three \
                files of 2 KB. Overhead is what a binary has more than that one, beyond the bytes of its files. The size \
                profile is the one the README documents."
            .into(),
        rows,
        output: None,
    })
}
