"""The server process stands still for a while, as on a suspended laptop or in a debugger."""

import signal
import time

import pytest

from harness.server import Server
from harness.viewer import Viewer
from harness.waiting import wait_for

ROOM = "/v1/rooms/main"
# A running server closes the stream of a viewer that is silent for this long.
SILENCE_SECONDS = 27


def show_moving_gift(server):
    """Shows a gift that counts up for longer than any test; returns a recording viewer of it."""
    assert server.request("PATCH", f"{ROOM}/config", {"gifts": {"linger": 60}}).status == 200
    assert server.post(f"{ROOM}/gifts", {"sender": "Ann", "gift": "Rose", "count": 999}).status == 202
    viewer = Viewer(server.port, "main", is_visible=True).record()
    wait_for(lambda: len(viewer.frames) > 30)
    return viewer


def pause(server, seconds):
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    server.process.send_signal(signal.SIGCONT)


@pytest.mark.long  # The server's patience is not configurable.
def test_a_server_that_stood_still_closes_no_stream_for_silence(tmp_path):
    with Server(tmp_path / "data") as server:
        viewer = show_moving_gift(server)
        pause(server, SILENCE_SECONDS)
        seen = len(viewer.frames)
        wait_for(lambda: len(viewer.frames) > seen + 60)
        assert viewer.code is None and viewer.thread.is_alive()
        viewer.close()


def test_a_room_skips_at_most_a_second_while_its_server_stands_still(tmp_path):
    with Server(tmp_path / "data") as server:
        viewer = show_moving_gift(server)
        seconds = 6
        pause(server, seconds)
        seen = len(viewer.frames)
        wait_for(lambda: len(viewer.frames) > seen + 60)
        steps = [after[0] - before[0] for before, after in zip(viewer.frames, viewer.frames[1:])]
        assert 900_000 < max(steps) < seconds / 2 * 1e6, max(steps)
        viewer.close()


@pytest.mark.parametrize("viewer_stays", [True, False])
def test_a_server_that_missed_frames_is_unready_until_frames_are_on_time_again(tmp_path, viewer_stays):
    with Server(tmp_path / "data") as server:
        viewer = show_moving_gift(server)
        wait_for(server.is_ready)

        def missing():
            # 90 of the last 300 ticks: more than a tenth. On a busy machine the answer may come after the frames are
            # on time again, so each try misses ticks.
            pause(server, 1.5)
            ready = server.get("/readyz")
            return ready.status == 503 and ready

        unready = wait_for(missing)
        assert "of ticks were missed" in str(unready.json["faults"]), unready
        if not viewer_stays:
            # Without a viewer the frame clock rests, so no frame is late.
            viewer.close()
        wait_for(server.is_ready)
        viewer.close()
