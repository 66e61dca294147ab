"""One hostile room, key and address at full blast, while another room's viewer and bot go on.

    python3 Tests/Hard/blasts.py [--seconds S] [--rounds N] [NAME]...

For each kind of blast: the gaps between the viewer's frames and the time that the bot's posts take, quiet and
then under it. The blast is fed by processes of lowest priority, so that what is measured is how the server
shares itself out, not how the machine does. Writes a table.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import random
import selectors
import socket
import struct
import subprocess
import sys
import tempfile
import time

import conftest  # noqa: F401  (finds the torture's modules)
from server import BINARY, UNWAITING, Server
from viewer import Closed, Viewer

MOST_GAP_RATIO = 1.2
MOST_POST_RATIO = 3.0
# What nobody sees or waits for: half a frame late, and an answer within a frame.
UNSEEN_GAP_SECONDS = 0.025
UNSEEN_POST_SECONDS = 0.016
POSTS_A_SECOND = 25
FEEDERS = 2
CONNECTIONS = 8
WAVE = {"text": "on and on", "effect": "wave", "duration": 60, "hold": None}
# The hostile one comes from here: the server trusts its own machine as a proxy.
ADDRESS = "X-Forwarded-For: 203.0.113.66\r\n"
LINGER = struct.pack("ii", 1, 0)


def make_key(server, role, room):
    made = subprocess.run(
        [BINARY, "keys", "create", "--data", server.data, "--role", role, "--room", room],
        capture_output=True, text=True, check=True)
    return made.stdout.strip()


def request(method, path, key, body=None, more=""):
    """The bytes of a request of the hostile one."""
    content = b"" if body is None else json.dumps(body).encode()
    kind = "" if body is None else "Content-Type: application/json\r\n"
    return (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n{ADDRESS}"
            f"{kind}Content-Length: {len(content)}\r\n{more}\r\n").encode() + content


def upgrade(key, query=""):
    return (f"GET /v1/rooms/hostile/stream{query} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer {key}\r\n{ADDRESS}\r\n").encode()


def frame(text):
    """A WebSocket's text message, masked with zeros."""
    head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else (
        bytes([0x81, 0xFE]) + len(text).to_bytes(2, "big"))
    return head + bytes(4) + text


class Blast:
    """Connections that are kept full of what `pieces` makes."""

    connections = CONNECTIONS
    # Whether answers are read.
    reads = True
    # Whether the hostile room has fifty viewers.
    is_watched = False

    def __init__(self, port, keys, seed):
        self.port, self.keys, self.random = port, keys, random.Random(seed)
        self.selector = selectors.DefaultSelector()
        self.sent = self.answers = self.well = self.opened = 0

    @staticmethod
    def prepare(ask):
        """Makes the hostile room ready; `ask(method, path, body)` asks as its owner."""

    def beginning(self):
        """What a new connection says first."""
        return b""

    def pieces(self):
        """(bytes, how many requests or messages they are)."""
        raise NotImplementedError

    def open(self):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex(("127.0.0.1", self.port))
        events = selectors.EVENT_WRITE | (selectors.EVENT_READ if self.reads else 0)
        self.selector.register(client, events, [self.beginning()])
        self.opened += 1

    def close(self, client):
        self.selector.unregister(client)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
        client.close()

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            while len(self.selector.get_map()) < self.connections:
                self.open()
            for key, events in self.selector.select(0.05):
                try:
                    if events & selectors.EVENT_READ:
                        self.read(key.fileobj)
                    if events & selectors.EVENT_WRITE:
                        self.write(key.fileobj, key.data)
                except BlockingIOError:
                    pass
                except OSError:
                    self.close(key.fileobj)
        return self.sent / seconds, self.answers / seconds, self.well / seconds

    def read(self, client):
        got = client.recv(1 << 18)
        if not got:
            raise ConnectionError
        self.answers += got.count(b"HTTP/1.1 ")
        self.well += got.count(b"HTTP/1.1 2") + got.count(b"HTTP/1.1 1")

    def write(self, client, rest):
        if not rest[0]:
            rest[0], count = self.pieces()
            self.sent += count
        rest[0] = rest[0][client.send(rest[0]):]


