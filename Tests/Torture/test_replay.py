"""Frames that viewers got live equal what `simulate` makes of the exported history, byte for byte.

An event has the instant at which the server wrote it, and is shown once it is on disk. So a frame may lack the newest
events of its instant: then it must equal the replay of the history without these events. A frame of an instant after
an event was answered must have that event.
"""

import json
import random
import threading
import time

import pytest

from harness import events
from harness.server import Server, export, in_threads, run, simulate
from harness.viewer import Viewer
from harness.waiting import wait_for

SEEDS = [1, *[pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3)]]
KINDS = {"gift", "ticker", "counter", "caption", "call"}


class Show:
    """Random events posted to a room, and the answers to them."""

    def __init__(self, server, room="main"):
        self.server, self.room = server, room
        self.answers = {}  # by id: the time and the outcome
        self.shown_after = []  # [(seq, an instant after which every frame has the events up to this seq)]

    def configure(self, **more):
        answer = self.server.request(
            "PATCH", f"/v1/rooms/{self.room}/config", {**events.EVERYTHING, **more})
        assert answer.status == 200, answer

    def play(self, seed, count):
        """Posts random events, some of which a full queue refuses."""
        chance, connection = random.Random(seed), self.server.connect()
        for serial in range(1, count + 1):
            request = events.draw(chance, serial)
            answer = connection.request(request.method, f"/v1/rooms/{self.room}/{request.path}", request.body)
            assert answer.status in (202, 429), answer
            if answer.status == 202:
                self.answers[answer.json["id"]] = (answer.json["time"], answer.json["outcome"])
            if answer.status == 202 and chance.random() < 0.3:
                frame = connection.request("GET", f"/v1/rooms/{self.room}/frame").json
                self.shown_after.append((answer.json["seq"], frame["time"]))
            if chance.random() < 0.5:
                time.sleep(chance.choice([0.001, 0.01, 0.05, 0.1]))
        connection.close()

    def play_out(self, viewers):
        """Waits until every viewer has enough frames with all events; a rolling counter keeps frames coming."""
        rolling = {"to": 10**6, "duration": 60}
        answer = self.server.request("PUT", f"/v1/rooms/{self.room}/counters/last", rolling)
        assert answer.status == 202, answer
        now = self.server.get(f"/v1/rooms/{self.room}/frame").json["time"]
        self.shown_after.append((answer.json["seq"], now))
        wait_for(lambda: all(len(viewer.frames) > 30 and viewer.frames[-1][0] > now for viewer in viewers))

    def check(self, data, frames):
        """Checks frames, [(microseconds, nodes)], against the room's history in a data directory."""
        assert len(frames) > 30, "hardly any frame was recorded"
        History(export(data, self.room), self.shown_after).check(frames)


class History:
    def __init__(self, text, shown_after):
        self.text, self.lines = text, text.splitlines(keepends=True)
        documents = [json.loads(line) for line in self.lines]
        self.seqs = [document["seq"] for document in documents]
        self.instants = [round(document["at"] * 1_000_000) for document in documents]
        self.shown_after = shown_after

    def least_count(self, instant):
        """How many events a frame of this instant must have."""
        newest = max((seq for seq, after in self.shown_after if after < instant), default=-1)
        return sum(seq <= newest for seq in self.seqs)

    def check(self, frames):
        replayed = simulate(self.text, sorted({instant for instant, _ in frames}))
        lacking = [(instant, nodes, sum(at <= instant for at in self.instants))
                   for instant, nodes in frames if nodes != replayed[instant]]
        print(f"{len(lacking)} of {len(frames)} frames lack their newest events")
        while lacking:
            instant, nodes, count = lacking[0]
            assert count > self.least_count(instant), (
                f"the frame of {instant} is no replay: {nodes} is not {replayed[instant]}")
            lacking = list(self.without_one_more(lacking))

    def without_one_more(self, lacking):
        """The frames that also differ from the replay of one event fewer, each with the smaller count."""
        for smaller in sorted({count - 1 for _, _, count in lacking}):
            frames = [(instant, nodes) for instant, nodes, count in lacking if count - 1 == smaller]
            replayed = simulate(b"".join(self.lines[:smaller]), sorted({instant for instant, _ in frames}))
            for instant, nodes in frames:
                if nodes != replayed[instant]:
                    yield instant, nodes, smaller


