"""How much a server writes for what comes: snapshots, and the log beside the journal."""

import json
import sqlite3
import threading
import time

import pytest

from harness.server import Server

GIFTS = "/v1/rooms/main/gifts"
MIB, POSTERS = 1 << 20, 8


def gift(number, senders, letters):
    """From one of so many senders: one combo each."""
    sender = {"id": f"s{number % senders}", "name": "\N{ROSE}" * letters}
    return {"id": f"g{number}", "sender": sender, "gift": "Rose"}


@pytest.mark.parametrize("senders", [20, 10_000], ids=["small", "growing"])
def test_of_events_and_snapshots_three_times_as_much_is_written_as_came(tmp_path, senders):
    """A room whose snapshots are all as small, and one of which each is larger than the one before."""
    config = tmp_path / "config.json"
    config.write_text(json.dumps(
        {"stage": {"waitForViewer": False}, "gifts": {"queueLimit": 10_000, "linger": 60}}))
    with Server(tmp_path / "data", config=config) as server:
        connection = server.connect()
        journal = sqlite3.connect(tmp_path / "data" / "journal.sqlite")
        snapshots = {}
        for number in range(6000):
            assert connection.request("POST", GIFTS, gift(number, senders, 50)).status == 202
            # Fewer bytes than a snapshot is made for: between two looks there is one at most for
            # those, and one for the second that went by.
            if number % 25 == 0:
                snapshots.update(journal.execute("SELECT seq, length(state) FROM snapshot").fetchall())
        events, = journal.execute("SELECT sum(length(id) + length(body) + 100) FROM event").fetchone()
        journal.close()
        connection.close()
    assert snapshots
    print(f"{len(snapshots)} snapshots: {1 + sum(snapshots.values()) / events:.2f} times what came")
    assert events + sum(snapshots.values()) <= 3 * events, (events, snapshots)


def test_the_log_beside_the_journal_stays_small_in_a_storm(tmp_path):
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
        # What is more than 16 MiB is given back; a transaction may be large, and somebody may be reading.
        assert MIB < largest < 32 * MIB, largest
        written = (tmp_path / "data" / "journal.sqlite").stat().st_size
        print(f"-wal {largest / MIB:.1f} MiB at most, the journal {written / MIB:.1f}")


def test_rooms_that_move_write_how_far_log_time_has_come_and_no_more(tmp_path):
    """Waves, captions that are typed and counters that roll; nobody watches, and nothing comes."""
    kinds = [("POST", "captions", {"text": "Hello", "effect": effect, "hold": None, "duration": 3600})
             for effect in ("wave", "typewriter")]
    kinds.append(("PUT", "counters/c", {"to": 1_000_000, "duration": 3600}))
    with Server(tmp_path / "data") as server:
        connection = server.connect()
        for room in range(600):
            method, path, body = kinds[room % len(kinds)]
            assert connection.request(method, f"/v1/rooms/moving-{room}/{path}", body).status == 202
        before = [connection.request("GET", f"/v1/rooms/moving-{room}/frame").json for room in range(3)]
        # What became of the events is written with the next round of the rooms.
        time.sleep(3)
        written, seconds = server.written(), 10
        time.sleep(seconds)
        each_second = (server.written() - written) / seconds
        after = [connection.request("GET", f"/v1/rooms/moving-{room}/frame").json for room in range(3)]
        connection.close()
    print(f"{each_second / 1000:.1f} KB a second")
    assert all(old["nodes"] != new["nodes"] for old, new in zip(before, after))
    # With one room it is as much: a commit a second, of which the disk is handed whole pages.
    assert each_second < 30_000
