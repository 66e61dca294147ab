"""Words on the stage: configured words, captions of several lines, and counts."""

import pytest
from PIL import ImageChops

from Browser.canvas import painted, pixels
from harness.waiting import wait_for

# Records the texts that are written on any canvas, with their font sizes.
WRITTEN = """() => {
    window.written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        written.push([text, parseFloat(this.font.match(/([0-9.]+)px/)[1])]);
        return fillText.call(this, text, ...place);
    };
}"""
# Draws a row and a caption: at rest, as the row slides out, and after it has gone. Notes the caption's lines.
LINES_AS_A_ROW_LEAVES = """async ([row, caption]) => {
    window.lines = [];
    const frames = [
        { time: 0, full: true, nodes: [row, caption] },
        { time: 100_000, nodes: [{ id: row.id, x: row.x + 120, alpha: 0.5 }] },
        { time: 200_000, nodes: [], removed: [row.id] },
    ];
    replay.load(frames);
    await replay.play(() => {
        const high = replay.boxes().captions.height;
        lines.push(Math.round((high / caption.height - 1) / 0.85) + 1);
    });
}"""
LONG = "The quick brown fox jumps over the lazy dog, and over the next one, too, "


def row(channel=0, **more):
    return {"id": f"gifts/{channel}", "kind": "gift", "x": 24, "y": 320 + 50 * channel, "width": 200,
            "height": 40, "alpha": 1, "combo": "a", "sender": "Ann", "gift": "Rose", "count": 3,
            "digitScale": 1, **more}


def caption(text, slot="main", **more):
    glyphs = list(text)
    return {"id": f"caption/{slot}", "kind": "caption", "x": 480, "y": 480, "width": 0, "height": 40,
            "alpha": 1, "text": text, "effect": "typewriter", "align": "center", "glyphs": glyphs,
            "glyphRise": [0] * len(glyphs), **more}


def draw(page, *nodes):
    page.evaluate("() => { window.written?.splice(0); }")
    page.evaluate("""async (nodes) => {
        replay.load([{time: 0, full: true, nodes}]);
        await replay.draw(0);
    }""", list(nodes))
    return pixels(page)


def texts(page):
    """The texts of the last drawing, without repetitions."""
    return page.evaluate("[...new Set(written.map(([text]) => text))]")


@pytest.fixture(scope="module")
def recorded(drawing_page):
    drawing_page.evaluate(WRITTEN)


@pytest.fixture
def stage(drawing, recorded):
    return drawing


def box(picture, left=0, top=0, right=960, bottom=540):
    return painted(picture.crop((left, top, right, bottom)))


def test_counts_have_a_comma_between_thousands(stage):
    draw(stage, row(count=1_234_567))
    assert "×1,234,567" in texts(stage)
    draw(stage, {**row(count=5000), "id": "ticker/e1", "kind": "ticker", "height": 80, "width": 100})
    assert "×5,000" in texts(stage)


@pytest.mark.parametrize("scales", [(3, 1), (3, 3), (1, 2.5)])
@pytest.mark.parametrize("pitch", [50, 42])
def test_popping_counts_of_two_rows_do_not_touch(stage, scales, pitch):
    picture = draw(stage, *(row(k, y=320 + pitch * k, digitScale=scale, count=8)
                            for k, scale in enumerate(scales)))
    counts = picture.crop((236, 200, 400, 540)).getchannel("A")
    filled = [counts.crop((0, y, counts.width, y + 1)).getextrema()[1] > 8 for y in range(counts.height)]
    runs = [start for start in range(1, len(filled)) if filled[start] and not filled[start - 1]]
    assert len(runs) == 2, runs


def test_the_count_of_a_single_row_pops_to_full_size(stage):
    left, top, right, bottom = box(draw(stage, row(digitScale=3, count=8)), 236)
    assert bottom - top > 60


@pytest.mark.parametrize("y", [2, 498])
def test_a_count_is_not_cut_by_the_stages_upper_and_lower_edges(stage, y):
    left, top, right, bottom = box(draw(stage, row(digitScale=3, y=y)), 236)
    assert top > 0 and bottom < 540
    above, below = box(draw(stage, row(digitScale=3, y=250)), 236)[1::2]
    assert abs((bottom - top) - (below - above)) <= 2


@pytest.mark.parametrize("place", [
    {"x": 758, "count": 88}, {"x": 700, "count": 1_000_000}, {"x": 0, "width": 0, "count": 88}])
def test_a_count_is_not_cut_by_the_stages_sides(stage, place):
    left, right = edges(draw(stage, row(digitScale=3, **place)))
    assert left > 0 and right < 960
    wide = right - left
    left, right = edges(draw(stage, row(digitScale=3, **{**place, "x": 300})))
    assert abs((right - left) - wide) <= 2


