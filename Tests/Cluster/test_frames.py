"""Viewers at all nodes see the same show.

A frame may lack the newest events of its instant (`Torture/test_replay.py`); the checks of that file hold for each
node's frames.
"""

import random
import time

from Cluster.cluster import Cluster
from Cluster.own import own, settle
from Cluster.speaking import Program
from Torture.test_replay import History, kinds_in
from harness import events
from harness.server import in_threads
from harness.viewer import Viewer
from harness.waiting import wait_for

# A room with rules, speeches, leaders and clocks.
EVENING = {
    "gifts": {"linger": 0.4, "channels": 2},
    "tiers": {"value": [10, 100, 1000, 10_000]},
    "leaders": {"enabled": True, "title": "Top", "rows": 3, "move": 0.2},
    "alerts": {"gap": 0.1, "rules": [
        {"name": "spoken", "when": {"type": "gift", "min": 300}, "title": "{sender}: {amount}", "speak": True,
         "duration": 1},
        {"name": "one", "when": {"type": "notice", "kind": "raid"}, "title": "{count}", "duration": 1},
        {"name": "other", "when": {"type": "notice", "kind": "raid"}, "title": "{sender}", "duration": 1},
        {"name": "over", "when": {"kind": "clock-end"}, "title": "{title} is over", "only": True, "duration": 1}]},
    "clocks": {"rules": [
        {"name": "gifts", "counter": "left", "when": {"type": "gift"}, "seconds": 0.05, "per": "count"},
        {"name": "raids", "counter": "left", "when": {"kind": "raid"}, "seconds": -0.7}]},
}


def spoken_gift(random, serial):
    request = events.gift(random, serial)
    request.body["message"] = f"Hello {serial}"
    return request


def raid(random, serial):
    body = {"kind": "raid", "sender": random.choice(events.SENDERS), "count": serial}
    return events.Request("POST", "notices", body)


def clock(random, serial):
    body = {"clock": {"seconds": random.choice([0.5, 1, 2]), "stands": random.choice(["room", "wall"])},
            "format": random.choice(["m:ss", "decimal"])}
    return events.Request("PUT", "counters/left", body)


def time_by_hand(random, serial):
    body = {"addSeconds": random.choice([-1, 0.5, 2]), "running": random.random() < 0.9}
    return events.Request("POST", "counters/left/clock", body)


def steering(random, serial):
    action = random.choice(["hold", "resume", "resume", "resume", "skip", "hideMessage", "resetLeaders"])
    return events.Request("POST", "control", {"action": action})


EVENING_KINDS = [spoken_gift] * 8 + [raid] * 3 + [clock] * 2 + [time_by_hand] * 2 + [steering]


def draw_evening(random, serial):
    return random.choice(EVENING_KINDS)(random, serial)


def play(cluster, room, seed, count, draw=events.draw):
    """Posts random events, each at a random node; a full queue may refuse an event."""
    lot = random.Random(seed)
    connections = [node.connect() for node in cluster.nodes]
    for serial in range(1, count + 1):
        request = draw(lot, serial)
        answer = lot.choice(connections).request(
            request.method, f"/v1/rooms/{room}/{request.path}", request.body)
        assert answer.status in (200, 202, 404, 409, 429), answer
        if lot.random() < 0.5:
            time.sleep(lot.choice([0.001, 0.01, 0.1]))
    for connection in connections:
        connection.close()


def end_evening(cluster):
    """Lets a clock end, and then removes everything that makes the nodes record events."""
    node = cluster.nodes[0]
    known = len(own(node, "clock-end"))
    assert node.post("/v1/rooms/main/control", {"action": "resume"}).status == 202
    answer = node.request("PUT", "/v1/rooms/main/counters/left", {"clock": {"seconds": 0.2}})
    assert answer.status == 202, answer
    wait_for(lambda: len(own(node, "clock-end")) > known)
    assert node.request("DELETE", "/v1/rooms/main/counters/left").status == 202
    assert node.post("/v1/rooms/main/control", {"action": "clear"}).status == 202
    settle(cluster)


def check_show(cluster, seed, config, draw=events.draw, finish=lambda cluster: None):
    """Plays random events, and compares the frames at all nodes with the replay. Returns the frames of each node."""
    assert cluster.nodes[0].request("PATCH", "/v1/rooms/main/config", config).status == 200
    viewers = [Viewer(node.port, "main").record() for node in cluster.nodes]
    play(cluster, "main", seed, 80, draw)
    finish(cluster)
    cluster.check(None, "main")
    # Every later frame has all events.
    cluster.check_frames("main")
    for viewer in viewers:
        viewer.close()
    known = History(cluster.export("main"), [])
    for number, viewer in enumerate(viewers):
        assert len(viewer.frames) > 30, f"node {number} hardly showed anything"
        known.check(viewer.frames)
    return [viewer.frames for viewer in viewers]


def test_the_frames_of_all_nodes_equal_the_replay(cluster, seed):
    check_show(cluster, seed, events.EVERYTHING)


def test_the_frames_of_all_nodes_show_the_same_alerts_leaders_and_clocks(tmp_path, seed):
    with Cluster(tmp_path, options=Program(tmp_path).option) as cluster:
        shows = check_show(cluster, seed, EVENING, draw_evening, end_evening)
        recorded = {entry["id"].split(":")[0] for entry in cluster.history("main")}
    assert recorded >= {"speech", "clock-end"}, recorded
    for frames in shows:
        kinds = kinds_in(frames)
        assert kinds >= {"alert", "leader", "counter", "gift"}, kinds


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
