"""Simulated frames of a room, drawn by the page."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from Browser.canvas import pixels
from harness.server import run

# Times are multiples of a fortieth of a second, on which the halves of a pop end.
FPS = 40


@dataclass(frozen=True)
class Recording:
    """The events of a simulated room, the times of its pictures, and the part of the stage they show."""

    name: str
    events: list
    instants: list
    box: tuple
    config: dict = field(default_factory=dict)

    def frames(self, directory):
        """The frames at the recording's times."""
        lines = simulate(self.events, max(self.instants), self.config, FPS, directory)
        return [json.loads(lines[index_of(instant)]) for instant in self.instants]


def simulate(events, until, config=None, fps=60, directory=None):
    """The frames of a simulated room, one JSON text a line."""
    options = ["--until", str(until), "--fps", str(fps)]
    if config is not None:
        file = Path(directory) / "room.json"
        file.write_text(json.dumps(config))
        options += ["--config", str(file)]
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events)
    return run("simulate", *options, stdin=lines.encode()).decode().splitlines()


def index_of(instant):
    index = round(instant * FPS)
    assert abs(index / FPS - instant) < 1e-9, f"{instant} s is between two frames"
    return index


def show(page, frame):
    """Draws a frame on the page of recorded frames."""
    page.evaluate("""async (frame) => {
        replay.load([frame]);
        await replay.draw(0);
    }""", frame)


def pictures(page, recording, directory):
    """The pixels of the recording's box at each time, with alpha, on a page of 960 × 540."""
    for frame in recording.frames(directory):
        show(page, frame)
        yield pixels(page).crop(recording.box)
