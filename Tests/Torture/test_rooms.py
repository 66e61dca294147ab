"""Rooms come and go: a start reads none, and one that has left memory is as it was."""

import re
import time

from harness.server import Server

MANY = 1000


def in_memory(server):
    return int(re.search(r"^ovation_rooms (\d+)$", server.get("/metrics").body.decode(), re.M)[1])


def count(server, room, to):
    return server.request(
        "PUT", f"/v1/rooms/{room}/counters/likes", {"to": to, "duration": 0})


def shown(server, room):
    nodes = server.get(f"/v1/rooms/{room}/frame").json["nodes"]
    return [node["text"] for node in nodes if node["kind"] == "counter"]


def test_a_start_reads_no_room_and_each_is_as_it_was_before_a_crash(tmp_path):
    with Server(tmp_path / "data") as server:
        connection = server.connect()
        for number in range(MANY):
            answer = connection.request(
                "PUT", f"/v1/rooms/r{number:04}/counters/likes", {"to": number, "duration": 0})
            assert answer.status == 202, answer
        assert in_memory(server) == MANY
        server.kill()
        server.start()
        assert in_memory(server) == 0
        for number in (0, 77, MANY - 1):
            assert shown(server, f"r{number:04}") == [str(number)]
        assert in_memory(server) == 3
        page = server.get(f"/v1/rooms?after=r{MANY - 3:04}&limit=5").json
        assert [room["name"] for room in page["rooms"]] == [f"r{MANY - 2:04}", f"r{MANY - 1:04}"]
        assert page["next"] is None
        # One that nothing has happened in is looked at, and is not there for that.
        assert server.get("/v1/rooms/nobody/frame").status == 200
        assert server.get("/v1/rooms/nobody").status == 404
        assert in_memory(server) == 3


def test_where_no_place_is_left_the_one_unused_longest_gives_its_own_away(tmp_path):
    with Server(tmp_path / "data", "--max-rooms", "3") as server:
        for number in range(3):
            assert count(server, f"r{number}", number).status == 202
        refused = count(server, "r3", 3)
        assert refused.status == 503 and "retry-after" in refused.headers, refused
        end = time.monotonic() + 60
        while count(server, "r3", 3).status != 202:
            assert time.monotonic() < end, "nobody gave its place away"
            time.sleep(0.5)
        assert in_memory(server) == 3
        assert shown(server, "r3") == ["3"]
        server.kill()
        server.start()
        assert [shown(server, f"r{number}") for number in range(3)] == [["0"], ["1"], ["2"]]