def kinds_in(frames):
    return {node["kind"] for _, nodes in frames for node in nodes.values()}


@pytest.mark.parametrize("seed", SEEDS)
def test_live_frames_equal_the_replay(tmp_path, seed):
    with Server(tmp_path / "data") as server:
        show = Show(server)
        show.configure()
        viewers = [Viewer(server.port, "main", fps).record() for fps in (60, 13)]
        show.play(seed, 80)
        viewers.append(Viewer(server.port, "main").record())
        show.play_out(viewers)
        assert server.stop(30) == 0
    for viewer in viewers:
        viewer.close()
        show.check(tmp_path / "data", viewer.frames)
    assert kinds_in(viewers[0].frames) == KINDS


def test_live_frames_of_several_rooms_equal_their_replays(tmp_path):
    with Server(tmp_path / "data") as server:
        shows = [Show(server, room) for room in ("one", "two", "three")]
        for show in shows:
            show.configure()
        viewers = [Viewer(server.port, show.room).record() for show in shows]
        in_threads(*[lambda seed=seed, show=show: show.play(seed, 60) for seed, show in enumerate(shows)])
        for show, viewer in zip(shows, viewers):
            show.play_out([viewer])
        assert server.stop(30) == 0
    for show, viewer in zip(shows, viewers):
        viewer.close()
        show.check(tmp_path / "data", viewer.frames)


@pytest.mark.parametrize("seed", SEEDS)
def test_live_frames_equal_the_replay_after_a_crash(tmp_path, seed):
    """Answers from before the crash hold, and the frames before and after it are one show."""
    with Server(tmp_path / "data") as server:
        show = Show(server)
        show.configure()
        before = Viewer(server.port, "main").record()
        show.play(seed, 60)
        wait_for(lambda: before.frames)
        server.kill()
        before.close()
        began = time.monotonic()
        server.start()
        history = server.get("/v1/rooms/main/events?limit=1000").json["events"]
        told = {entry["id"]: (entry["time"], entry.get("outcome")) for entry in history}
        assert {name: told.get(name) for name in show.answers} == show.answers
        after = Viewer(server.port, "main").record()
        wait_for(lambda: after.frames)
        passed = time.monotonic() - began
        show.play(seed + 100, 40)
        show.play_out([after])
        assert server.stop(30) == 0
        after.close()
    # No frame comes twice, and no more than a second is missing.
    assert 0 < after.frames[0][0] - before.frames[-1][0] < (1.2 + passed) * 1e6
    show.check(tmp_path / "data", before.frames + after.frames)


def test_live_frames_equal_the_replay_in_a_room_that_waits_for_a_viewer(tmp_path):
    with Server(tmp_path / "data") as server:
        show = Show(server)
        show.configure(stage={"waitForViewer": "always"})
        viewer = Viewer(server.port, "main", is_visible=False).record()
        ended = threading.Event()

        def blink():
            is_visible = False
            while not ended.wait(0.2):
                is_visible = not is_visible
                viewer.say_visible(is_visible)

        def play():
            try:
                show.play(5, 80)
            finally:
                ended.set()

        in_threads(blink, play)
        viewer.say_visible(True)
        show.play_out([viewer])
        assert server.stop(30) == 0
        viewer.close()
    show.check(tmp_path / "data", viewer.frames)


def test_an_imported_show_equals_the_exported_one(tmp_path):
    with Server(tmp_path / "data") as server:
        show = Show(server)
        show.configure()
        show.play(9, 40)
        assert server.stop(30) == 0
    history = export(tmp_path / "data", "main")
    run("import", "--data", str(tmp_path / "other"), "--room", "again", stdin=history)
    assert export(tmp_path / "other", "again") == history
    instants = list(range(0, 3_000_000, 50_000))
    with Server(tmp_path / "other") as server:
        page = json.loads(server.get("/v1/rooms/again/events?limit=1000").body)["events"]
        assert len(page) == len(history.splitlines())
    assert simulate(history, instants) == simulate(export(tmp_path / "other", "again"), instants)
