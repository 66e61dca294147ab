"""A client that applies frames as docs/api.md says draws the nodes in the same order as a full frame."""

import random

import pytest

from harness.server import Server
from harness.viewer import Viewer
from harness.waiting import wait_for

KINDS = ["ticker", "gift", "counter", "caption", "call"]
STILL = {"gifts": {"linger": 60, "channels": 4, "entrance": 0, "pop": 0, "settle": 0, "exit": 0},
         "ticker": {"enabled": True, "linger": 60, "rows": 9},
         "calls": {"vanish": 60, "entrance": 0, "move": 0, "max": 9},
         "counters": {"max": 9}, "captions": {"max": 9}, "stage": {"waitForViewer": "never"}}


class Reader(Viewer):
    """A viewer that keeps the ids in drawing order."""

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


def random_request(lot, number):
    """A random request: (method, path, body)."""
    name = f"n{lot.randrange(5)}"
    return lot.choice([
        ("POST", "gifts", {"sender": f"S{lot.randrange(9)}", "gift": "Rose", "id": f"g{number}"}),
        ("POST", "calls", {"user": f"U{number}", "id": f"c{number}"}),
        ("DELETE", f"calls/c{lot.randrange(number + 1)}", None),
        ("PUT", f"counters/{name}", {"to": number}), ("DELETE", f"counters/{name}", None),
        ("POST", "captions", {"text": "a", "slot": name, "hold": None, "duration": 0}),
        ("DELETE", f"captions/{name}", None), ("POST", "control", {"action": "skip"})])


@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8)]])
def test_a_client_draws_new_nodes_in_the_order_of_the_document(tmp_path, seed):
    lot, number = random.Random(seed), 0
    with Server(tmp_path / "data") as server:
        server.request("PUT", "/v1/rooms/main/config", STILL)
        reader = Reader(server.port, "main", fps=lot.choice([60, 7])).record()
        wait_for(lambda: reader.frames)

        def is_in_order():
            nodes = server.get("/v1/rooms/main/frame").json["nodes"]
            return list(reader.order) == [node["id"] for node in nodes]

        for _ in range(20):
            for _ in range(lot.randint(1, 6)):
                number += 1
                method, path, body = random_request(lot, number)
                server.request(method, f"/v1/rooms/main/{path}", body)
            wait_for(is_in_order)
        reader.close()
        assert reader.code is None
