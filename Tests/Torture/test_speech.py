"""Messages spoken by eSpeak NG, also when the server is killed at any moment of an alert."""

import threading
import time

from harness.room import Room
from harness.server import Server
from harness.viewer import Closed, Viewer
from harness.waiting import wait_for

# After a crash room time goes on up to about a second later. A longer alert is seen all the same.
RULE = {"title": "{sender}", "speak": True, "duration": 2}
MESSAGE = "Hello to all of you, and many thanks for this wonderful evening"
# One room for each place of a crash: the alerts of the rooms begin one after the other.
PLACES = 25
STEP_SECONDS = 0.08


# The microseconds from the start of an alert to its speech.
SPEECH_DELAY = 500_000


def number(text):
    """Returns the number that `exact` left as a text."""
    return float(text.lstrip("#"))


def speaking(server, name):
    """Returns a room with speaking alerts. Its time stands still without viewers."""
    room = Room(server, name)
    room.configure({"stage": {"waitForViewer": "always"}})
    room.send("PUT", "alerts/rules/all", RULE, status=200)
    return room


def speeches(room):
    return room.send("GET", "events?type=speech", status=200)["events"]


class Listener:
    """A viewer that collects the cues of speeches, and the alert in the frames that it has seen."""

    def __init__(self, port, room):
        self.viewer = Viewer(port, room, is_visible=True)
        self.spoken, self.alerts = [], []
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        try:
            while True:
                message = self.viewer.read()
                if alert := self.viewer.nodes.get("alert/n"):
                    self.alerts.append(alert)
                if message["type"] == "cue" and message["cue"] == "speech":
                    self.spoken.append((message["id"], message["time"]))
        except (Closed, OSError):
            pass


def test_a_message_is_spoken_and_its_file_is_as_long_as_its_event_says(tmp_path):
    with Server(tmp_path) as server:
        room = speaking(server, "main")
        listener = Listener(server.port, "main")
        room.send("POST", "gifts", {"id": "g", "sender": "Ann", "gift": "Rose", "message": "Good luck to all of you"})
        wait_for(lambda: speeches(room), "the speech", seconds=30)
        [speech] = speeches(room)
        assert 0.5 < speech["seconds"] < 10
        wave = server.get(speech["src"])
        assert wave.headers["content-type"] == "audio/wav"
        assert abs((len(wave.body) - 44) / 2 / 22050 - speech["seconds"]) < 0.01
        wait_for(lambda: listener.spoken, "the cue", seconds=30)
        assert [event for event, _ in listener.spoken] == ["g"]


def test_a_crash_at_any_place_of_an_alert_loses_nothing_and_speaks_no_message_twice(tmp_path):
    server = Server(tmp_path)
    names = [f"room-{place}" for place in range(PLACES)]
    with server:
        rooms = [speaking(server, name) for name in names]
        before = {name: Listener(server.port, name) for name in names}
        for room in rooms:
            room.send("POST", "notices", {"id": "n", "kind": "raid", "sender": "Ann", "message": MESSAGE})
            time.sleep(STEP_SECONDS)
        server.kill()
        for listener in before.values():
            listener.thread.join(timeout=30)
        server.start()
        after = {name: Listener(server.port, name) for name in names}
        for name, room in zip(names, rooms):
            wait_for(lambda name=name, room=room: is_over(room) and was_seen(before[name], after[name]),
                     "the alert's end", seconds=120)
        spoken = 0
        for name, room in zip(names, rooms):
            events = room.send("GET", "events?type=notice,speech", status=200)["events"]
            # An alert whose turn to be spoken did not come in three seconds has no speech.
            assert sorted(event["id"] for event in events) in (["n"], ["n", "speech:n"]), name
            first, second = before[name], after[name]
            alerts = first.alerts + second.alerts
            assert len({(alert["start"], alert["duration"]) for alert in alerts}) == 1, name
            # The last moments before a crash may come again. They have the same room time, so that a page plays their
            # cue once.
            cues = set(first.spoken) | set(second.spoken)
            # A late speech does not change its alert.
            has_speech = number(alerts[0]["duration"]) > RULE["duration"]
            assert len(cues) <= has_speech, (name, cues)
            # After a crash, room time goes on up to about a second later, because no moment may be shown twice.
            cue = number(alerts[0]["start"]) + SPEECH_DELAY
            if not first.viewer.frames[-1][0] < cue <= second.viewer.frames[0][0]:
                assert len(cues) == has_speech, (name, cues)
            spoken += has_speech
        assert spoken > 0


def is_over(room):
    state = room.send("GET", "state", status=200)
    return not state["alert"] and not state["alertQueue"]


def was_seen(first, second):
    """True if a viewer has seen the alert, and the viewer after the crash has seen its end."""
    return (first.alerts or second.alerts) and "alert/n" not in second.viewer.nodes
