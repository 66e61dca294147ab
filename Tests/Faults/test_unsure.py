"""A flush that fails in the midst of a write: what is answered then, and what is there afterwards."""

import time

import pytest

from Faults import preload
from harness.server import Server

ROOM = "/v1/rooms/main"
# What stands beside the events: how it is asked for, the answer once it is done, and how it is seen.
SETTLED = {
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


def wait_until_ready(server, seconds=30):
    end = time.monotonic() + seconds
    while (answer := server.get("/readyz")).status != 200:
        assert time.monotonic() < end, answer
        time.sleep(0.05)


def ask_unsure(server, disk, method, path, body):
    """Asks while no flush succeeds, until that is what the answer tells of.

    If another write has met the failure first, the file is to be opened again, and nothing is written."""
    for _ in range(20):
        disk.fail(preload.EIO, 1, preload.FOREVER)
        disk.count(preload.SYNC)
        answer = server.request(method, path, body)
        disk.heal()
        assert answer.status == 503 and int(answer.headers["retry-after"]) >= 1, answer
        assert disk.struck > 0
        if answer.json["type"] == "/problems/unsure":
            assert "Perhaps" in answer.json["detail"], answer
            return
        assert answer.json["type"] == "/problems/journal", answer
        wait_until_ready(server)
    raise AssertionError("nobody was told that it is not known")


def ids(server):
    return [event["id"] for event in server.get(f"{ROOM}/events?limit=1000").json["events"]]


@pytest.mark.parametrize("is_killed", [False, True])
def test_an_event_that_is_perhaps_recorded_is_told_so_and_recorded_once(tmp_path, disk, is_killed):
    gift = {"id": "g1", "sender": "Ann", "gift": "Rose"}
    with Server(tmp_path / "data", environment=disk.environment) as server:
        ask_unsure(server, disk, "POST", f"{ROOM}/gifts", gift)
        if is_killed:
            server.kill()
            server.start()
        wait_until_ready(server)
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


@pytest.mark.parametrize("what", SETTLED)
def test_what_is_settled_and_perhaps_kept_is_told_so_and_kept_if_it_is_sent_again(tmp_path, disk, what):
    request, done = SETTLED[what]
    with Server(tmp_path / "data", environment=disk.environment) as server:
        # The room rests: nothing else is written.
        assert server.post(f"{ROOM}/control", {"action": "hold"}).status == 202
        ask_unsure(server, disk, *request)
        wait_until_ready(server)
        assert server.request(*request).status == done
        # A room that is suspended takes none.
        posted = server.post("/v1/rooms/other/control", {"action": "hold"})
        assert posted.status == 202, posted
