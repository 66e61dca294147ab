"""Any node takes any post; what comes of it is one history."""

import threading
import time

from cluster import history, wait_until
from posting import Posting
from server import UNANSWERED, in_threads

ROOMS = ["main", "second", "third"]


def test_every_gift_is_recorded_once_whichever_nodes_are_asked(cluster, seed):
    posting = Posting(cluster, seed, ROOMS)
    posting.beside(lambda: None, seconds=3)
    assert posting.ledger.counts["repeats"] > 10, posting.ledger.counts
    posting.check()


def test_a_room_is_there_at_nodes_that_were_never_asked_for_it(cluster):
    answer = cluster.nodes[0].post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
    assert answer.status == 202
    for node in cluster.nodes:
        told = node.get(f"/v1/rooms/main/events/{answer.json['id']}").json
        assert (told["seq"], told["time"], told["outcome"]) == (
            answer.json["seq"], answer.json["time"], answer.json["outcome"])
        assert [entry["name"] for entry in node.get("/v1/rooms").json["rooms"]] == ["main"]


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
    for node in cluster.nodes:
        config = node.get("/v1/rooms/main/config").json
        assert [config[section][name] for section, name in names] == [5, 5, 5]


def test_a_room_that_is_erased_at_one_node_is_gone_at_the_others(cluster):
    for node in cluster.nodes:
        assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    assert cluster.nodes[1].request("DELETE", "/v1/rooms/main").status == 202
    for node in cluster.nodes:
        wait_until(lambda node=node: history(node, "main") == [])
        assert node.get("/v1/rooms").json["rooms"] == []
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
    kept = {(room, entry["id"]) for room in ROOMS for entry in history(cluster.nodes[1], room)}
    assert set(answered) <= kept and len(answered) > 100
