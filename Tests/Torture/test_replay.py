"""What viewers were shown live is what `simulate` makes of the exported journal, byte for byte."""

import json
import random
import threading
import time

import pytest

import events
from server import Server, export, run, simulate
from viewer import Viewer

SEEDS = [1, 2, 3]


def play(server, room, seed, seconds):
    """Posts a random show, refusals included; returns when each event was said to be: {id: time}."""
    random_, connection, times = random.Random(seed), server.connect(), {}
    end, serial = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        serial += 1
        request = events.draw(random_, serial)
        path = f"/v1/rooms/{room}/{request.path}"
        answer = connection.request(request.method, path, request.body)
        assert answer.status in (202, 429), answer
        if answer.status == 202:
            times[answer.json["id"]] = answer.json["time"]
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


def check(data, room, recorded):
    recorded.sort(key=lambda frame: frame[0])
    instants = [instant for instant, _ in recorded]
    assert len(recorded) > 30, "hardly anything was recorded"
    assert {node["kind"] for _, nodes in recorded for node in nodes.values()} == {
        "gift", "ticker", "counter", "caption", "call"}
    found = differences(recorded, simulate(export(data, room), instants))
    assert not found, f"{len(found)} of {len(recorded)} frames differ, the first: {found[0]}"


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
            instants = sorted(instant for instant, _ in other.frames)
            assert not differences(other.frames, simulate(
                export(tmp_path / "data", "main"), instants))


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


def first_unsettled(server, room, times):
    """The first instant at which the history may differ from what was seen before a crash."""
    history = server.get(f"/v1/rooms/{room}/events?limit=1000").json["events"]
    for entry in history:
        if entry["type"] != "config" and times.get(entry["id"]) != entry["time"]:
            return min(entry["time"], times.get(entry["id"], entry["time"]))
    return None


@pytest.mark.parametrize("seed", SEEDS)
def test_frames_equal_the_replay_after_a_crash(tmp_path, seed):
    """Events whose instants the crash took are applied where the room goes on, so only what was
    shown before those and everything after the crash has to be as the journal has it."""
    with Server(tmp_path / "data") as server:
        configure(server, "main")
        before = Viewer(server.port, "main").record()
        times = play(server, "main", seed, 2.3)
        server.kill()
        before.close()
        server.start()
        after = Viewer(server.port, "main").record()
        play(server, "main", seed + 100, 2)
        unsettled = first_unsettled(server, "main", times)
        assert server.stop()[0] == 0
        after.close()
    assert after.frames[0][0] >= before.frames[-1][0] - 1_200_000
    certain = [frame for frame in before.frames if frame[0] < unsettled]
    assert before.frames[-1][0] - unsettled < 1_200_000
    check(tmp_path / "data", "main", certain + after.frames)


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
