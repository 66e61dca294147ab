"""Drawing order: a client that goes by docs/api.md alone draws what a full frame says."""

import random
import time

from harness.server import Server
from harness.viewer import Closed, Viewer

KINDS = ["ticker", "gift", "counter", "caption", "call"]
STILL = {"gifts": {"linger": 60, "channels": 4, "entrance": 0, "pop": 0, "settle": 0, "exit": 0},
         "ticker": {"enabled": True, "linger": 60, "rows": 9},
         "calls": {"vanish": 60, "entrance": 0, "move": 0, "max": 9},
         "counters": {"max": 9}, "captions": {"max": 9}, "stage": {"waitForViewer": "never"}}


class Reader(Viewer):
    """Keeps the ids in drawing order."""

    def apply(self, frame):
        order = [] if frame.get("full") or not hasattr(self, "order") else self.order
        gone = frame.get("removed", [])
        order = [name for name in order if name not in gone]
        for node in frame["nodes"]:
            if node["id"] not in order:
                above = [at for at, name in enumerate(order) if level(name) > level(node["id"])]
                order.insert(len(order) if frame.get("full") or not above else above[0], node["id"])
        self.order = order
        super().apply(frame)


def level(name):
    kind, rest = name.split("/", 1)
    kind = {"gifts": "gift"}.get(kind, kind)
    return KINDS.index(kind), int(rest) if kind == "gift" else 0


def event(lot, number):
    """A random request: method, path, body."""
    name = f"n{lot.randrange(5)}"
    return lot.choice([
        ("POST", "gifts", {"sender": f"S{lot.randrange(9)}", "gift": "Rose", "id": f"g{number}"}),
        ("POST", "calls", {"user": f"U{number}", "id": f"c{number}"}),
        ("DELETE", f"calls/c{lot.randrange(number + 1)}", None),
        ("PUT", f"counters/{name}", {"to": number}), ("DELETE", f"counters/{name}", None),
        ("POST", "captions", {"text": "a", "slot": name, "hold": None, "duration": 0}),
        ("DELETE", f"captions/{name}", None), ("POST", "control", {"action": "skip"})])


def mistaken(server, seed, rounds):
    """How many of the pictures of a random stream a client puts in another order, and of how many."""
    lot, room = random.Random(seed), f"order-{seed}"
    server.request("PUT", f"/v1/rooms/{room}/config", STILL)
    reader = Reader(server.port, room, fps=lot.choice([60, 7])).record()
    wrong = compared = number = 0
    for _ in range(rounds):
        for _ in range(lot.randint(1, 6)):
            number += 1
            method, path, body = event(lot, number)
            server.request(method, f"/v1/rooms/{room}/{path}", body)
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            now = [node["id"] for node in server.get(f"/v1/rooms/{room}/frame").json["nodes"]]
            order = list(getattr(reader, "order", []))
            # One that went and came again between two frames is in both, and not in one place.
            if order == now:
                break
            time.sleep(0.02)
        compared += 1
        wrong += order != now
    reader.close()
    assert reader.code is None or isinstance(reader.code, Closed)
    return wrong, compared


def test_new_nodes_are_drawn_where_the_document_says(tmp_path):
    with Server(tmp_path / "data") as server:
        for seed in range(8):
            assert mistaken(server, seed, 20) == (0, 20), seed
