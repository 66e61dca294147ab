"""`ovation archive` beside a cluster: kills, Redis away, a replica, and nodes that read from the archive."""

import shutil
import sqlite3
import time

import pytest

from Cluster.cluster import Archive, ask, history
from Cluster.posting import MORE, Posting
from harness.server import NotStarted, Server, run
from harness.waiting import wait_for

ROOMS = ["main", "second", "third"]


def archived(data, room):
    """The events of a room in an archive: (seq, id, time, outcome)."""
    if not (data / "journal.sqlite").exists():
        return []
    with sqlite3.connect(f"file:{data}/journal.sqlite?mode=ro", uri=True) as journal:
        rows = journal.execute(
            "SELECT event.seq, id, event.time, word FROM event JOIN room ON key = event.room "
            "LEFT JOIN outcome ON outcome.room = key AND outcome.seq = event.seq "
            "WHERE name = ? ORDER BY event.seq", [room])
        return rows.fetchall()


def told(node, room):
    return [(entry["seq"], entry["id"], entry["time"], entry["outcome"])
            for entry in history(node, room)]


@pytest.fixture
def archive(cluster, tmp_path):
    archive = Archive(cluster.redis, tmp_path / "archive")
    archive.start()
    yield archive
    archive.kill()


def check(cluster, archive):
    """Waits until the archive has every event of the nodes, and checks it."""
    for room in ROOMS:
        wait_for(lambda room=room: archived(archive.data, room) == told(cluster.nodes[0], room))
    assert archive.stop() == 0, archive.said()
    assert run("doctor", "--data", str(archive.data), check=False).returncode == 0
    for room in ROOMS:
        both = cluster.export(room, "--data", str(archive.data))
        assert both == cluster.export(room)
        assert both == run("export", "--data", str(archive.data), "--room", room)


def test_a_killed_archive_and_a_killed_redis_lose_and_double_no_event(cluster, archive, seed, rounds):
    posting = Posting(cluster, seed, ROOMS)
    for number in range(rounds):

        def faults(number=number):
            for _ in range(3):
                time.sleep(posting.random.uniform(0, 0.7))
                archive.kill()
                archive.start()
            if number % 2 == 0:
                cluster.redis.kill()
                time.sleep(posting.random.uniform(0, 1))
                cluster.redis.start()

        posting.beside(faults, more=MORE)
        posting.check()
    check(cluster, archive)


def test_an_archive_reports_that_redis_is_away_and_that_it_goes_on(cluster, archive, seed):
    posting = Posting(cluster, seed, ROOMS)
    posting.beside(lambda: None, more=MORE)
    wait_for(lambda: archived(archive.data, "main"))
    cluster.redis.kill()
    wait_for(lambda: "it is tried again" in archive.said())
    cluster.redis.start()
    posting.beside(lambda: None, more=MORE)
    posting.check()
    wait_for(lambda: "is followed again" in archive.said())
    check(cluster, archive)


def test_an_archive_may_follow_a_replica(cluster, tmp_path, seed):
    replica = cluster.add_replica()
    archive = Archive(replica, tmp_path / "archive")
    posting = Posting(cluster, seed, ROOMS)
    posting.beside(lambda: None, more=MORE)
    posting.check()
    archive.start()
    try:
        check(cluster, archive)
    finally:
        archive.kill()


def test_archive_once_erases_deleted_rooms_and_exits_with_the_documented_codes(cluster, tmp_path):
    data = tmp_path / "archive"

    def once(url=cluster.redis.url):
        return run("archive", "--redis", url, "--data", str(data), "--once",
                   check=False).returncode

    for room in ("main", "other"):
        answer = cluster.nodes[0].post(f"/v1/rooms/{room}/gifts", {"sender": "Ann", "gift": "Rose"})
        assert answer.status == 202
    assert once() == 0
    assert len(archived(data, "main")) == 1
    assert cluster.nodes[1].request("DELETE", "/v1/rooms/main").status == 202
    assert once() == 0
    assert archived(data, "main") == [] and len(archived(data, "other")) == 1
    assert once(url="redis://127.0.0.1:1") == 69
    assert once(url="http://127.0.0.1") == 64
    assert run("export", "--redis", cluster.redis.url, "--room", "none", check=False).returncode == 66
    assert run("export", "--redis", "redis://127.0.0.1:1", check=False).returncode == 69


def forget(redis, room):
    """Makes the log forget a room's events up to its newest snapshot; returns their number."""
    meta = redis.ask("KEYS", f"ovation:{{*}}r:{room}")[0]
    shard = meta.split(b"}")[0] + b"}"
    own = [shard + f"{letter}:{room}".encode() for letter in "reihvps"]
    before, last = redis.ask("HGET", meta, "forgotten"), redis.ask("HGET", own[-1], "seq")
    count, _ = redis.run("prune", ["ovation:{0}c", "ovation:{0}o", *own], room, before, last, "")
    return count


def pages(node, room, size, word="after"):
    """All events of a room, oldest first, read by pages of one size, forwards or backwards."""
    found, place = [], 0 if word == "after" else 10**9
    while place is not None:
        page = node.get(f"/v1/rooms/{room}/events?{word}={place}&limit={size}").json
        found += page["events"]
        place = page["next"] if page["events"] else None
    return found if word == "after" else found[::-1]


