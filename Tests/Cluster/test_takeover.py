"""Redis is killed, and its replica takes over at the same address."""

import threading
import time

import pytest

from Cluster.cluster import Cluster, ask, history
from Cluster.posting import Posting
from harness.server import UNANSWERED, in_threads
from harness.waiting import wait_for

ROOMS = ["main", "second"]


@pytest.fixture
def waiting(tmp_path):
    """A cluster whose nodes answer only when a replica has the event."""
    with Cluster(tmp_path, options=("--redis-replicas", "1")) as cluster:
        yield cluster


def test_a_takeover_loses_no_answered_event_if_the_nodes_wait_for_a_replica(waiting, seed, rounds):
    waiting.add_replica()
    posting = Posting(waiting, seed, ROOMS)

    def take_over():
        time.sleep(posting.random.uniform(0.1, 0.8))
        # From now on the replica gets no events, so that the nodes answer 503.
        waiting.replication.block()
        time.sleep(posting.random.uniform(0, 0.3))
        waiting.take_over()
        waiting.add_old_master()

    posting.survive(rounds, take_over)
    for room in ROOMS:
        waiting.check_frames(room)
    print(waiting.count("ovation_log_rewinds_total"), "rooms were read again")


def test_nodes_that_wait_for_a_replica_accept_nothing_without_one(waiting):
    answer = waiting.nodes[0].post("/v1/rooms/main/gifts", {"id": "a", "sender": "Ann", "gift": "Rose"})
    assert answer.status == 503 and "retry-after" in answer.headers, answer
    assert "replica" in answer.json["detail"], answer
    wait_for(lambda: all(node.get("/readyz").status == 503 for node in waiting.nodes))
    assert "replica" in str(waiting.nodes[0].get("/readyz").json)
    waiting.add_replica()
    wait_for(lambda: all(node.is_ready() for node in waiting.nodes))
    body = {"id": "a", "sender": "Ann", "gift": "Rose"}
    answer = ask(waiting.nodes[1], "/v1/rooms/main/gifts", "POST", body)
    assert (answer.status, answer.json["seq"]) == (200, 1), answer
    waiting.check(None, "main")


def show(cluster, seed, ended):
    """Posters of gifts at all nodes; returns the answered ids by room, and the posters' functions."""
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


def test_after_a_takeover_all_nodes_take_back_the_events_that_the_replica_had_not_got(cluster, seed, rounds):
    """The nodes do not wait for the replica, so answered events may be lost."""
    cluster.add_replica()
    lost = 0
    for number in range(rounds):
        ended = threading.Event()
        answered, bodies = show(cluster, number, ended)

        def count(answered=answered):
            return sum(map(len, answered.values()))

        def take_over(ended=ended, count=count):
            try:
                wait_for(lambda: count() > 20)
                cluster.replication.block()
                before = count()
                wait_for(lambda: count() > before + 20)
                cluster.take_over()
                before = count()
                wait_for(lambda: count() > before + 20, seconds=60)
            finally:
                ended.set()

        in_threads(take_over, *bodies)
        for room in ROOMS:
            wait_for(lambda room=room: len({str(history(node, room)) for node in cluster.nodes}) == 1)
            kept = {entry["id"] for entry in cluster.check(None, room)}
            lost += len(answered[room] - kept)
            cluster.check_frames(room)
        cluster.add_old_master()
    rewinds = cluster.count("ovation_log_rewinds_total")
    print(f"{lost} answered events were lost, {rewinds} rooms were read again")
    assert lost > 0, "no event was lost, so that nothing was tested"
    assert rewinds >= rounds, rewinds
