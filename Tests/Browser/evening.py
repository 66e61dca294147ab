"""Draws a film strip of a busy minute in an evening, one picture a second, at 16:9 and 9:16.

    python -m Browser.evening DIRECTORY [--theme THEME]

Writes two sheets of sixty pictures, `evening-16x9.png` and `evening-9x16.png`, and the single pictures. The layouts are
the studio's presets."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from Browser.canvas import decoded
from Browser.chromium import launch
from Browser.looks import SHOW, WEAR
from Browser.recording import simulate
from Browser.replaying import open_replay, resize
from Browser.scenery import dress
from Browser.sheets import grid, labelled
from Browser.strips import call, gift
from harness.server import Server

SECONDS = 60
# The name of the studio's preset, the size of the page, the width of a picture on the sheet, and pictures in a row.
FORMATS = {"16x9": ("size169", {"width": 1280, "height": 720}, 480, 6), "9x16": ("size916", {"width": 540, "height": 960}, 240, 10)}
PRESET = """async (name) => {
  const { PRESETS } = await import("/web/studio/layout/presets.js");
  return PRESETS.find((preset) => preset.name === name).patch;
}"""


def events():
    """The evening: gifts of all tiers, the films of the catalogue, calls, captions, and goals that are reached."""
    yield from (
        {"at": 0, "type": "counter", "name": "likes", "to": 12840, "duration": 60, "grouping": True, "prefix": "♥ "},
        {"at": 0, "type": "goal", "name": "song", "title": "A song for 300 gifts", "target": 300, "start": 180},
        {"at": 0, "type": "goal", "name": "mic", "title": "New microphone", "target": 20000, "measure": "value", "start": 9500},
        {"at": 1, "type": "caption", "slot": "a", "effect": "typewriter", "text": "Welcome to the show"},
        gift(1, "Ann", "rose", 5), gift(2, "Mira", "heart", 28), call(3, "Priya"), gift(5, "Chidi", "star", 12),
        gift(9, "Luz", "rocket", 1), call(11, "Yuki"), gift(12, "مُحَمَّد", "cake", 6), gift(14, "山田花子", "coffee", 3),
        gift(17, "Mira", "heart", 66), call(18, "Sam"), gift(19, "Zoe", "crown", 11), gift(21, "Chidi", "castle", 1),
        {"at": 24, "type": "caption", "slot": "b", "effect": "wave", "text": "Only a little more to the goal"},
        gift(26, "Ann", "lipstick", 10), gift(28, "Luz", "rose", 99), call(31, "Maximiliane-Alexandrina"), gift(31, "Ann", "car", 2),
        gift(34, "Priya", "diamond", 2), gift(37, "Zoe", "heart", 40),
        {"at": 41, "type": "caption", "slot": "a", "effect": "shine", "text": "今夜はありがとう"},
        gift(41, "Chidi", "star", 99), call(44, "Noor"), gift(45, "Mira", "fireworks", 1), gift(49, "Sam", "cake", 20),
        gift(50, "Ann", "crown", 30), call(54, "Ann"), gift(55, "Mira", "rose", 520),
        {"at": 57, "type": "caption", "slot": "b", "effect": "fade", "text": "Thank you all"})


def waits(lines):
    """Returns the seconds from the start of each film to the entrance of its gift's row, by the gift's event. The row may
    come first: then the time is negative."""
    starts, entrances = {}, {}
    for line in lines:
        frame = json.loads(line)
        for node in frame["nodes"]:
            if node["kind"] == "effect":
                starts[node["id"].removeprefix("effect/")] = node["start"] / 1e6
            elif node["kind"] == "gift":
                entrances.setdefault(node["combo"], frame["time"] / 1e6)
    return {event: entrances[event] - start for event, start in starts.items() if event in entrances}


def strip(page, form, theme, directory):
    """Draws the pictures of a format, and returns them."""
    preset, size, wide, _ = FORMATS[form]
    config = page.evaluate(PRESET, preset)
    # Half a second after each full second, so that counts pop and films move.
    lines = simulate(list(events()), SECONDS, config, 2, directory)
    resize(page, size)
    page.evaluate(WEAR, [theme, "", ""])
    for second in range(SECONDS):
        page.evaluate(SHOW, [json.loads(lines[2 * second + 1]), config["stage"]])
        picture = decoded(page.screenshot()).convert("RGB")
        yield labelled(picture.resize((wide, wide * picture.height // picture.width), Image.Resampling.LANCZOS), second + 0.5)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=Path)
    parser.add_argument("--theme", default="aurora")
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    with (tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright,
          Server(Path(directory) / "data", config=None) as server):
        chromium = launch(playwright)
        page = chromium.new_page(viewport=FORMATS["16x9"][1])
        open_replay(page, server)
        dress(page)
        for form, (_, _, _, columns) in FORMATS.items():
            pictures = list(strip(page, form, options.theme, directory))
            for second, picture in enumerate(pictures):
                picture.save(options.directory / f"evening-{form}-{second:02}.png")
            grid(pictures, columns).save(options.directory / f"evening-{form}.png", optimize=True)
        chromium.close()


if __name__ == "__main__":
    main()