class Valid(Blast):
    """requests that are answered"""

    def pieces(self):
        return request("GET", "/v1/rooms/hostile/config", self.keys["owner"]) * 20, 20


class Invalid(Blast):
    """requests that are none, and of what is not there"""

    def pieces(self):
        good = request("GET", f"/v1/rooms/hostile/{self.random.random()}", self.keys["owner"])
        return good * 10 + b"GET /\x01 HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 11


class Bodies(Blast):
    """bodies of 64 KiB, of as many values as fit"""

    body = {"gift": {"name": "x", "more": [{}] * 20_000}}

    def pieces(self):
        return request("POST", "/v1/rooms/hostile/gifts", self.keys["ingest"], self.body), 1


class Events(Blast):
    """gifts, each of its own sender"""

    def pieces(self):
        key = self.keys["ingest"]
        return b"".join(
            request("POST", "/v1/rooms/hostile/gifts", key, {
                "sender": f"{self.random.random()}", "gift": "Rose", "count": 1_000_000})
            for _ in range(20)), 20


class Captions(Blast):
    """captions as long as they may be, before fifty viewers"""

    is_watched = True

    @staticmethod
    def prepare(ask):
        ask("PATCH", "/v1/rooms/hostile/config", {"captions": {"max": 8}})

    def pieces(self):
        text = "".join(chr(self.random.randrange(0x4E00, 0x9FFF)) for _ in range(500))
        caption = {"text": text, "slot": str(self.random.randrange(8)), "effect": "wave",
                   "duration": 60, "hold": None}
        return request("POST", "/v1/rooms/hostile/captions", self.keys["ingest"], caption), 1


class Messages(Blast):
    """what a viewer says"""

    def beginning(self):
        return upgrade(self.keys["viewer"])

    def pieces(self):
        return frame(b'{"type":"visibility","visible":true,"active":false}') * 20, 20


class Taps(Blast):
    """taps on a card"""

    @staticmethod
    def prepare(ask):
        ask("PATCH", "/v1/rooms/hostile/config", {"calls": {"vanish": 60}})
        ask("POST", "/v1/rooms/hostile/calls", {"id": "card", "user": "Eve"})

    def beginning(self):
        return upgrade(self.keys["owner"])

    def pieces(self):
        return frame(b'{"type":"tap","call":"card"}') * 20, 20


class Joins(Blast):
    """streams that come and go"""

    connections = 32

    def beginning(self):
        return upgrade(self.keys["viewer"])

    def pieces(self):
        return b"", 0

    def read(self, client):
        super().read(client)
        self.sent += 1
        raise ConnectionError

    def write(self, client, rest):
        if rest[0]:
            super().write(client, rest)
        else:
            self.selector.modify(client, selectors.EVENT_READ, rest)


class History(Blast):
    """looks through the whole history"""

    @staticmethod
    def prepare(ask):
        for number in range(400):
            ask("POST", "/v1/rooms/hostile/gifts", {"sender": "x" * 200, "gift": f"{number}"})

    def pieces(self):
        path = f"/v1/rooms/hostile/events?q={self.random.randrange(10**9)}&limit=1000"
        return request("GET", path, self.keys["owner"]) * 5 + request(
            "GET", "/v1/rooms/hostile/events?limit=1000", self.keys["owner"]) * 5, 10


class LookAheads(Blast):
    """when a thousand that wait will enter"""

    @staticmethod
    def prepare(ask):
        ask("PATCH", "/v1/rooms/hostile/config", {"gifts": {"queueLimit": 10000}})
        for number in range(900):
            ask("POST", "/v1/rooms/hostile/gifts", {
                "sender": f"{number}", "gift": "Rose", "count": 1_000_000})

    def pieces(self):
        gift = request("POST", "/v1/rooms/hostile/gifts", self.keys["ingest"], {
            "sender": f"{self.random.random()}", "gift": "Rose"})
        return gift + request("GET", "/v1/rooms/hostile/state", self.keys["owner"]) * 10, 11


