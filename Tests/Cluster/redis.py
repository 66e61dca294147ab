"""A redis-server as a child process, and a client for its commands."""

import os
import pathlib
import signal
import socket
import subprocess

from harness.ports import free_port
from harness.waiting import wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETTINGS = ROOT / "deploy/cluster/redis.conf"
SCRIPTS = ROOT / "Sources/RedisJournal/Scripts"


class Redis:
    """A redis-server with deploy/cluster/redis.conf; a test may start it again on the same files."""

    def __init__(self, directory, *options, environment=None):
        self.directory, self.options = pathlib.Path(directory), options
        self.environment = {**os.environ, **(environment or {})}
        self.directory.mkdir(parents=True, exist_ok=True)
        self.port, self.process = free_port(), None

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    def start(self):
        with (self.directory / "redis.log").open("ab") as log:
            self.process = subprocess.Popen(
                ["redis-server", str(SETTINGS), "--port", str(self.port), "--bind", "127.0.0.1",
                 "--dir", str(self.directory), "--repl-diskless-sync-delay", "0", *self.options],
                stdout=log, stderr=log, env=self.environment)
        wait_for(self.answers, lambda: f"Redis to answer. Its log:\n{self.said()}")
        return self

    def answers(self):
        assert self.process.poll() is None, self.said()
        return self.ask("PING") == b"PONG"

    def said(self):
        return (self.directory / "redis.log").read_text()

    def run(self, script, keys, *arguments):
        """The answer of one of the server's Lua scripts."""
        source = b"".join((SCRIPTS / f"{name}.lua").read_bytes() for name in ("clock", script))
        return self.ask("EVAL", b"#!lua flags=allow-oom\n" + source, len(keys), *keys, *arguments)

    def ask(self, *words):
        """The answer to a command: bytes, a number, a list, None, or an error as a text."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            encoded = [word if isinstance(word, bytes) else str(word).encode() for word in words]
            connection.sendall(b"*%d\r\n" % len(encoded) + b"".join(
                b"$%d\r\n%s\r\n" % (len(word), word) for word in encoded))
            with connection.makefile("rb") as reader:
                return answer(reader)

    def kill(self):
        """kill -9, by the child's own id."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(10)
            self.process = None


def answer(reader):
    line = reader.readline()
    if not line.endswith(b"\r\n"):
        raise OSError("Redis has hung up")
    kind, rest = line[:1], line[1:-2]
    if kind == b"+":
        return rest
    if kind == b":":
        return int(rest)
    if kind == b"-":
        return rest.decode()
    count = int(rest)
    if count < 0:
        return None
    if kind == b"$":
        return reader.read(count + 2)[:-2]
    return [answer(reader) for _ in range(count)]
