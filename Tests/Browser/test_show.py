"""Expensive gifts look expensive: what a flourish adds to rows, cards, calls and goals."""

import itertools
import json

import pytest

from Browser import busiest
from Browser.canvas import difference, painted, pixels
from Browser.recording import simulate

# Room time of the pictures, in microseconds.
NOW = 100_000_000
TIERS = range(1, 5)
DRAW = """async ([time, frames, theme, own]) => {
  const [{ themes }, { wear }] = await Promise.all(["themes", "palette"].map((name) => import(`/web/shared/${name}.js`)));
  const look = structuredClone(themes[theme]);
  for (const key in own) (key in look.colors ? look.colors : look.radii)[key] = own[key];
  wear({ ...look, family: "", own: Object.keys(own) });
  replay.load(frames.map((frame) => ({ ...frame, time: frame.time ?? time })));
  await replay.draw(frames.length - 1);
}"""


@pytest.fixture
def draw(drawing):
    """Draws nodes, or frames, at `NOW` in a theme, and returns the pixels."""

    def draw_at(*nodes, time=NOW, theme="aurora", frames=None, own=None, page=drawing):
        frames = frames or [{"full": True, "nodes": list(nodes)}]
        page.evaluate(DRAW, [time, frames, theme, own or {}])
        return pixels(page)

    yield draw_at
    drawing.evaluate(DRAW, [NOW, [{"full": True, "nodes": []}], "classic", {}])


def before(seconds):
    return NOW - round(seconds * 1e6)


def flourish(tier, born=1.2, **ages):
    """A flourish whose instants are so many seconds ago."""
    roll = {"roll": ages.pop("roll")} if "roll" in ages else {}
    return {"tier": tier, "seed": 7, "born": before(born), **{key: before(age) for key, age in ages.items()}, **roll}


def row(tier=0, count=28, **more):
    decoration = {"flourish": more.pop("flourish", None) or flourish(tier)} if tier else {}
    return {"id": "gifts/0", "kind": "gift", "x": 24, "y": 320, "width": 200, "height": 40, "alpha": 1, "combo": "a",
            "sender": "Ann", "gift": "Rose", "count": count, "digitScale": 1, **decoration, **more}


def card(tier=0, **more):
    decoration = {"flourish": flourish(tier, popped=1)} if tier else {}
    return {"id": "ticker/a", "kind": "ticker", "x": 400, "y": 200, "width": 100, "height": 80, "alpha": 1,
            "sender": "Ann", "gift": "Rose", "count": 3, "digitScale": 1, **decoration, **more}


def goal(**more):
    return {"id": "goal/a", "kind": "goal", "x": 600, "y": 40, "width": 244, "height": 32, "alpha": 1, "title": "Roses",
            "value": 100, "target": 100, "level": 1, "reached": True, **more}


def themes_of(page):
    return page.evaluate("async () => Object.keys((await import('/web/shared/themes.js')).themes)")


@pytest.mark.parametrize("make", [row, card], ids=["row", "card"])
def test_no_two_tiers_look_alike_in_any_theme(drawing, draw, make):
    for theme in themes_of(drawing):
        pictures = [draw(make(tier), theme=theme) for tier in range(5)]
        for (low, one), (high, other) in itertools.combinations(enumerate(pictures), 2):
            assert difference(one, other) > 60, f"{theme}: tier {low} looks as tier {high}"


def test_no_two_themes_look_alike_in_tier_0(drawing, draw):
    pictures = {theme: draw(row(), theme=theme) for theme in themes_of(drawing)}
    for (one, first), (other, second) in itertools.combinations(pictures.items(), 2):
        assert difference(first, second) > 30, f"{one} looks as {other}"


def moving(**more):
    """A row of tier 4 that pops, whose tier has just risen, and a goal that was just reached."""
    decoration = flourish(4, born=1.2, popped=0.2, rose=0.3, roll=27)
    return [row(4, flourish=decoration, digitScale=1.6, **more), goal(reachedAt=before(0.4))]


def test_a_page_that_joins_late_shows_the_same_pixels(draw):
    late = draw(*moving())
    early = draw(frames=[
        {"time": before(0.5), "full": True, "nodes": [row(3, count=27, flourish=flourish(3, born=1.2)), goal(
            value=99, level=0.99, reached=None)]},
        {"nodes": [{"id": "gifts/0", "flourish": flourish(4, born=1.2, popped=0.2, rose=0.3, roll=27), "count": 28,
                    "digitScale": 1.6},
                   {"id": "goal/a", "value": 100, "level": 1, "reached": True, "reachedAt": before(0.4)}]}])
    assert difference(late, early) == 0
    assert difference(late, draw(*moving(), time=NOW + 50_000)) > 100


