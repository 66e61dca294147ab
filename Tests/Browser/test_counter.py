"""Counters with text in two directions."""

from PIL import ImageChops

from Browser.canvas import painted, pixels
from Browser.recording import show

COUNTER = {"id": "counter/goal", "kind": "counter", "x": 24, "y": 24, "width": 0, "height": 36,
           "alpha": 1, "value": 42}


def whiteness(picture):
    """The picture with its whiteness as alpha: the smallest of all channels."""
    red, green, blue, alpha = picture.split()
    least = ImageChops.darker(ImageChops.darker(red, green), ImageChops.darker(blue, alpha))
    white = picture.copy()
    white.putalpha(least)
    return white


def test_digits_stay_within_their_outline_in_both_text_directions(drawing):
    show(drawing, {"time": 0, "full": True, "nodes": [{**COUNTER, "text": "Goal 42 قلوب"}]})
    picture = pixels(drawing)
    outer = painted(picture, least=128)
    inner = painted(whiteness(picture), least=128)
    # The outline is 36 × 0.75 × 0.17 points wide, and half of it lies outside.
    margins = [abs(one - other) for one, other in zip(outer, inner)]
    assert all(1 <= margin <= 4 for margin in margins), margins
