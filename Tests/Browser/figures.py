"""Recognizes the count on the canvas by its orange outline, at any scale."""

import json
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

RECORDER = (Path(__file__).parent / "recorder.js").read_text()
SIDE = 32
# The outlines of one count at two scales differ by less than this (of 255), those of two counts by more.
ALIKE = 40


def recorder(region):
    """A script that records a region of the canvas: x, y, width, height in device pixels."""
    return f"window.watched = {json.dumps(region)};\n{RECORDER}"


def shape(mask, region):
    """The orange pixels, cropped to their box and scaled to one size; None: there are too few."""
    picture = Image.frombytes(
        "L", (region["width"], region["height"]), bytes(255 * (bit == "1") for bit in mask))
    box = picture.getbbox()
    if box is None or box[3] - box[1] < 12:
        return None
    return picture.crop(box).resize((SIDE, SIDE), Image.Resampling.BOX)


def distance(one, other):
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


def nearest(seen, shapes):
    """The key of the most similar shape; None: no shape is similar, or two are equally similar."""
    ranked = sorted((distance(seen, known), key) for key, known in shapes.items())
    (best, key), (second, _) = ranked[:2]
    return key if best < ALIKE and best < 0.8 * second else None
