"""Gifts from the HTTP request to pixels, with and without pictures."""

import subprocess
from itertools import groupby

import pytest
from PIL import Image

from Browser.canvas import data_url, difference, painted, pixels
from Browser.figures import nearest, recorder, shape
from harness.waiting import wait_for

# The region of the row and its count at scale 1, with space for the pop.
REGION = {"x": 180, "y": 280, "width": 180, "height": 120}
PICTURE = data_url(Image.new("RGB", (64, 64), (255, 0, 255)))


def row(count, **more):
    return {"id": "gifts/0", "kind": "gift", "x": 24, "y": 320, "width": 200, "height": 40,
            "alpha": 1, "combo": "a", "sender": "Ann", "gift": "Rose", "count": count,
            "digitScale": 1, **more}


def draw(page, node):
    page.evaluate("""async (node) => {
        replay.load([{time: 0, full: true, nodes: [node]}]);
        await replay.draw(0);
    }""", node)
    return page


def counts_known(page):
    """The shapes of ×1 to ×9 as the page draws them at rest."""
    page.evaluate(recorder(REGION))
    known = {}
    for count in range(1, 10):
        page.evaluate("() => { seen.length = 0; }")
        draw(page, row(count))
        page.wait_for_function("() => seen.length > 0")
        known[count] = shape(page.evaluate("() => seen.at(-1).mask"), REGION)
    return known


def test_a_gift_posted_with_curl_counts_to_three_and_leaves(overlay, replay, room):
    known = counts_known(replay())
    page = overlay(script=recorder(REGION))
    answer = subprocess.run(
        ["curl", "--silent", "--show-error", "--write-out", "\n%{http_code}",
         "--json", '{"sender":"Ann","gift":"Rose","count":3}',
         f"{room.server.url}/v1/rooms/{room.name}/gifts"],
        capture_output=True, text=True, timeout=10, check=True)
    assert answer.stdout.endswith("\n202")
    page.wait_for_function("() => seen.some((s) => s.painted)")
    page.wait_for_function("() => !seen.at(-1).painted", timeout=20_000)
    seen = page.evaluate("() => seen")
    assert painted(pixels(page)) is None

    counts = []
    for entry in seen:
        outline = shape(entry["mask"], REGION)
        count = None if outline is None else nearest(outline, known)
        if count is not None:
            counts.append(count)
    # A busy machine may skip frames, and so a count; the order and the end are always the same.
    shown = [count for count, _ in groupby(counts)]
    assert shown == sorted(set(shown)) and shown[-1] == 3


def test_a_gift_without_pictures_has_placeholders(drawing):
    picture = pixels(draw(drawing, row(1)))
    face = picture.crop((34, 328, 54, 352))
    present = picture.crop((184, 322, 218, 356))
    # The row itself is dark and translucent.
    assert face.getchannel("A").getextrema() == (255, 255)
    assert len(present.getcolors(10_000)) > 100
    assert present.getchannel("A").getextrema()[1] == 255


@pytest.mark.parametrize("key", ["avatar", "image"])
def test_a_picture_replaces_its_placeholder(drawing, key):
    place = (44, 340) if key == "avatar" else (203, 335)
    assert pixels(draw(drawing, row(1))).getpixel(place) != (255, 0, 255, 255)
    assert pixels(draw(drawing, row(1, **{key: PICTURE}))).getpixel(place) == (255, 0, 255, 255)


@pytest.mark.network
@pytest.mark.parametrize("key", ["avatar", "image"])
def test_a_picture_that_fails_to_load_leaves_the_placeholder(replay, key):
    page = replay()
    without = pixels(draw(page, row(1)))
    assert difference(pixels(draw(page, row(1, **{key: "/web/none.png"}))), without) == 0


def test_pictures_in_a_posted_gift_pass_the_content_security_policy(overlay, room):
    page = overlay()
    room.send("POST", "gifts", {
        "sender": {"name": "Ann", "avatar": PICTURE}, "gift": {"name": "Rose", "image": PICTURE}})
    # The two pictures load independently.
    for place in ((44, 340), (203, 335)):
        wait_for(lambda place=place: pixels(page).getpixel(place) == (255, 0, 255, 255))


def height_of_count(page, tier, count, scale):
    """The height of a count that is drawn at the server's scale."""
    node = row(count, digitScale=scale, flourish={"tier": tier, "seed": 7, "born": -60_000_000, "roll": count - 1})
    _, top, _, bottom = painted(pixels(draw(page, node)).crop((236, 200, 480, 480)), 230)
    return bottom - top


def test_a_pop_is_larger_in_a_higher_tier_and_largest_at_a_milestone(drawing):
    pops = [height_of_count(drawing, tier, 7, 3) for tier in range(1, 5)]
    assert pops == sorted(set(pops)), pops
    assert height_of_count(drawing, 1, 7, 1) * 1.3 < pops[0]
    assert height_of_count(drawing, 1, 10, 3) > pops[1]
