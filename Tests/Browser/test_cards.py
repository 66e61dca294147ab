"""The page draws alerts, the board of leaders and clocks in every theme, from the node and the room time alone."""

import itertools
import json

import pytest
from PIL import ImageChops

from Browser.canvas import difference, painted, pixels
from Browser.cards import FPS, frames
from Browser.demo import differences
from Browser.replaying import open_replay
from Browser.standin import StandIn
from harness.waiting import wait_for

# Room time of the pictures, in microseconds.
NOW = 100_000_000
# Themes of different materials: round glass, slanted panels with names in capitals, no material.
SAMPLES = ["aurora", "match", "classic"]
HELLO = {"type": "hello", "protocol": 1, "room": "main", "stage": {"width": 960, "height": 540}, "fps": 60, "time": NOW}
DRAW = """async ([frames, theme, own]) => {
  const [{ themes }, { wear }] = await Promise.all(["themes", "palette"].map((name) => import(`/web/shared/${name}.js`)));
  const look = structuredClone(themes[theme]);
  for (const key in own) (key in look.colors ? look.colors : look.radii)[key] = own[key];
  wear({ ...look, family: "", own: Object.keys(own) });
  replay.load(frames);
  await replay.draw(frames.length - 1);
}"""
# Draws all frames on one stage, one after the other.
PLAY = """async (frames) => {
  replay.load(frames);
  await replay.play();
}"""

# Records the room times in milliseconds at which the overlay paints its canvas.
DRAWN = """window.drawn = [];
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...values) {
  if (this.canvas.id === "stage" && window.overlay) drawn.push(overlay.view.brush.time);
  return clear.apply(this, values);
};"""


@pytest.fixture
def draw(drawing):
    """Draws nodes at a room time in a theme, and returns the pixels."""

    def draw_at(*nodes, time=NOW, theme="aurora", own=None, page=drawing):
        page.evaluate(DRAW, [[{"time": time, "full": True, "nodes": list(nodes)}], theme, own or {}])
        return pixels(page)

    yield draw_at
    drawing.evaluate(DRAW, [[{"time": NOW, "full": True, "nodes": []}], "classic", {}])


def before(seconds):
    return NOW - round(seconds * 1e6)


def alert(tier=0, age=1.2, **more):
    """An alert that started so many seconds ago; None leaves a key out."""
    node = {"id": "alert/a", "kind": "alert", "x": 300, "y": 200, "width": 360, "height": 150, "alpha": 1,
            "title": "Ann sent a Rose", "name": "Ann", "image": "/web/gifts/rose.svg", "amount": "20", "seed": 7,
            "start": before(age), "duration": 30, "tier": tier or None, **more}
    return {key: value for key, value in node.items() if value is not None}


def leader(place=1, name="Mira", value=5200, **more):
    return {"id": f"leader/name:{name}", "kind": "leader", "x": 700, "y": 200 + 32 * place, "width": 200, "height": 28,
            "alpha": 1, "place": place, "name": name, "value": value, "born": before(60), "seed": 9, **more}


def clock(text="0:41:07", value=2467, **more):
    return {"id": "counter/left", "kind": "counter", "x": 200, "y": 100, "width": 0, "height": 36, "alpha": 1, "text": text,
            "value": value, **more}


def themes_of(page):
    return page.evaluate("async () => Object.keys((await import('/web/shared/themes.js')).themes)")


def test_no_two_tiers_of_alerts_look_alike_in_any_theme(drawing, draw):
    for theme in themes_of(drawing):
        pictures = [draw(alert(tier, age=9), theme=theme) for tier in range(5)]
        for (low, one), (high, other) in itertools.combinations(enumerate(pictures), 2):
            assert difference(one, other) > 60, f"{theme}: tier {low} looks as tier {high}"


@pytest.mark.parametrize("node", [alert(), leader(), clock()], ids=["alert", "leader", "clock"])
def test_no_two_themes_draw_a_card_alike(drawing, draw, node):
    pictures = {theme: draw(node, theme=theme) for theme in themes_of(drawing)}
    for (one, first), (other, second) in itertools.combinations(pictures.items(), 2):
        assert difference(first, second) > 30, f"{one} looks as {other}"


SHOW = list(frames())


