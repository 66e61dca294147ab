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
GROUNDS = ["#000000", "#ffffff", "#7f7f7f"]
# The classic theme keeps its colors in tier 0.
CLASSIC = {"gift 0 count", "call words"}
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
    """A node of each kind; rows and cards of all tiers."""
    def node(identity, kind, x, y, width, height, **more):
        return {"id": f"{kind}/{identity}", "kind": kind, "x": x, "y": y, "width": width * UNIT, "height": height * UNIT, "alpha": 1,
                "sender": name, "name": name, "gift": gift, "image": "/web/gifts/rose.svg", "count": count, **more}

    for tier in range(5):
        decoration = {"flourish": {"tier": tier, "seed": 7, "born": LONG, "popped": LONG}} if tier else {}
        yield node(tier, "gift", 10, 20 + 104 * tier, 200, 40, combo="a", **decoration)
        yield node(tier, "ticker", 560 + 210 * (tier % 2) - 20, 16 + 172 * (tier // 2), 94, 80, **decoration)
    yield node("a", "call", 756, 362, 100, 48, born=LONG)
    yield node("a", "goal", 756, 470, 98, 30, title=name, value=5, target=9, level=0.5)


# The places of words in a node, in points of the design: left, top, right and bottom.
PLACES = {"gift": {"name": (46, 4, 140, 20.5, WORDS), "words": (46, 22, 140, 37, WORDS), "count": (206, 2, 262, 38, FIGURES)},
          "ticker": {"name": (33, 4, 90, 17.5, WORDS), "words": (33, 18.5, 90, 31, WORDS), "count": (56, 40, 94, 74, FIGURES)},
          "call": {"words": (51, 27, 78, 40, WORDS)}, "goal": {"name": (9, 4, 48, 18, WORDS)}}
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
    size = 2 * radius + 1
    pairs = zip(light.filter(ImageFilter.MaxFilter(size)).tobytes(), light.filter(ImageFilter.MinFilter(size)).tobytes(), ink.tobytes())
    ratios = sorted((high + 12.75) / (low + 12.75) for high, low, is_ink in pairs if is_ink)
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
            label = f"{node['kind']} {node['id'][-1]} {name}" if "flourish" in node or node["id"][-1] == "0" else f"{node['kind']} {name}"
            yield label, min(contrast(over(ground, one), over(ground, other), radius) for ground in GROUNDS)


@pytest.fixture
def page(drawing):
    yield drawing
    drawing.evaluate(DRAW, ["classic", "sent", []])
    drawing.evaluate("(words) => replay.say(words)", SAID)


def test_words_and_counts_are_readable_in_every_theme(page):
    for theme in page.evaluate("async () => Object.keys((await import('/web/shared/themes.js')).themes)"):
        faint = {name: round(ratio, 1) for name, ratio in measured(page, theme) if ratio < LEAST}
        assert theme == "classic" and set(faint) <= CLASSIC or not faint, (theme, faint)