def delta(before, now):
    """The change from one full frame to the next, as a stream has it."""
    known = {node["id"]: node for node in before["nodes"]}
    shown = {node["id"] for node in now["nodes"]}
    changes = []
    following = None
    for node in reversed(now["nodes"]):
        old = known.get(node["id"])
        if old is None:
            changes.append({**node, "before": following})
        else:
            gone = dict.fromkeys(old.keys() - node.keys())
            changes.append({"id": node["id"], **{key: value for key, value in node.items() if old.get(key) != value}, **gone})
        following = node["id"]
    return {"time": now["time"], "removed": [identity for identity in known if identity not in shown], "nodes": changes}


PLAY = """async (frames) => {
  replay.load(frames);
  await replay.play();
}"""


@pytest.mark.parametrize("second", [9, 16])
def test_a_page_that_joins_late_shows_the_same_pixels_in_a_busy_second(drawing, draw, tmp_path, second):
    fps = 20
    lines = simulate(list(busiest.events(second + 1)), second + 1, busiest.CONFIG, fps, tmp_path)
    frames = [json.loads(line) for line in lines]
    stream = [frames[0], *(delta(*pair) for pair in itertools.pairwise(frames))]
    for last in range(second * fps, (second + 1) * fps, 5):
        late = draw(frames=[frames[last]])
        drawing.evaluate(PLAY, stream[:last + 1])
        assert difference(late, pixels(drawing)) == 0, last / fps
    assert difference(late, draw(frames=[frames[last - 5]])) > 100


@pytest.mark.parametrize("theme", ["aurora", "classic"])
def test_everything_rests_four_seconds_after_the_newest_instant(draw, theme):
    nodes = [*moving(), card(4), {"id": "call/a", "kind": "call", "x": 600, "y": 200, "width": 170, "height": 48,
                                  "alpha": 1, "name": "Mira", "born": before(0.1)}]
    resting = draw(*nodes, time=NOW + 4_000_000, theme=theme)
    # Ten seconds after it was reached, the goal's plate begins to change once more.
    assert difference(resting, draw(*nodes, time=NOW + 9_500_000, theme=theme)) == 0
    later = draw(*nodes, time=NOW + 11_000_000, theme=theme)
    assert difference(later, draw(*nodes, time=NOW + 60_000_000, theme=theme)) == 0
    assert difference(resting, draw(*nodes, theme=theme)) > 100


@pytest.mark.parametrize("tier", TIERS)
def test_figures_that_change_roll_and_others_stand(draw, tier):
    rolling = draw(row(tier, count=128, flourish=flourish(tier, born=9, popped=0.06, roll=127)))
    still = draw(row(tier, count=128, flourish=flourish(tier, born=9, popped=9)))
    end = draw(row(tier, count=128, flourish=flourish(tier, born=9, popped=9, roll=127)))
    assert difference(rolling, still) > 100
    assert difference(end, still) == 0


def test_a_pop_throws_particles_in_tier_1_and_none_in_tier_0(draw):
    thrown = draw(row(1, flourish=flourish(1, born=9, popped=0.25)))
    rested = draw(row(1, flourish=flourish(1, born=9)))
    # Only particles appear above the row.
    above = (230, 280, 360, 312)
    assert painted(thrown.crop(above)) is not None
    assert painted(rested.crop(above)) is None
    assert painted(draw(row(digitScale=1)).crop(above)) is None


def test_a_page_with_reduced_motion_shows_tiers_without_particles(replay, draw):
    page = replay(reduced_motion="reduce")
    thrown = row(4, count=99, flourish=flourish(4, born=9, popped=0.8, roll=98))
    # Beyond the count and the light of the row.
    beyond = (300, 290, 420, 420)
    assert painted(draw(thrown).crop(beyond)) is not None
    assert painted(draw(thrown, page=page).crop(beyond)) is None
    assert difference(draw(row(4), page=page), draw(row(1), page=page)) > 60


def test_a_row_that_fades_fades_with_all_of_its_light(draw):
    assert painted(draw(row(4)), least=255) is not None
    # Several layers lie over one another.
    assert painted(draw(row(4, alpha=0.1)), least=140) is None
    assert painted(draw(row(4, alpha=0))) is None


