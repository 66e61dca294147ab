"""A server that is told to end keeps every answered event, tells its viewers, and later goes on from there."""

import os
import signal
import sqlite3
import threading
import time

import pytest

from harness import events
from harness.server import UNANSWERED, Server, by_id, exact, export, simulate
from harness.viewer import Viewer
from harness.waiting import wait_for

POSTERS = 8


def test_a_server_that_ends_under_load_keeps_every_answered_event(tmp_path):
    answered, refused, lock = {}, set(), threading.Lock()

    def post(number):
        connection, serial = server.connect(), number
        while True:
            serial += POSTERS
            name = f"g{serial}"
            try:
                answer = connection.request(
                    "POST", "/v1/rooms/main/gifts",
                    {"id": name, "sender": f"S{serial % 5}", "gift": "Rose"})
            except UNANSWERED:
                return
            with lock:
                if answer.status == 202:
                    answered[name] = answer.json
                else:
                    assert answer.status == 503 and "retry-after" in answer.headers, answer
                    refused.add(name)

    with Server(tmp_path / "data") as server:
        viewers = [Viewer(server.port, "main").record() for _ in range(5)]
        posters = [threading.Thread(target=post, args=(number,)) for number in range(POSTERS)]
        for poster in posters:
            poster.start()
        wait_for(lambda: len(answered) > 100 and all(len(viewer.frames) > 10 for viewer in viewers))
        started = time.monotonic()
        assert server.stop(30) == 0
        print(f"ended in {time.monotonic() - started:.1f} s")
        for poster in posters:
            poster.join()
        for viewer in viewers:
            viewer.thread.join()
            assert viewer.code == 1001, viewer.code
        last = max(viewer.frames[-1][0] for viewer in viewers)
        began = time.monotonic()
        check_history(server, answered, refused)
        frame = exact(server.get("/v1/rooms/main/frame").body)
        instant, passed = int(frame["time"][1:]), time.monotonic() - began
        # The room goes on from its last frame, by no more than the time that has passed since.
        assert last <= instant < last + (passed + 0.5) * 1e6
        assert by_id(frame["nodes"]) == simulate(export(server.data, "main"), [instant])[instant]


def check_history(server, answered, refused):
    server.start()
    found, after = {}, 0
    while page := server.get(f"/v1/rooms/main/events?limit=1000&after={after}").json["events"]:
        found.update({entry["id"]: entry for entry in page})
        after = page[-1]["seq"]
    assert len(found) == after
    for name, receipt in answered.items():
        kept = found[name]
        assert {key: kept[key] for key in receipt} == receipt
    assert not refused & found.keys()


def test_a_server_that_waits_for_a_viewer_to_leave_logs_no_error(tmp_path):
    with Server(tmp_path / "data") as server:
        # This viewer never reads and never answers a close frame.
        viewer = Viewer(server.port, "main")
        started = time.monotonic()
        assert server.stop(30) == 0
        # The server checks itself once a second: at least one check came while it waited.
        assert time.monotonic() - started > 1.5
        assert " error " not in server.said(), server.said()
        assert "going down" in server.said(), server.said()
        viewer.close()


@pytest.mark.parametrize("times", [4, pytest.param(20, marks=pytest.mark.long)])
def test_a_server_that_is_told_to_end_as_soon_as_it_serves_ends(tmp_path, times):
    for _ in range(times):
        server = Server(tmp_path / "data")
        server.spawn()
        wait_for(lambda: "/overlay/main" in server.printed, every=0)
        assert server.stop(30) == 0


def test_a_server_whose_terminal_is_closed_ends_properly(tmp_path):
    terminal, within = os.openpty()
    # The process that runs the tests may ignore SIGHUP, which its children inherit.
    owning = ["env", "--default-signal=HUP", "sh", "-c", 'tty=$1 && shift && exec setsid --ctty "$@" <"$tty"',
              "sh", os.ttyname(within)]
    with Server(tmp_path / "data", prefix=owning) as server:
        viewer = Viewer(server.port, "main").record()
        wait_for(lambda: viewer.frames)
        os.close(within)
        os.close(terminal)
        assert server.wait(30) == 0
        viewer.thread.join()
        assert viewer.code == 1001


def test_a_server_under_nohup_goes_on_after_its_terminal_is_closed(tmp_path):
    with Server(tmp_path / "data", prefix=["nohup"]) as server:
        assert server.post("/v1/rooms/main/gifts", {"gift": "Rose", "count": 99}).status == 202
        viewer = Viewer(server.port, "main").record()
        wait_for(lambda: viewer.frames)
        server.process.send_signal(signal.SIGHUP)
        # A server that ends closes its streams at once: this one sends more frames and takes events.
        seen = len(viewer.frames)
        wait_for(lambda: len(viewer.frames) > seen + 20)
        assert server.post("/v1/rooms/main/gifts", {"gift": "Rose"}).status == 202
        assert "going down" not in server.said(), server.said()
        viewer.close()


def kept_end(data):
    """The last instant of room main in the journal."""
    database = sqlite3.connect(f"file:{data}/journal.sqlite?mode=ro", uri=True)
    (log, is_open), = database.execute("SELECT log, open FROM clock")
    (behind, until), = database.execute("SELECT off, until FROM room WHERE name = 'main'")
    database.close()
    assert not is_open and until is None
    return log - behind


def test_a_room_goes_on_after_a_restart_with_its_last_picture(tmp_path):
    with Server(tmp_path / "data") as server:
        # All that is shown stays, however long the restart takes.
        staying = {**events.EVERYTHING, "gifts": {"linger": 60}, "calls": {"vanish": 60},
                   "ticker": {"enabled": True, "linger": 60}}
        assert server.request("PATCH", "/v1/rooms/main/config", staying).status == 200
        server.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose", "count": 99})
        server.post("/v1/rooms/main/calls", {"user": "Bob"})
        viewer = Viewer(server.port, "main").record()
        wait_for(lambda: len(viewer.frames) > 30)
        assert server.stop(30) == 0
        viewer.thread.join()
        end = kept_end(server.data)
        # The room's time stands still while no server runs.
        time.sleep(1)
        began = time.monotonic()
        server.start()
        again = Viewer(server.port, "main")
        while not again.frames:
            again.read()
        passed = int((time.monotonic() - began) * 1e6) + 1
        before, after = viewer.frames[-1], again.frames[0]
        # The room goes on from its last instant, by no more than the time that has passed since the start.
        assert before[0] <= end <= after[0] <= end + passed, (before[0], end, after[0], passed)
        assert before[1].keys() == after[1].keys()
        assert again.full_frames == 1
        replayed = simulate(export(server.data, "main"), [before[0], after[0]])
        assert replayed == {before[0]: before[1], after[0]: after[1]}
        again.close()
