"""`ovation archive` beside a cluster: killed, with Redis away, and from a replica."""

import sqlite3
import time

import pytest

from cluster import Archive, history, wait_until
from posting import Posting
from server import run

ROOMS = ["main", "second", "third"]


def archived(data, room):
    """The events of a room: (seq, id, time, outcome)."""
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
    """The archive comes to have what the nodes tell, each event once."""
    for room in ROOMS:
        wait_until(lambda room=room: archived(archive.data, room) == told(cluster.nodes[0], room))
    assert archive.stop() == 0, archive.said()
    assert run("doctor", "--data", str(archive.data), check=False).returncode == 0
    for room in ROOMS:
        both = cluster.export(room, "--data", str(archive.data))
        assert both == cluster.export(room)
        assert both == run("export", "--data", str(archive.data), "--room", room)


def test_it_is_killed_and_so_is_redis_and_nothing_is_lost_or_doubled(cluster, archive, seed, rounds):
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

        posting.beside(faults, seconds=0.3)
        posting.check()
    check(cluster, archive)


def test_it_says_that_redis_is_away_and_that_it_goes_on(cluster, archive, seed):
    posting = Posting(cluster, seed, ROOMS)
    posting.beside(lambda: None, seconds=0.5)
    wait_until(lambda: archived(archive.data, "main"))
    cluster.redis.kill()
    wait_until(lambda: "it is tried again" in archive.said())
    cluster.redis.start()
    posting.beside(lambda: None, seconds=0.5)
    posting.check()
    wait_until(lambda: "is followed again" in archive.said())
    check(cluster, archive)


def test_it_follows_a_replica(cluster, tmp_path, seed):
    replica = cluster.add_replica()
    archive = Archive(replica, tmp_path / "archive")
    posting = Posting(cluster, seed, ROOMS)
    posting.beside(lambda: None, seconds=0.5)
    posting.check()
    archive.start()
    try:
        check(cluster, archive)
    finally:
        archive.kill()


def test_what_is_erased_is_erased_there_and_exit_codes(cluster, tmp_path):
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
