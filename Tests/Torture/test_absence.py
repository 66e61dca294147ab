"""A server that stood still: a laptop's lid, a debugger, a machine with too much else to do."""

import signal
import time

from server import Server
from viewer import Viewer

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