def told_of(node, room, ids):
    """A room's totals, and the details of some events."""
    return (node.get(f"/v1/rooms/{room}/totals").json,
            [node.get(f"/v1/rooms/{room}/events/{name}").json for name in ids])


def clear_stages(cluster):
    """Leaves only a counter on each stage, so that the events' status no longer changes and no room goes."""
    node = cluster.nodes[0]
    for room in ROOMS:
        path = f"/v1/rooms/{room}"
        assert ask(node, f"{path}/control", "POST", {"action": "clear"}).status == 202
        wait_for(lambda path=path: ask(node, f"{path}/frame").json["nodes"] == [])
        assert ask(node, f"{path}/counters/c", "PUT", {"to": 1, "duration": 0}).status == 202


def test_nodes_read_forgotten_events_from_the_archive(cluster, archive, seed):
    posting = Posting(cluster, seed, ROOMS)
    posting.beside(lambda: None, more=MORE)
    posting.check()
    clear_stages(cluster)
    # The nodes keep snapshots when they end. Events before a snapshot can be forgotten. One node has no archive.
    for node in cluster.nodes:
        node.stop()
    for node in cluster.nodes[:2]:
        node.options += ["--archive", str(archive.data)]
    for node in cluster.nodes:
        node.start()
    first, second, without = cluster.nodes
    ids = {room: [entry["id"] for entry in history(first, room)] for room in ROOMS}
    wait_for(lambda: all(archived(archive.data, room) == told(first, room) for room in ROOMS))
    before = {room: (history(first, room), told_of(first, room, ids[room][::7])) for room in ROOMS}
    for room in ROOMS:
        assert forget(cluster.redis, room) == len(ids[room]) > 10
        assert history(without, room) == []
        for node in (first, second):
            assert (history(node, room), told_of(node, room, ids[room][::7])) == before[room]
        assert without.get(f"/v1/rooms/{room}/events/{ids[room][0]}").status == 404
    # New events are in the log alone at first, and then also in the archive.
    archive.kill()
    for turn in range(2):
        for number in range(36):
            gift = {"id": f"late-{turn}-{number}", "sender": "Ann", "gift": "Rose"}
            path = f"/v1/rooms/{ROOMS[number % 3]}/gifts"
            assert posting.random.choice(cluster.nodes).post(path, gift).status == 202
        for room in ROOMS:
            for node, older in ((without, 0), (first, len(ids[room])), (second, len(ids[room]))):
                count = older + 12 * (turn + 1)
                wait_for(lambda room=room, node=node, count=count: len(history(node, room)) == count)
            whole = before[room][0] + history(without, room)
            # Pages of one event need a request for each event.
            for size in (7, len(ids[room]), 1000) if turn or room != "main" else (1,):
                assert pages(first, room, size) == pages(second, room, size, "before") == whole
            assert first.get(f"/v1/rooms/{room}/totals").json["events"] > (
                without.get(f"/v1/rooms/{room}/totals").json["events"])
            # A forgotten event can be neither retracted nor replayed.
            path = f"/v1/rooms/{room}/events/{ids[room][0]}"
            assert first.request("DELETE", path).status == 404
            assert without.post(path + "/replay", {}).status == 404
        if archive.process is None:
            archive.start()
            wait_for(lambda: archived(archive.data, "main")[-1][1] == history(without, "main")[-1]["id"])
    # A deleted room's events are gone although the archive still has them.
    archive.kill()
    assert first.request("DELETE", "/v1/rooms/main").status == 202
    assert history(first, "main") == []
    assert first.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    for node in (first, second):
        wait_for(lambda node=node: len(history(node, "main")) == 1)
    archive.start()
    archive.stop()


def test_a_node_reports_an_archive_that_it_cannot_use(cluster, archive, tmp_path):
    node = cluster.nodes[0]
    assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    wait_for(lambda: archived(archive.data, "main"))

    def refusal(*options, status=69):
        server = Server(tmp_path / "other", *options)
        with pytest.raises(NotStarted) as refused:
            server.start()
        assert refused.value.status == status
        return refused.value.said

    log = ["--redis", cluster.redis.url]
    assert "--archive goes with --redis" in refusal("--archive", str(archive.data), status=64)
    assert "there is no journal in" in refusal(*log, "--archive", str(tmp_path / "none"))
    other = f"{cluster.redis.url}/other"
    assert "the archive of another log" in refusal("--redis", other, "--archive", str(archive.data))
    # Without the archive a node tells only the events of the log; a copy of the archive serves as well.
    node.stop()
    node.options += ["--archive", str(archive.data)]
    node.start()
    before = history(node, "main")
    wait_for(lambda: archived(archive.data, "main") == told(node, "main"))
    assert archive.stop() == 0
    assert forget(cluster.redis, "main") == 1
    assert history(node, "main") == before
    archive.data.rename(tmp_path / "away")
    answer = node.get("/v1/rooms/main/events?after=0")
    assert answer.status == 503 and "there is no journal" in answer.json["detail"]
    assert node.get("/v1/rooms/main/events?after=1").json["events"] == []
    assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    shutil.copytree(tmp_path / "away", archive.data)
    assert history(node, "main")[:1] == before
