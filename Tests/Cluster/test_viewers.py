"""All nodes count all viewers, and exactly one of a room's viewers, at any node, plays its sounds."""

import time

import pytest

from Cluster.cluster import ask
from harness.viewer import Viewer
from harness.waiting import wait_for


class Page(Viewer):
    """A viewer that remembers whether it plays the sounds, and whether it was told to reload."""

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
    """A visible page at each node, one clearly after the other, as the clocks of nodes differ by milliseconds."""
    pages = []
    for node in nodes:
        pages.append(page(node))
        wait_for(lambda: len(watching(nodes[0])) == len(pages))
        time.sleep(0.1)
    return pages


def heard(pages):
    return [number for number, page in enumerate(pages) if page.is_heard]


def wait_for_heard(pages, number):
    wait_for(lambda: heard(pages) == [number])


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
    # The third node has not loaded the room yet.
    for node in (three, one, two):
        wait_for(lambda node=node: listed(node) == 3)
        wait_for(lambda node=node: node.get("/v1/rooms/main").json["viewers"] == 3)
        wait_for(lambda node=node: len(watching(node)) == 3)
    lists = []

    def agree():
        lists[:] = [
            [(viewer["id"], viewer["since"], viewer["speaker"], viewer["visible"]) for viewer in watching(node)]
            for node in cluster.nodes]
        speakers = [viewer[2] for viewer in lists[0]]
        return lists[0] == lists[1] == lists[2] and speakers.count(True) == 1

    wait_for(agree)
    assert len({viewer[0] for viewer in lists[0]}) == 3
    pages[2].close()
    for node in cluster.nodes:
        wait_for(lambda node=node: listed(node) == 2)
    for other in pages[:2]:
        other.close()
    for node in cluster.nodes:
        wait_for(lambda node=node: listed(node) == 0 and watching(node) == [])


def test_a_reload_reaches_the_pages_at_all_nodes(cluster):
    one, two, three = cluster.nodes
    pages = [page(one)]
    wait_for(lambda: len(watching(two)) == 1)
    named = watching(two)[0]["id"]
    pages.append(page(two))
    wait_for(lambda: len(watching(two)) == 2)
    answer = two.post(f"/v1/rooms/main/viewers/{named}/reload", {})
    assert (answer.status, answer.json) == (202, {"viewers": 1}), answer
    wait_for(lambda: pages[0].is_reloaded)
    assert not pages[1].is_reloaded
    assert two.post("/v1/rooms/main/viewers/1-none/reload", {}).status == 404
    pages.append(page(three))
    wait_for(lambda: len(watching(two)) == 3)
    assert two.post("/v1/rooms/main/viewers/all/reload", {}).json == {"viewers": 3}
    wait_for(lambda: all(page.is_reloaded for page in pages))


def test_exactly_one_viewer_at_all_nodes_plays_the_sounds(cluster, rounds):
    one, two, three = cluster.nodes
    pages = in_turn(one, two, three)
    wait_for_heard(pages, 0)
    pages[0].say_visible(False)
    wait_for_heard(pages, 1)
    # Active viewers come before visible viewers, and older ones before younger ones.
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
def test_another_viewer_plays_the_sounds_after_the_end_of_a_node(cluster, how, rounds):
    for number in range(rounds):
        dying, other = cluster.nodes[number % 3], cluster.nodes[(number + 1) % 3]
        pages = in_turn(dying, other)
        wait_for_heard(pages, 0)
        wait_for(lambda other=other: listed(other) is None or listed(other) == 2)
        getattr(dying, how)()
        wait_for(lambda pages=pages: pages[1].is_heard)
        wait_for(lambda other=other: len(watching(other)) == 1)
        dying.start()
        # The viewer that comes back is the younger one.
        again = page(dying)
        wait_for(lambda other=other: len(watching(other)) == 2)
        assert heard([again, pages[1]]) == [1]
        for open_page in (again, pages[1]):
            open_page.close()
        wait_for(lambda other=other: watching(other) == [])


def test_the_viewers_of_a_node_without_redis_play_no_sounds(cluster):
    """The node itself tells its viewer so, and then another node's viewer takes over."""
    one, two, _ = cluster.nodes
    pages = in_turn(one, two)
    wait_for_heard(pages, 0)
    way = cluster.ways[0]
    way.block()
    wait_for_heard(pages, 1)
    wait_for(lambda: len(watching(two)) == 1)
    way.unblock()
    wait_for_heard(pages, 0)
    wait_for(lambda: len(watching(two)) == 2)


def test_the_same_viewer_plays_the_sounds_after_a_restart_of_redis(cluster):
    pages = in_turn(*cluster.nodes)
    wait_for_heard(pages, 0)
    cluster.redis.kill()
    cluster.redis.start()
    for node in cluster.nodes:
        wait_for(lambda node=node: node.get("/readyz").status == 200)
        wait_for(lambda node=node: len(watching(node)) == 3)
    wait_for_heard(pages, 0)
