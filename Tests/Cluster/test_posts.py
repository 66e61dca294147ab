"""Any node takes any post; what comes of it is one history."""

import threading
import time

from Cluster.cluster import history, wait_until
from Cluster.posting import Posting
from harness.server import UNANSWERED, in_threads
from harness.viewer import Closed, Viewer

ROOMS = ["main", "second", "third"]


def rooms(node):
    return [entry["name"] for entry in node.get("/v1/rooms").json["rooms"]]


def test_every_gift_is_recorded_once_whichever_nodes_are_asked(cluster, seed):
    posting = Posting(cluster, seed, ROOMS)
    posting.beside(lambda: None, seconds=3)
    assert posting.ledger.counts["repeats"] > 10, posting.ledger.counts
    posting.check()


def test_a_room_is_there_at_nodes_that_were_never_asked_for_it(cluster):
    answer = cluster.nodes[0].post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
    assert answer.status == 202
    path = f"/v1/rooms/main/events/{answer.json['id']}"
    for node in cluster.nodes:
        wait_until(lambda node=node: node.get(path).status == 200)
        told = node.get(path).json
        assert (told["seq"], told["time"], told["outcome"]) == (
            answer.json["seq"], answer.json["time"], answer.json["outcome"])
        wait_until(lambda node=node: rooms(node) == ["main"])


def test_no_patch_of_a_configuration_is_lost(cluster):
    """Each node sets settings of its own, at the same time as the others."""
    names = [("gifts", "linger"), ("calls", "vanish"), ("ticker", "linger")]

    def body(node, section, name):
        connection = node.connect()
        for number in range(1, 21):
            answer = connection.request(
                "PATCH", "/v1/rooms/main/config", {section: {name: number / 4}})
            assert answer.status == 200, answer
            assert answer.json[section][name] == number / 4
        connection.close()

    in_threads(*[lambda pair=pair: body(pair[0], *pair[1])
                 for pair in zip(cluster.nodes, names)])
    def settings(node):
        config = node.get("/v1/rooms/main/config").json
        return [config[section][name] for section, name in names]

    # A node is told of what another has answered a little later.
    wait_until(lambda: all(settings(node) == [5, 5, 5] for node in cluster.nodes))


def test_a_room_that_is_erased_at_one_node_is_gone_at_the_others(cluster):
    for node in cluster.nodes:
        assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    assert cluster.nodes[1].request("DELETE", "/v1/rooms/main").status == 202
    for node in cluster.nodes:
        wait_until(lambda node=node: history(node, "main") == [])
        wait_until(lambda node=node: rooms(node) == [])
    answer = cluster.nodes[2].post("/v1/rooms/main/gifts", {"sender": "Bob", "gift": "Kiss"})
    assert (answer.status, answer.json["seq"]) == (202, 1)
    for node in cluster.nodes:
        wait_until(lambda node=node: [entry["seq"] for entry in history(node, "main")] == [1])


def test_what_is_posted_at_one_node_is_told_by_the_others_within_a_moment(cluster):
    """No bound of a few milliseconds, which a slow machine would break: it is printed."""
    cluster.nodes[0].post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
    took = []
    for number in range(20):
        name = f"n{number}"
        begun = time.monotonic()
        cluster.nodes[number % 3].post(
            "/v1/rooms/main/gifts", {"id": name, "sender": f"S{number}", "gift": "Rose"})
        wait_until(lambda name=name, number=number: cluster.nodes[(number + 1) % 3].get(
            f"/v1/rooms/main/events/{name}").status == 200, seconds=5)
        took.append(time.monotonic() - begun)
    print(f"median {sorted(took)[10] * 1000:.1f} ms")


def test_behind_a_proxy_that_keeps_a_room_at_a_node(cluster):
    proxy = cluster.add_proxy()
    front = type("Front", (), {"port": proxy.port, "connect": cluster.nodes[0].__class__.connect})()
    ended = threading.Event()
    wait_until(lambda: front.connect().request("GET", "/readyz").status == 200)
    answered = []

    def poster(thread):
        connection, number = front.connect(), 0
        while not ended.is_set():
            number += 1
            body = {"id": f"{thread}-{number}", "sender": "Ann", "gift": "Rose"}
            try:
                answer = connection.request("POST", f"/v1/rooms/{ROOMS[thread]}/gifts", body)
            except UNANSWERED:
                continue
            if answer.status in (200, 202):
                answered.append((ROOMS[thread], body["id"]))
            time.sleep(0.01)

    def killer():
        time.sleep(1)
        cluster.nodes[0].kill()
        time.sleep(2)
        ended.set()

    in_threads(killer, *[lambda thread=thread: poster(thread) for thread in range(3)])
    assert len(answered) > 100, answered
    wait_until(lambda: set(answered) <= {
        (room, entry["id"]) for room in ROOMS for entry in history(cluster.nodes[1], room)})


def test_a_viewer_of_a_killed_node_sees_its_room_at_another(cluster, rounds):
    """Through haproxy. No bound of seconds, which a slow machine would break: it is printed."""
    proxy = cluster.add_proxy()

    def watch():
        """A viewer that has a frame; None if the proxy leads nowhere."""
        try:
            viewer = Viewer(proxy.port, "main", timeout=5)
        except (AssertionError, Closed, *UNANSWERED):
            return None
        try:
            while not viewer.frames:
                viewer.read()
        except (Closed, *UNANSWERED):
            return None
        return viewer

    def viewers(node):
        lines = node.get("/metrics").body.decode().splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith("ovation_viewers "))

    answer = cluster.nodes[0].request("PUT", "/v1/rooms/main/counters/c", {"to": 5, "duration": 0})
    assert answer.status == 202, answer
    wait_until(watch)
    took = []
    for _ in range(rounds):
        viewer = watch()
        node = next(node for node in cluster.nodes if viewers(node))
        began = time.monotonic()
        node.kill()
        viewer.close()
        found = []
        wait_until(lambda found=found: found.append(watch()) or found[-1])
        took.append(time.monotonic() - began)
        assert "counter/c" in found[-1].nodes, found[-1].nodes
        assert viewers(next(other for other in cluster.nodes if other is not node and viewers(other))) > 0
        found[-1].close()
        node.start()
        wait_until(watch)
    print("after the kill:", ", ".join(f"{seconds:.2f} s" for seconds in took))