@pytest.mark.parametrize("tier", range(5))
def test_an_own_background_wins_over_every_material_and_tier(drawing, draw, tier):
    for theme in themes_of(drawing):
        own = {"giftBackground": "#0ac81e", "giftBackgroundEnd": "#0ac81e"}
        # Left of the middle, above the words.
        seen = draw(row(tier, flourish=flourish(max(tier, 1), born=9)), theme=theme, own=own).getpixel((110, 324))
        assert all(abs(one - other) < 40 for one, other in zip(seen, (10, 200, 30, 255))), (theme, seen)


def test_own_colors_of_a_tier_and_of_figures_win(draw):
    violet = draw(row(2, flourish=flourish(2, born=9)))
    green = draw(row(2, flourish=flourish(2, born=9)), own={"tierTwo": "#006000", "tierTwoEnd": "#00a000"})
    place = (110, 355)
    assert violet.getpixel(place)[2] > violet.getpixel(place)[1] + 60
    assert green.getpixel(place)[1] > green.getpixel(place)[2] + 60
    digits = draw(row(2, flourish=flourish(2, born=9)), own={"giftDigit": "#ff0000", "giftDigitEdge": "#00ff00"})
    colors = {color[:3] for _, color in digits.crop((232, 325, 300, 355)).getcolors(100_000)}
    assert (255, 0, 0) in colors and (0, 255, 0) in colors


def test_rows_of_another_height_are_the_same_larger(draw):
    box = painted(draw(row(4, flourish=flourish(4, born=9))))
    larger = row(4, flourish=flourish(4, born=9), x=24, y=200, width=400, height=80)
    twice = painted(draw(larger))
    width, height = box[2] - box[0], box[3] - box[1]
    assert abs((twice[3] - twice[1]) / height - 2) < 0.1
    assert abs((twice[2] - twice[0]) / width - 2) < 0.1


LONG = "Maximiliane-Alexandrina of the Seven Long Rivers"


@pytest.mark.parametrize("name", [LONG, "山田花子" * 6, "مُحَمَّد الكاتب " * 4, "👩🏽‍🚀🇧🇷" * 12])
def test_a_long_name_stays_clear_of_the_gift(drawing, draw, name):
    picture = (172, 322, 222, 334)
    for theme in themes_of(drawing):
        for tier in (0, 4):
            decoration = flourish(max(tier, 1), born=9)
            short = draw(row(tier, sender="A", flourish=decoration), theme=theme).crop(picture)
            long = draw(row(tier, sender=name, flourish=decoration), theme=theme).crop(picture)
            assert difference(short, long) == 0, (theme, tier)


def test_a_goal_that_a_gift_reached_is_celebrated(draw):
    around = (560, 20, 900, 160)
    quiet = draw(goal()).crop(around)
    reached = draw(goal(reachedAt=before(0.5))).crop(around)
    assert painted(reached)[0] < painted(quiet)[0] and painted(reached)[3] > painted(quiet)[3]
    assert difference(draw(goal(reachedAt=before(11))).crop(around), quiet) == 0


def test_the_plate_and_the_bar_of_a_reached_goal_stay_gold(draw):
    def parts(**more):
        """The plate between the words, the bar, and the beginning of the title."""
        picture = draw(goal(**more))
        return [picture.crop(box) for box in ((690, 42, 750, 56), (614, 61, 830, 67), (608, 42, 624, 57))]

    rested, later, unreached = parts(reachedAt=before(9.9)), parts(reachedAt=before(600)), parts(reached=None)
    for gold, still_gold, plain in zip(rested, later, unreached):
        assert difference(gold, still_gold) == 0 and difference(gold, plain) > 30


def test_words_of_a_goal_never_meet_its_bar(draw):
    empty = draw(goal(value=0, level=0, reached=None)).crop((600, 40, 844, 58))
    full = draw(goal(value=0, level=1, reached=None)).crop((600, 40, 844, 58))
    # Only the glow at the bar's end reaches up to the words.
    changed = [x for x in range(0, 150) for y in range(18) if empty.getpixel((x, y)) != full.getpixel((x, y))]
    assert changed == []


def test_a_call_rings_twice(draw):
    def ringing(age):
        call = {"id": "call/a", "kind": "call", "x": 600, "y": 200, "width": 170, "height": 48, "alpha": 1, "name": "Mira",
                "born": before(age)}
        # Only rings appear above the card's shadow.
        return painted(draw(call).crop((612, 186, 636, 193)), least=8) is not None

    assert [ringing(age) for age in (0.45, 1.5, 2.05, 3.3)] == [True, False, True, False]
