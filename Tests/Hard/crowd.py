"""Slow, many and rude clients, while a healthy viewer watches another room.

    python3 Tests/Hard/crowd.py [--seconds S] [--rounds N] [NAME]...

The healthy viewer gets 60 frames a second, and the gaps between its frames must hardly grow. Each round is one quiet
run and one with the crowd; a figure is the median of the rounds. processors.py assigns the processors.
"""

import argparse
import multiprocessing
import pathlib
import resource
import socket
import statistics
import struct
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from Hard import processors
from harness.server import UNWAITING, Server
from harness.viewer import Closed, Viewer

SLOW = 200
MANY = 16_000
LEAST_RATE = 59.0
MOST_GAP_RATIO = 1.2
# A gap that people do not notice: one frame late.
UNSEEN_GAP_SECONDS = 0.034
WAVE = {"text": "on and on", "effect": "wave", "duration": 60, "hold": None}
LINGER = struct.pack("ii", 1, 0)
UPGRADE = (
    b"GET /v1/rooms/crowd/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")


class Crowd:
    """Keeps `count` sockets busy with the actions of a subclass."""

    count = SLOW
    receive_buffer = None
    pause_seconds = 1.0

    def __init__(self, port):
        self.port = port
        self.sockets = {}
        self.failures = 0

    def open(self):
        client = socket.socket()
        if self.receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.receive_buffer)
        try:
            client.connect(("127.0.0.1", self.port))
            client.sendall(self.greeting)
        except OSError:
            self.failures += 1
            client.close()
            return
        client.setblocking(False)
        self.sockets[client] = 0

    def round(self):
        """Acts on each socket, and replaces those that the server has closed."""
        while len(self.sockets) < self.count:
            self.open()
        for client in list(self.sockets):
            try:
                self.act(client)
            except BlockingIOError:
                pass
            except OSError:
                client.close()
                del self.sockets[client]

    def act(self, client):
        client.send(b"x")
        if self.is_closed(client):
            raise ConnectionError

    @staticmethod
    def is_closed(client):
        try:
            return client.recv(4096, socket.MSG_PEEK) is not None
        except BlockingIOError:
            return False

    def prepare(self):
        while len(self.sockets) < self.count and self.failures < 100:
            self.open()

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.round()
            time.sleep(self.pause_seconds)

    def close(self):
        for client in self.sockets:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
            client.close()


class Quiet(Crowd):
    count = 0


class SlowHeads(Crowd):
    greeting = b"GET /healthz HTTP/1.1\r\nX: "


class SlowBodies(Crowd):
    greeting = (
        b"POST /v1/rooms/crowd/gifts HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n")


class NeverReading(Crowd):
    greeting = UPGRADE
    receive_buffer = 4096

    def act(self, client):
        # These clients never read, so only an error shows that the server has hung up.
        error = client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        state = client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
        if error or state != 1:
            raise ConnectionError


class Connections(Crowd):
    count = MANY
    greeting = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    pause_seconds = 0.5

    def round(self):
        """Does nothing: these clients are only connected."""


class Resets(Crowd):
    count = 0

    def run(self, seconds):
        beginnings = [b"", SlowHeads.greeting, SlowBodies.greeting, UPGRADE, UPGRADE + b"\x81\xfe"]
        end, count = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            client = socket.create_connection(("127.0.0.1", self.port))
            client.sendall(beginnings[count % len(beginnings)])
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
            client.close()
            count += 1
            if count % 50 == 0:
                time.sleep(0.02)
        self.sockets = {}
        print(f"   {count / seconds:.0f} resets a second", file=sys.stderr)


CROWDS = {
    "slow heads": SlowHeads, "slow bodies": SlowBodies, "never reading": NeverReading,
    "connections": Connections, "resets": Resets,
}


def watch(port, seconds, pipe):
    """Measures the gaps between the frames of the healthy viewer, in a process of its own."""
    viewer = Viewer(port, "healthy", is_visible=True)
    viewer.socket.settimeout(5)
    times = []
    try:
        end = None
        while end is None or time.monotonic() < end:
            viewer.message()
            now = time.monotonic()
            end = end or now + seconds
            times.append(now)
    except (Closed, OSError) as error:
        pipe.send(repr(error))
        return
    pipe.send([later - sooner for sooner, later in zip(times[5:], times[6:])])


def observe(server, crowd, seconds):
    """Returns (frames per second, 99th percentile of the gaps, longest gap); gaps in seconds."""
    crowd.prepare()
    assert len(crowd.sockets) == crowd.count, f"{len(crowd.sockets)} connections stand"
    ours, theirs = multiprocessing.Pipe()
    watcher = multiprocessing.Process(target=watch, args=(server.port, seconds, theirs))
    watcher.start()
    processors.give_way()
    crowd.run(seconds + 0.5)
    processors.stand_up()
    gaps = ours.recv()
    watcher.join()
    crowd.close()
    time.sleep(1)
    assert isinstance(gaps, list), f"the healthy viewer: {gaps}"
    gaps.sort()
    return len(gaps) / sum(gaps), gaps[len(gaps) * 99 // 100], gaps[-1]


def measure(server, name, seconds, rounds):
    """Returns a line about a crowd, and true if the healthy viewer was not disturbed."""
    quiet, loud = [], []
    for _ in range(rounds):
        quiet.append(observe(server, Quiet(server.port), seconds))
        loud.append(observe(server, CROWDS[name](server.port), seconds))
    (_, before, _), (rate, after, longest) = (
        map(statistics.median, zip(*figures)) for figures in (quiet, loud))
    held = rate >= LEAST_RATE and after <= max(MOST_GAP_RATIO * before, UNSEEN_GAP_SECONDS)
    return held, (
        f"{name:14} {rate:5.1f} frames a second; gaps: p99 {before * 1e3:.1f} → {after * 1e3:.1f} ms "
        f"({after / before:.2f} ×), longest {longest * 1e3:.1f} ms")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("names", nargs="*", default=list(CROWDS))
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    processors.leave_to_server()
    failed = []
    with tempfile.TemporaryDirectory() as data, Server(
            data, "--config", str(UNWAITING), prefix=processors.FOR_SERVER) as server:
        for room in ("healthy", "crowd"):
            assert server.post(f"/v1/rooms/{room}/captions", WAVE).status == 202
        for name in arguments.names:
            held, line = measure(server, name, arguments.seconds, arguments.rounds)
            print(line, flush=True)
            if not held:
                failed.append(name)
        assert server.get("/healthz").status == 200
    if failed:
        sys.exit(f"the healthy viewer suffered from: {', '.join(failed)}")


if __name__ == "__main__":
    main()