def edges(picture):
    """The left and right edge of a count, by the color of its outline."""
    red, green, blue, _ = picture.split()
    parts = [red.point(lambda value: 255 * (value > 230)), green.point(lambda value: 255 * (90 < value < 160)),
             blue.point(lambda value: 255 * (value < 70))]
    left, _, right, _ = ImageChops.darker(ImageChops.darker(*parts[:2]), parts[2]).getbbox()
    return left, right


def test_a_wide_count_grows_away_from_the_names_in_its_row(stage):
    plain = draw(stage, row(digitScale=1, count=1_000_000)).crop((24, 320, 170, 360))
    popped = draw(stage, row(digitScale=3, count=1_000_000)).crop((24, 320, 170, 360))
    assert plain.tobytes() == popped.tobytes()


@pytest.mark.parametrize("count", [8, 88, 999, 1_000_000])
def test_a_popping_count_does_not_cover_the_picture_of_its_gift(stage, count):
    at_rest = draw(stage, row(digitScale=1, count=count)).crop((24, 300, 226, 380))
    popped = draw(stage, row(digitScale=3, count=count)).crop((24, 300, 226, 380))
    assert at_rest.tobytes() == popped.tobytes()


@pytest.mark.parametrize("count", [8, 99, 5000])
def test_a_popping_count_does_not_cover_the_picture_in_its_ticker_card(stage, count):
    card = {**row(count=count), "id": "ticker/e1", "kind": "ticker", "x": 836, "y": 100, "height": 80, "width": 100}
    at_rest = draw(stage, card).crop((836, 132, 881, 182))
    popped = draw(stage, {**card, "digitScale": 3}).crop((836, 132, 881, 182))
    assert at_rest.tobytes() == popped.tobytes()


@pytest.mark.parametrize("align, x, left", [("center", 480, 24), ("left", 40, 300), ("right", 700, 24)])
def test_captions_in_all_rows_cover_no_gift_row(stage, align, x, left):
    rows = [row(k, x=left, y=320 + 50 * k, count=count) for k, count in enumerate([3, 1234])]
    captions = [caption("Thank you all, you are wonderful", slot=f"slot{k}", x=x, y=480 - 48 * k, align=align)
                for k in range(4)]
    clear = (left, 300, left + 296, 420)
    alone = draw(stage, *rows).crop(clear)
    together = draw(stage, *rows, *captions)
    assert together.crop(clear).tobytes() == alone.tobytes()
    assert box(together, 0, 60, 960, 290) is not None


@pytest.mark.parametrize("align, x, left", [
    ("center", 320, 24), ("left", 30, 24), ("right", 300, 24), ("center", 640, 660)])
def test_a_caption_without_room_at_its_place_stands_beside_the_rows(stage, align, x, left):
    rows = [row(k, x=left, y=320 + 50 * k, count=count) for k, count in enumerate([3, 1234])]
    text = caption("Thank you all, you are wonderful", x=x, y=384, align=align)
    clear = (left, 300, left + 288, 420)
    alone = draw(stage, *rows).crop(clear)
    together = draw(stage, *rows, text)
    assert together.crop(clear).tobytes() == alone.tobytes()
    free = (left + 300, 384, 960, 424) if left < 480 else (0, 384, left, 424)
    assert box(together, *free) is not None


def test_a_caption_is_as_wide_as_the_stage_if_no_row_stands_beside_it(stage):
    left, _, right, _ = box(draw(stage, row(y=100), caption("Thank you all, you are wonderful", y=384)), top=300)
    assert right - left > 400


def test_a_caption_keeps_its_lines_when_a_row_slides_out(stage):
    stage.evaluate(LINES_AS_A_ROW_LEAVES, [row(), caption("Thank you all, you are wonderful", y=336)])
    assert stage.evaluate("lines") == [2, 2, 2]


@pytest.mark.parametrize("value, is_gold", [(99.99, False), (100, True)])
def test_a_goal_is_gold_only_when_its_bar_has_come_to_the_target(stage, value, is_gold):
    bar = {"id": "goal/a", "kind": "goal", "x": 680, "y": 24, "width": 256, "height": 32, "alpha": 1, "title": "Roses",
           "value": value, "target": 100, "level": value / 100, "reached": True}
    red, _, blue, _ = draw(stage, bar).getpixel((800, 34))
    assert (red > blue) == is_gold


def test_the_count_of_a_ticker_card_slides_in_with_the_card(stage):
    card = {**row(count=7), "id": "ticker/e1", "kind": "ticker", "x": 960, "y": 100, "height": 80, "width": 100}
    assert box(draw(stage, card)) is None
    popped = box(draw(stage, {**card, "x": 836, "digitScale": 3, "count": 99}))
    assert popped[2] < 960