# The castle lands, a row rises, time is added while the message turns a page, a follow is skipped, the clock ends.
@pytest.mark.parametrize("instant", [0.7, 2.25, 3.5, 8.6, 13.4])
def test_a_page_that_joins_late_shows_the_same_pixels(drawing, draw, instant):
    index = round(instant * FPS)
    late = draw(*SHOW[index]["nodes"], time=SHOW[index]["time"])
    # A frame without changes ends the show at the instant.
    end = {"time": SHOW[index]["time"], "nodes": []}
    drawing.evaluate(PLAY, [*differences(SHOW[index - 12:index + 1]), end])
    assert difference(late, pixels(drawing)) == 0
    assert difference(late, draw(*SHOW[index - 2]["nodes"], time=SHOW[index - 2]["time"])) > 30


LONG = ("A message of many words fills several pages, and each of the pages has two lines that stay long enough for a viewer "
        "who reads slowly, because the next page waits for its turn. A message that needs more than four pages ends in "
        "an ellipsis, since an alert has only so much time.")


@pytest.mark.parametrize("theme", ["aurora", "classic"])
def test_everything_rests_four_seconds_after_the_newest_instant(draw, theme):
    nodes = [alert(4, age=0.3), leader(rose=before(0.2)), leader(2, "Ann", 40),
             clock(added=60, addedAt=before(0.5), addedBy="Mira")]
    resting = draw(*nodes, time=NOW + 4_000_000, theme=theme)
    assert difference(resting, draw(*nodes, time=NOW + 20_000_000, theme=theme)) == 0
    assert difference(resting, draw(*nodes, theme=theme)) > 100


def test_an_alert_of_tier_0_only_fades(draw):
    assert difference(draw(alert(age=0.05)), draw(alert(age=9))) == 0
    faint = draw(alert(age=0.05, alpha=0.1))
    assert painted(faint) is not None and painted(faint, least=140) is None


def test_an_alert_without_particles_stays_within_24_points_around_its_box(draw):
    for theme in SAMPLES:
        for age in (0.1, 0.2, 4, 9):
            left, top, right, low = painted(draw(alert(4, age=age), theme=theme))
            assert left >= 276 and top >= 176 and right <= 684 and low <= 374, (theme, age)


def test_the_confetti_of_an_alert_flies_freely_below_other_widgets(draw):
    left, _, right, _ = painted(draw(alert(4, age=0.9)))
    assert left < 270 and right > 690
    row = {"id": "gifts/0", "kind": "gift", "x": 60, "y": 270, "width": 200, "height": 40, "alpha": 1, "combo": "a", "sender": "Ann",
           "gift": "Rose", "count": 8, "digitScale": 1}
    alone, behind = (draw(row, *more).crop((70, 274, 250, 306)) for more in ([], [alert(4, age=0.9)]))
    solid = [(x, y) for x in range(alone.width) for y in range(alone.height) if alone.getpixel((x, y))[3] == 255]
    assert solid != [] and all(alone.getpixel(place) == behind.getpixel(place) for place in solid)


MESSAGE = (424, 284, 632, 330)


def page_at(draw, age, **more):
    """The message's place, at an age in seconds."""
    return draw(alert(age=age, message=LONG, **more)).crop(MESSAGE)


def test_a_long_message_turns_pages(draw):
    # 30 s less 0.9 s, shared by four pages.
    turn = 29.1 / 4
    seen = [page_at(draw, 0.5 + turn * page + 1) for page in range(4)]
    for one, other in itertools.combinations(seen, 2):
        assert difference(one, other) > 60
    assert difference(seen[0], page_at(draw, 0.5 + turn - 0.2)) == 0
    assert difference(seen[3], page_at(draw, 29.6)) == 0


def test_a_short_alert_has_only_pages_of_at_least_1_8_seconds(draw):
    # 4 s less 0.9 s has room for one page.
    first = page_at(draw, 1, duration=4)
    assert difference(first, page_at(draw, 3.6, duration=4)) == 0
    # 5 s has room for two.
    pages = [page_at(draw, age, duration=5) for age in (1, 3.6)]
    assert difference(*pages) > 60


WORDS = ["Maximiliane-Alexandrina of the Seven Long Rivers " * 3, "山田花子さんから花束" * 12, "مُحَمَّد الكاتب من المدينة البعيدة " * 6,
         "שירה כהן שולחת פרחים לכולם " * 6, "น้ำผึ้งส่งดอกกุหลาบให้ทุกคน" * 6, "👩🏽‍🚀🇧🇷👨‍👩‍👧" * 16]
