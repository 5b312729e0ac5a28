//! The results that are about the server and not about a catalog: handshake, discovery, templates. Not their envelope.

use alloc::string::String;
use core::fmt::{self, Write as _};

use crate::answer::MAX_SAFE_INTEGER;
use crate::server::Server;
use crate::session::version::Version;
use crate::{CacheScope, DirectoryRead, Era, json};

/// The result of `initialize`: one revision is agreed on, and the server says who it is and what it can.
pub(crate) fn write_handshake(server: &Server, version: Version, out: &mut String) -> fmt::Result {
    write!(out, "{{\"protocolVersion\":\"{}\",", version.as_str())?;
    write_capabilities(server, out)?;
    write!(out, ",\"serverInfo\":{}", server.info())?;
    write_instructions(server, out)?;
    out.write_str("}")
}

/// The result of `server/discover`: the same without an agreement.
pub(crate) fn write_discovery(server: &Server, out: &mut String) -> fmt::Result {
    write_opening(server, Era::Modern, out)?;
    out.write_str("\"supportedVersions\":")?;
    Version::write_all(out)?;
    out.write_str(",")?;
    write_capabilities(server, out)?;
    write_instructions(server, out)?;
    write_closing(server, Era::Modern, out)
}

/// The result of `resources/templates/list`: there are none, and a server with resources has to say so.
pub(crate) fn write_templates(server: &Server, era: Era, out: &mut String) -> fmt::Result {
    write_opening(server, era, out)?;
    out.write_str("\"resourceTemplates\":[]")?;
    write_closing(server, era, out)
}

/// What a client may call: the resources, and the extension with its one setting (SEP-1).
fn write_capabilities(server: &Server, out: &mut String) -> fmt::Result {
    out.write_str("\"capabilities\":{\"resources\":{},\"extensions\":{\"io.modelcontextprotocol/skills\":")?;
    out.write_str(match server.policy().directory_read {
        DirectoryRead::Served => "{\"directoryRead\":true}",
        DirectoryRead::NotServed => "{}",
    })?;
    out.write_str("}}")
}

fn write_instructions(server: &Server, out: &mut String) -> fmt::Result {
    let Some(instructions) = server.instructions_text() else { return Ok(()) };
    out.write_str(",\"instructions\":")?;
    json::write_string(out, instructions)
}

/// What every result begins with, in its era (SEP-12).
fn write_opening(server: &Server, era: Era, out: &mut String) -> fmt::Result {
    match era {
        Era::Legacy => out.write_str("{"),
        Era::Modern => write!(
            out,
            "{{\"resultType\":\"complete\",\"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{}}},",
            server.info()
        ),
    }
}

/// What every result ends with that a client may keep, in its era (SEP-12).
fn write_closing(server: &Server, era: Era, out: &mut String) -> fmt::Result {
    if era == Era::Modern {
        let policy = server.policy();
        let scope = match policy.cache_scope {
            CacheScope::Public => "public",
            CacheScope::Private => "private",
        };
        write!(out, ",\"ttlMs\":{},\"cacheScope\":\"{scope}\"", policy.ttl_ms.min(MAX_SAFE_INTEGER))?;
    }
    out.write_str("}")
}
