"""DELETE of a room: the answer holds even if the server is killed, and no byte of the room is left."""

import sqlite3
import threading
import time

import pytest

from harness.server import Server, in_threads
from harness.viewer import Closed, Viewer
from harness.waiting import wait_for

SECRET = "a-name-nobody-else-has"


def count_secrets(data):
    """The number of times that the files of the data directory have the secret name."""
    return sum(file.read_bytes().count(SECRET.encode()) for file in data.iterdir()
               if file.is_file())


def fill(server, room, count):
    """Posts gifts with the secret name on eight connections."""

    def post(first):
        connection = server.connect(timeout=60)
        for number in range(first, count, 8):
            answer = connection.request("POST", f"/v1/rooms/{room}/gifts", {
                "id": f"{SECRET}-{number}", "sender": SECRET, "gift": "Rose"})
            assert answer.status in (202, 429), answer

    in_threads(*(lambda first=first: post(first) for first in range(8)))


def test_a_kill_right_after_the_answer_brings_nothing_back(tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        fill(server, "gone", 300)
        assert server.post("/v1/rooms/stays/control", {"action": "hold"}).status == 202
        assert count_secrets(data) > 300
        answer = server.request("DELETE", "/v1/rooms/gone")
        server.kill()
        assert answer.status == 202 and answer.json == {"room": "gone", "copies": []}
        assert count_secrets(data) == 0
        started = time.monotonic()
        server.start()
        rooms = server.get("/v1/rooms").json
        assert [room["name"] for room in rooms["rooms"]] == ["stays"] and rooms["next"] is None
        assert server.get("/v1/rooms/gone/events").json["events"] == []
        again = server.post("/v1/rooms/gone/gifts", {"id": f"{SECRET}-1", "gift": "Tulip"})
        # The new room of this name begins with the first seq and a new time.
        assert again.status == 202 and again.json["seq"] == 1
        assert again.json["time"] < (time.monotonic() - started) * 1e6


def test_deleted_bytes_leave_the_disk_after_their_last_reader_has_ended(tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        fill(server, "gone", 50)
        reader = sqlite3.connect(data / "journal.sqlite", isolation_level=None)
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM event").fetchone()[0] == 50
        assert server.request("DELETE", "/v1/rooms/gone").status == 202
        assert count_secrets(data) > 0
        reader.execute("COMMIT")
        reader.close()
        # No request follows: the server looks again by itself.
        wait_for(lambda: count_secrets(data) == 0, seconds=60)


@pytest.mark.parametrize("delay", [
    0, 0.003, *[pytest.param(delay, marks=pytest.mark.long) for delay in (0.001, 0.01, 0.03)]])
def test_a_kill_during_a_deletion_leaves_the_whole_room_or_nothing(tmp_path, delay):
    data = tmp_path / "data"
    with Server(data) as server:
        fill(server, "main", 2000)
        last = server.get("/v1/rooms").json["rooms"][0]["lastEventAt"]
        connection = server.connect()
        connection.http.request("DELETE", "/v1/rooms/main")
        time.sleep(delay)
        server.kill()
        server.start()
        rooms = server.get("/v1/rooms").json["rooms"]
        print("the room is there" if rooms else "the room is gone")
        if rooms:
            assert rooms[0]["lastEventAt"] == last
            seen = server.get("/v1/rooms/main/events?limit=1000").json["events"]
            assert seen[0]["seq"] == 1 and len(seen) == 1000
            assert server.request("DELETE", "/v1/rooms/main").status == 202
        assert count_secrets(data) == 0
        assert server.request("DELETE", "/v1/rooms/main").status == 404


@pytest.mark.long  # Only a large room takes long enough.
def test_other_rooms_take_events_while_a_large_room_is_deleted(tmp_path):
    with Server(tmp_path / "data") as server:
        fill(server, "large", 20_000)
        started, deleted, accepted = threading.Event(), [], []

        def delete():
            started.wait()
            deleted.append(server.request("DELETE", "/v1/rooms/large", timeout=60))

        def post():
            connection = server.connect(timeout=60)
            while not deleted:
                answer = connection.request("POST", "/v1/rooms/other/control", {"action": "hold"})
                assert answer.status == 202, answer
                accepted.append(not deleted)
                started.set()

        in_threads(delete, post)
        assert deleted[0].status == 202
        # The first one came before the deletion.
        print(f"{sum(accepted) - 1} events during the deletion")
        assert sum(accepted) >= 3


def test_the_viewers_of_a_deleted_room_are_told_not_to_reconnect(tmp_path):
    with Server(tmp_path / "data") as server:
        viewers = [Viewer(server.port, "main").record() for _ in range(20)]
        wait_for(lambda: server.get("/v1/rooms").json["rooms"][0]["viewers"] == 20)
        assert server.request("DELETE", "/v1/rooms/main").status == 202
        for viewer in viewers:
            viewer.thread.join(30)
            assert viewer.code == 4404


def test_rooms_that_were_only_watched_do_not_count_against_the_limit(tmp_path):
    with Server(tmp_path / "data", "--max-rooms", "10") as server:
        for number in range(50):
            viewer = Viewer(server.port, f"passing-{number}")
            assert viewer.read()["type"] == "hello"
            viewer.send(8, b"\x03\xe8")
            with pytest.raises(Closed):
                while True:
                    viewer.read()
            viewer.close()
        wait_for(lambda: server.get("/v1/rooms").json["rooms"] == [])
