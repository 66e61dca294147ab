"""Comparison of pictures that the page draws with pictures that are kept."""

import os

from PIL import Image, ImageChops

from harness.server import ROOT

IMAGES = ROOT / "docs" / "images"
OUTPUT = ROOT / "Tests" / "Browser" / "output"
UPDATE = os.environ.get("UPDATE_IMAGES") == "1"
# Another version of the browser or of a font smooths edges differently, which changes the mean of a tile a little.
# A changed word changes it much more.
TILE_PIXELS = 24
MOST_DIFFERENCE = 16


def changed_tile(picture, name):
    """The mean difference of the most different tile from the kept picture; None: the picture is current."""
    kept = Image.open(IMAGES / f"{name}.png").convert("RGB")
    if kept.size != picture.size:
        return f"{picture.size}, not {kept.size}"
    bands = ImageChops.difference(picture, kept).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    most = worst.reduce(TILE_PIXELS).getextrema()[1]
    return most if most > MOST_DIFFERENCE else None