MARKS = "".join(map(chr, range(0x300, 0x370)))
# A run, stacks of marks, wide and tall characters, and characters without an end.
HOSTILE = {
    "run": "a" * 200, "zalgo": f"Z{MARKS}algo{MARKS} x" * 6, "thai": ("ก" + "็่" * 20) * 20, "tibetan": "ཀྱྲླྭྷྫ" * 20,
    "wide": "﷽" * 8 + "𒐫" * 8, "chain": "\u1100" * 100 + "👩\u200d" * 60 + "👧", "flood": "🎉🎂🥳" * 60}


@pytest.mark.parametrize("words", [*WORDS, *HOSTILE.values()],
                         ids=["latin", "cjk", "arabic", "hebrew", "thai", "emoji", *(f"hostile-{name}" for name in HOSTILE)])
def test_long_words_stay_on_the_card_and_clear_of_the_picture(draw, words):
    picture, beside = (316, 224, 412, 332), (648, 224, 700, 340)
    for theme in SAMPLES:
        short = draw(alert(title="A", name="A", message="A"), theme=theme)
        long = draw(alert(title=words, name=words, message=words), theme=theme)
        assert difference(short, long) > 60
        assert difference(short.crop(picture), long.crop(picture)) == 0, theme
        assert difference(short.crop(beside), long.crop(beside)) == 0, theme


ROWS = {
    "gift": {"y": 100, "width": 300, "height": 44, "combo": "c", "sender": "A", "gift": "A", "count": 3, "digitScale": 1},
    "call": {"y": 200, "width": 200, "height": 48, "name": "A"},
    "goal": {"y": 300, "width": 280, "height": 32, "title": "A", "value": 3, "target": 10, "level": 0.3},
    "ticker": {"y": 400, "width": 200, "height": 60, "combo": "c", "sender": "A", "gift": "A", "count": 3, "digitScale": 1},
}
# Marks may reach so far beyond a row, in points.
BEYOND = 8


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_hostile_names_do_not_reach_the_next_row(draw, words):
    for theme in SAMPLES:
        for kind, row in ROWS.items():
            node = {"id": f"{kind}/0", "kind": kind, "x": 300, "alpha": 1, **row}
            named = {key: words if value == "A" else value for key, value in node.items()}
            changed = ImageChops.difference(*(draw(one, theme=theme).convert("RGB") for one in (node, named))).getbbox()
            assert changed is not None
            left, top, right, low = changed
            assert top >= row["y"] - BEYOND and low <= row["y"] + row["height"] + BEYOND, (theme, kind, changed)
            assert left >= 300 - BEYOND and right <= 300 + row["width"] + BEYOND, (theme, kind, changed)


def test_words_that_run_from_right_to_left_end_at_the_right(draw):
    plain = draw(alert())
    for title, half in (("Rose", "left"), ("وردة", "right"), ("\u2068ליה\u2069 sent", "left")):
        words = draw(alert(title=title))
        changed = [x for x in range(420, 646) for y in range(270, 292) if plain.getpixel((x, y)) != words.getpixel((x, y))]
        assert changed
        blank = draw(alert(title=""))
        ink = [x for x in range(420, 646) if any(blank.getpixel((x, y)) != words.getpixel((x, y)) for y in range(270, 296))]
        assert (max(ink) < 533) == (half == "left"), title
        assert (min(ink) > 533) == (half == "right"), title


def test_an_alert_that_loses_its_message_shows_no_more_of_it(draw):
    hidden = draw(alert(age=3))
    assert difference(hidden, draw(alert(age=3, message="hello"))) > 60
    assert difference(hidden, draw(alert(age=3, message=""))) == 0


@pytest.mark.parametrize("name", ["Ann", "ليلى"])
def test_an_alert_names_the_sender_only_once(draw, name):
    """The line above the title has no name if the title has it."""
    def above(title):
        return draw(alert(title=title, name=name, amount=None)).crop((414, 222, 640, 262))

    blank = draw(alert(title="", name="", amount=None)).crop((414, 222, 640, 262))
    assert difference(above("Hello"), blank) > 60
    assert difference(above(f"\u2068{name}\u2069"), blank) < 20


def test_an_alert_groups_the_figures_of_its_amount(draw):
    assert difference(draw(alert(amount="12345 $")), draw(alert(amount="12,345 $"))) == 0
    assert difference(draw(alert(amount="0.12345")), draw(alert(amount="0.12,345"))) > 60


def ink(draw, box, one, other):
    """The box around the differing pixels of two alerts."""
    pair = [draw(alert(**more)).crop(box).convert("RGB") for more in (one, other)]
    return ImageChops.difference(*pair).point(lambda value: 255 * (value > 60)).getbbox()


