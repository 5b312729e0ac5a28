//! Which pages a read of one file touches, as the kernel's accessed bits tell. Not how long it takes.

use std::fs;

use crate::binaries::{Binaries, Linkage, Maker, Profile, Transport};
use crate::inputs::Inputs;
use crate::stdio::Server;
use crate::table::{Measured, Row, Section, Target};
use crate::{Result, request};

/// What a lookup, the catalog's row and its texts take, and a file that does not begin at a page.
const FOUND: f64 = 8.0;
const PAGE: usize = 4096;

pub(crate) fn measure(inputs: &Inputs, binaries: &Binaries) -> Result<Section> {
    let input = inputs.of(17)?;
    let binary = binaries.server(Maker::Ours, Transport::Stdio, Profile::Release, Linkage::Dynamic, input)?;
    let mut server = Server::start(Maker::Ours, &binary, &input.path)?;
    let ping = request::body("server/discover", None, None);
    let mut rows = Vec::new();
    for (skill, file) in [("skill-00", "SKILL.md"), ("skill-00", "schemas/item-136.xsd")] {
        let size = fs::read(input.path.join(skill).join(file))?.len();
        let read = request::body("resources/read", Some(&format!("skill://{skill}/{file}")), None);
        // Once before, so that nothing is mapped for the first time while it counts.
        for request in [&ping, &read, &ping, &read] {
            server.ask(request)?;
        }
        let without = touched(&mut server, &ping)?;
        let with = touched(&mut server, &read)?;
        let pages = size.div_ceil(PAGE) as f64;
        rows.push(Row {
            what: format!("read-only pages that a read of {size} bytes touches beyond those of the file"),
            ours: format!("{with:.0}, and {without:.0} when no file is read"),
            against: format!(
                "{pages:.0} pages of the file, {} of all files",
                input.bytes.div_ceil(PAGE as u64)
            ),
            measured: Measured::Quantity(with - without - pages, "pages"),
            target: Target::AtMost(FOUND),
        });
    }
    server.stop()?;
    Ok(Section {
        title: "2. Pages",
        about: format!(
            "The second read of a file from the server over 17 skills, by the accessed bits of its read-only pages \
             (`/proc/PID/clear_refs`, `smaps`). Up to {FOUND} pages are the lookup: a slot of the index, the rows of \
             the file, its texts, and the page that a file shares with its neighbour."
        ),
        rows,
        output: None,
    })
}

/// The pages of the binary that hold constants and are read between request and answer.
fn touched(server: &mut Server, request: &str) -> Result<f64> {
    let process = server.process();
    // The second has the processor forget what it knows of the pages: it would not mark them again.
    for what in ["1", "4"] {
        fs::write(format!("/proc/{process}/clear_refs"), what)?;
    }
    server.ask(request)?;
    let maps = fs::read_to_string(format!("/proc/{process}/smaps"))?;
    let (mut counts, mut kibibytes) = (false, 0.0);
    for line in maps.lines() {
        if let Some(referenced) = line.strip_prefix("Referenced:") {
            if counts {
                kibibytes += referenced.trim().trim_end_matches(" kB").parse::<f64>()?;
            }
        } else if line.split_once(' ').is_some_and(|(range, _)| range.contains('-')) {
            counts = line.contains(" r--p ") && line.contains("ours-stdio");
        }
    }
    Ok(kibibytes * 1024.0 / PAGE as f64)
}
