"""Programs that speak for tests, and pages that hear speeches and see alerts."""

import random

from Cluster.uploads import wave
from Cluster.test_viewers import Page

# A file that lasts as long as its half of a second says (8,000 bytes a second).
SPOKEN = wave(random.Random(7), 4044)
ALERT = "alert/n"


class Program:
    """A speech command that notes its start, waits until it is released, and writes a sound file."""

    def __init__(self, directory, name="speak", released=True):
        self.path, self.runs, self.gate = (directory / f"{name}{ending}" for ending in ("", ".runs", ".gate"))
        file = directory / "spoken.wav"
        file.write_bytes(SPOKEN)
        self.path.write_text(
            "#!/bin/sh\n"
            f"cat >/dev/null\necho run >>{self.runs}\n"
            f"while [ ! -e {self.gate} ]; do sleep 0.02; done\n"
            f"cat {file}\n")
        self.path.chmod(0o755)
        if released:
            self.release()

    @property
    def option(self):
        return "--speech", str(self.path)

    def release(self):
        self.gate.touch()

    def hold(self):
        self.gate.unlink()

    @property
    def count(self):
        """The number of starts so far."""
        return self.runs.read_text().count("run") if self.runs.exists() else 0


class Listener(Page):
    """A page that remembers the cues of speeches, and every form of the alerts that its frames show."""

    def __init__(self, node, room="main"):
        super().__init__(node.port, room, is_visible=True)
        self.cues, self.alerts = [], []
        self.record()

    def read(self):
        message = super().read()
        if message["type"] == "cue":
            self.cues.append((message["cue"], message["id"], message["time"]))
        for node in self.nodes.values():
            if node["kind"] == "alert" and (form := (node["id"], node["start"], node["duration"])) not in self.alerts:
                self.alerts.append(form)
        return message

    @property
    def spoken(self):
        return [(event, time) for cue, event, time in self.cues if cue == "speech"]
