"""A gift from curl to pixels, and pictures that are not there."""

import subprocess
from itertools import groupby

import pytest
from PIL import Image

from Browser.canvas import data_url, difference, painted, pixels, until
from Browser.figures import nearest, recorder, shape

# The row and its count, at the scale 1, with room for the pop.
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
    """The shapes of ×1 to ×9, as the page itself draws them at rest."""
    page.evaluate(recorder(REGION))
    known = {}
    for count in range(1, 10):
        page.evaluate("() => { seen.length = 0; }")
        draw(page, row(count))
        page.wait_for_function("() => seen.length > 0")
        known[count] = shape(page.evaluate("() => seen.at(-1).mask"), REGION)
    return known


@pytest.mark.alone
def test_a_gift_from_curl_counts_to_three_and_leaves(overlay, replay, room):
    known = counts_known(replay())
    page = overlay(script=recorder(REGION))
    answer = subprocess.run(
        ["curl", "--silent", "--show-error", "--write-out", "\n%{http_code}",
         "--json", '{"sender":"Ann","gift":"Rose","count":3}',
         f"{room.server.url}/v1/rooms/{room.name}/gifts"],
        capture_output=True, text=True, timeout=10, check=True)
    assert answer.stdout.endswith("\n202")
    page.wait_for_function("() => seen.some((s) => s.painted)")
    page.wait_for_function("() => !seen.at(-1).painted", timeout=8000)
    seen = page.evaluate("() => seen")
    assert painted(pixels(page)) is None

    counts = []
    for entry in seen:
        outline = shape(entry["mask"], REGION)
        count = None if outline is None else nearest(outline, known)
        if count is not None:
            counts.append((entry["time"], count))
    assert [count for count, _ in groupby(count for _, count in counts)] == [1, 2, 3]
    starts = [next(time for time, count in counts if count == wanted) for wanted in (1, 2, 3)]
    pops = [later - earlier for earlier, later in zip(starts[1:], starts[2:])]
    assert all(abs(pop - 500) < 200 for pop in pops), starts
    shown = [entry for entry in seen if entry["painted"]]
    assert abs(seen[-1]["time"] - shown[0]["time"] - 5000) < 400


def test_a_missing_picture_has_a_placeholder(replay):
    page = replay()
    picture = pixels(draw(page, row(1)))
    face = picture.crop((34, 328, 54, 352))
    present = picture.crop((184, 322, 218, 356))
    # The row alone is dark and lets the game shine through.
    assert face.getchannel("A").getextrema() == (255, 255)
    assert len(present.getcolors(10_000)) > 100
    assert present.getchannel("A").getextrema()[1] == 255


@pytest.mark.parametrize("key", ["avatar", "image"])
def test_a_picture_takes_the_place_of_the_placeholder(replay, key):
    page = replay()
    place = (44, 340) if key == "avatar" else (203, 335)
    assert pixels(draw(page, row(1))).getpixel(place) != (255, 0, 255, 255)
    assert pixels(draw(page, row(1, **{key: PICTURE}))).getpixel(place) == (255, 0, 255, 255)


@pytest.mark.network
@pytest.mark.parametrize("key", ["avatar", "image"])
def test_a_picture_that_fails_falls_back_to_the_placeholder(replay, key):
    page = replay()
    without = pixels(draw(page, row(1)))
    assert difference(pixels(draw(page, row(1, **{key: "/web/none.png"}))), without) == 0


def test_a_picture_comes_through_the_server_and_its_policy(overlay, room):
    page = overlay()
    room.send("POST", "gifts", {
        "sender": {"name": "Ann", "avatar": PICTURE}, "gift": {"name": "Rose", "image": PICTURE}})
    # Each comes by itself.
    for place in ((44, 340), (203, 335)):
        until(lambda place=place: pixels(page).getpixel(place) == (255, 0, 255, 255))
