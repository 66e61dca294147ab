"""Ports of this machine for tests that run side by side."""

import contextlib
import fcntl
import os
import pathlib
import random
import socket
import tempfile

# Below the ports that a system gives to connections that go out: such a connection can take the port of
# a server that is down for a moment, and one to that very port can even be connected to itself.
RANGE = range(10_000, 32_000)
LOCKS = pathlib.Path(tempfile.gettempdir(), f"ovation-ports-{os.getuid()}")
held = []


def free_port():
    """A port that nobody listens at, and that no other test is given while this process lives."""
    LOCKS.mkdir(exist_ok=True)
    while True:
        port = random.choice(RANGE)
        lock = open(LOCKS / str(port), "w")
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            socket.create_server(("127.0.0.1", port)).close()
            held.append(lock)
            return port
        lock.close()
