"""The canvas fills the page, and the stage fills the canvas from the top left."""

import pytest

from Browser.canvas import painted, pixels, screenshot
from harness.waiting import wait_for
from harness.variants import variants

LONG = {"calls": {"vanish": 60, "entrance": 0}}
SIZES = [(960, 540, 1), (1920, 1080, 1), (1920, 1080, 2), (1023, 777, 1), (500, 900, 1.5)]


@pytest.mark.parametrize(("width", "height", "scale"), variants(SIZES, quick=2))
def test_the_stage_fits_into_the_page_at_the_top_left(overlay, room, width, height, scale):
    page = overlay(width=width, height=height, scale=scale)
    assert painted(pixels(page)) is None
    room.configure(LONG)
    room.call("Ann")
    wait_for(lambda: painted(pixels(page), least=255))
    picture = pixels(page)
    assert picture.size == (round(width * scale), round(height * scale))
    zoom = min(picture.width / 960, picture.height / 540)
    card = [395 * zoom, 17 * zoom, 565 * zoom, 65 * zoom]
    edges = painted(picture, least=255)
    assert all(abs(edge - place) <= 1.5 for edge, place in zip(edges, card)), (edges, card)


@pytest.mark.parametrize(("width", "height", "scale"), variants(SIZES[:3], quick=1))
def test_the_page_is_transparent_except_for_drawn_nodes(overlay, room, width, height, scale):
    page = overlay(width=width, height=height, scale=scale)
    room.configure(LONG)
    room.call("Ann")
    wait_for(lambda: painted(pixels(page), least=255))
    picture = screenshot(page)
    zoom = picture.width / 960
    left, top, right, bottom = painted(picture)
    # The card and its shadow, nothing else.
    assert 395 - 20 <= left / zoom <= 395
    assert 565 <= right / zoom <= 565 + 20
    assert 17 - 17 <= top / zoom <= 17
    assert 65 <= bottom / zoom <= 65 + 24
    assert picture.crop((0, round(100 * zoom), *picture.size)).getextrema() == ((0, 0),) * 4


def test_a_page_that_changes_its_size_is_drawn_again(overlay, room):
    page = overlay()
    room.configure(LONG)
    room.call("Ann")
    wait_for(lambda: painted(pixels(page), least=255))
    page.set_viewport_size({"width": 1440, "height": 810})
    wait_for(lambda: pixels(page).size == (1440, 810))
    left, _, right, _ = wait_for(lambda: painted(pixels(page), least=255))
    assert abs(left - 395 * 1.5) <= 1.5 and abs(right - 565 * 1.5) <= 1.5