def test_long_captions_wrap_to_three_lines_and_only_then_shrink(stage):
    draw(stage, caption("Short"))
    assert texts(stage) == ["Short"]
    text = LONG.strip()
    left, top, right, bottom = box(draw(stage, caption(text)))
    lines = texts(stage)
    assert len(lines) == 2 and " ".join(lines) == text
    assert abs(len(lines[0]) - len(lines[1])) <= 12
    assert {size for _, size in stage.evaluate("written")} == {27.2}
    assert left > 0 and right < 960 and 440 < top < 460 and 505 < bottom < 525
    text = (LONG * 10)[:500].strip()
    left, top, right, bottom = box(draw(stage, caption(text)))
    lines = texts(stage)
    assert len(lines) == 3 and " ".join(lines) == text
    assert {size > 9 for _, size in stage.evaluate("written")} == {True}
    assert left > 0 and right < 960 and bottom < 540


def test_a_word_is_broken_only_if_it_is_longer_than_a_line(stage):
    word = "Donaudampfschifffahrtsgesellschaft"
    draw(stage, caption(f"{word} {word} {word}"))
    assert texts(stage) == [word, word, word] or texts(stage) == [word]
    draw(stage, caption("W" * 60))
    assert "".join(text for text, _ in stage.evaluate("written")[:1]) != "W" * 60
    left, _, right, _ = box(draw(stage, caption("W" * 60)))
    assert left > 0 and right < 960


@pytest.mark.parametrize("text, lines", [
    ("One\nTwo", ["One", "Two"]), ("One\nTwo\nThree\nFour", ["One", "Two", "Three Four"]),
    ("One\n", ["One"]), ("One\n\nThree", ["One", "Three"])])
def test_line_breaks_are_kept(stage, text, lines):
    draw(stage, caption(text, effect="fade", glyphRise=None, glyphAlpha=[1] * len(text)))
    assert [text for text in texts(stage) if text != ""] == lines


def test_the_lines_of_a_caption_are_typed_one_after_the_other(stage):
    text = "One\nTwo"
    risen = [0, 0, 0, 0, -1, -1, -1]
    above = box(draw(stage, caption(text, glyphRise=risen)))
    whole = box(draw(stage, caption(text)))
    assert above[1] == whole[1] and above[3] < whole[3] - 20


@pytest.mark.parametrize("level, share", [(0.5, (0.3, 0.7)), (1, (0.9, 1.0))])
def test_a_wave_fills_all_lines_of_a_caption_together(stage, level, share):
    wave = {"effect": "wave", "glyphRise": None, "level": level, "amplitude": 5, "phase": 0}
    picture = draw(stage, caption("HHHHH\nHHHHH\nHHHHH", **wave)).convert("RGBA")
    blue = [y for y in range(540) for x in [480] if is_water(picture, y)]
    left, top, right, bottom = box(picture)
    assert share[0] <= (bottom - blue[0]) / (bottom - top) <= share[1]


def is_water(picture, y):
    line = picture.crop((380, y, 580, y + 1)).convert("RGB")
    return any(b > 200 and r < 150 for r, _, b in line.get_flattened_data())


def test_a_caption_moves_up_for_the_lines_of_the_caption_below(stage):
    three = caption("One\nTwo\nThree")
    other = caption("Above", slot="other", y=432)
    low = box(draw(stage, three))
    high = box(draw(stage, other))
    both = draw(stage, three, other)
    rows = [y for y in range(540) if both.crop((300, y, 660, y + 1)).getchannel("A").getextrema()[1] > 8]
    assert min(rows) == high[1] - 68
    assert low[1] - (high[3] - 68) >= 0


def test_the_lines_of_a_caption_stay_on_the_stage(stage):
    _, top, _, _ = box(draw(stage, caption("One\nTwo\nThree", y=10)))
    assert top >= 0
    _, first, _, _ = box(draw(stage, caption("One\nTwo\nThree", y=100)))
    assert first > top


@pytest.mark.parametrize("size", [{"width": 0}, {"height": 0}, {"width": 0, "height": 0}, {"width": 0.5, "height": 0.5}])
def test_widgets_of_no_size_do_not_disturb_other_widgets(stage, size):
    nodes = [row(digitScale=3, **size), caption("One\nTwo", **size)]
    nodes += [{**row(**size), "id": f"{kind}/a", "kind": kind, "name": "Bob", "title": "Goal", "value": 3,
               "target": 5, "level": 0.6, "text": "3"} for kind in ("ticker", "call", "goal", "counter")]
    nodes.append(row(channel=1, count=7))
    assert box(draw(stage, *nodes), 0, 365, 300, 420) is not None


def ink(stage, gift, sent):
    """The text below the sender's name, as a picture, cut to its ink."""
    stage.evaluate("(sent) => replay.say({ sent })", sent)
    text = draw(stage, row(gift=gift, width=400)).crop((71, 341, 370, 360)).convert("L")
    return text.crop(text.point(lambda value: 255 * (value > 150)).getbbox())


