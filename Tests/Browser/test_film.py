"""The built-in films: the page draws them from the node and the shown room time."""

import pytest
from PIL import ImageChops

from Browser.canvas import difference, painted, pixels, premultiplied

# Room time at which every film starts, in microseconds.
START = 50_000_000
SECONDS = {"rocket": 6.5, "castle": 7, "fireworks": 7.6, "diamond": 5.5, "hearts": 6, "crown": 6.5}
# Shares of a film's duration in its middle, and the share of the picture that changes from one to the next.
MIDDLE = (0.38, 0.44, 0.5, 0.56, 0.62)
LEAST_MOVED = 0.3
DRAW = """async ([frames, size]) => {
  replay.load(frames, size);
  await replay.draw(frames.length - 1);
}"""

# Draws a film from its start to its end, and again at instants between these. Returns the number of canvases that the
# second time makes.
PAINTED = """async ([node, seconds, step]) => {
  const through = async (from) => {
    const times = [];
    for (let at = from; at < seconds; at += step) times.push(node.start + Math.round(at * 1e6));
    replay.load(times.map((time, index) => ({ time, full: index === 0, nodes: index === 0 ? [node] : [] })));
    await replay.play();
  };
  await through(0);
  const create = document.createElement;
  let made = 0;
  document.createElement = (...names) => {
    made += names[0] === "canvas" ? 1 : 0;
    return create.apply(document, names);
  };
  await through(step / 2);
  document.createElement = create;
  return made;
}"""


@pytest.fixture
def draw(drawing):
    """Draws a film at a share of its duration."""

    def draw_at(film, share, stage=(960, 540), joined=(), others=(), **more):
        width, height = stage
        node = {"id": "effect/e1", "kind": "effect", "x": 0, "y": 0, "width": width, "height": height, "alpha": 1,
                "film": film, "sender": "Ann", "gift": "Castle", "seed": 7, "start": START,
                "duration": SECONDS.get(film, 6), **more}
        times = [START + round(one * node["duration"] * 1e6) for one in (*joined, share)]
        frames = [{"time": time, "full": index == 0, "nodes": [node, *others] if index == 0 else [{"id": node["id"], "alpha": 1}]}
                  for index, time in enumerate(times)]
        drawing.evaluate(DRAW, [frames, {"width": width, "height": height}])
        return pixels(drawing)

    yield draw_at
    drawing.evaluate(DRAW, [[{"time": 0, "full": True, "nodes": []}], {"width": 960, "height": 540}])


@pytest.mark.parametrize("film", SECONDS)
def test_a_film_that_is_joined_late_shows_the_right_instant(draw, film):
    late = draw(film, 0.6)
    assert difference(late, draw(film, 0.6, joined=(0, 0.2, 0.5))) == 0
    for other in (0.2, 0.4, 0.8):
        assert difference(late, draw(film, other)) > 100, other


@pytest.mark.parametrize("film", SECONDS)
def test_a_film_that_was_shown_paints_no_more_pictures(drawing, film):
    node = {"id": "effect/e1", "kind": "effect", "x": 0, "y": 0, "width": 960, "height": 540, "alpha": 1, "film": film,
            "sender": "Ann", "gift": "Castle", "seed": 7, "start": START, "duration": SECONDS[film]}
    assert drawing.evaluate(PAINTED, [node, SECONDS[film], 0.05]) <= 2
    drawing.evaluate(DRAW, [[{"time": 0, "full": True, "nodes": []}], {"width": 960, "height": 540}])


@pytest.mark.parametrize("film", SECONDS)
def test_a_film_leaves_nothing_behind(draw, film):
    assert painted(draw(film, 0.5)) is not None
    assert painted(draw(film, 1)) is None


@pytest.mark.parametrize("film", SECONDS)
def test_a_film_names_its_sender_below_its_middle(draw, film):
    name = (320, 400, 640, 460)
    ann, bob = draw(film, 0.6).crop(name), draw(film, 0.6, sender="Bob").crop(name)
    assert difference(ann, bob) > 100


@pytest.mark.parametrize("film", SECONDS)
def test_a_film_is_stretched_to_its_duration(draw, film):
    assert difference(draw(film, 0.5), draw(film, 0.5, duration=20)) == 0


@pytest.mark.parametrize("film", SECONDS)
def test_another_seed_throws_other_particles(draw, film):
    assert difference(draw(film, 0.7), draw(film, 0.7, seed=8)) > 20


@pytest.mark.parametrize("film", SECONDS)
def test_a_film_fits_a_stage_that_is_higher_than_wide(draw, film):
    # The page is 960 x 540: the stage of 540 x 960 is shown in a box of 304 x 540 at its left.
    name = (20, 240, 284, 400)
    ann = draw(film, 0.6, stage=(540, 960))
    assert difference(ann.crop(name), draw(film, 0.6, stage=(540, 960), sender="Bob").crop(name)) > 100


