//! The results that are about the server and not about a catalog: handshake and discovery. Not their envelope.

use core::fmt::{self, Write as _};

use crate::rope::Output;
use crate::server::view::Desk;
use crate::session::version::Version;
use crate::{DirectoryRead, Frame, json};

/// The result of `initialize`: one revision is agreed on, and the server says who it is and what it can.
pub(crate) fn write_handshake(desk: &Desk<'_>, version: Version, out: &mut Output<'_>) -> fmt::Result {
    write!(out, "{{\"protocolVersion\":\"{}\",", version.as_str())?;
    write_capabilities(desk, out)?;
    write!(out, ",\"serverInfo\":{}", desk.server().info())?;
    write_instructions(desk, out)?;
    out.write_str("}")
}

/// The result of `server/discover`: the same without an agreement.
pub(crate) fn write_discovery(desk: &Desk<'_>, frame: &Frame<'_>, out: &mut Output<'_>) -> fmt::Result {
    let policy = desk.declaration_policy();
    frame.open(out)?;
    out.write_str("\"supportedVersions\":")?;
    Version::write_all(out)?;
    out.write_str(",")?;
    write_capabilities(desk, out)?;
    write_instructions(desk, out)?;
    frame.write_caching(policy.ttl_ms, policy.cache_scope, out)?;
    out.write_str("}")
}

/// What the caller may call: the resources, what settings offer besides, and the extension with its one setting (SEP-1).
fn write_capabilities(desk: &Desk<'_>, out: &mut Output<'_>) -> fmt::Result {
    out.write_str("\"capabilities\":{")?;
    if desk.offers_templates() {
        out.write_str("\"completions\":{},")?;
    }
    if desk.offers_prompts() {
        out.write_str("\"prompts\":{},")?;
    }
    out.write_str("\"resources\":{},")?;
    if desk.offers_tools() {
        out.write_str("\"tools\":{},")?;
    }
    out.write_str("\"extensions\":{\"io.modelcontextprotocol/skills\":")?;
    out.write_str(match desk.server().policy().directory_read {
        DirectoryRead::Served => "{\"directoryRead\":true}",
        DirectoryRead::NotServed => "{}",
    })?;
    out.write_str("}}")
}

fn write_instructions(desk: &Desk<'_>, out: &mut Output<'_>) -> fmt::Result {
    let Some(instructions) = desk.instructions() else { return Ok(()) };
    out.write_str(",\"instructions\":")?;
    json::write_string(out, &instructions)
}
