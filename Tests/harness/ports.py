"""Ports of this machine for tests that run side by side."""

import contextlib
import fcntl
import os
import pathlib
import random
import socket
import tempfile

# The range lies below the ports that Linux by default gives to outgoing connections. Such a connection could take the
# port of a server that is restarting, and a connection to that port could even be connected to itself.
RANGE = range(10_000, 32_000)
# The file has a locked byte for each port that a test of this user has.
LOCKS = pathlib.Path(tempfile.gettempdir(), f"ovation-test-ports-{os.getuid()}").open("a")
given = set()


def free_port():
    """Returns a free port, which no other test gets while this process lives."""
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