class SlowReaders(Blast):
    """viewers of a moving room that never read, and requests whose answers nobody takes"""

    connections = 200
    reads = False

    @staticmethod
    def prepare(ask):
        ask("POST", "/v1/rooms/hostile/captions", WAVE)

    def beginning(self):
        return upgrade(self.keys["viewer"]) if self.opened % 2 else b""

    def pieces(self):
        return request("GET", "/v1/rooms/hostile/config", self.keys["owner"]) * 10, 10

    def write(self, client, rest):
        super().write(client, rest)
        time.sleep(0.0005)


class Guesses(Blast):
    """keys that are tried out"""

    def pieces(self):
        letters = "0123456789abcdefghjkmnpqrstvwxyz"
        key = "ov_o_" + "".join(self.random.choices(letters, k=26))
        return request("GET", "/v1/rooms/victim/events", key) * 20, 20


class Configurations(Blast):
    """changes of the configuration, before fifty viewers"""

    is_watched = True

    def pieces(self):
        patch = {"gifts": {"x": self.random.randrange(1000)}, "stage": {
            "imageHosts": [f"a{number}.{self.random.randrange(99)}.org" for number in range(30)]}}
        return request("PATCH", "/v1/rooms/hostile/config", self.keys["owner"], patch) * 5, 5


class Connects(Blast):
    """connections that say nothing and are broken off"""

    connections = 64

    def write(self, client, rest):
        self.sent += 1
        raise ConnectionError


BLASTS = {
    "valid requests": Valid, "invalid requests": Invalid, "big bodies": Bodies, "events": Events,
    "captions": Captions, "messages": Messages, "taps": Taps, "joins and leaves": Joins,
    "history reads": History, "look-aheads": LookAheads, "slow readers": SlowReaders,
    "key guessing": Guesses, "configurations": Configurations, "connections": Connects,
}


def feed(blast, port, keys, seconds, seed, pipe):
    os.nice(19)
    pipe.send(blast(port, keys, seed).run(seconds))


def watch(port, key, seconds, pipe):
    """The other room's viewer: the gaps between its frames."""
    viewer = KeyedViewer(port, key)
    viewer.socket.settimeout(10)
    times = []
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            viewer.message()
            times.append(time.monotonic())
    except (Closed, OSError) as error:
        return pipe.send(repr(error))
    pipe.send([later - sooner for sooner, later in zip(times[5:], times[6:])])


class KeyedViewer(Viewer):
    def __init__(self, port, key):
        self.key = key
        super().__init__(port, "victim")

    def handshake(self, room, query):
        self.socket.sendall(upgrade(self.key).replace(b"hostile", room.encode()).replace(
            ADDRESS.encode(), b""))
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.take(1)
        assert head.startswith(b"HTTP/1.1 101"), head


