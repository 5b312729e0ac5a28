#!/usr/bin/env python3
"""Asks a skills server over standard input and output for everything, and writes down what it says.

Usage: read_all.py SERVER DIRECTORY. The directory gets `sha256` (as sha256sum has it), `sizes` (as stat has them),
`paths` (the same paths, ended by NUL) and `bytes/`, the files as they were read.
"""

import base64
import json
import os
import subprocess
import sys
from urllib.parse import unquote

SCHEME = "skill://"


class Client:
    def __init__(self, server):
        self.server = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.id = 0

    def ask(self, method, **params):
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}
        self.server.stdin.write(json.dumps(request).encode() + b"\n")
        self.server.stdin.flush()
        answer = json.loads(self.server.stdout.readline())
        assert answer["id"] == self.id and "result" in answer, answer
        return answer["result"]

    def pages(self, method, key):
        cursor = {}
        while True:
            page = self.ask(method, **cursor)
            yield from page[key]
            if "nextCursor" not in page:
                return
            cursor = {"cursor": page["nextCursor"]}


def main(server, folder):
    client = Client(server)
    resources = {}
    for entry in client.pages("skills/list", "skills"):
        for resource in entry["resources"]:
            seen = resources.setdefault(resource["uri"], resource)
            assert seen == resource, "two manifests disagree about " + resource["uri"]
    os.makedirs(folder)
    lists = {name: open(os.path.join(folder, name), "wb") for name in ("sha256", "sizes", "paths")}
    for uri, resource in sorted(resources.items()):
        assert uri.startswith(SCHEME), uri
        path = unquote(uri[len(SCHEME):])
        kind, digest = resource["digest"].split(":")
        assert kind == "sha256" and "\n" not in path and "\\" not in path
        lists["sha256"].write(f"{digest}  {path}\n".encode())
        lists["sizes"].write(f"{resource['size']} {path}\n".encode())
        lists["paths"].write(path.encode() + b"\0")
        (content,) = client.ask("resources/read", uri=uri)["contents"]
        read = content["text"].encode() if "text" in content else base64.b64decode(content["blob"], validate=True)
        target = os.path.join(folder, "bytes", path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(read)
    for file in lists.values():
        file.close()
    client.server.stdin.close()
    assert client.server.wait(10) == 0


main(*sys.argv[1:])
