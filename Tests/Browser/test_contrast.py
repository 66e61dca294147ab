"""Words and counts stand out from their plates and from any footage in every theme, measured from pixels."""

import pytest
from PIL import Image, ImageChops, ImageFilter

from Browser.canvas import pixels

# The contrast of small words that WCAG 2 asks for (level AA).
LEAST = 4.5
# Points of the stage per point of the design. Strokes of letters are then wider than their smooth edges.
UNIT = 2
# Strokes of words and of figures, in pixels: so near to each pixel of a letter lies its plate or its outline.
WORDS, FIGURES = 3, 7
# A pixel belongs to a letter if it differs by more than this from the picture without words.
CHANGED = 60
GROUNDS = ["#000000", "#ffffff"]
# The classic theme keeps its colors in tier 0.
CLASSIC = {"gift/0 count", "ticker/0 count", "call/a words"}
NOW = 100_000_000
LONG = NOW - 60_000_000
DRAW = """async ([theme, words, nodes]) => {
  const [{ themes }, { wear }] = await Promise.all(["themes", "palette"].map((name) => import(`/web/shared/${name}.js`)));
  wear({ ...structuredClone(themes[theme]), family: "" });
  replay.say({ sent: words, give: words, calling: words });
  replay.load([{ time: 100_000_000, full: true, nodes }]);
  await replay.draw(0);
}"""
SAID = {"sent": "sent", "give": "gave", "calling": "is calling"}


def nodes(name, gift, count):
    """Rows of all tiers, cards of some, a goal and a call."""
    def node(identity, kind, x, y, width, height, **more):
        return {"id": f"{kind}/{identity}", "kind": kind, "x": x, "y": y, "width": width * UNIT, "height": height * UNIT, "alpha": 1,
                "sender": name, "name": name, "gift": gift, "image": "/web/gifts/rose.svg", "count": count, **more}

    def decorated(tier):
        return {"flourish": {"tier": tier, "seed": 7, "born": LONG, "popped": LONG}} if tier else {}

    for index, tier in enumerate([0, 2, 3, 4]):
        yield node(tier, "ticker", 548 + 208 * (index % 2), 16 + 172 * (index // 2), 94, 80, **decorated(tier))
    for tier in range(5):
        yield node(tier, "gift", 10, 20 + 104 * tier, 200, 40, combo="a", **decorated(tier))
    yield node("a", "goal", 560, 366, 180, 30, title=name, value=5, target=9, level=0.5)
    yield node("a", "call", 560, 436, 170, 48, born=LONG)


# The places of words in a node, in points of the design: left, top, right and bottom.
PLACES = {"gift": {"name": (46, 4, 140, 20.5, WORDS), "words": (46, 22, 140, 37, WORDS), "count": (206, 2, 262, 38, FIGURES)},
          "ticker": {"name": (33, 4, 90, 17.5, WORDS), "words": (33, 18.5, 90, 31, WORDS), "count": (56, 40, 94, 74, FIGURES)},
          "call": {"name": (51, 6, 126, 25, WORDS), "words": (51, 27, 126, 40, WORDS)}, "goal": {"name": (9, 3, 80, 18, WORDS)}}
LINEAR = [value / 3294.6 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in range(256)]


def luminance(picture):
    """The relative luminance of each pixel, of 255."""
    bands = (band.point([255 * share * value for value in LINEAR])
             for band, share in zip(picture.split(), (0.2126, 0.7152, 0.0722)))
    red, green, blue = bands
    return ImageChops.add(ImageChops.add(red, green), blue)


def contrast(written, blank, radius):
    """The contrast within a stroke's width of nine in ten pixels of the words."""
    red, green, blue = ImageChops.difference(written, blank).split()
    ink = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda value: 255 * (value > CHANGED))
    light = luminance(written)
    high = low = light
    for _ in range(radius):
        high, low = high.filter(ImageFilter.MaxFilter(3)), low.filter(ImageFilter.MinFilter(3))
    pairs = zip(high.tobytes(), low.tobytes(), ink.tobytes())
    ratios = sorted((bright + 12.75) / (dark + 12.75) for bright, dark, is_ink in pairs if is_ink)
    assert ratios, "there are no words"
    return ratios[len(ratios) // 10]


def over(ground, picture):
    return Image.alpha_composite(Image.new("RGBA", picture.size, ground), picture).convert("RGB")


def measured(drawing, theme):
    """The name of each place, and its least contrast over any ground."""
    placed = list(nodes("Maximilian", "Rose", 88))
    drawing.evaluate(DRAW, [theme, "sent", placed])
    written = pixels(drawing)
    drawing.evaluate(DRAW, [theme, "", list(nodes("", "", 11))])
    blank = pixels(drawing)
    for node in placed:
        for name, (left, top, right, bottom, radius) in PLACES[node["kind"]].items():
            box = [round(node[axis] + UNIT * edge) for axis, edge in zip("xyxy", (left, top, right, bottom))]
            one, other = written.crop(box), blank.crop(box)
            yield f"{node['id']} {name}", min(contrast(over(ground, one), over(ground, other), radius) for ground in GROUNDS)


@pytest.fixture
def page(drawing):
    yield drawing
    drawing.evaluate(DRAW, ["classic", "sent", []])
    drawing.evaluate("(words) => replay.say(words)", SAID)


def test_words_and_counts_are_readable_in_every_theme(page):
    faint = {}
    for theme in page.evaluate("async () => Object.keys((await import('/web/shared/themes.js')).themes)"):
        kept = CLASSIC if theme == "classic" else ()
        faint |= {(theme, name): round(ratio, 2) for name, ratio in measured(page, theme) if ratio < LEAST and name not in kept}
    assert faint == {}
