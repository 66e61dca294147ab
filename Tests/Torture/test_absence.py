"""A server that stood still: a laptop's lid, a debugger, a machine with too much else to do."""

import signal
import time

import pytest

from harness.server import Server
from harness.viewer import Viewer

ROOM = "/v1/rooms/main"
# A viewer that has been silent for so long is hung up on.
STILL_SECONDS = 27


def test_nobody_is_judged_by_the_servers_own_absence(tmp_path):
    with Server(tmp_path / "data") as server:
        assert server.request(
            "PATCH", f"{ROOM}/config", {"gifts": {"linger": 60}}).status == 200
        assert server.post(f"{ROOM}/gifts", {"sender": "Ann", "gift": "Rose", "count": 999}).status == 202
        viewer = Viewer(server.port, "main", is_visible=True).record()
        time.sleep(1)
        server.process.send_signal(signal.SIGSTOP)
        stood = len(viewer.frames)
        time.sleep(STILL_SECONDS)
        server.process.send_signal(signal.SIGCONT)
        end = time.monotonic() + 10
        while len(viewer.frames) <= stood + 60 and time.monotonic() < end:
            time.sleep(0.05)
        assert viewer.code is None and viewer.thread.is_alive()
        assert len(viewer.frames) > stood + 60
        # Of the pause a second counts: what was on screen goes on.
        gaps = [after[0] - before[0] for before, after in zip(viewer.frames, viewer.frames[1:])]
        assert 900_000 < max(gaps) < 1_500_000, max(gaps)
        viewer.close()


@pytest.mark.parametrize("rests", [False, True])
def test_ticks_that_were_missed_are_told_until_they_come_in_time(tmp_path, rests):
    with Server(tmp_path / "data") as server:
        assert server.request("PATCH", f"{ROOM}/config", {"gifts": {"linger": 60}}).status == 200
        assert server.post(f"{ROOM}/gifts", {"sender": "Ann", "gift": "Rose", "count": 999}).status == 202
        viewer = Viewer(server.port, "main", is_visible=True).record()
        wait_for(lambda: len(viewer.frames) > 30)
        assert server.get("/readyz").status == 200
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(5)
        server.process.send_signal(signal.SIGCONT)
        ready = server.get("/readyz")
        assert ready.status == 503 and "of ticks were missed" in str(ready.json["faults"]), ready
        if rests:
            # Nobody watches: nothing moves for anybody.
            viewer.close()
        wait_for(lambda: server.get("/readyz").status == 200)
        viewer.close()


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)
