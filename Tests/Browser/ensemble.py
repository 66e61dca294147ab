"""Draws all widgets together, at 16:9 and 9:16 in a dark and a light theme, to judge their sizes and distances.

    python -m Browser.ensemble DIRECTORY [--theme THEME]...

Writes a picture for each theme and format, such as `ensemble-aurora-16x9.png`. The studio's presets give the places,
and all gifts rest."""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from Browser.canvas import decoded
from Browser.chromium import launch
from Browser.evening import PRESET
from Browser.looks import SHOW, WEAR
from Browser.replaying import open_replay, resize
from Browser.scenery import dress
from harness.server import Server

THEMES = ["aurora", "paper"]
# Room time of the pictures, in microseconds.
NOW = 100_000_000
REST = NOW - 60_000_000
# The name of the studio's preset, and the size of the page.
FORMATS = {"16x9": ("size169", {"width": 1920, "height": 1080}), "9x16": ("size916", {"width": 1080, "height": 1920})}
# Places of widgets that the presets do not have.
PLACES = {
    "16x9": {"alert": (300, 40, 360, 150), "leader": (24, 382, 200, 26, 4), "ticker": (836, 327, 100, 80, 85)},
    "9x16": {"alert": (90, 372, 360, 150), "leader": (16, 804, 210, 26, 4), "ticker": (448, 642, 76, 60, 64)}}
LEADERS = [("Baroness Wilhelmina", 52_400), ("Mira", 9_650), ("山田花子", 1_310), ("Chidi", 640)]
ROWS = [("Baroness Wilhelmina", "castle", 3, 4), ("Mira", "heart", 28, 2), ("Ann", "rose", 5, 0)]
CARDS = [("Luz", "crown", 11, 3), ("Ann", "rose", 7, 0)]


def decorated(tier):
    return {"flourish": {"tier": tier, "seed": 7, "born": REST, "popped": REST}} if tier else {}


def present(sender, gift, count, tier):
    return {"sender": sender, "gift": gift.title(), "image": f"/web/gifts/{gift}.svg", "count": count, "digitScale": 1,
            **decorated(tier)}


def node(identity, x, y, width, height, **more):
    kind, _, _ = identity.partition("/")
    return {"id": identity, "kind": {"gifts": "gift"}.get(kind, kind), "x": x, "y": y, "width": width, "height": height,
            "alpha": 1, **more}


def nodes(form, preset):
    """All widgets at rest, in the order of their layers."""
    x, y, width, height, pitch = PLACES[form]["ticker"]
    for index, card in enumerate(CARDS):
        yield node(f"ticker/{index}", x, y + index * pitch, width, height, **present(*card))
    gifts = preset["gifts"]
    for index, row in enumerate(ROWS[:gifts["channels"]]):
        yield node(f"gifts/{index}", gifts["x"], gifts["y"] + index * (gifts["height"] + gifts["gap"]), gifts["width"], gifts["height"],
                   combo="a", **present(*row))
    x, y, width, height, gap = PLACES[form]["leader"]
    yield node("leader/title", x, y, width, height, text="Top gifts")
    for place, (name, value) in enumerate(LEADERS[:3] if form == "9x16" else LEADERS, 1):
        yield node(f"leader/name:{name}", x, y + place * (height + gap), width, height, place=place, name=name, value=value, born=REST,
                   seed=9)
    counters = preset["counters"]
    for index, (text, value) in enumerate([("0:41:07", 2467), ("♥ 12,840", 12_840)]):
        yield node(f"counter/{index}", counters["x"], counters["y"] + index * (counters["height"] + counters["gap"]), 0,
                   counters["height"], text=text, value=value)
    goals = preset["goals"]
    for index, more in enumerate([
            {"title": "A song for 300 gifts", "value": 213, "target": 300, "level": 0.71},
            {"title": "New microphone", "value": 20_000, "target": 20_000, "level": 1, "reached": True, "reachedAt": REST}]):
        yield node(f"goal/{index}", goals["x"], goals["y"] + index * (goals["height"] + goals["gap"]), goals["width"], goals["height"],
                   **more)
    calls = preset["calls"]
    yield node("call/a", calls["x"], calls["y"] + calls["top"], calls["width"], calls["height"], name="Priya", born=REST)
    x, y, width, height = PLACES[form]["alert"]
    yield node("alert/a", x, y, width, height, title="\u2068Luz\u2069 sent a Rocket", name="Luz", image="/web/gifts/rocket.svg",
               amount="2500", tier=3, seed=7, start=REST, duration=3600)


def picture(page, form, theme):
    """Draws the widgets of a format in a theme."""
    preset, size = FORMATS[form]
    config = page.evaluate(PRESET, preset)
    resize(page, size)
    page.evaluate(WEAR, [theme, "", ""])
    page.evaluate(SHOW, [{"time": NOW, "full": True, "nodes": list(nodes(form, config))}, config["stage"]])
    return decoded(page.screenshot()).convert("RGB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=Path)
    parser.add_argument("--theme", action="append")
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    with (tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright,
          Server(Path(directory) / "data", config=None) as server):
        chromium = launch(playwright)
        page = chromium.new_page(viewport=FORMATS["16x9"][1])
        open_replay(page, server)
        dress(page)
        for theme in options.theme or THEMES:
            for form in FORMATS:
                picture(page, form, theme).save(options.directory / f"ensemble-{theme}-{form}.png")
        chromium.close()


if __name__ == "__main__":
    main()