def test_the_title_of_an_alert_without_a_message_is_larger_by_three_tenths(draw):
    heights = []
    for message in (None, "Hello"):
        shared = {"message": message, "amount": None, "name": "", "age": 9}
        _, top, _, low = ink(draw, (420, 222, 646, 284 if message else 336), {**shared, "title": "H"}, {**shared, "title": ""})
        heights.append(low - top)
    assert 1.2 < heights[0] / heights[1] < 1.4, heights


@pytest.mark.parametrize("message", [None, "Hello"])
@pytest.mark.parametrize("title", ["Ann sent a Rose", "Rose", "وردة"])
def test_the_amount_of_an_alert_is_at_the_right(draw, title, message):
    shared = {"title": title, "message": message, "age": 9}
    left, _, right, _ = ink(draw, (420, 222, 646, 336), {**shared, "amount": "11"}, {**shared, "amount": "88"})
    assert left > 180 and right < 212


@pytest.mark.parametrize("title", ["Ann sent a Rose", "Baroness Wilhelmina of the Seven Long Rivers sent a Castle"])
def test_words_without_a_message_are_in_the_middle_of_the_card(draw, title):
    shared = {"age": 9, "tier": 0}
    # The line above the title begins with the portrait, and the title ends with capitals without descenders.
    _, top, _, low = ink(draw, (420, 222, 646, 336), {**shared, "title": title.upper()}, {**shared, "title": "", "name": "", "amount": None})
    assert abs(top - (114 - low)) <= 3, (top, low)
    assert top >= 8 and low <= 106


def test_an_alert_without_an_image_shows_the_sender_in_its_place(draw):
    assert difference(draw(alert(image=None, name="Ann")), draw(alert(image=None, name="Zoe"))) > 60


def test_alerts_of_another_size_are_the_same_larger(draw):
    box = painted(draw(alert(2, age=9)), least=128)
    twice = painted(draw(alert(2, age=9, x=100, y=100, width=720, height=300)), least=128)
    assert abs((twice[2] - twice[0]) / (box[2] - box[0]) - 2) < 0.1
    assert abs((twice[3] - twice[1]) / (box[3] - box[1]) - 2) < 0.1


def test_a_page_with_reduced_motion_shows_a_still_alert(replay, draw):
    page = replay(reduced_motion="reduce")
    landing = draw(alert(4, age=0.3), page=page)
    assert difference(landing, draw(alert(4, age=20), page=page)) < 60
    assert difference(landing, draw(alert(4, age=0.3))) > 100


@pytest.fixture
def settle(drawing):
    """Sets how much moves on the page of recorded frames."""
    yield lambda motion: drawing.evaluate("(motion) => replay.settle(motion)", motion)
    drawing.evaluate("() => replay.settle('full')")


def coming():
    """Cards whose instants are all now: an alert, a row that rises, clocks with added time and at their end, a goal."""
    now = before(0)
    return [alert(4, age=0, message="Hello"), leader(rose=now, born=now), leader(2, "Ann", 40, born=now),
            clock(added=60, addedAt=now, addedBy="Mira"),
            {**clock("0:00:00", 0, ended=True, endedAt=now), "id": "counter/over", "x": 420, "y": 40},
            {"id": "goal/a", "kind": "goal", "x": 24, "y": 440, "width": 244, "height": 32, "alpha": 1, "title": "Roses",
             "value": 100, "target": 100, "level": 1, "reached": True, "reachedAt": now}]


@pytest.mark.parametrize("theme", SAMPLES)
def test_without_motion_cards_are_at_rest_from_their_first_frame_on(draw, settle, theme):
    settle("none")
    resting = draw(*coming(), time=NOW + 25_000_000, theme=theme)
    for milliseconds in (0, 30, 120, 250, 350, 600, 750, 1000, 1600, 2500, 3800):
        shown = draw(*coming(), time=NOW + 1000 * milliseconds, theme=theme)
        assert difference(shown, resting) == 0, milliseconds
    settle("full")
    assert difference(draw(*coming(), time=NOW + 350_000, theme=theme), resting) > 100


def test_without_motion_a_page_of_a_message_replaces_the_one_before_at_once(draw, settle):
    settle("none")
    turn = 29.1 / 4
    first, second = page_at(draw, 2), page_at(draw, 0.5 + turn + 2)
    assert difference(first, second) > 60
    assert difference(first, page_at(draw, 0)) == difference(first, page_at(draw, 0.5 + turn - 0.001)) == 0
    assert difference(second, page_at(draw, 0.5 + turn + 0.001)) == 0


