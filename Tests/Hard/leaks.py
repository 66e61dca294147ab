"""A thousand streams and a thousand requests, valid and invalid; after them no memory may be leaked.

    OVATION=<built with AddressSanitizer> python3 Tests/Hard/leaks.py

LeakSanitizer checks when the server ends, and changes its exit status.
"""

import pathlib
import random
import socket
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from Hard.soak import Load
from harness.server import UNWAITING, Server
from harness.viewer import Viewer

COUNT = 1000
BAD = [b"GET / HTTP/1.1\r\n", b"\x00\xff", b"POST /v1/rooms/main/gifts HTTP/1.1\r\nHost: x\r\n\r\n"]


def session(server, chance):
    """Makes some requests and one stream, and sometimes sends invalid data."""
    connection = server.connect()
    connection.request(*Load.event(chance))
    connection.request("GET", "/v1/rooms/main/state")
    connection.close()
    viewer = Viewer(server.port, "main", is_visible=True)
    viewer.read()
    if chance.random() < 0.2:
        viewer.say({"type": "nonsense"})
    elif chance.random() < 0.3:
        viewer.send(8, b"\x03\xe8")
        viewer.socket.recv(100)
    Load.leave(viewer.socket, chance)
    if chance.random() < 0.2:
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as client:
            client.sendall(chance.choice(BAD))
            Load.leave(client, chance)


def main():
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as data, Server(data, "--config", str(UNWAITING)) as server:
        for _ in range(COUNT):
            session(server, chance)
        # Some viewers are still connected when the server stops.
        _stay = [Viewer(server.port, "main") for _ in range(10)]
        status = server.stop(60)
        said = server.said()
    if status != 0 or "Sanitizer" in said:
        sys.exit(f"exit {status}: {said[-6000:]}")
    print(f"{COUNT} streams and {2 * COUNT} requests: nothing is left")


if __name__ == "__main__":
    main()
