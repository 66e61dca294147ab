"""The ends of clocks, and the time that clocks lose while room time stands still, are recorded once, although every
node tries."""

import random
import time

import pytest

from Cluster.cluster import ask
from Cluster.own import own, settle, start_at_once
from Cluster.speaking import Listener
from harness.room import Room
from harness.server import in_threads, simulate
from harness.variants import variants
from harness.viewer import Viewer
from harness.waiting import wait_for


def put_clock(node, seconds, **more):
    body = {"clock": {"seconds": seconds, **more}, "format": "decimal"}
    assert ask(node, "/v1/rooms/main/counters/left", "PUT", body).status == 202


def left(node):
    return node.get("/v1/rooms/main/state").json["counters"][0]["clock"]["left"]


def test_clocks_lose_the_time_of_a_stop_of_all_nodes_once(cluster):
    put_clock(cluster.nodes[0], 1000, stands="wall")
    began = time.time()
    for number in range(1, 3):
        for node in cluster.nodes:
            node.kill()
        time.sleep(2)
        start_at_once(cluster.nodes)
        in_threads(*[lambda node=node: ask(node, "/v1/rooms/main/frame") for node in cluster.nodes])
        wait_for(lambda number=number: len(own(cluster.nodes[0], "wall")) == number)
        settle(cluster)
        assert len(own(cluster.nodes[0], "wall")) == number
        for node in cluster.nodes:
            # A difference below half a second is left alone, and so is what the machine needs to answer.
            assert abs(1000 - left(node) - (time.time() - began)) < 1
    cluster.check_frames("main")


def test_clocks_lose_the_time_without_viewers_once(cluster):
    """Two pages at two nodes begin to watch at the same time."""
    Room(cluster.nodes[0], "main").configure({"stage": {"waitForViewer": "always"}})
    put_clock(cluster.nodes[0], 1000, stands="wall")
    began = time.time()
    time.sleep(2)
    pages = in_threads(*[lambda node=node: Viewer(node.port, "main", is_visible=True).record()
                         for node in cluster.nodes[:2]])
    wait_for(lambda: own(cluster.nodes[2], "wall"))
    events = settle(cluster)
    assert len([entry for entry in events if entry["id"].startswith("wall:")]) == 1
    assert abs(1000 - left(cluster.nodes[2]) - (time.time() - began)) < 1
    for page in pages:
        page.close()


RULE = {"title": "{title} is over", "when": {"type": "notice", "kind": "clock-end"}, "duration": 2}


def ends(cluster):
    """The instants of the notices of ended clocks."""
    return [int(entry["id"].split(":")[2]) for entry in own(cluster.nodes[-1], "clock-end")]


def shown_ends(cluster):
    """The instants at which the replay of the history shows that the clock ended, by frames of every 20 ms."""
    newest = cluster.nodes[-1].get("/v1/rooms/main/frame").json["time"]
    frames = simulate(cluster.export("main"), range(0, newest, 20_000))
    found = {node["endedAt"] for nodes in frames.values() for node in nodes.values() if "endedAt" in node}
    return {int(instant.removeprefix("#")) for instant in found}


def test_every_end_of_a_clock_is_recorded_once_while_gifts_extend_it(cluster, seed):
    Room(cluster.nodes[0], "main").send("PUT", "alerts/rules/over", RULE, status=200)
    Room(cluster.nodes[0], "main").send(
        "PUT", "clocks/rules/gifts", {"counter": "left", "seconds": 0.5, "when": {"type": "gift"}}, status=200)
    put_clock(cluster.nodes[0], 0.5)
    pages = [Listener(node) for node in cluster.nodes]
    lot = random.Random(seed)
    for _ in range(8):
        time.sleep(lot.uniform(0.3, 0.9))
        node = lot.choice(cluster.nodes)
        assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    settle(cluster)
    recorded = ends(cluster)
    assert recorded and len(set(recorded)) == len(recorded)
    assert set(recorded) >= shown_ends(cluster)
    replayed = simulate(cluster.export("main"), sorted(recorded))
    assert all(replayed[instant]["counter/left"]["endedAt"] == f"#{instant}" for instant in recorded)
    # All pages see the same alerts, and each alert once.
    wait_for(lambda: all(len(page.alerts) == len(recorded) for page in pages), seconds=60)
    assert len({tuple(page.alerts) for page in pages}) == 1
    cluster.check_frames("main")
    for page in pages:
        page.close()


@pytest.mark.parametrize("after", variants([0.1, -0.3, 1.1]))
def test_the_end_of_a_clock_is_recorded_once_although_a_node_is_killed_near_it(cluster, after):
    put_clock(cluster.nodes[0], 1)
    time.sleep(1 + after)
    cluster.nodes[0].kill()
    wait_for(lambda: ends(cluster))
    cluster.nodes[0].start()
    settle(cluster)
    assert len(ends(cluster)) == 1


def test_the_end_of_a_clock_is_recorded_once_although_all_nodes_are_killed_near_it(cluster, seed, rounds):
    lot = random.Random(seed)
    for number in range(1, rounds + 1):
        put_clock(cluster.nodes[0], 0.6)
        time.sleep(lot.uniform(0.4, 1.6))
        for node in cluster.nodes:
            node.kill()
        start_at_once(cluster.nodes)
        in_threads(*[lambda node=node: ask(node, "/v1/rooms/main/frame") for node in cluster.nodes])
        wait_for(lambda number=number: len(ends(cluster)) == number)
        settle(cluster)
        assert len(ends(cluster)) == number
