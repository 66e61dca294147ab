"""Ports of this machine for tests that run side by side."""

import contextlib
import fcntl
import os
import pathlib
import random
import socket
import tempfile

# Below the ports that Linux, as it comes, gives to connections that go out: such a connection can take the
# port of a server that is down for a moment, and one to that very port can even be connected to itself.
RANGE = range(10_000, 32_000)
# A byte of it is locked for each port that one of this user's tests has.
LOCKS = pathlib.Path(tempfile.gettempdir(), f"ovation-test-ports-{os.getuid()}").open("a")
given = set()


def free_port():
    """A port that nobody listens at, and that no other test is given while this process lives."""
    for port in random.sample(RANGE, 1000):
        if port in given:
            continue
        with contextlib.suppress(OSError):
            fcntl.lockf(LOCKS, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
            socket.create_server(("127.0.0.1", port)).close()
            given.add(port)
            return port
    raise OSError("no port is free")


def is_listening(port):
    """True if a program listens at the port; raises OSError if none does."""
    socket.create_connection(("127.0.0.1", port), 5).close()
    return True
