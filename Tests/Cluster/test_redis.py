"""Redis runs out of memory, its clock jumps, and its data are changed by hand."""

import hashlib
import subprocess
import time

from Cluster.cluster import Cluster, ask, history
from Cluster.posting import MORE, Posting
from Faults import preload
from harness.server import BINARY, run
from harness.viewer import Viewer
from harness.waiting import wait_for

ROOMS = ["main", "second"]


def test_a_redis_without_memory_refuses_events_and_recovers(cluster, seed, rounds):
    posting = Posting(cluster, seed, ROOMS)
    for number in range(rounds):

        def fill(number=number):
            used = cluster.redis.ask("INFO", "memory").split(b"used_memory:")[1].split()[0]
            cluster.redis.ask("CONFIG", "SET", "maxmemory", int(used) // 2)
            node = cluster.nodes[number % 3]
            wait_for(lambda: node.get("/readyz").status == 503)
            assert "memory is full" in str(node.get("/readyz").json), node.get("/readyz")
            refused = node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
            assert refused.status == 503 and "memory is full" in refused.json["detail"], refused
            assert "retry-after" in refused.headers
            cluster.redis.ask("CONFIG", "SET", "maxmemory", 0)
            wait_for(lambda: all(node.is_ready() for node in cluster.nodes))

        posting.beside(fill, more=MORE)
        posting.check()
    for room in ROOMS:
        cluster.check_frames(room)


def test_a_redis_clock_that_jumps_by_an_hour_moves_no_room(tmp_path, seed, rounds):
    clock = preload.Clock(0.0)
    with Cluster(tmp_path, environment=clock.environment) as cluster:
        posting = Posting(cluster, seed, ROOMS)

        for number in range(rounds):
            for hours in (1, 0, -1, 0) if number % 2 == 0 else (-1, 0, 1, 0):
                before, began = posting.ledger.counts["answered"] and frame(cluster.nodes[0])["time"], time.monotonic()

                def turn(hours=hours):
                    time.sleep(posting.random.uniform(0.1, 0.4))
                    clock.set(3600.0 * hours)

                posting.beside(turn, more=MORE)
                if before is not None and posting.ledger.counts["answered"]:
                    # The room's time neither jumps nor goes back.
                    went = max(frame(node)["time"] for node in cluster.nodes) - (before or 0)
                    assert 0 <= went <= (time.monotonic() - began + 60) * 1e6, went
            posting.check()
        for room in ROOMS:
            cluster.check_frames(room)


# Data changed by hand


def key(cluster, letter, room):
    """The Redis key of a part of a room; the number in braces is its shard."""
    found = cluster.redis.ask("KEYS", f"ovation:{{*}}{letter}:{room}")
    assert len(found) == 1, found
    return found[0].decode()


def post(cluster, count, start=0):
    """Puts counters at the nodes in turn; five names, so that the picture depends on the last five events."""
    for number in range(start, start + count):
        answer = cluster.nodes[number % 3].request(
            "PUT", f"/v1/rooms/main/counters/c{number % 5}", {"to": number, "duration": 0})
        assert answer.status == 202, answer


def check(cluster, count):
    for node in cluster.nodes:
        wait_for(lambda node=node: len(history(node, "main")) == count)
    cluster.check(None, "main")
    cluster.check_frames("main")


def frame(node, room="main"):
    answer = ask(node, f"/v1/rooms/{room}/frame")
    assert answer.status == 200, answer
    return answer.json


def packed(*values):
    return b"".join(b"%d:%s" % (len(value), value) for value in values)


def keep_snapshot(cluster):
    """Ends a node, which keeps a snapshot of the room then; returns the node."""
    node = cluster.nodes[2]
    assert node.stop() == 0
    assert cluster.redis.ask("HEXISTS", key(cluster, "s", "main"), "state") == 1
    return node


def test_a_room_with_a_damaged_snapshot_is_replayed_from_its_events(cluster):
    post(cluster, 20)
    node = keep_snapshot(cluster)
    cluster.redis.ask("HSET", key(cluster, "s", "main"), "state", "{}")
    node.start()
    check(cluster, 20)


def test_nodes_discard_a_forged_snapshot_that_differs_from_the_events(cluster):
    """Its checksum is right. When the nodes next compare their rooms they find the difference, and all of them
    replay the room from its events."""
    post(cluster, 20)
    node = keep_snapshot(cluster)
    name = key(cluster, "s", "main")
    seq, form, state = cluster.redis.ask("HMGET", name, "seq", "form", "state")
    assert state.count(b'"c3"') == 1, state
    forged = state.replace(b'"c3"', b'"x3"')
    digest = hashlib.sha256(packed(b"main", seq, form, forged)).digest()[:8]
    cluster.redis.ask("HSET", name, "state", forged, "sum", digest)
    node.start()
    assert "x3" in str(frame(node)), "the test has changed nothing"
    post(cluster, 108, start=20)
    wait_for(lambda: cluster.count("ovation_log_divergences_total") >= 3)
    check(cluster, 128)
    for node in cluster.nodes:
        wait_for(lambda node=node: "x3" not in str(frame(node)))
        wait_for(lambda node=node: "different things" in node.said())


def test_nodes_take_back_a_published_event_that_is_not_in_the_log(cluster):
    """With the next event all nodes find that the log has another event in its place."""
    post(cluster, 20)
    fields = cluster.redis.ask("XREVRANGE", key(cluster, "e", "main"), "+", "-", "COUNT", 1)[0][1]
    body = fields[fields.index(b"b") + 1].decode()
    assert body.count('"c4"') == 1, body
    instant = frame(cluster.nodes[0])["time"] + 300_000
    words = f"event 21 {instant} {int(time.time() * 1e6)} 6 forged" + body.replace('"c4"', '"forged"')
    for node in cluster.nodes:
        assert "forged" not in str(frame(node))
    cluster.redis.ask("SPUBLISH", key(cluster, "e", "main").replace("}e:", "}w:"), words)
    wait_for(lambda: all("forged" in str(frame(node)) for node in cluster.nodes))
    answer = cluster.nodes[0].request("PUT", "/v1/rooms/main/counters/c0", {"to": 7, "duration": 0})
    # The node answers 503 if it has to read the room again first.
    assert answer.status in (202, 503), answer
    wait_for(lambda: cluster.count("ovation_log_rewinds_total") >= 3)
    check(cluster, 21)


def test_a_node_refuses_a_room_with_a_changed_event(cluster):
    """The event's checksum is wrong, which the node and the doctor report."""
    post(cluster, 5)
    doctor = "doctor", "--redis", cluster.redis.url
    assert b"rooms: 1, with 5 events" in run(*doctor)
    name = key(cluster, "e", "main")
    entries = cluster.redis.ask("XRANGE", name, "-", "+")
    cluster.redis.ask("DEL", name)
    for place, fields in entries:
        cluster.redis.ask("XADD", name, place, *[field.replace(b'"to":2', b'"to":9') for field in fields])
    node = cluster.nodes[2]
    node.kill()
    node.start()
    answer = node.get("/v1/rooms/main/frame")
    assert answer.status == 503 and "checksum" in answer.json["detail"], answer
    found = run(*doctor, check=False).stdout
    assert b"! " in found and b"event 3 of room main" in found, found
    cluster.redis.ask("XTRIM", name, "MAXLEN", 0)
    assert b"events 1 to 5 are gone" in run(*doctor, check=False).stdout
    exits = [subprocess.run([BINARY, *words], capture_output=True, check=False).returncode for words in (
        doctor, (*doctor, "--repair"), ("doctor", "--redis", cluster.redis.url + "/none"),
        ("doctor", "--redis", "redis://127.0.0.1:1"))]
    assert exits == [65, 64, 66, 69], exits


def test_a_waiting_room_stands_still_after_the_kill_of_its_last_viewers_node(cluster):
    """The room stands still at all nodes, and runs again when a viewer watches at another node."""
    answer = cluster.nodes[1].request(
        "PATCH", "/v1/rooms/main/config", {"stage": {"waitForViewer": "always"}})
    assert answer.status == 200, answer
    watcher = Viewer(cluster.nodes[0].port, "main", is_visible=True).record()

    def instant(number):
        return frame(cluster.nodes[number])["time"]

    first = instant(1)
    wait_for(lambda: instant(1) > first + 300_000)
    cluster.nodes[0].kill()
    watcher.close()
    killed = time.monotonic()

    def stands():
        before = instant(1)
        time.sleep(0.05)
        return instant(1) == before

    wait_for(stands)
    print(f"stands still {time.monotonic() - killed:.1f} s after the node was killed")
    standing = instant(1)
    wait_for(lambda: instant(2) == standing)
    watcher = Viewer(cluster.nodes[2].port, "main", is_visible=True).record()
    wait_for(lambda: instant(1) > standing + 300_000)
    watcher.close()


def test_a_redis_that_stops_flushing_each_write_is_refused_while_it_runs(cluster):
    node = cluster.nodes[0]
    assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    for name, loose, strict in [("appendfsync", "no", "always"), ("appendonly", "no", "yes")]:
        cluster.redis.ask("CONFIG", "SET", name, loose)
        wait_for(lambda: node.get("/readyz").status == 503)
        answer = node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
        assert answer.status == 503 and "appendfsync" in answer.json["detail"], answer
        cluster.redis.ask("CONFIG", "SET", name, strict)
        wait_for(lambda: all(node.is_ready() for node in cluster.nodes))
    assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202


def test_a_history_whose_log_was_deleted_is_unreadable_not_empty(cluster):
    node = cluster.nodes[0]
    assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    # Only a node that has read the event notices that the log has lost it.
    assert len(cluster.history("main")) == 1
    cluster.redis.ask("FLUSHALL")
    answer = node.get("/v1/rooms/main/events")
    assert answer.status == 503 and "gone" in answer.json["detail"], answer
    wait_for(lambda: all(node.get("/readyz").status == 503 for node in cluster.nodes))
