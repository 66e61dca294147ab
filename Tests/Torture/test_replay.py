"""What viewers were shown live is what `simulate` makes of the exported journal, byte for byte."""

import json
import random
import threading
import time

import pytest

from harness import events
from harness.server import Server, export, run, simulate
from harness.viewer import Viewer

SEEDS = [1, 2, 3]
# An event may be shown so much later than its instant, where the disk takes its time.
LATEST_MICROSECONDS = 500_000
EARLY_SHARE = 0.1

# How many frames come early depends on what else the machine does.
pytestmark = pytest.mark.alone


def play(server, room, seed, seconds):
    """Posts a random show, refusals included; returns what was answered: {id: (time, outcome)}."""
    random_, connection, times = random.Random(seed), server.connect(), {}
    end, serial = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        serial += 1
        request = events.draw(random_, serial)
        path = f"/v1/rooms/{room}/{request.path}"
        answer = connection.request(request.method, path, request.body)
        assert answer.status in (202, 429), answer
        if answer.status == 202:
            times[answer.json["id"]] = (answer.json["time"], answer.json["outcome"])
        if random_.random() < 0.5:
            time.sleep(random_.choice([0.001, 0.01, 0.1, 0.2]))
    connection.close()
    return times


def configure(server, room, **more):
    answer = server.request("PATCH", f"/v1/rooms/{room}/config", {**events.EVERYTHING, **more})
    assert answer.status == 200, answer


def differences(recorded, replayed):
    """The instants at which the two differ, each with both pictures."""
    return [(instant, nodes, replayed[instant]) for instant, nodes in recorded
            if nodes != replayed[instant]]


def stamp(line):
    """The instant of an event of an export, in microseconds."""
    return round(json.loads(line)["at"] * 1_000_000)


def is_early(history, instant, nodes):
    """Whether a frame shows the room as it was before its last events were on disk: each is stamped
    as it is written, and shown once it is written."""
    lines = history.splitlines(keepends=True)
    known = sum(stamp(line) <= instant for line in lines)
    while known and instant - stamp(lines[known - 1]) <= LATEST_MICROSECONDS:
        known -= 1
        if simulate(b"".join(lines[:known]), [instant])[instant] == nodes:
            return True
    return False


def check_frames(data, room, recorded):
    """All frames equal the replay, but for a few that were shown just before an event came."""
    history, instants = export(data, room), sorted(instant for instant, _ in recorded)
    found = differences(recorded, simulate(history, instants))
    other = [frame for frame in found if not is_early(history, *frame[:2])]
    assert not other, f"{len(other)} of {len(recorded)} frames differ, the first: {other[0]}"
    assert len(found) <= EARLY_SHARE * len(recorded), (len(found), len(recorded))
    print(f"{len(found)} of {len(recorded)} frames came before an event of theirs")


def check(data, room, recorded):
    recorded.sort(key=lambda frame: frame[0])
    assert len(recorded) > 30, "hardly anything was recorded"
    assert {node["kind"] for _, nodes in recorded for node in nodes.values()} == {
        "gift", "ticker", "counter", "caption", "call"}
    check_frames(data, room, recorded)


@pytest.mark.parametrize("seed", SEEDS)
def test_frames_equal_the_replay(tmp_path, seed):
    with Server(tmp_path / "data") as server:
        configure(server, "main")
        viewers = [Viewer(server.port, "main", fps).record() for fps in (60, 13)]
        play(server, "main", seed, 3)
        late = Viewer(server.port, "main").record()
        time.sleep(1.5)
        assert server.stop()[0] == 0
        for viewer in [*viewers, late]:
            viewer.close()
        check(tmp_path / "data", "main", viewers[0].frames)
        for other in (viewers[1], late):
            check_frames(tmp_path / "data", "main", other.frames)


def test_frames_of_several_rooms_equal_their_replays(tmp_path):
    rooms = ["one", "two", "three"]
    with Server(tmp_path / "data") as server:
        for room in rooms:
            configure(server, room)
        viewers = {room: Viewer(server.port, room).record() for room in rooms}
        threads = [threading.Thread(target=play, args=(server, room, seed, 3))
                   for seed, room in enumerate(rooms)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert server.stop()[0] == 0
    for room, viewer in viewers.items():
        viewer.close()
        check(tmp_path / "data", room, viewer.frames)


def told(server, room):
    """What the history says of each event's instant and outcome."""
    history = server.get(f"/v1/rooms/{room}/events?limit=1000").json["events"]
    return {entry["id"]: (entry["time"], entry.get("outcome")) for entry in history
            if entry["type"] != "config"}


@pytest.mark.parametrize("seed", SEEDS)
def test_frames_equal_the_replay_after_a_crash(tmp_path, seed):
    """What was answered before the crash stays, and what was shown before and after it is one show."""
    with Server(tmp_path / "data") as server:
        configure(server, "main")
        before = Viewer(server.port, "main").record()
        answered = play(server, "main", seed, 2.3)
        server.kill()
        before.close()
        server.start()
        found = told(server, "main")
        assert {name: found.get(name) for name in answered} == answered
        after = Viewer(server.port, "main").record()
        play(server, "main", seed + 100, 2)
        assert server.stop()[0] == 0
        after.close()
    # Nothing that was shown is shown again, and no more than a second is missing.
    assert 0 < after.frames[0][0] - before.frames[-1][0] < 1_200_000
    check(tmp_path / "data", "main", before.frames + after.frames)


def test_frames_equal_the_replay_where_the_room_waits_for_a_viewer(tmp_path):
    with Server(tmp_path / "data") as server:
        configure(server, "main", stage={"waitForViewer": "always"})
        viewer = Viewer(server.port, "main").record()
        halt = threading.Event()

        def blink():
            while not halt.wait(0.3):
                blink.is_visible = not blink.is_visible
                viewer.say_visible(blink.is_visible)

        blink.is_visible = False
        thread = threading.Thread(target=blink)
        thread.start()
        play(server, "main", 5, 4)
        halt.set()
        thread.join()
        viewer.say_visible(True)
        time.sleep(1)
        assert server.stop()[0] == 0
        viewer.close()
    check(tmp_path / "data", "main", viewer.frames)


def test_an_imported_show_is_the_exported_one(tmp_path):
    with Server(tmp_path / "data") as server:
        configure(server, "main")
        play(server, "main", 9, 1.5)
        assert server.stop()[0] == 0
    history = export(tmp_path / "data", "main")
    run("import", "--data", str(tmp_path / "other"), "--room", "again", stdin=history)
    assert export(tmp_path / "other", "again") == history
    instants = list(range(0, 3_000_000, 50_000))
    with Server(tmp_path / "other") as server:
        page = json.loads(server.get("/v1/rooms/again/events?limit=1000").body)["events"]
        assert len(page) == len(history.splitlines())
    assert simulate(history, instants) == simulate(export(tmp_path / "other", "again"), instants)
