"""Files for uploads to nodes, and requests about them."""

import hashlib
import json
import pathlib
import struct

from Cluster.cluster import ask
from harness.waiting import wait_for

MIB = 1 << 20
# The size of the pieces of a file in Redis.
PIECE = 255 << 10
HEAD = 44


def wave(lot, size):
    """A unique sound file of `size` bytes."""
    samples = lot.randbytes(size - HEAD)
    form = struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8)
    body = b"WAVEfmt " + struct.pack("<I", 16) + form + b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", len(body)) + body


def name_of(content):
    return hashlib.sha256(content).hexdigest() + ".wav"


def upload(node, content, room="main"):
    return node.request("POST", f"/v1/rooms/{room}/assets", content)


def upload_to_fresh(node, content, room="main"):
    """Uploads a file; repeats it while the node has not heard from Redis for a second, as on a busy machine."""
    def answer():
        given = upload(node, content, room)
        return None if given.status == 503 and given.json["type"] == "/problems/out-of-date" else given
    return wait_for(answer)


def keep(node, content, room="main"):
    """Uploads a file that is new in the room."""
    answer = upload_to_fresh(node, content, room)
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
        wait_for(lambda node=node: names(node, room) == wanted)


def keys(cluster, letter):
    return cluster.redis.ask("KEYS", f"ovation:{{0}}{letter}:*")


def copies(node):
    return {file.name for file in pathlib.Path(node.data, "shared-assets").iterdir()}


# The Redis key of all settings.
SETTINGS = "ovation:{0}s"


def place_of(name, room="main"):
    """The field of a file among the settings."""
    return f"{room}/file/{name}"


def setting_of(name, size, version, room="main"):
    """The setting of a file: its version, a checksum, and the details."""
    details = json.dumps({"url": f"/assets/{name}", "type": "audio/wav", "bytes": size}).encode()
    body = b"".join(b"%d:%s" % (len(value), value) for value in (
        room.encode(), b"file/" + name.encode(), b"%d " % size + details))
    return b"%d " % version + hashlib.sha256(body).digest()[:8] + body
