"""Motion on a real screen is even, at every phase between the page's clock and the server's.

Tests/Browser/modules/steadiness.test.js covers the same in virtual time. These tests measure a real browser, so they
run only in `script/test everything`."""

import os

import pytest

from Browser.steadiness import PACER, WAVE, longest, measured, unevenness

pytestmark = [pytest.mark.long, pytest.mark.alone]

LIMIT_MILLISECONDS = 0.5
SECONDS = 2
LATE_MILLISECONDS = 6
# Each load has another phase. A busy machine needs up to three times as many loads to find this many good ones.
LOADS = 16 if "HARD" in os.environ else 6


def deviations(overlay, wanted, query="", fps=60):
    """The unevenness of `wanted` loads of the page. Other programs delay frames and refreshes, so only loads count
    in which all of them came in time. (Benchmarks/page.py counts all loads, on a quiet machine.)"""
    found = []
    for _ in range(3 * wanted):
        page = overlay(query, script=PACER)
        paced, arrived = measured(page, SECONDS)
        page.close()
        gaps = longest([refresh for refresh, _ in paced]), longest(arrived)
        if gaps[0] < 1000 / 60 + LATE_MILLISECONDS and gaps[1] < 1000 / fps + LATE_MILLISECONDS:
            found.append(unevenness(paced)[0])
        if len(found) == wanted:
            return found
    if len(found) < wanted / 4:
        pytest.skip(f"the machine is too busy: {len(found)} of {3 * wanted} loads came in time")
    return found


def test_motion_is_even_on_every_load_of_the_page(overlay, room):
    room.send("POST", "captions", WAVE)
    found = deviations(overlay, LOADS)
    assert max(found) <= LIMIT_MILLISECONDS, found


# Each rate divides the rate of the server's clock, so its frames come evenly.
@pytest.mark.parametrize("fps", [20, 30])
def test_motion_is_even_at_another_frame_rate_than_the_screen_s(overlay, room, fps):
    room.send("POST", "captions", WAVE)
    found = deviations(overlay, 4, f"?fps={fps}", fps)
    assert max(found) <= LIMIT_MILLISECONDS, found
