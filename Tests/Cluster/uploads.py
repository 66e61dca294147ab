"""Files that are uploaded to nodes, and what is asked of them."""

import hashlib
import http.client
import json
import pathlib
import struct

from Cluster.cluster import ask, wait_until
from harness.server import Answer

MIB = 1 << 20
# Redis has files in pieces of so many bytes.
PIECE = 255 << 10
HEAD = 44


def wave(lot, size):
    """A sound of so many bytes, which nobody else has."""
    samples = lot.randbytes(size - HEAD)
    form = struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8)
    body = b"WAVEfmt " + struct.pack("<I", 16) + form + b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", len(body)) + body


def name_of(content):
    return hashlib.sha256(content).hexdigest() + ".wav"


def upload(node, content, room="main"):
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=30)
    try:
        connection.request("POST", f"/v1/rooms/{room}/assets", content)
        response = connection.getresponse()
        return Answer(response.status, response.getheaders(), response.read())
    finally:
        connection.close()


def keep(node, content, room="main"):
    """Uploads a file that the room has not."""
    answer = upload(node, content, room)
    assert answer.status == 201, answer
    assert answer.json["url"] == f"/assets/{name_of(content)}" and answer.json["bytes"] == len(content)


def delete(node, content, room="main"):
    return node.request("DELETE", f"/v1/rooms/{room}/assets/{name_of(content)}")


def get(node, content, headers=None, timeout=30.0):
    return node.request("GET", f"/assets/{name_of(content)}", headers=headers, timeout=timeout)


def names(node, room="main"):
    answer = ask(node, f"/v1/rooms/{room}/assets")
    assert answer.status == 200, answer
    return [asset["url"].removeprefix("/assets/") for asset in answer.json["assets"]]


def wait_for_names(nodes, contents, room="main"):
    wanted = sorted(name_of(content) for content in contents)
    for node in nodes:
        wait_until(lambda node=node: names(node, room) == wanted)


def keys(cluster, letter):
    return cluster.redis.ask("KEYS", f"ovation:{{0}}{letter}:*")


def copies(node):
    return {file.name for file in pathlib.Path(node.data, "shared-assets").iterdir()}


def room_files(cluster):
    """The key under which it is known which files a room has, of which one has some."""
    found, = cluster.redis.ask("KEYS", "ovation:{*}f:*")
    return found.decode()


def packed(name, size):
    """What is known there of a file, in the form that docs and checksums give it."""
    details = json.dumps({"url": f"/assets/{name}", "type": "audio/wav", "bytes": size}).encode()
    body = b"".join(b"%d:%s" % (len(value), value) for value in (name.encode(), b"%d" % size, details))
    return hashlib.sha256(body).digest()[:8] + body
