"""Draws the picture book: docs/images and docs/widgets.md, from recorded rooms."""

import json
import os
import sys
import tempfile
import textwrap
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from Browser.canvas import decoded
from Browser.chromium import launch
from Browser.looks import looks, parts
from Browser.process import ROOT, Server
from Browser.recording import show
from Browser.replaying import open_replay
from Browser.scenery import dress
from Browser.strips import STRIPS

SCALE = 1.5
GAP = 4
LABEL = 16
HEAD = """# The widgets in pictures

Each picture is drawn by the overlay page from what `ovation simulate` says of the events beside it;
`script/gallery` draws them anew. What each key means is in [configuration.md](configuration.md).
"""


def filmstrip(page, strip, directory):
    """The strip's pictures in rows, each with its time."""
    left, top, right, bottom = (edge * SCALE for edge in strip.recording.box)
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    cells = []
    for instant, frame in zip(strip.recording.instants, strip.recording.frames(directory)):
        show(page, frame)
        cells.append(labelled(decoded(page.screenshot(clip=clip)).convert("RGB"), instant))
    return grid(cells, strip.columns)


def labelled(cell, instant):
    text = f"{instant:g} s"
    draw = ImageDraw.Draw(cell, "RGBA")
    font = ImageFont.load_default(LABEL)
    _, _, width, height = draw.textbbox((0, 0), text, font=font)
    corner = (cell.width - width - 14, cell.height - height - 12)
    draw.rounded_rectangle(
        (corner[0] - 6, corner[1] - 2, cell.width - 8, cell.height - 6), 6, (10, 8, 24, 170))
    draw.text(corner, text, font=font, fill=(255, 255, 255, 230))
    return cell


def grid(cells, columns):
    wide, high = cells[0].size
    rows = -(-len(cells) // columns)
    whole = Image.new(
        "RGB", (columns * (wide + GAP) - GAP, rows * (high + GAP) - GAP), "#ffffff")
    for index, cell in enumerate(cells):
        whole.paste(cell, (index % columns * (wide + GAP), index // columns * (high + GAP)))
    return whole


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


def main():
    images = ROOT / "docs" / "images"
    images.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        directory = Path(name)
        server = Server(directory)
        server.start()
        try:
            chromium = launch(playwright)
            page = chromium.new_page(viewport={"width": 1440, "height": 810})
            open_replay(page, server)
            dress(page)
            for strip in STRIPS:
                file = images / f"{strip.recording.name}.png"
                filmstrip(page, strip, directory).save(file, optimize=True)
                print(f"{file.relative_to(ROOT)}: {os.path.getsize(file) // 1024} KiB")
            parts(page, directory).save(images / "properties.png", optimize=True)
            looks(chromium, server).save(images / "looks.png", optimize=True)
            chromium.close()
        finally:
            server.stop()
    (ROOT / "docs" / "widgets.md").write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