def test_with_calm_motion_added_time_stays_beside_the_plate(draw, settle):
    def label(age):
        return painted(draw(clock(added=60, addedAt=before(age), addedBy="Mira")), least=200)

    flown = label(0.65)
    settle("calm")
    assert label(0.3) == label(0.65) != flown


@pytest.mark.parametrize("x", [200, 780])
def test_the_name_of_the_sender_follows_the_added_time_beside_the_plate(draw, x):
    def seen(name):
        name = {} if name is None else {"addedBy": name}
        return draw({**clock(added=60, addedAt=before(1.2), **name), "x": x})

    nameless, named = seen(None), seen("Mira")
    left, top, right, bottom = ImageChops.difference(nameless, named).getbbox()
    assert 20 < right - left < 80 and 100 <= top and bottom <= 136
    left, top, right, bottom = ImageChops.difference(nameless, seen("Mira" * 15)).getbbox()
    assert 130 < right - left < 170 and 100 <= top and bottom <= 136


@pytest.mark.parametrize("tier", range(5))
def test_an_own_background_wins_over_every_material_and_tier(draw, tier):
    own = {"giftBackground": "#0ac81e", "giftBackgroundEnd": "#0ac81e"}
    for theme in SAMPLES:
        # Left of the middle, above the words.
        seen = draw(alert(tier, age=20, image=None, name="", title=""), theme=theme, own=own).getpixel((420, 226))
        assert all(abs(one - other) < 40 for one, other in zip(seen, (10, 200, 30, 255))), (theme, seen)
    name = draw(leader(2, "███"), own={"giftName": "#ff0000"}).crop((756, 264, 800, 292))
    assert (255, 0, 0) in {color[:3] for _, color in name.getcolors(100_000)}
    digits = draw(clock("8:88:88", 8 * 3600 + 88 * 60 + 88), own={"counterText": "#ff0000"}).crop((200, 100, 360, 136))
    assert (255, 0, 0) in {color[:3] for _, color in digits.getcolors(100_000)}


def test_a_row_that_rises_passes_above_the_others(draw):
    mira, ann = leader(1, "Mira", y=240, rose=before(0.2)), leader(2, "Ann", 40, y=244)
    above = draw(mira, ann).crop((720, 246, 880, 266))
    assert difference(above, draw(ann, mira).crop((720, 246, 880, 266))) == 0
    risen = draw({**mira, "rose": before(9)}, {**ann, "rose": before(0.2)}).crop((720, 246, 880, 266))
    assert difference(above, risen) > 60


def test_the_first_place_wears_gold_and_a_crown(draw):
    first, second = draw(leader(1)), draw(leader(2, y=232))
    assert difference(first, second) > 60
    # Only the crown stands above the row's own light.
    crown = (720, 222, 748, 231)
    assert painted(first.crop(crown), least=200) is not None
    assert painted(second.crop(crown), least=200) is None


@pytest.mark.parametrize("value", [0, 7, 999, 1000, 5_000_000, 2**53 - 1])
def test_a_value_of_any_length_stays_on_its_row(draw, value):
    for theme in SAMPLES:
        box = painted(draw(leader(2, "Maximiliane-Alexandrina", value, x=500), theme=theme), least=128)
        bare = painted(draw(leader(2, "", 0, x=500), theme=theme), least=128)
        assert abs(box[0] - bare[0]) <= 1 and abs(box[2] - bare[2]) <= 1, theme


def test_digits_of_a_value_have_equal_widths(draw):
    def ends(value):
        blank = draw(leader(2, "", 0))
        seen = draw(leader(2, "", value)).crop((756, 264, 900, 292))
        return [x for x in range(144) if any(
            seen.getpixel((x, y)) != blank.crop((756, 264, 900, 292)).getpixel((x, y)) for y in range(28))]

    # The first digit is the same, so its left edge is.
    assert min(ends(5111)) == min(ends(5888))


@pytest.mark.parametrize(("text", "value"), [
    ("0:41:07", 2467), ("41:07", 2467), ("1 02:03:04", 93_784), ("Left 0:41:07", 2467), ("Part 2 0:41:07", 2467)])
def test_a_counter_with_a_time_of_its_value_is_a_clock(draw, text, value):
    seen = draw(clock(text, value))
    assert difference(seen, draw(clock(text, value + 1))) > 60


