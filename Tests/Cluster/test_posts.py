"""Any node takes any request, and all nodes have one history."""

import threading
import time

from Cluster.cluster import history
from Cluster.posting import Posting
from harness.server import UNANSWERED, in_threads
from harness.viewer import Closed, Viewer
from harness.waiting import wait_for

ROOMS = ["main", "second", "third"]


def rooms(node):
    return [entry["name"] for entry in node.get("/v1/rooms").json["rooms"]]


def test_a_gift_and_its_repeats_at_any_nodes_are_one_event(cluster, seed):
    posting = Posting(cluster, seed, ROOMS)
    posting.beside(lambda: wait_for(lambda: posting.ledger.counts["repeats"] > 30))
    posting.check()


def test_every_node_has_a_room_that_was_created_at_another(cluster):
    answer = cluster.nodes[0].post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
    assert answer.status == 202
    path = f"/v1/rooms/main/events/{answer.json['id']}"
    for node in cluster.nodes:
        wait_for(lambda node=node: node.get(path).status == 200)
        told = node.get(path).json
        assert (told["seq"], told["time"], told["outcome"]) == (
            answer.json["seq"], answer.json["time"], answer.json["outcome"])
        wait_for(lambda node=node: rooms(node) == ["main"])


def test_simultaneous_configuration_changes_at_all_nodes_are_all_kept(cluster):
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

    # A node learns of another node's change a moment after the answer.
    wait_for(lambda: all(settings(node) == [5, 5, 5] for node in cluster.nodes))


def test_a_room_that_is_deleted_at_one_node_is_gone_at_all(cluster):
    for node in cluster.nodes:
        assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    assert cluster.nodes[1].request("DELETE", "/v1/rooms/main").status == 202
    for node in cluster.nodes:
        wait_for(lambda node=node: history(node, "main") == [])
        wait_for(lambda node=node: rooms(node) == [])
    answer = cluster.nodes[2].post("/v1/rooms/main/gifts", {"sender": "Bob", "gift": "Kiss"})
    assert (answer.status, answer.json["seq"]) == (202, 1)
    for node in cluster.nodes:
        wait_for(lambda node=node: [entry["seq"] for entry in history(node, "main")] == [1])


def test_an_event_that_was_posted_at_one_node_reaches_the_others(cluster):
    """The test prints how long that takes, and has no bound, which would depend on the machine."""
    cluster.nodes[0].post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
    took = []
    for number in range(20):
        name = f"n{number}"
        begun = time.monotonic()
        cluster.nodes[number % 3].post(
            "/v1/rooms/main/gifts", {"id": name, "sender": f"S{number}", "gift": "Rose"})
        wait_for(lambda name=name, number=number: cluster.nodes[(number + 1) % 3].get(
            f"/v1/rooms/main/events/{name}").status == 200)
        took.append(time.monotonic() - begun)
    print(f"median {sorted(took)[10] * 1000:.1f} ms")


def test_events_that_were_answered_through_haproxy_survive_the_kill_of_a_node(cluster):
    proxy = cluster.add_proxy()
    front = type("Front", (), {"port": proxy.port, "connect": cluster.nodes[0].__class__.connect})()
    ended = threading.Event()
    wait_for(lambda: front.connect().request("GET", "/readyz").status == 200)
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
        try:
            wait_for(lambda: {room for room, _ in answered} == set(ROOMS))
            cluster.nodes[0].kill()
            # The rooms of the killed node go to others.
            before = len(answered)
            wait_for(lambda: {room for room, _ in answered[before:]} == set(ROOMS))
        finally:
            ended.set()

    in_threads(killer, *[lambda thread=thread: poster(thread) for thread in range(3)])
    wait_for(lambda: set(answered) <= {
        (room, entry["id"]) for room in ROOMS for entry in history(cluster.nodes[1], room)})


def test_a_viewer_of_a_killed_node_sees_its_room_at_another(cluster, rounds):
    """The viewer reconnects through haproxy. The test prints how long that takes, and has no bound."""
    proxy = cluster.add_proxy()

    def watch():
        """A viewer with a frame; None if the proxy has no node for it."""
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
    wait_for(watch)
    took = []
    for _ in range(rounds):
        viewer = watch()
        node = next(node for node in cluster.nodes if viewers(node))
        began = time.monotonic()
        node.kill()
        viewer.close()
        found = []
        wait_for(lambda found=found: found.append(watch()) or found[-1])
        took.append(time.monotonic() - began)
        assert "counter/c" in found[-1].nodes, found[-1].nodes
        assert viewers(next(other for other in cluster.nodes if other is not node and viewers(other))) > 0
        found[-1].close()
        node.start()
        wait_for(watch)
    print("after the kill:", ", ".join(f"{seconds:.2f} s" for seconds in took))
