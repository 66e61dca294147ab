"""Viewers on all nodes see the same show."""

import random
import time

from Cluster.cluster import history, wait_until
from harness import events
from harness.server import in_threads, simulate
from harness.viewer import Viewer

# A node may show a frame before an event has come to it that was stamped a little earlier.
EARLY_SHARE = 0.1


def play(cluster, room, seed, seconds):
    """A random show, refusals included, each request at a node by lot."""
    lot, end, serial = random.Random(seed), time.monotonic() + seconds, 0
    connections = [node.connect() for node in cluster.nodes]
    while time.monotonic() < end:
        serial += 1
        request = events.draw(lot, serial)
        answer = lot.choice(connections).request(
            request.method, f"/v1/rooms/{room}/{request.path}", request.body)
        assert answer.status in (200, 202, 404, 409, 429), answer
        if lot.random() < 0.5:
            time.sleep(lot.choice([0.001, 0.01, 0.1]))
    for connection in connections:
        connection.close()


def test_frames_are_the_same_on_all_nodes_and_equal_the_replay(cluster, seed):
    assert cluster.nodes[0].request(
        "PATCH", "/v1/rooms/main/config", events.EVERYTHING).status == 200
    viewers = [Viewer(node.port, "main").record() for node in cluster.nodes]
    play(cluster, "main", seed, 4)
    time.sleep(1)
    for viewer in viewers:
        viewer.close()
    wait_until(lambda: len({len(history(node, "main")) for node in cluster.nodes}) == 1)
    instants = sorted({instant for viewer in viewers for instant, _ in viewer.frames})
    replayed = simulate(cluster.export("main"), instants)
    for number, viewer in enumerate(viewers):
        assert len(viewer.frames) > 60, f"node {number} has hardly shown anything"
        early = [instant for instant, nodes in viewer.frames if nodes != replayed[instant]]
        print(f"node {number}: {len(early)} of {len(viewer.frames)} frames before an event of theirs")
        assert len(early) <= EARLY_SHARE * len(viewer.frames), (number, len(early))
    cluster.check(None, "main")


def test_the_newest_frames_of_a_room_at_rest_are_the_same(cluster, seed):
    lot = random.Random(seed)
    in_threads(*[lambda node=node, number=number: [
        node.request("PUT", f"/v1/rooms/main/counters/c{lot.randrange(3)}",
                     {"to": 10 * step + number, "duration": 0}) for step in range(20)]
        for number, node in enumerate(cluster.nodes)])

    def frames():
        return [node.get("/v1/rooms/main/frame").json["nodes"] for node in cluster.nodes]

    assert frames()[0]
    wait_until(lambda: all(frame == frames()[0] for frame in frames()))