@pytest.mark.parametrize("gift", ["وردة (5)", "פרח 12!", "A\u202Ebc)"])
def test_a_gift_s_name_stays_in_its_order_after_a_word_of_the_other_direction(stage, gift):
    """The name has the same picture alone and behind a word."""
    alone = ink(stage, gift.replace("\u202E", ""), "")
    behind = ink(stage, gift, "sent")
    stage.evaluate("() => replay.say({ sent: 'sent' })")
    same = behind.crop((behind.width - alone.width, 0, behind.width, alone.height))
    differing = sum(ImageChops.difference(alone, same).histogram()[120:])
    assert differing < 0.12 * alone.width * alone.height, differing


WEAR = """async (theme) => {
  const [{ themes }, { wear }] = await Promise.all(["themes", "palette"].map((name) => import(`/web/shared/${name}.js`)));
  wear({ ...structuredClone(themes[theme]), family: "" });
}"""


@pytest.fixture
def aurora(stage):
    """A page that draws in a theme with a material."""
    stage.evaluate(WEAR, "aurora")
    yield stage
    stage.evaluate(WEAR, "classic")


def bar(title):
    return {"id": "goal/a", "kind": "goal", "x": 524, "y": 16, "width": 180, "height": 32, "alpha": 1, "title": title, "value": 213,
            "target": 300, "level": 0.7}


@pytest.mark.parametrize("make, short, long", [
    (bar, "Roses", "A song for 300 gifts"), (lambda name: row(sender=name), "Ann", "Wilhelmina Ruth"),
    (lambda name: {**row(sender=name), "id": "ticker/a", "kind": "ticker", "width": 100, "height": 80}, "Ann", "Wilhelmina"),
    (lambda name: {"id": "leader/a", "kind": "leader", "x": 16, "y": 353, "width": 168, "height": 26, "alpha": 1, "place": 1,
                   "name": name, "value": 5200, "born": 0}, "Ann", "Wilhelmina R."),
    (lambda name: {"id": "call/a", "kind": "call", "x": 534, "y": 150, "width": 170, "height": 48, "alpha": 1, "name": name},
     "Ann", "Wilhelmina")], ids=["goal", "row", "card", "leader", "call"])
def test_a_long_text_shrinks_before_it_is_cut(aurora, make, short, long):
    def size_of(text):
        draw(aurora, make(text))
        return {written: size for written, size in aurora.evaluate("written")}[text]

    assert size_of(long) < size_of(short)
    draw(aurora, make(long * 9))
    assert [text for text in texts(aurora) if text.startswith(long[:4]) and text.endswith("…")] != []


def test_a_ticker_card_says_gave(overlay, room):
    page = overlay(script=f"({WRITTEN})()")
    room.configure({"ticker": {"enabled": True, "linger": 60}, "gifts": {"enabled": False}})
    room.gift("Ann", "Rocket")
    wait_for(lambda: "gave Rocket" in texts(page))
    room.configure({"look": {"words": {"give": "gab"}}})
    wait_for(lambda: "gab Rocket" in texts(page))
    assert "Give Rocket" not in texts(page)


@pytest.mark.network
def test_the_configured_words_appear_on_the_stage_at_once(overlay, room):
    page = overlay(script=f"({WRITTEN})()")
    room.configure({"gifts": {"linger": 60}, "calls": {"vanish": 60}})
    room.gift("Ann", "Rose", 30)
    room.call("Bob")
    wait_for(lambda: {"sent Rose", "is calling"} <= set(texts(page)))
    room.configure({"look": {"words": {"sent": "送出", "calling": ""}}})
    wait_for(lambda: "送出 Rose" in texts(page))
    page.reload()
    wait_for(lambda: {"送出 Rose", "Bob"} <= set(texts(page)))
    assert "is calling" not in texts(page)
    room.configure({"look": None})
    wait_for(lambda: "is calling" in texts(page))


@pytest.mark.parametrize("node", [
    row(gift="פרח 12"), row(gift="פרח 12", flourish={"tier": 3, "seed": 7, "born": 0, "popped": 0}),
    row(gift="פרח 12", id="ticker/e1", kind="ticker", height=80, width=100),
    row(id="alert/e1", kind="alert", title="A gift from \u2068פרח\u2069", name="פרח", image="", amount="1", seed=7, start=0,
        duration=60, width=360, height=150)])
def test_names_from_right_to_left_are_drawn_without_isolates_which_older_browsers_reorder(stage, node):
    draw(stage, node)
    written = texts(stage)
    assert any("\u202bפרח" in text for text in written), written
    assert not any(set(text) & set("\u2066\u2067\u2068\u2069") for text in written)
