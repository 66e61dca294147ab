"""A flush fails during a write: the answer says that the change may be kept, and a repeat is safe."""

import pytest

from Faults import preload
from harness.server import Server
from harness.waiting import wait_for

ROOM = "/v1/rooms/main"
# Changes that are no events: (request, status of success).
SETTINGS = {
    "a key": (("POST", f"{ROOM}/keys", {"role": "ingest"}), 201),
    "a source": (("PUT", f"{ROOM}/sources/kofi", {"secret": "a-word-that-they-share"}), 200),
    "days": (("PATCH", ROOM, {"keepDays": 3}), 200),
    "a suspension": (("PUT", f"{ROOM}/suspension", {"reason": "a pause"}), 200),
}


@pytest.fixture
def disk(tmp_path):
    (tmp_path / "data").mkdir()
    disk = preload.Disk(tmp_path / "data")
    yield disk
    disk.close()


def ask_unsure(server, disk, method, path, body):
    """Sends a request while every flush fails, until the answer says that the change may be kept.

    If another write fails first, the server has to open the file again and does not write the change."""
    for _ in range(20):
        disk.fail(preload.EIO, 1, preload.FOREVER)
        disk.count(preload.SYNC)
        answer = server.request(method, path, body)
        disk.heal()
        assert answer.status == 503 and int(answer.headers["retry-after"]) >= 1, answer
        assert disk.struck > 0
        if answer.json["type"] == "/problems/unsure":
            assert answer.json["type"] == "/problems/unsure", answer
            return
        assert answer.json["type"] == "/problems/journal", answer
        wait_for(server.is_ready)
    raise AssertionError("no answer said that the change may be kept")


def ids(server):
    return [event["id"] for event in server.get(f"{ROOM}/events?limit=1000").json["events"]]


@pytest.mark.parametrize("is_killed", [False, True])
def test_an_event_whose_flush_failed_is_recorded_once_after_a_repeat(tmp_path, disk, is_killed):
    gift = {"id": "g1", "sender": "Ann", "gift": "Rose"}
    with Server(tmp_path / "data", environment=disk.environment) as server:
        ask_unsure(server, disk, "POST", f"{ROOM}/gifts", gift)
        if is_killed:
            server.kill()
            server.start()
        wait_for(server.is_ready)
        perhaps = ids(server)
        assert perhaps in ([], ["g1"])
        again = server.post(f"{ROOM}/gifts", gift)
        assert again.status == (200 if perhaps else 202), (perhaps, again)
        assert ids(server) == ["g1"]
        server.kill()
        server.start()
        assert ids(server) == ["g1"]
        kept = server.get(f"{ROOM}/events/g1").json
        assert (kept["seq"], kept["time"]) == (again.json["seq"], again.json["time"])


@pytest.mark.parametrize("what", SETTINGS)
def test_a_setting_whose_flush_failed_is_kept_after_a_repeat(tmp_path, disk, what):
    request, done = SETTINGS[what]
    with Server(tmp_path / "data", environment=disk.environment) as server:
        # A room at rest causes no other write.
        assert server.post(f"{ROOM}/control", {"action": "hold"}).status == 202
        ask_unsure(server, disk, *request)
        wait_for(server.is_ready)
        assert server.request(*request).status == done
        # Another room, as a suspended room takes no events.
        posted = server.post("/v1/rooms/other/control", {"action": "hold"})
        assert posted.status == 202, posted
