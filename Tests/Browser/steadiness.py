"""Measures how evenly a wave on the canvas moves."""

import math
from pathlib import Path

PACER = (Path(__file__).parent / "pacer.js").read_text()
WAVE = {"text": "How evenly the water moves, wave after wave", "effect": "wave", "duration": 600,
        "hold": None}


def measured(page, seconds):
    """The animation frames and the instants shown from now on, once the page has settled; and when
    messages came."""
    page.wait_for_function("() => paced.length > 30")
    page.evaluate("() => { paced.length = arrived.length = 0; }")
    page.wait_for_timeout(seconds * 1000)
    return page.evaluate("() => [paced, arrived]")


def longest(times):
    return max(later - earlier for earlier, later in zip(times, times[1:]))


def unevenness(paced):
    """Returns the standard deviation of the difference between the steps of the shown time and of the screen, and
    the largest difference, in milliseconds."""
    errors = [(shown - shown_before) - (refresh - refresh_before)
              for (refresh_before, shown_before), (refresh, shown) in zip(paced, paced[1:])]
    mean = sum(errors) / len(errors)
    deviation = math.sqrt(sum((error - mean) ** 2 for error in errors) / len(errors))
    return deviation, max(abs(error) for error in errors)
