"""kill -9 of the master, and its replica takes over at the same address."""

import threading
import time

import pytest

from Cluster.cluster import Cluster, ask, history, wait_until
from Cluster.posting import Posting
from harness.server import UNANSWERED, in_threads

ROOMS = ["main", "second"]


@pytest.fixture
def waiting(tmp_path):
    """Servers that answer once a replica has it."""
    with Cluster(tmp_path, options=("--redis-replicas", "1")) as cluster:
        yield cluster


def test_nothing_that_was_answered_is_lost_if_a_replica_is_waited_for(waiting, seed, rounds):
    waiting.add_replica()
    posting = Posting(waiting, seed, ROOMS)

    def take_over():
        time.sleep(posting.random.uniform(0.1, 0.8))
        # What the replica does not get from now on is answered 503.
        waiting.replication.block()
        time.sleep(posting.random.uniform(0, 0.3))
        waiting.take_over()
        waiting.add_old_master()

    posting.survive(rounds, take_over, seconds=0.5)
    for room in ROOMS:
        waiting.check_frames(room)
    print(waiting.count("ovation_log_rewinds_total"), "rooms were read anew")


def test_without_a_replica_nothing_is_answered_and_the_way_back_is_found(waiting, seed):
    answer = waiting.nodes[0].post("/v1/rooms/main/gifts", {"id": "a", "sender": "Ann", "gift": "Rose"})
    assert answer.status == 503 and "retry-after" in answer.headers, answer
    assert "replica" in answer.json["detail"], answer
    wait_until(lambda: all(node.get("/readyz").status == 503 for node in waiting.nodes))
    assert "replica" in str(waiting.nodes[0].get("/readyz").json)
    waiting.add_replica()
    wait_until(lambda: all(node.get("/readyz").status == 200 for node in waiting.nodes))
    body = {"id": "a", "sender": "Ann", "gift": "Rose"}
    answer = ask(waiting.nodes[1], "/v1/rooms/main/gifts", "POST", body)
    assert (answer.status, answer.json["seq"]) == (200, 1), answer
    waiting.check(None, "main")


def show(cluster, seed, ended):
    """Gifts at all nodes; returns the names of those that were answered, by room."""
    answered = {room: set() for room in ROOMS}

    def body(number):
        connection, serial = cluster.nodes[number].connect(), 0
        while not ended.is_set():
            serial += 1
            room, name = ROOMS[serial % 2], f"{number}-{seed}-{serial}"
            try:
                answer = connection.request(
                    "POST", f"/v1/rooms/{room}/gifts", {"id": name, "sender": f"S{number}", "gift": "Rose"})
            except UNANSWERED:
                continue
            if answer.status == 202:
                answered[room].add(name)
            else:
                assert answer.status in (409, 429, 503), answer
                time.sleep(0.02)
        connection.close()

    return answered, [lambda number=number: body(number) for number in range(len(cluster.nodes))]


def test_a_lost_tail_is_found_and_all_servers_come_to_have_what_the_log_has(cluster, seed, rounds):
    """Nobody waits for the replica: what it had not got is lost, and the servers that showed it take it back."""
    cluster.add_replica()
    lost = 0
    for number in range(rounds):
        ended = threading.Event()
        answered, bodies = show(cluster, number, ended)

        def take_over(ended=ended):
            time.sleep(0.4)
            cluster.replication.block()
            time.sleep(0.3)
            cluster.take_over()
            time.sleep(1)
            ended.set()

        in_threads(take_over, *bodies)
        for room in ROOMS:
            wait_until(lambda room=room: len({str(history(node, room)) for node in cluster.nodes}) == 1)
            kept = {entry["id"] for entry in cluster.check(None, room)}
            lost += len(answered[room] - kept)
            cluster.check_frames(room)
        cluster.add_old_master()
    rewinds = cluster.count("ovation_log_rewinds_total")
    print(f"{lost} answered events were lost, {rewinds} rooms were read anew")
    assert lost > 0, "nothing was lost: nothing was tested"
    assert rewinds >= rounds, rewinds
