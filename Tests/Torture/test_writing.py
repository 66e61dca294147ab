"""The server writes little more than the events: snapshots, and SQLite's log beside the journal."""

import json
import pathlib
import sqlite3
import threading
import time

import pytest

from harness.server import Server
from harness.waiting import wait_for

GIFTS = "/v1/rooms/main/gifts"
MIB, POSTERS, EVENTS = 1 << 20, 8, 3000


def gift(number, senders, letters):
    """A gift from one of `senders` senders, whose gifts make one combo each."""
    sender = {"id": f"s{number % senders}", "name": "\N{ROSE}" * letters}
    return {"id": f"g{number}", "sender": sender, "gift": "Rose"}


@pytest.mark.parametrize("senders", [
    pytest.param(20, marks=pytest.mark.long, id="equal snapshots"),
    pytest.param(10_000, id="growing snapshots")])
def test_snapshots_take_at_most_twice_the_bytes_of_their_events(tmp_path, senders):
    config = tmp_path / "config.json"
    config.write_text(json.dumps(
        {"stage": {"waitForViewer": False}, "gifts": {"queueLimit": 10_000, "linger": 60}}))
    with Server(tmp_path / "data", config=config) as server:
        connection = server.connect()
        journal = sqlite3.connect(tmp_path / "data" / "journal.sqlite")
        snapshots = {}
        for number in range(EVENTS):
            assert connection.request("POST", GIFTS, gift(number, senders, 50)).status == 202
            # These events are too small for more than one snapshot from one look to the next.
            if number % 25 == 0:
                snapshots.update(journal.execute("SELECT seq, length(state) FROM snapshot").fetchall())
        events, = journal.execute("SELECT sum(length(id) + length(body) + 100) FROM event").fetchone()
        journal.close()
        connection.close()
    assert snapshots
    print(f"{len(snapshots)} snapshots: {sum(snapshots.values()) / events:.2f} times the events")
    assert events + sum(snapshots.values()) <= 3 * events, (events, snapshots)


@pytest.mark.long
def test_sqlites_log_stays_small_under_load(tmp_path):
    with Server(tmp_path / "data") as server:
        log, largest, posters, taken = tmp_path / "data" / "journal.sqlite-wal", 0, [], []

        def post(first):
            connection = server.connect(timeout=60)
            for number in range(first, 12_000, POSTERS):
                taken.append(connection.request("POST", GIFTS, gift(number, 20, 200)).status)
            connection.close()

        for first in range(POSTERS):
            posters.append(threading.Thread(target=post, args=(first,)))
            posters[-1].start()
        while any(poster.is_alive() for poster in posters):
            posters[0].join(0.01)
            largest = max(largest, log.stat().st_size)
        assert taken == [202] * 12_000
        # SQLite shortens the log to 16 MiB, but a transaction may be large, and a reader may hold the log.
        assert MIB < largest < 32 * MIB, largest
        written = (tmp_path / "data" / "journal.sqlite").stat().st_size
        print(f"-wal {largest / MIB:.1f} MiB at most, the journal {written / MIB:.1f}")


@pytest.mark.long
def test_moving_rooms_write_no_more_than_one_room(tmp_path):
    """Waves, typed captions and rolling counters in 600 rooms, without viewers and events: the server only writes,
    once a second, how far its log's time has come."""
    kinds = [("POST", "captions", {"text": "Hello", "effect": effect, "hold": None, "duration": 3600})
             for effect in ("wave", "typewriter")]
    kinds.append(("PUT", "counters/c", {"to": 1_000_000, "duration": 3600}))
    with Server(tmp_path / "data") as server:
        connection = server.connect()
        for room in range(600):
            method, path, body = kinds[room % len(kinds)]
            assert connection.request(method, f"/v1/rooms/moving-{room}/{path}", body).status == 202
        before = [connection.request("GET", f"/v1/rooms/moving-{room}/frame").json for room in range(3)]
        # The outcomes of the events are written with the next round of the rooms.
        wait_for(lambda: count_outcomes(server.data) == 600)
        written, started = server.written(), time.monotonic()
        time.sleep(10)
        each_second = (server.written() - written) / (time.monotonic() - started)
        after = [connection.request("GET", f"/v1/rooms/moving-{room}/frame").json for room in range(3)]
        connection.close()
    print(f"{each_second / 1000:.1f} KB a second")
    assert all(old["nodes"] != new["nodes"] for old, new in zip(before, after))
    # One room writes as much: one commit of a few pages a second.
    assert 0 < each_second < 30_000


def count_outcomes(data):
    with sqlite3.connect(f"{pathlib.Path(data).as_uri()}/journal.sqlite?mode=ro", uri=True) as journal:
        return journal.execute("SELECT count(*) FROM outcome").fetchone()[0]