def test_added_time_flies_into_the_plate(draw):
    still = draw(clock())
    right = painted(still)[2]

    def label(age, x=200):
        return painted(draw(clock(added=60, addedAt=before(age), addedBy="Mira", x=x)), least=200)

    assert label(0.2)[2] > right + 60
    assert label(0.65)[2] < label(0.2)[2]
    assert abs(label(9)[2] - painted(still, least=200)[2]) <= 1
    # At the stage's right edge it comes from the left.
    assert label(0.2, x=800)[0] < 780


def test_the_last_ten_seconds_and_the_end_have_plates_of_their_own(draw):
    def plate(text, value, **more):
        return draw(clock(text, value, **more)).crop((206, 102, 222, 134))

    calm, hot, end = plate("0:00:11", 11), plate("0:00:10", 10), plate("0:00:00", 0, ended=True)
    for one, other in itertools.combinations([calm, hot, end], 2):
        assert difference(one, other) > 60


def test_a_clock_that_ends_throws_confetti_and_one_set_to_zero_none(draw):
    beyond = (180, 10, 380, 62)
    assert painted(draw(clock("0:00:00", 0, ended=True, endedAt=before(0.5))).crop(beyond)) is not None
    assert painted(draw(clock("0:00:00", 0, ended=True)).crop(beyond)) is None


@pytest.mark.parametrize(("names", "shown"), [
    ("alerts", {"alerts"}), ("leaders", {"leaders"}), ("clocks", {"counters"}), ("alerts,clocks", {"alerts", "counters"})])
def test_the_query_only_selects_alerts_leaders_and_clocks(blank, server, names, shown):
    page = blank()
    open_replay(page, server, f"?only={names}")
    wins = {**clock("Wins 12", 12), "id": "counter/wins", "x": 500, "y": 20}
    page.evaluate(DRAW, [[{"time": NOW, "full": True, "nodes": [alert(), leader(), clock(), wins]}], "aurora", {}])
    boxes = page.evaluate("() => replay.boxes()")
    assert set(boxes) == shown
    # The plain counter stands higher.
    assert boxes.get("counters", {"y": 100})["y"] == 100


def drawings_of_an_alert(blank, motion):
    """The ages at which a page draws an alert, in milliseconds. The second and last page of its message begins 2.55 s after
    the start, the card begins to leave at 4.7 s, and has left at 5 s."""
    return drawings(blank, motion, alert(2, age=0, duration=5, message=LONG))


def drawings(blank, motion, *moving):
    """The times in the six seconds after `NOW` at which a page draws nodes, in milliseconds."""
    def script(stream):
        stream.send(json.dumps({**HELLO, "look": {"theme": "aurora", "motion": motion}}))
        stream.send(json.dumps({"type": "frame", "seq": 1, "time": NOW, "full": True, "nodes": list(moving)}))

    with StandIn(script, forms=["ovation.v1.json"]) as server:
        page = blank()
        page.add_init_script(DRAWN)
        page.goto(server.url)
        wait_for(lambda: page.evaluate("() => overlay.reel.timeAt(performance.now())") >= NOW / 1000 + 6000)
        return [time - NOW / 1000 for time in page.evaluate("() => drawn")]


@pytest.mark.network
def test_without_motion_a_page_paints_an_alert_again_only_for_the_next_page_of_its_message(blank):
    times = drawings_of_an_alert(blank, "none")
    # Pictures and fonts are painted when they have come. A busy machine may draw the next page late.
    later = [time for time in times if time > 1500]
    assert 1 <= len(later) <= 2 and later[0] >= 2550, later


@pytest.mark.network
def test_a_page_of_the_overlay_paints_only_while_a_card_moves(blank):
    times = drawings_of_an_alert(blank, "full")
    # One drawing after the end of a motion shows the state at rest.
    assert len([time for time in times if 4000 < time < 4690]) <= 1
    assert [time for time in times if 4690 <= time <= 5000] != []
    assert len([time for time in times if time > 5000]) <= 1


def test_a_reached_goal_stays_gold(draw):
    goal = {"id": "goal/a", "kind": "goal", "x": 24, "y": 440, "width": 244, "height": 32, "alpha": 1, "title": "Roses", "value": 100,
            "target": 100, "level": 1, "reached": True}
    rested, later, earlier = (draw({**goal, **more}) for more in ({"reachedAt": before(5)}, {"reachedAt": before(600)}, {}))
    assert difference(rested, later) == difference(rested, earlier) == 0
    assert difference(rested, draw({**goal, "reached": None})) > 60
