"""Reads a whole catalog with the Python client `fastmcp` and holds it against the directory it was made from. Changes
nothing. Usage: fastmcp-skills.py legacy|modern TREE URL|COMMAND..."""

import asyncio
import pathlib
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from fastmcp.skills.client import SkillsClientExtension
from mcp.shared.exceptions import MCPError

ERA, ROOT, *TARGET = sys.argv[1:]
TREE = pathlib.Path(ROOT)


def connect():
    first = TARGET[0]
    transport = (
        StreamableHttpTransport(first)
        if first.startswith("http://")
        else StdioTransport(command=first, args=TARGET[1:])
    )
    # Told a revision it asks for nothing, and then knows no capability of the server.
    mode = "legacy" if ERA == "legacy" else "auto"
    return Client(transport, mode=mode, extensions=[SkillsClientExtension()])


def uris_on_disk():
    found = (path.parent.relative_to(TREE).as_posix() for path in TREE.rglob("SKILL.md"))
    return sorted(f"skill://{path}/SKILL.md" for path in found)


async def modern(client):
    """By the extension: each file is verified by the client (HOST-1), and so is the frontmatter (HOST-2)."""
    assert client.protocol_version == "2026-07-28"
    listed = [entry.uri for entry in await client.list_skills()]
    assert listed == uris_on_disk(), listed  # SEP-7
    reads = 0
    for uri in listed:
        skill = await client.read_skill(uri)  # SEP-4, SEP-5, SEP-8, SEP-10
        folder = TREE / uri.removeprefix("skill://").removesuffix("/SKILL.md")
        expected = {
            path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        }
        assert dict(skill.files) == expected, uri
        reads += len(expected)
    try:
        await client.get_skill("skill://none/SKILL.md")
    except MCPError as refused:
        assert refused.error.code == -32602, refused  # SEP-8
        assert "skill://none/SKILL.md" in refused.error.message, refused  # SEP-15
    else:
        raise AssertionError("a skill that is not served was given")
    return f"{len(listed)} skills, {reads} files read"


async def legacy(client):
    """Without it, as the client has the extension on 2026-07-28 only: the skills are resources."""
    resources = await client.list_skill_resources()
    assert [str(resource.uri) for resource in resources] == uris_on_disk()
    for resource in resources:
        [contents] = await client.read_resource(resource.uri)
        expected = (TREE / str(resource.uri).removeprefix("skill://")).read_bytes()
        assert contents.text.encode() == expected, resource.uri  # SEP-10
        assert contents.mime_type == "text/markdown"  # SEP-11
    return f"{len(resources)} skills, as resources"


async def main():
    async with connect() as client:
        print(await (legacy if ERA == "legacy" else modern)(client))


asyncio.run(asyncio.wait_for(main(), 120))
