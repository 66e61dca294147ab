"""Every widget looks like its reference picture. UPDATE_IMAGES=1 accepts a change."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from Browser.canvas import decoded, premultiplied
from Browser.images import OUTPUT, UPDATE
from Browser.recording import pictures
from Browser.scenes import SCENES

REFERENCE = Path(__file__).parent / "reference"
# Another version of the browser or of a font smooths edges slightly differently. Shares and means count
# only painted pixels.
STRONG = 64
STRONG_SHARE = 0.002
MEAN = 0.5


def sheet(cells):
    """The cells side by side."""
    whole = Image.new("RGBA", (sum(cell.width for cell in cells), cells[0].height))
    left = 0
    for cell in cells:
        whole.paste(cell, (left, 0))
        left += cell.width
    return whole


def strayed(actual, expected):
    """The difference of two pictures as a picture, and the fault; None: they are alike."""
    if actual.size != expected.size:
        return actual, f"the size is {actual.size}, not {expected.size}"
    bands = ImageChops.difference(premultiplied(actual), premultiplied(expected)).split()
    worst = bands[0]
    for band in bands[1:]:
        worst = ImageChops.lighter(worst, band)
    painted = sum(expected.getchannel("A").histogram()[1:])
    mean = ImageStat.Stat(worst).sum[0] / painted
    strong = sum(worst.histogram()[STRONG:]) / painted
    if mean <= MEAN and strong <= STRONG_SHARE:
        return worst, None
    return worst, f"mean difference {mean:.2f} of 255, {strong:.2%} of the pixels differ strongly"


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_scene_looks_like_its_reference_picture(drawing, tmp_path, scene):
    actual = sheet(list(pictures(drawing, scene, tmp_path)))
    file = REFERENCE / f"{scene.name}.png"
    if UPDATE:
        REFERENCE.mkdir(exist_ok=True)
        actual.save(file, optimize=True)
    difference, fault = strayed(actual, decoded(file.read_bytes()))
    if fault is not None:
        OUTPUT.mkdir(exist_ok=True)
        actual.save(OUTPUT / f"{scene.name}-actual.png")
        difference.point(lambda value: min(255, 4 * value)).save(OUTPUT / f"{scene.name}-diff.png")
    assert fault is None


def test_the_comparison_of_pictures_notices_a_small_change(drawing, tmp_path):
    scene = SCENES[1]
    drawn = sheet(list(pictures(drawing, scene, tmp_path)))
    assert strayed(drawn, drawn)[1] is None
    moved = ImageChops.offset(drawn, 1, 0)
    assert strayed(moved, drawn)[1] is not None
    bluer = Image.merge("RGBA", (*drawn.split()[:2], drawn.getchannel("B").point(
        lambda value: min(255, value + 40)), drawn.getchannel("A")))
    assert strayed(bluer, drawn)[1] is not None