def test_the_films_differ(draw):
    pictures = {film: draw(film, 0.5) for film in SECONDS}
    for one, first in pictures.items():
        for other, second in pictures.items():
            assert one == other or difference(first, second) > 100, (one, other)


def test_a_film_that_this_page_does_not_know_shows_nothing(draw):
    assert painted(draw("volcano", 0.5)) is None


def test_the_senders_picture_is_in_the_film(draw):
    without = draw("crown", 0.7)
    assert difference(without, draw("crown", 0.7, avatar="/web/gifts/star.svg")) > 100
    # The page refuses to fetch this picture.
    assert difference(without, draw("crown", 0.7, avatar="data:image/svg+xml,")) == 0


def call(identity, x, y, user="Priya"):
    return {"id": f"call/{identity}", "kind": "call", "x": x, "y": y, "width": 170, "height": 48, "alpha": 1, "name": user}


@pytest.mark.parametrize(("stage", "least", "most"), [((960, 540), 0.75, 0.95), ((540, 960), 0.6, 0.85)])
def test_a_film_fades_other_widgets_evenly(draw, stage, least, most):
    # At the left edge, where a picture of the film does not come, and in the corner.
    places = [(0, 0), (0, 240)]

    def change(film, place, share):
        x, y = place
        one, other = (draw(film, share, stage, others=[call("e2", x, y, name)]) for name in ("Priya", "Maximilian"))
        return difference(one, other)

    for place in places:
        whole = change("volcano", place, 0.5)
        assert least < change("castle", place, 0.5) / whole < most, place
        # Before the film and after it the card is whole.
        assert change("castle", place, 0) == change("castle", place, 1) == whole


def test_two_films_fade_other_widgets_no_more_than_the_strongest(draw):
    second = {"id": "effect/e2", "kind": "effect", "x": 0, "y": 0, "width": 960, "height": 540, "alpha": 1, "film": "castle",
              "sender": "Ann", "gift": "Castle", "seed": 7, "start": START, "duration": SECONDS["castle"]}

    def change(*films):
        one, other = (draw("castle", 0.5, others=[call("e2", 0, 0, name), *films]) for name in ("Priya", "Maximilian"))
        return difference(one, other)

    assert change(second) > 0.9 * change()


def caption(x, y, text):
    return {"id": "caption/a", "kind": "caption", "x": x, "y": y, "width": 0, "height": 32, "alpha": 1, "text": text,
            "effect": "fade", "align": "center", "glyphs": list(text), "glyphAlpha": [1] * len(text)}


@pytest.mark.parametrize(("film", "stage", "hidden", "shown"), [
    ("diamond", (540, 960), [370], [20, 780]), ("rocket", (540, 960), [370, 780], [20]),
    ("diamond", (960, 540), [412], [20, 496]), ("rocket", (960, 540), [496], [20])])
def test_a_film_hides_captions_that_its_picture_or_its_name_crosses(draw, film, stage, hidden, shown):
    def change(name, y):
        one, other = (draw(name, 0.4, stage, others=[caption(stage[0] / 2, y, text)]) for text in ("Thanks", "Grazie"))
        return difference(one, other)

    assert [change(film, y) for y in hidden] == [0] * len(hidden)
    for y in shown:
        assert change(film, y) > 0.3 * change("volcano", y), y


def test_a_caption_beside_the_name_of_a_film_stays(draw):
    def change(film):
        one, other = (draw(film, 0.4, others=[caption(140, 412, text)]).crop((0, 400, 280, 460)) for text in ("Thanks", "Grazie"))
        return difference(one, other)

    assert change("diamond") > 0.3 * change("volcano")


@pytest.mark.parametrize("film", SECONDS)
def test_an_alert_in_the_place_of_the_name_of_a_film_hides_the_name(draw, film):
    def change(y):
        alert = {"id": "alert/a", "kind": "alert", "x": 380, "y": y, "width": 200, "height": 84, "alpha": 1, "tier": 0,
                 "title": "Luz raids", "start": START - 9_000_000, "duration": 60}
        one, other = (draw(film, 0.6, sender=name, others=[alert]).crop((320, 400, 640, 460)) for name in ("Ann", "Bob"))
        return difference(one, other)

    assert change(390) == 0
    assert change(20) > 100


# A film fades widgets by 14 %. The edges of a letter may differ by a step more.
MOST_FADED = 0.14 * 255 + 2


@pytest.mark.parametrize("film", SECONDS)
def test_a_film_covers_neither_names_nor_counts(draw, film):
    row = {"id": "gifts/0", "kind": "gift", "x": 24, "y": 171, "width": 200, "height": 40, "alpha": 1, "combo": "a", "sender": "Ann",
           "gift": "Rose", "count": 888, "digitScale": 1}
    # The first column of the count, beside the gift's picture.
    count = 208
    # One instant is that at which the green ring of the fireworks opens behind the row, another that of the rocket's stars.
    for share in (3.9 / 7.6, 5.4 / 6.5):
        without, behind = (draw(one, share, others=[row]).crop((24, 171, 300, 211)) for one in ("volcano", film))
        solid = [(x, y) for x in range(without.width) for y in range(without.height) if without.getpixel((x, y))[3] == 255]
        assert len(solid) > 500
        for place in solid:
            pair = zip(without.getpixel(place)[:3], behind.getpixel(place)[:3])
            most = 0 if place[0] > count else MOST_FADED
            assert max(abs(one - other) for one, other in pair) <= most, (share, place)


