"""Viewers at all nodes see the same show.

A frame may lack the newest events of its instant (`Torture/test_replay.py`); the checks of that file hold for each
node's frames.
"""

import random
import time

from Torture.test_replay import History
from harness import events
from harness.server import in_threads
from harness.viewer import Viewer
from harness.waiting import wait_for

def play(cluster, room, seed, count):
    """Posts random events, each at a random node; a full queue may refuse an event."""
    lot = random.Random(seed)
    connections = [node.connect() for node in cluster.nodes]
    for serial in range(1, count + 1):
        request = events.draw(lot, serial)
        answer = lot.choice(connections).request(
            request.method, f"/v1/rooms/{room}/{request.path}", request.body)
        assert answer.status in (200, 202, 404, 409, 429), answer
        if lot.random() < 0.5:
            time.sleep(lot.choice([0.001, 0.01, 0.1]))
    for connection in connections:
        connection.close()


def test_the_frames_of_all_nodes_equal_the_replay(cluster, seed):
    assert cluster.nodes[0].request(
        "PATCH", "/v1/rooms/main/config", events.EVERYTHING).status == 200
    viewers = [Viewer(node.port, "main").record() for node in cluster.nodes]
    play(cluster, "main", seed, 80)
    cluster.check(None, "main")
    # Every later frame has all events.
    cluster.check_frames("main")
    for viewer in viewers:
        viewer.close()
    known = History(cluster.export("main"), [])
    for number, viewer in enumerate(viewers):
        assert len(viewer.frames) > 30, f"node {number} hardly showed anything"
        known.check(viewer.frames)


def test_all_nodes_come_to_the_same_frame_of_a_room_at_rest(cluster, seed):
    lot = random.Random(seed)
    in_threads(*[lambda node=node, number=number: [
        node.request("PUT", f"/v1/rooms/main/counters/c{lot.randrange(3)}",
                     {"to": 10 * step + number, "duration": 0}) for step in range(20)]
        for number, node in enumerate(cluster.nodes)])

    def frames():
        return [node.get("/v1/rooms/main/frame").json["nodes"] for node in cluster.nodes]

    assert frames()[0]
    wait_for(lambda: all(frame == frames()[0] for frame in frames()))
