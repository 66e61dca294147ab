"""A start loads no room, and a room that left the server's memory comes back as it was."""

import re

import pytest

from harness.server import Server
from harness.waiting import wait_for

MANY = 200


def in_memory(server):
    return int(re.search(r"^ovation_rooms (\d+)$", server.get("/metrics").body.decode(), re.M)[1])


def count(server, room, to):
    return server.request(
        "PUT", f"/v1/rooms/{room}/counters/likes", {"to": to, "duration": 0})


def shown(server, room):
    nodes = server.get(f"/v1/rooms/{room}/frame").json["nodes"]
    return [node["text"] for node in nodes if node["kind"] == "counter"]


def test_a_start_after_a_crash_loads_a_room_only_when_it_is_asked_for(tmp_path):
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
        # A look at a room without events does not create it.
        assert server.get("/v1/rooms/nobody/frame").status == 200
        assert server.get("/v1/rooms/nobody").status == 404
        assert in_memory(server) == 3


@pytest.mark.long  # A room keeps its place for a minute after its last use.
def test_a_new_room_takes_the_place_of_an_unused_room(tmp_path):
    with Server(tmp_path / "data", "--max-rooms", "3") as server:
        for number in range(3):
            assert count(server, f"r{number}", number).status == 202
        refused = count(server, "r3", 3)
        assert refused.status == 503 and "retry-after" in refused.headers, refused
        wait_for(lambda: count(server, "r3", 3).status == 202, seconds=120)
        assert in_memory(server) == 3
        assert shown(server, "r3") == ["3"]
        server.kill()
        server.start()
        assert [shown(server, f"r{number}") for number in range(3)] == [["0"], ["1"], ["2"]]


def test_a_change_builds_on_the_version_that_the_room_told_after_a_suspension_was_lifted(tmp_path):
    room = "/v1/rooms/main"
    with Server(tmp_path / "data") as server:
        assert server.request("PUT", room, {}).status == 201
        assert server.request("PATCH", room, {"keepDays": 5}).status == 200
        assert server.request("PUT", f"{room}/suspension", {"reason": "a"}).status == 200
        lifted = server.request("DELETE", f"{room}/suspension")
        told = server.get(room).json["version"]
        assert lifted.json["version"] == told
        again = server.request("PUT", f"{room}/suspension", {"reason": "b"}, {"If-Match": f'"{told}"'})
        assert again.status == 200, again
        # The version is now an older one.
        late = server.request("DELETE", f"{room}/suspension", headers={"If-Match": f'"{told}"'})
        assert late.status == 409, late
