"""Redis has no memory left, its clock is set, its data are changed by hand."""

import hashlib
import subprocess
import time

import pytest

from Cluster.cluster import Cluster, ask, history, wait_until
from Cluster.posting import Posting
from Faults import preload
from harness.server import BINARY, ROOT, run

ROOMS = ["main", "second"]


def test_its_memory_is_full_and_is_made_room_in(cluster, seed, rounds):
    posting = Posting(cluster, seed, ROOMS)
    for number in range(rounds):

        def fill(number=number):
            used = cluster.redis.ask("INFO", "memory").split(b"used_memory:")[1].split()[0]
            cluster.redis.ask("CONFIG", "SET", "maxmemory", int(used) // 2)
            node = cluster.nodes[number % 3]
            wait_until(lambda: node.get("/readyz").status == 503)
            assert "memory is full" in str(node.get("/readyz").json), node.get("/readyz")
            refused = node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
            assert refused.status == 503 and "memory is full" in refused.json["detail"], refused
            assert "retry-after" in refused.headers
            cluster.redis.ask("CONFIG", "SET", "maxmemory", 0)
            wait_until(lambda: all(node.get("/readyz").status == 200 for node in cluster.nodes))

        posting.beside(fill, seconds=0.3)
        posting.check()
    for room in ROOMS:
        cluster.check_frames(room)


def test_its_clock_is_set_by_an_hour_and_back(tmp_path, seed, rounds):
    clock = preload.Clock(0.0)
    with Cluster(tmp_path, environment=clock.environment) as cluster:
        posting = Posting(cluster, seed, ROOMS)

        for number in range(rounds):
            for hours in (1, 0, -1, 0) if number % 2 == 0 else (-1, 0, 1, 0):
                before, began = posting.ledger.counts["answered"] and frame(cluster.nodes[0])["time"], time.monotonic()

                def turn(hours=hours):
                    time.sleep(posting.random.uniform(0.1, 0.4))
                    clock.set(3600.0 * hours)

                posting.beside(turn, seconds=0.5)
                if before is not None and posting.ledger.counts["answered"]:
                    # Nobody's show is an hour on, or goes back.
                    went = max(frame(node)["time"] for node in cluster.nodes) - (before or 0)
                    assert 0 <= went <= (time.monotonic() - began + 5) * 1e6, went
            posting.check()
        for room in ROOMS:
            cluster.check_frames(room)


# Data changed by hand


def key(cluster, letter, room):
    """The key of what belongs to a room; the number in braces is its shard."""
    found = cluster.redis.ask("KEYS", f"ovation:{{*}}{letter}:{room}")
    assert len(found) == 1, found
    return found[0].decode()


def post(cluster, count, start=0):
    """Counters, each node in turn, each of its own place: only the last of a few events changes the picture."""
    for number in range(start, start + count):
        answer = cluster.nodes[number % 3].request(
            "PUT", f"/v1/rooms/main/counters/c{number % 5}", {"to": number, "duration": 0})
        assert answer.status == 202, answer


def check(cluster, count):
    for node in cluster.nodes:
        wait_until(lambda node=node: len(history(node, "main")) == count)
    cluster.check(None, "main")
    cluster.check_frames("main")


def frame(node, room="main"):
    answer = ask(node, f"/v1/rooms/{room}/frame")
    assert answer.status == 200, answer
    return answer.json


def packed(*values):
    return b"".join(b"%d:%s" % (len(value), value) for value in values)


def keep_snapshot(cluster):
    """Has a node keep a snapshot of the room as it leaves; returns that node, which has ended."""
    node = cluster.nodes[2]
    assert node.stop()[0] == 0
    assert cluster.redis.ask("HEXISTS", key(cluster, "s", "main"), "state") == 1
    return node


def test_a_snapshot_is_damaged(cluster):
    """It is not needed while all events are there: the room is made of those."""
    post(cluster, 20)
    node = keep_snapshot(cluster)
    cluster.redis.ask("HSET", key(cluster, "s", "main"), "state", "{}")
    node.start()
    check(cluster, 20)


def test_a_snapshot_is_another_than_the_events_make(cluster):
    """Its checksum is right. At the next seq at which nodes compare what they have, they find that they differ, and
    all of them make the room of its events."""
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
    wait_until(lambda: cluster.count("ovation_log_divergences_total") >= 3)
    check(cluster, 128)
    for node in cluster.nodes:
        wait_until(lambda node=node: "x3" not in str(frame(node)))
        wait_until(lambda node=node: "different things" in node.said())


def test_a_node_is_told_of_an_event_that_is_not_in_the_log(cluster):
    """Somebody publishes one. With the next event that comes, all nodes find that the log has another there."""
    post(cluster, 20)
    fields = cluster.redis.ask("XREVRANGE", key(cluster, "e", "main"), "+", "-", "COUNT", 1)[0][1]
    body = fields[fields.index(b"b") + 1].decode()
    assert body.count('"c4"') == 1, body
    instant = frame(cluster.nodes[0])["time"] + 300_000
    words = f"event 21 {instant} {int(time.time() * 1e6)} 6 forged" + body.replace('"c4"', '"forged"')
    for node in cluster.nodes:
        assert "forged" not in str(frame(node))
    cluster.redis.ask("SPUBLISH", key(cluster, "e", "main").replace("}e:", "}w:"), words)
    wait_until(lambda: all("forged" in str(frame(node)) for node in cluster.nodes))
    answer = cluster.nodes[0].request("PUT", "/v1/rooms/main/counters/c0", {"to": 7, "duration": 0})
    # Its own node can't say what became of it before it has read the room anew.
    assert answer.status in (202, 503), answer
    wait_until(lambda: cluster.count("ovation_log_rewinds_total") >= 3)
    check(cluster, 21)


def test_an_event_that_was_changed_is_not_shown(cluster):
    """Its checksum says so: a node that needs it says what is wrong, and does not make something up."""
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


@pytest.mark.parametrize("room", ["main"])
def test_the_last_visible_viewer_s_node_is_killed(tmp_path, room):
    """Under `always` the room stands still then, for all; and goes on as soon as somebody watches elsewhere."""
    from harness.viewer import Viewer

    with Cluster(tmp_path) as cluster:
        answer = cluster.nodes[1].request(
            "PATCH", f"/v1/rooms/{room}/config", {"stage": {"waitForViewer": "always"}})
        assert answer.status == 200, answer
        watcher = Viewer(cluster.nodes[0].port, room, is_visible=True).record()

        def instant(number):
            return frame(cluster.nodes[number], room)["time"]

        first = instant(1)
        wait_until(lambda: instant(1) > first + 500_000)
        cluster.nodes[0].kill()
        watcher.close()
        killed = time.monotonic()

        def stands():
            before = instant(1)
            time.sleep(0.4)
            return instant(1) == before

        wait_until(stands)
        print(f"stands still {time.monotonic() - killed:.1f} s after the node was killed")
        standing = instant(1)
        wait_until(lambda: instant(2) == standing)
        watcher = Viewer(cluster.nodes[2].port, room, is_visible=True).record()
        wait_until(lambda: instant(1) > standing + 500_000)
        watcher.close()
