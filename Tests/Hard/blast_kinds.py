"""The kinds of blasts: requests and messages that one hostile room, key and address sends. See blasts.py."""

import json
import random
import selectors
import socket
import struct
import time

CONNECTIONS = 8
WAVE = {"text": "on and on", "effect": "wave", "duration": 60, "hold": None}
# The address of the hostile client: the server trusts loopback as a proxy.
ADDRESS = "X-Forwarded-For: 203.0.113.66\r\n"
LINGER = struct.pack("ii", 1, 0)


def request(method, path, key, body=None, more=""):
    """Returns the bytes of a request from the hostile client."""
    content = b"" if body is None else json.dumps(body).encode()
    kind = "" if body is None else "Content-Type: application/json\r\n"
    return (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n{ADDRESS}"
            f"{kind}Content-Length: {len(content)}\r\n{more}\r\n").encode() + content


def upgrade(key, query=""):
    return (f"GET /v1/rooms/hostile/stream{query} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer {key}\r\n{ADDRESS}\r\n").encode()


def frame(text):
    """Returns a text message of a WebSocket, masked with zeros."""
    head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else (
        bytes([0x81, 0xFE]) + len(text).to_bytes(2, "big"))
    return head + bytes(4) + text


class Blast:
    """Connections that are kept full of the bytes that `pieces` makes."""

    connections = CONNECTIONS
    # True if the connections read the answers.
    reads = True
    # True if the hostile room has fifty viewers.
    is_watched = False

    def __init__(self, port, keys, seed):
        self.port, self.keys, self.random = port, keys, random.Random(seed)
        self.selector = selectors.DefaultSelector()
        self.sent = self.answers = self.well = self.opened = 0

    @staticmethod
    def prepare(ask):
        """Prepares the hostile room; `ask(method, path, body)` sends requests as its owner."""

    def beginning(self):
        """Returns the first bytes on a new connection."""
        return b""

    def pieces(self):
        """Returns the next bytes, and the number of requests or messages in them."""
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
    """valid requests"""

    def pieces(self):
        return request("GET", "/v1/rooms/hostile/config", self.keys["owner"]) * 20, 20


class Invalid(Blast):
    """invalid requests, and requests for missing things"""

    def pieces(self):
        good = request("GET", f"/v1/rooms/hostile/{self.random.random()}", self.keys["owner"])
        return good * 10 + b"GET /\x01 HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 11


class Bodies(Blast):
    """bodies of nearly the largest size, with as many values as allowed"""

    body = {"gift": {"name": "é" * 6000, "more": [{}] * 4900}}

    def pieces(self):
        return request("POST", "/v1/rooms/hostile/gifts", self.keys["ingest"], self.body), 1


class Events(Blast):
    """gifts, each with another sender"""

    def pieces(self):
        key = self.keys["ingest"]
        return b"".join(
            request("POST", "/v1/rooms/hostile/gifts", key, {
                "sender": f"{self.random.random()}", "gift": "Rose", "count": 1_000_000})
            for _ in range(20)), 20


class Captions(Blast):
    """captions of the largest length, before fifty viewers"""

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
    """messages of a viewer"""

    def beginning(self):
        return upgrade(self.keys["viewer"])

    def pieces(self):
        return frame(b'{"type":"visibility","visible":true,"active":false}') * 20, 20


class Pings(Blast):
    """pings, which the server's library answers by itself"""

    def beginning(self):
        return upgrade(self.keys["viewer"])

    def pieces(self):
        return (b"\x89\x80" + bytes(4)) * 1000, 1000


class Fragments(Blast):
    """a message in empty fragments that never ends"""

    def beginning(self):
        return upgrade(self.keys["viewer"]) + b"\x01\x80" + bytes(4)

    def pieces(self):
        return (b"\x00\x80" + bytes(4)) * 1000, 1000


class Pages(Blast):
    """pages, which need no key"""

    def pieces(self):
        return request("GET", "/overlay/hostile", self.keys["viewer"]) * 20, 20


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
    """streams that connect and disconnect"""

    connections = 32

    def beginning(self):
        return upgrade(self.keys["viewer"])

    # Each connection ends with its first answer.

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
    """searches through the whole history"""

    @staticmethod
    def prepare(ask):
        for number in range(400):
            ask("POST", "/v1/rooms/hostile/gifts", {"sender": "x" * 200, "gift": f"{number}"})

    def pieces(self):
        path = f"/v1/rooms/hostile/events?q={self.random.randrange(10**9)}&limit=1000"
        return request("GET", path, self.keys["owner"]) * 5 + request(
            "GET", "/v1/rooms/hostile/events?limit=1000", self.keys["owner"]) * 5, 10


class LookAheads(Blast):
    """requests for the times at which a thousand waiting gifts will enter"""

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
    """viewers of a moving room that never read, and requests whose answers are never read"""

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
    """guesses of keys"""

    def pieces(self):
        letters = "0123456789abcdefghjkmnpqrstvwxyz"
        key = "ov_o_" + "".join(self.random.choices(letters, k=26))
        return request("GET", "/v1/rooms/victim/events", key) * 20, 20


class Handshakes(Joins):
    """guesses of keys, each on a stream of its own"""

    def beginning(self):
        return upgrade("ov_o_" + "0" * 26)


class Configurations(Blast):
    """changes of the configuration, before fifty viewers"""

    is_watched = True

    def pieces(self):
        patch = {"gifts": {"x": self.random.randrange(1000)}, "stage": {
            "imageHosts": [f"a{number}.{self.random.randrange(99)}.org" for number in range(30)]}}
        return request("PATCH", "/v1/rooms/hostile/config", self.keys["owner"], patch) * 5, 5


class Connects(Blast):
    """connections that send nothing and break off"""

    connections = 64

    def write(self, client, rest):
        self.sent += 1
        raise ConnectionError


BLASTS = {
    "valid requests": Valid, "invalid requests": Invalid, "big bodies": Bodies, "events": Events,
    "captions": Captions, "pages": Pages, "messages": Messages, "pings": Pings,
    "fragments": Fragments, "taps": Taps, "joins and leaves": Joins,
    "history reads": History, "look-aheads": LookAheads, "slow readers": SlowReaders,
    "key guessing": Guesses, "refused streams": Handshakes, "configurations": Configurations,
    "connections": Connects,
}