def post(port, key, seconds, pipe):
    """The other room's bot: how long its posts take."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    taken, due, end = [], time.monotonic(), time.monotonic() + seconds
    while (now := time.monotonic()) < end:
        connection.request("POST", "/v1/rooms/victim/gifts", '{"sender":"Ann","gift":"Rose"}', headers)
        response = connection.getresponse()
        response.read()
        if response.status != 202:
            return pipe.send(f"a post was answered {response.status}")
        taken.append(time.monotonic() - now)
        due += 1 / POSTS_A_SECOND
        time.sleep(max(0, due - time.monotonic()))
    pipe.send(taken)


def at(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def observe(port, keys, seconds, blast=None, seed=0):
    """(gaps, posts, what was sent, answered and answered well a second)."""
    def start(target, *arguments):
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(target=target, args=(*arguments, theirs))
        process.start()
        return process, ours

    feeders = [start(feed, blast, port, keys, seconds + 0.6, seed + number)
               for number in range(FEEDERS if blast else 0)]
    time.sleep(0.5)
    running = [start(watch, port, keys["victim viewer"], seconds),
               start(post, port, keys["victim ingest"], seconds)]
    gaps, posts = (pipe.recv() for _, pipe in running)
    fed = [pipe.recv() for _, pipe in feeders]
    for process, _ in running + feeders:
        process.join()
    for got in (gaps, posts):
        assert isinstance(got, list), got
    return gaps, posts, [sum(column) for column in zip(*fed)]


def measure(name, seconds, rounds):
    """A row of the table, and whether the other room held."""
    blast = BLASTS[name]
    quiet, loud, fed = ([], []), ([], []), [0, 0, 0]
    options = ["--auth", "keys", "--trusted-proxy", "127.0.0.1"]
    with tempfile.TemporaryDirectory(prefix="ovation-blasts-") as data:
        with Server(data, *options, config=UNWAITING) as server:
            keys = {f"{who}{role}": make_key(server, role, room)
                    for who, room in (("", "hostile"), ("victim ", "victim"))
                    for role in ("viewer", "ingest", "owner")}
            connection = server.connect()

            def ask(method, path, body):
                headers = {"Authorization": f"Bearer {keys['owner']}"}
                for _ in range(200):
                    answer = connection.request(method, path, body, headers)
                    if answer.status != 429:
                        break
                    time.sleep(0.1)
                assert answer.status in (200, 202), answer

            victim = {"Authorization": f"Bearer {keys['victim owner']}"}
            assert connection.request("POST", "/v1/rooms/victim/captions", WAVE, victim).status == 202
            blast.prepare(ask)
            hostile = [start_reader(server.port, keys)] if blast.is_watched else []
            for number in range(rounds):
                for into, kind in ((quiet, None), (loud, blast)):
                    gaps, posts, rates = observe(server.port, keys, seconds, kind, seed=number)
                    into[0].extend(gaps)
                    into[1].extend(posts)
                    if kind:
                        fed = rates
                    time.sleep(0.3)
            for reader in hostile:
                reader.terminate()
            metrics = connection.request("GET", "/metrics", headers={
                "Authorization": "Bearer " + open(f"{data}/admin-key").read().strip()}).body.decode()
    limited = sorted(line.split('"')[1] for line in metrics.splitlines()
                     if line.startswith("ovation_limited_total{"))
    before, after = at(quiet[0], 0.99), at(loud[0], 0.99)
    sooner, later = at(quiet[1], 0.99), at(loud[1], 0.99)
    held = after <= max(MOST_GAP_RATIO * before, UNSEEN_GAP_SECONDS) and later <= max(
        MOST_POST_RATIO * sooner, UNSEEN_POST_SECONDS)
    rate = len(loud[0]) / sum(loud[0])
    return held, (
        f"| {name} | {fed[0]:.0f} | {fed[1]:.0f} | {fed[2]:.0f} | {rate:.1f} | "
        f"{before * 1e3:.1f} → {after * 1e3:.1f} ({after / before:.2f} ×) | "
        f"{sooner * 1e3:.1f} → {later * 1e3:.1f} ({later / sooner:.1f} ×) | {', '.join(limited)} |")


def start_reader(port, keys):
    """Fifty viewers of the hostile room, whose frames are thrown away."""
    process = multiprocessing.Process(target=read_all, args=(port, keys["viewer"]), daemon=True)
    process.start()
    return process


def read_all(port, key):
    os.nice(19)
    selector = selectors.DefaultSelector()
    for _ in range(50):
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(upgrade(key))
        selector.register(client, selectors.EVENT_READ)
    while selector.get_map():
        for ready, _ in selector.select():
            try:
                if ready.fileobj.recv(1 << 16):
                    continue
            except OSError:
                pass
            selector.unregister(ready.fileobj)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("names", nargs="*", default=list(BLASTS))
    arguments = parser.parse_args()
    failed = []
    print("| blast | sent a second | answered | well | frames a second | gap p99, ms | post p99, ms | limits reached |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name in arguments.names:
        held, row = measure(name, arguments.seconds, arguments.rounds)
        print(row, flush=True)
        if not held:
            failed.append(name)
    if failed:
        sys.exit(f"the other room suffered from: {', '.join(failed)}")


if __name__ == "__main__":
    main()