def test_a_long_name_becomes_smaller_before_it_is_cut(draw):
    # Both names differ in their last letter, which would be cut at the full size.
    name = (300, 390, 660, 470)
    one, other = (draw("castle", 0.6, sender=f"Baroness Wilhelmina {last}").crop(name) for last in "AB")
    assert difference(one, other) > 0


def test_a_long_name_of_a_gift_becomes_smaller_before_it_is_cut(draw):
    # Both names differ in their last letter, which would be cut at the full size.
    name = (300, 390, 660, 470)
    one, other = (draw("castle", 0.6, gift=f"Enchanted Winter Castle of Snow {last}").crop(name) for last in "AB")
    assert difference(one, other) > 0


@pytest.mark.parametrize("film", SECONDS)
def test_captions_are_gone_before_a_film_shows_its_picture(draw, film):
    stage, share = (540, 960), 0.24 / SECONDS[film]

    def change(name, at):
        one, other = (draw(name, at, stage, others=[caption(270, 592, text)]) for text in ("Thanks", "Grazie"))
        return difference(one, other)

    assert change(film, share) == 0
    # They come back before the film is over.
    assert change(film, 0.995) > 0.5 * change("volcano", 0.5)


@pytest.mark.parametrize("film", SECONDS)
def test_a_film_moves_much_in_each_part_of_its_middle(draw, film):
    middle = (290, 40, 670, 390)
    pictures = [draw(film, share).crop(middle) for share in MIDDLE]
    for one, other in zip(pictures, pictures[1:]):
        changed = ImageChops.difference(premultiplied(one), premultiplied(other)).convert("L").point(lambda value: 255 * (value > 24))
        assert changed.histogram()[255] > LEAST_MOVED * changed.width * changed.height


def test_an_alert_is_drawn_over_a_film(draw):
    def change(film):
        alerts = [{"id": "alert/a", "kind": "alert", "x": 300, "y": 195, "width": 360, "height": 150, "alpha": 1, "tier": 0,
                   "name": name, "title": f"A Castle from {name}", "start": START - 9_000_000, "duration": 60}
                  for name in ("Ann", "Maximilian")]
        one, other = (draw(film, 0.6, others=[alert]).crop((400, 215, 560, 325)) for alert in alerts)
        return difference(one, other)

    # The walls of the castle, which is solid, are behind the alert's words.
    assert change("castle") > 0.7 * change("volcano")


def still(src="/web/gifts/rocket.svg", **more):
    """A picture as an effect, in the place of a film."""
    return {"src": src, "sender": None, "gift": None, "duration": 6, "y": 60, "height": 320, **more}


def at(draw, seconds, **more):
    return draw(None, seconds / 6, **still(**more))


def test_a_still_picture_comes_with_light_and_particles_and_then_rests(draw):
    small, hit, rested, later = (at(draw, seconds, src="/web/gifts/castle.svg") for seconds in (0.1, 0.4, 4.2, 5.2))
    picture = (430, 80, 530, 360)
    assert difference(small.crop(picture), rested.crop(picture)) > 100
    assert painted(hit)[0] < painted(rested, least=200)[0] - 40
    assert difference(rested, later) == 0
    # It fills the height of its box.
    box = painted(rested, least=255)
    assert 60 <= box[1] <= 72 and 356 <= box[3] <= 380


def test_a_still_picture_that_is_joined_late_shows_the_right_instant(draw):
    assert difference(at(draw, 0.5), draw(None, 0.5 / 6, joined=(0, 0.02, 0.05), **still())) == 0


def test_a_still_picture_names_its_sender_if_the_node_does(draw):
    name = (320, 340, 640, 410)
    ann, bob, none = (at(draw, 2, sender=sender, gift="Rocket").crop(name) for sender in ("Ann", "Bob", None))
    assert difference(ann, bob) > 100 and difference(ann, none) > 100


def is_gold(pixel):
    red, green, blue, _ = pixel
    return red > 150 and red > green > blue


def test_a_photo_has_a_frame_and_a_cut_out_picture_none(drawing, draw):
    def has_frame(name, opacity):
        picture = (f'<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#145ac8" '
                   f'fill-opacity="{opacity}"/></svg>')
        drawing.route(f"**/gifts/{name}.svg", lambda route: route.fulfill(body=picture, content_type="image/svg+xml"))
        edge = at(draw, 4.2, src=f"/web/gifts/{name}.svg")
        return any(is_gold(edge.getpixel((480, y))) for y in range(60, 68))

    assert has_frame("photo", 1) and not has_frame("glass", 0.5)
