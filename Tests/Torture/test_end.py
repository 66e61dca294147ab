"""SIGTERM: what was answered is kept, everybody is told, and the show goes on from there."""

import os
import signal
import sqlite3
import threading
import time

from harness import events
from harness.server import UNANSWERED, Server, by_id, exact, export, simulate
from harness.viewer import Viewer

POSTERS = 8


def test_a_server_that_is_told_to_end_under_load_keeps_what_it_answered(tmp_path):
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
        time.sleep(1)
        status, seconds = server.stop()
        assert status == 0 and seconds < 5, (status, seconds)
        for poster in posters:
            poster.join()
        for viewer in viewers:
            viewer.thread.join()
            assert viewer.code == 1001, viewer.code
        last = max(viewer.frames[-1][0] for viewer in viewers)
        assert len(answered) > 100
        check_history(server, answered, refused)
        frame = exact(server.get("/v1/rooms/main/frame").body)
        instant = int(frame["time"][1:])
        assert last <= instant < last + 2_000_000
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


def test_a_server_that_waits_for_somebody_to_go_tells_of_no_fault(tmp_path):
    with Server(tmp_path / "data") as server:
        viewer = Viewer(server.port, "main")  # reads nothing, and never says goodbye
        status, seconds = server.stop()
        assert status == 0 and seconds > 1.5, (status, seconds)  # the server looks at itself once a second
        assert " error " not in server.said(), server.said()
        # Whoever reads the log sees that it ended on purpose.
        assert "going down" in server.said(), server.said()
        viewer.close()


def test_a_server_that_is_told_to_end_as_soon_as_it_serves_ends(tmp_path):
    for _ in range(20):
        server = Server(tmp_path / "data")
        server.spawn()
        while b"/overlay/main" not in server.process.stdout.readline():
            pass
        assert server.stop()[0] == 0


def test_a_server_whose_terminal_is_closed_ends_in_order(tmp_path):
    terminal, within = os.openpty()
    # Whoever runs the tests may pass hang-ups over.
    owning = ["env", "--default-signal=HUP", "sh", "-c", 'tty=$1 && shift && exec setsid --ctty "$@" <"$tty"',
              "sh", os.ttyname(within)]
    with Server(tmp_path / "data", prefix=owning) as server:
        viewer = Viewer(server.port, "main").record()
        while not viewer.frames:
            assert viewer.thread.is_alive()
            time.sleep(0.01)
        os.close(within)
        os.close(terminal)
        assert server.wait() == 0
        viewer.thread.join()
        assert viewer.code == 1001


def test_a_server_that_is_to_outlive_its_terminal_does(tmp_path):
    with Server(tmp_path / "data", prefix=["nohup"]) as server:
        server.process.send_signal(signal.SIGHUP)
        for _ in range(20):
            assert server.get("/healthz").status == 200
            time.sleep(0.1)


def kept_end(data):
    """The instant of room main at which the journal ends."""
    database = sqlite3.connect(f"file:{data}/journal.sqlite?mode=ro", uri=True)
    (log, is_open), = database.execute("SELECT log, open FROM clock")
    (behind, until), = database.execute("SELECT off, until FROM room WHERE name = 'main'")
    database.close()
    assert not is_open and until is None
    return log - behind


def test_a_restart_shows_what_was_on_screen(tmp_path):
    with Server(tmp_path / "data") as server:
        assert server.request("PATCH", "/v1/rooms/main/config", events.EVERYTHING).status == 200
        server.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose", "count": 99})
        server.post("/v1/rooms/main/calls", {"user": "Bob"})
        time.sleep(0.5)
        viewer = Viewer(server.port, "main").record()
        time.sleep(0.5)
        assert server.stop()[0] == 0
        viewer.thread.join()
        end = kept_end(server.data)
        time.sleep(1)  # the room's time stands still
        began = time.monotonic()
        server.start()
        again = Viewer(server.port, "main")
        while not again.frames:
            again.read()
        passed = int((time.monotonic() - began) * 1e6) + 1
        before, after = viewer.frames[-1], again.frames[0]
        # It goes on from the instant of its end, and by no more than what has passed since.
        assert before[0] <= end <= after[0] <= end + passed, (before[0], end, after[0], passed)
        assert end < before[0] + 500_000
        assert before[1].keys() == after[1].keys()
        assert again.full_frames == 1
        replayed = simulate(export(server.data, "main"), [before[0], after[0]])
        assert replayed == {before[0]: before[1], after[0]: after[1]}
        again.close()
