"""Viewers are counted over all nodes, and exactly one of a room's is heard, whichever node it is at."""

import time

import pytest

from Cluster.cluster import ask, wait_until
from harness.server import UNANSWERED
from harness.viewer import Viewer


class Page(Viewer):
    """A viewer that notes whether it is the one that is heard, and what else it is told."""

    is_heard, is_reloaded = False, False

    def read(self):
        message = super().read()
        if message["type"] == "speaker":
            self.is_heard = message["speaker"]
        self.is_reloaded |= message["type"] == "reload"
        return message


def page(node, room="main", visible=True, **options):
    page = Page(node.port, room, is_visible=visible, **options)
    page.record()
    return page


def in_turn(*nodes):
    """A visible page at each, of which nobody doubts which came first: nodes' clocks differ by milliseconds."""
    pages = []
    for node in nodes:
        pages.append(page(node))
        wait_until(lambda: len(watching(nodes[0])) == len(pages))
        time.sleep(0.3)
    return pages


def heard(pages):
    return [number for number, page in enumerate(pages) if page.is_heard]


def wait_for_heard(pages, number):
    wait_until(lambda: heard(pages) == [number])


def listed(node, room="main"):
    return {entry["name"]: entry["viewers"] for entry in node.get("/v1/rooms").json["rooms"]}.get(room)


def watching(node, room="main"):
    answer = ask(node, f"/v1/rooms/{room}/viewers")
    assert answer.status == 200, answer
    return answer.json["viewers"]


def test_all_nodes_count_all_viewers(cluster):
    one, two, three = cluster.nodes
    assert one.post("/v1/rooms/main/gifts", {"gift": "Rose", "sender": "Ann"}).status == 202
    pages = [page(node) for node in (one, one, two)]
    # The third has not had the room so far.
    for node in (three, one, two):
        wait_until(lambda node=node: listed(node) == 3)
        wait_until(lambda node=node: node.get("/v1/rooms/main").json["viewers"] == 3)
        wait_until(lambda node=node: len(watching(node)) == 3)
    lists = []

    def agree():
        lists[:] = [
            [(viewer["id"], viewer["since"], viewer["speaker"], viewer["visible"]) for viewer in watching(node)]
            for node in cluster.nodes]
        speakers = [viewer[2] for viewer in lists[0]]
        return lists[0] == lists[1] == lists[2] and speakers.count(True) == 1

    wait_until(agree)
    assert len({viewer[0] for viewer in lists[0]}) == 3
    pages[2].close()
    for node in cluster.nodes:
        wait_until(lambda node=node: listed(node) == 2)
    for other in pages[:2]:
        other.close()
    for node in cluster.nodes:
        wait_until(lambda node=node: listed(node) == 0 and watching(node) == [])


def test_a_page_at_another_node_loads_itself_anew(cluster):
    one, two, three = cluster.nodes
    pages = [page(one)]
    wait_until(lambda: len(watching(two)) == 1)
    named = watching(two)[0]["id"]
    pages.append(page(two))
    wait_until(lambda: len(watching(two)) == 2)
    answer = two.post(f"/v1/rooms/main/viewers/{named}/reload", {})
    assert (answer.status, answer.json) == (202, {"viewers": 1}), answer
    wait_until(lambda: pages[0].is_reloaded)
    assert not pages[1].is_reloaded
    assert two.post("/v1/rooms/main/viewers/1-none/reload", {}).status == 404
    pages.append(page(three))
    wait_until(lambda: len(watching(two)) == 3)
    assert two.post("/v1/rooms/main/viewers/all/reload", {}).json == {"viewers": 3}
    wait_until(lambda: all(page.is_reloaded for page in pages))


def test_exactly_one_is_heard_of_all(cluster, rounds):
    one, two, three = cluster.nodes
    pages = in_turn(one, two, three)
    wait_for_heard(pages, 0)
    pages[0].say_visible(False)
    wait_for_heard(pages, 1)
    # Active ones come before those that are only visible, then the oldest.
    pages[2].say({"type": "visibility", "visible": True, "active": False})
    pages[0].say({"type": "visibility", "visible": True, "active": False})
    wait_for_heard(pages, 1)
    pages[1].say({"type": "visibility", "visible": True, "active": False})
    wait_for_heard(pages, 0)
    pages[2].say_visible(True)
    wait_for_heard(pages, 2)
    for _ in range(rounds):
        pages[2].say_visible(False)
        wait_for_heard(pages, 0)
        pages[2].say_visible(True)
        wait_for_heard(pages, 2)
    pages[2].close()
    wait_for_heard(pages[:2], 0)
    assert three.get("/v1/rooms/main/viewers").status == 200


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_another_is_heard_when_its_node_dies(cluster, how, rounds):
    for number in range(rounds):
        dying, other = cluster.nodes[number % 3], cluster.nodes[(number + 1) % 3]
        pages = in_turn(dying, other)
        wait_for_heard(pages, 0)
        wait_until(lambda other=other: listed(other) is None or listed(other) == 2)
        getattr(dying, how)()
        wait_until(lambda pages=pages: pages[1].is_heard)
        wait_until(lambda other=other: len(watching(other)) == 1)
        dying.start()
        # Who comes back is the younger one.
        again = page(dying)
        wait_until(lambda other=other: len(watching(other)) == 2)
        assert heard([again, pages[1]]) == [1]
        for open_page in (again, pages[1]):
            open_page.close()
        wait_until(lambda other=other: watching(other) == [])


def test_a_node_that_is_cut_off_is_not_heard(cluster):
    """It tells its page so itself, before another takes over."""
    one, two, _ = cluster.nodes
    pages = in_turn(one, two)
    wait_for_heard(pages, 0)
    way, doubled = cluster.ways[0], 0
    way.block()
    end = time.monotonic() + 30
    while heard(pages) != [1]:
        doubled += heard(pages) == [0, 1]
        assert time.monotonic() < end
        time.sleep(0.01)
    print(f"both were heard for {doubled * 10} ms")
    wait_until(lambda: len(watching(two)) == 1)
    way.unblock()
    wait_for_heard(pages, 0)
    wait_until(lambda: len(watching(two)) == 2)


def test_redis_restarts(cluster):
    pages = in_turn(*cluster.nodes)
    wait_for_heard(pages, 0)
    cluster.redis.kill()
    cluster.redis.start()
    for node in cluster.nodes:
        wait_until(lambda node=node: answers(node))
        wait_until(lambda node=node: len(watching(node)) == 3)
    wait_for_heard(pages, 0)


def answers(node):
    try:
        return node.get("/readyz").status == 200
    except UNANSWERED:
        return False
