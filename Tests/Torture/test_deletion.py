"""DELETE of a room: what was answered holds, whatever happens next."""

import sqlite3
import time

import pytest

from harness.server import Server, in_threads
from harness.viewer import Closed, Viewer

SECRET = "a-name-nobody-else-has"


def held(data):
    """How often the name stands in the data directory."""
    return sum(file.read_bytes().count(SECRET.encode()) for file in data.iterdir()
               if file.is_file())


def fill(server, room, count):
    """Posts gifts from a few connections at a time."""

    def post(first):
        connection = server.connect()
        for number in range(first, count, 8):
            answer = connection.request("POST", f"/v1/rooms/{room}/gifts", {
                "id": f"{SECRET}-{number}", "sender": SECRET, "gift": "Rose"})
            assert answer.status in (202, 429), answer

    in_threads(*(lambda first=first: post(first) for first in range(8)))


def wait_for(condition, seconds=10):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_kill_right_after_the_answer_brings_nothing_back(tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        fill(server, "gone", 300)
        assert server.post("/v1/rooms/stays/control", {"action": "hold"}).status == 202
        assert held(data) > 300
        answer = server.request("DELETE", "/v1/rooms/gone")
        server.kill()
        assert answer.status == 202 and answer.json == {"room": "gone", "copies": []}
        assert held(data) == 0
        server.start()
        rooms = server.get("/v1/rooms").json
        assert [room["name"] for room in rooms["rooms"]] == ["stays"] and rooms["next"] is None
        assert server.get("/v1/rooms/gone/events").json["events"] == []
        again = server.post("/v1/rooms/gone/gifts", {"id": f"{SECRET}-1", "gift": "Tulip"})
        assert again.status == 202 and again.json["seq"] == 1 and again.json["time"] < 5_000_000


def test_what_somebody_reads_goes_once_nobody_does(tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        fill(server, "gone", 50)
        reader = sqlite3.connect(data / "journal.sqlite", isolation_level=None)
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM event").fetchone()[0] == 50
        assert server.request("DELETE", "/v1/rooms/gone").status == 202
        assert held(data) > 0
        reader.execute("COMMIT")
        reader.close()
        wait_for(lambda: held(data) == 0, 60)  # by itself: nobody posts


@pytest.mark.parametrize("delay", [0, 0.001, 0.003, 0.01, 0.03])
def test_a_kill_in_the_midst_leaves_all_or_nothing(tmp_path, delay):
    data = tmp_path / "data"
    with Server(data) as server:
        fill(server, "main", 3000)
        last = server.get("/v1/rooms").json["rooms"][0]["lastEventAt"]
        connection = server.connect()
        connection.http.request("DELETE", "/v1/rooms/main")
        time.sleep(delay)
        server.kill()
        server.start()
        rooms = server.get("/v1/rooms").json["rooms"]
        if rooms:
            assert rooms[0]["lastEventAt"] == last
            seen = server.get("/v1/rooms/main/events?limit=1000").json["events"]
            assert seen[0]["seq"] == 1 and len(seen) == 1000
            assert server.request("DELETE", "/v1/rooms/main").status == 202
        assert held(data) == 0
        assert server.request("DELETE", "/v1/rooms/main").status == 404


def test_a_large_room_goes_while_others_go_on(tmp_path):
    with Server(tmp_path / "data") as server:
        fill(server, "large", 8000)
        slowest, done = 0, []

        def delete():
            done.append(server.request("DELETE", "/v1/rooms/large", timeout=30))

        def post():
            nonlocal slowest
            connection = server.connect()
            while not done:
                started = time.monotonic()
                assert connection.request(
                    "POST", "/v1/rooms/other/control", {"action": "hold"}).status == 202
                slowest = max(slowest, time.monotonic() - started)

        in_threads(delete, post)
        assert done[0].status == 202
        assert slowest < 3, slowest


def test_viewers_are_told_not_to_come_back(tmp_path):
    with Server(tmp_path / "data") as server:
        viewers = [Viewer(server.port, "main").record() for _ in range(20)]
        wait_for(lambda: server.get("/v1/rooms").json["rooms"][0]["viewers"] == 20)
        assert server.request("DELETE", "/v1/rooms/main").status == 202
        for viewer in viewers:
            viewer.thread.join(10)
            assert viewer.code == 4404


def test_rooms_that_are_joined_and_left_do_not_fill_the_server(tmp_path):
    with Server(tmp_path / "data", "--max-rooms", "50") as server:
        for number in range(500):
            viewer = Viewer(server.port, f"passing-{number}")
            assert viewer.read()["type"] == "hello"
            viewer.send(8, b"\x03\xe8")
            with pytest.raises(Closed):
                while True:
                    viewer.read()
            viewer.close()
        wait_for(lambda: server.get("/v1/rooms").json["rooms"] == [])
