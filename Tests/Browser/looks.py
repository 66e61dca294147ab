"""What each theme makes of the same stage: docs/images/looks.png."""

from PIL import Image, ImageDraw, ImageFont

from canvas import decoded
from process import Room
from scenery import dress

THEMES = ["classic", "neon", "paper", "minimal"]
SCALE = 1.5
GAP = 4
BOX = {"width": 620, "height": 300}
CONFIG = {
    "stage": {"width": 620, "height": 300, "waitForViewer": "never"},
    "gifts": {"x": 24, "y": 96, "linger": 60, "hurry": 0},
    "ticker": {"enabled": True, "x": 498, "y": 195, "entryY": 0, "margin": 85, "linger": 60},
    "counters": {"x": 24, "y": 24}, "goals": {"x": 222, "y": 24, "ease": 0},
    "captions": {"x": 300, "y": 244}, "calls": {"x": 300, "y": 96, "top": 0, "vanish": 60},
}


def fill(room):
    """Puts something of every widget on a stage."""
    room.configure(CONFIG)
    room.send("PUT", "counters/likes", {"to": 12840, "duration": 0, "grouping": True, "prefix": "♥ "})
    room.send("PUT", "goals/a", {"title": "A song", "target": 50, "start": 31})
    room.send("POST", "captions", {"text": "Ride the wave", "effect": "wave", "hold": 60, "duration": 20})
    room.send("POST", "calls", {"user": "Mira"})
    room.send("POST", "gifts", {"sender": "Ann", "gift": "Rose", "count": 7})
    room.send("POST", "gifts", {"sender": "Chidi", "gift": "Crown", "count": 2})


def labelled(picture, theme):
    draw = ImageDraw.Draw(picture, "RGBA")
    font = ImageFont.load_default(20)
    _, _, width, height = draw.textbbox((0, 0), theme, font=font)
    left, top = picture.width - width - 24, picture.height - height - 22
    draw.rounded_rectangle((left - 8, top - 4, picture.width - 12, picture.height - 10), 8, (10, 8, 24, 170))
    draw.text((left, top), theme, font=font, fill=(255, 255, 255, 230))
    return picture


def looks(chromium, server):
    """The stage in each theme, two in a row."""
    fill(Room(server, "looks"))
    page = chromium.new_page(
        viewport={"width": BOX["width"], "height": BOX["height"]}, device_scale_factor=SCALE)
    page.goto(f"{server.url}/overlay/looks")
    dress(page)
    # Until all counts have been counted.
    page.wait_for_timeout(6000)
    cells = []
    for theme in THEMES:
        page.evaluate("(theme) => window.overlay.look.take({ theme })", theme)
        page.wait_for_timeout(700)
        cells.append(labelled(decoded(page.screenshot()).convert("RGB"), theme))
    page.close()
    wide, high = cells[0].size
    whole = Image.new("RGB", (2 * wide + GAP, 2 * high + GAP), "#ffffff")
    for index, cell in enumerate(cells):
        whole.paste(cell, (index % 2 * (wide + GAP), index // 2 * (high + GAP)))
    return whole
