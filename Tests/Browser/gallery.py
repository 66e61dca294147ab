"""Draws the pictures of the documents (docs/images) and docs/widgets.md, or checks that they are current.

    gallery.py            draws them
    gallery.py --check    fails if a picture differs from what the page draws now

Recorded rooms give the frames, so that the pictures are the same each time. Only the picture of the studio needs a real
server: its text and layout are recorded beside it, and compared instead of its pixels.
"""

import contextlib
import json
import sys
import tempfile
import textwrap
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from Browser import desk
from Browser.canvas import decoded
from Browser.chromium import launch
from Browser.images import IMAGES, changed_tile
from Browser.looks import WEAR, looks, parts
from Browser.recording import show
from Browser.replaying import open_replay, resize
from Browser.scenery import dress
from Browser.sheets import grid, labelled
from Browser.showcase import celebration, films, layouts, tiers
from Browser.strips import README, STRIPS
from harness.room import Room
from harness.server import ROOT, Server

SCALE = 1.5
PAGE = {"width": 1440, "height": 810}
WIDGETS = ROOT / "docs" / "widgets.md"
HEAD = """# The widgets in pictures

Each picture comes from the overlay page, which draws the output of `ovation simulate` for the listed events.
`script/gallery` draws the pictures again. [configuration.md](configuration.md) describes each key.
"""


def filmstrip(page, strip, directory):
    """The strip's pictures in rows, each with its time."""
    resize(page, PAGE)
    left, top, right, bottom = (edge * SCALE for edge in strip.recording.box)
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    cells = []
    for instant, frame in zip(strip.recording.instants, strip.recording.frames(directory)):
        show(page, frame)
        cells.append(labelled(decoded(page.screenshot(clip=clip)).convert("RGB"), instant))
    return grid(cells, strip.columns)


def readme(page, directory):
    """The overlay over a stream, for the README."""
    resize(page, {"width": 1920, "height": 1080})
    (frame,) = README.frames(directory)
    page.evaluate(WEAR, ["aurora", "", ""])
    show(page, frame)
    picture = decoded(page.screenshot()).convert("RGB")
    page.evaluate(WEAR, ["classic", "", ""])
    return picture


def properties(page, directory):
    resize(page, PAGE)
    return parts(page, directory)


# Functions that draw the pictures, by file name.
PICTURES = {
    **{strip.recording.name: lambda page, directory, strip=strip: filmstrip(page, strip, directory)
       for strip in STRIPS},
    "overlay": readme, "looks": looks, "properties": properties, "tiers": tiers, "films": films, "layouts": layouts,
    "celebration": celebration,
}


def document():
    """The text of docs/widgets.md."""
    return HEAD + "".join(chapter(strip) for strip in STRIPS)


def chapter(strip):
    recording = strip.recording
    times = ", ".join(f"{instant:g}" for instant in recording.instants)
    lines = [json.dumps(event, ensure_ascii=False) for event in recording.events]
    return "\n".join([
        "", f"## {strip.title}", "", textwrap.fill(strip.words, 100), "",
        f"![{strip.title} at {times} s](images/{recording.name}.png)", "",
        "Configuration:" if recording.config else "Configuration: the default.", "",
        *(["```json", json.dumps(recording.config), "```", ""] if recording.config else []),
        "Events:", "", "```json", *lines, "```", ""])


@contextlib.contextmanager
def workplace():
    """A server, a browser, a page of recorded frames, and a directory for files."""
    with (tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright,
          Server(Path(directory) / "data", config=None) as server):
        chromium = launch(playwright)
        page = chromium.new_page(viewport=PAGE)
        open_replay(page, server)
        dress(page)
        yield server, chromium, page, directory
        chromium.close()


def draw():
    IMAGES.mkdir(parents=True, exist_ok=True)
    with workplace() as (server, chromium, page, directory):
        for name, picture in PICTURES.items():
            file = IMAGES / f"{name}.png"
            picture(page, directory).save(file, optimize=True)
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KiB")
        desk.draw(chromium, Room(server, "main"))
    WIDGETS.write_text(document(), encoding="utf-8")


def check():
    """Prints the pictures that are out of date; returns whether all are current."""
    stale = [] if WIDGETS.read_text(encoding="utf-8") == document() else ["widgets.md"]
    with workplace() as (server, chromium, page, directory):
        for name, picture in PICTURES.items():
            if changed_tile(picture(page, directory), name) is not None:
                stale.append(f"{name}.png")
        if not desk.is_current(chromium, Room(server, "main")):
            stale.append("studio.png")
    for name in stale:
        print(f"docs: {name} is out of date, script/gallery draws it again", file=sys.stderr)
    return not stale


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if check() else 1)
    draw()
