"""Frames of a room on virtual time, drawn by the page."""

import json
from dataclasses import dataclass, field

from Browser.canvas import pixels
from Browser.process import simulate

# Instants are told in fortieths of a second: a pop's halves end on them.
FPS = 40


@dataclass(frozen=True)
class Recording:
    """A room's life: what happens to it, when it is looked at, and which part of the stage."""

    name: str
    events: list
    instants: list
    box: tuple
    config: dict = field(default_factory=dict)

    def frames(self, directory):
        """The frames at the instants, in seconds."""
        lines = simulate(self.events, max(self.instants), self.config, FPS, directory).splitlines()
        return [json.loads(lines[index_of(instant)]) for instant in self.instants]


def index_of(instant):
    index = round(instant * FPS)
    assert abs(index / FPS - instant) < 1e-9, f"{instant} s is between two frames"
    return index


def show(page, frame):
    """Draws a frame on the page of replays."""
    page.evaluate("""async (frame) => {
        replay.load([frame]);
        await replay.draw(0);
    }""", frame)


def pictures(page, recording, directory):
    """The box's pixels at each instant, with alpha, in device pixels of a page of 960 × 540."""
    for frame in recording.frames(directory):
        show(page, frame)
        yield pixels(page).crop(recording.box)
