"""Widgets do not overlap in the default configuration."""

import json
from itertools import combinations

import pytest
from PIL import ImageChops

from Browser import evening
from Browser.canvas import pixels
from Browser.recording import FPS, index_of, simulate
from Browser.replaying import open_replay

WIDGETS = ["gifts", "ticker", "counters", "captions", "calls"]
# A shadow may fall on another widget, but a drawing may not.
SOLID = 128
EVERY_SECONDS = 0.125
LAST_SECONDS = 8


def busy():
    """Events that fill all five widgets at once."""
    names = ["Ann", "Maximiliane-Alexandrina", "Chidi", "Priya", "Yuki", "Omar"]
    yield {"at": 0, "type": "caption", "hold": None,
           "text": "Thank you all, you are wonderful"}
    for index, name in enumerate(names):
        yield {"at": 0, "type": "counter", "name": name, "to": 1234567.5, "format": "decimal",
               "grouping": True, "prefix": "Hearts ", "suffix": " ♥"}
    for index, name in enumerate(names):
        yield {"at": index * 0.5, "type": "gift", "sender": name, "gift": "Rose", "count": 999}
        yield {"at": index * 0.5, "type": "call", "user": name}


@pytest.mark.long
def test_no_widget_covers_another_in_the_default_configuration(blank, server, tmp_path):
    lines = simulate(
        busy(), LAST_SECONDS, {"ticker": {"enabled": True}}, FPS, tmp_path)
    instants = [step * EVERY_SECONDS for step in range(int(LAST_SECONDS / EVERY_SECONDS))]
    frames = [json.loads(lines[index_of(instant)]) for instant in instants]
    areas = {widget: drawn_at_any_time(blank(), server, widget, frames) for widget in WIDGETS}
    assert all(area.getbbox() for area in areas.values())
    overlaps = {}
    for one, other in combinations(WIDGETS, 2):
        box = ImageChops.darker(areas[one], areas[other]).getbbox()
        if box is not None:
            overlaps[one, other] = box
    assert overlaps == {}


def drawn_at_any_time(page, server, widget, frames):
    """The area that a widget's solid pixels cover in all frames together."""
    open_replay(page, server, f"?only={widget}")
    page.evaluate("(frames) => replay.load(frames)", frames)
    area = None
    for index in range(len(frames)):
        page.evaluate("(index) => replay.draw(index)", index)
        alpha = pixels(page).getchannel("A").point(lambda value: 255 * (value >= SOLID))
        area = alpha if area is None else ImageChops.lighter(area, alpha)
    return area


@pytest.mark.parametrize("preset", ["size169", "size916", "size43"])
def test_in_a_busy_evening_the_row_of_a_gift_comes_while_its_film_plays(replay, tmp_path, preset):
    config = replay().evaluate(evening.PRESET, preset)
    waits = evening.waits(simulate(list(evening.events()), evening.SECONDS + 10, config, 20, tmp_path))
    # The rocket, the castle, the diamond and the fireworks.
    assert len(waits) == 4
    assert max(waits.values()) <= 4, waits
