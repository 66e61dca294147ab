"""Which count is on the canvas, told from its orange outline alone, whatever its scale."""

import json
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

RECORDER = (Path(__file__).parent / "recorder.js").read_text()
SIDE = 32
# Of 255: the outline of one count at two scales differs by less, of two counts by more.
ALIKE = 40


def recorder(region):
    """The script that watches a region: x, y, width, height in device pixels."""
    return f"window.watched = {json.dumps(region)};\n{RECORDER}"


def shape(mask, region):
    """The orange pixels, cut to their box and brought to one size; None where there are few."""
    picture = Image.frombytes(
        "L", (region["width"], region["height"]), bytes(255 * (bit == "1") for bit in mask))
    box = picture.getbbox()
    if box is None or box[3] - box[1] < 12:
        return None
    return picture.crop(box).resize((SIDE, SIDE), Image.Resampling.BOX)


def distance(one, other):
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


def nearest(seen, shapes):
    """The key of the shape most like this one, where one is alike and the next is not as near."""
    ranked = sorted((distance(seen, known), key) for key, known in shapes.items())
    (best, key), (second, _) = ranked[:2]
    return key if best < ALIKE and best < 0.8 * second else None
