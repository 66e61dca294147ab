"""Pictures of the same stage in each theme (docs/images/looks.png) and of each style property
(docs/images/properties.png)."""

from PIL import Image, ImageChops, ImageDraw, ImageFont

from Browser.canvas import decoded, pixels
from Browser.recording import Recording, show
from Browser.replaying import resize

THEMES = ["aurora", "neon", "paper", "pixel", "gala", "sakura", "terminal", "brush", "match", "jelly", "classic", "minimal"]
ACROSS = 3
SCALE = 1.5
GAP = 4
STAGE = {"width": 620, "height": 300}
# The stage has one node of every widget, and all counts have ended.
STAGED = Recording("looks", [
    {"at": 0, "type": "counter", "name": "likes", "to": 12840, "duration": 0, "grouping": True, "prefix": "♥ "},
    {"at": 0, "type": "goal", "name": "a", "title": "A song", "target": 50, "start": 31},
    {"at": 0, "type": "caption", "text": "Ride the wave", "effect": "wave", "hold": 60, "duration": 20},
    {"at": 0, "type": "call", "user": "Mira"},
    {"at": 0, "type": "gift", "sender": "Ann", "gift": "Rose", "count": 7},
    {"at": 0, "type": "gift", "sender": "Chidi", "gift": "Crown", "count": 2},
], [8], (0, 0, STAGE["width"], STAGE["height"]), {
    "stage": STAGE, "gifts": {"x": 24, "y": 96, "linger": 60, "hurry": 0},
    "ticker": {"enabled": True, "x": 498, "y": 195, "entryY": 0, "margin": 85, "linger": 60},
    "counters": {"x": 24, "y": 24}, "goals": {"x": 222, "y": 24, "ease": 0},
    "captions": {"x": 300, "y": 244}, "calls": {"x": 300, "y": 96, "top": 0, "vanish": 60},
})
SHOW = """async ([frame, stage]) => {
  replay.load([frame], stage);
  await replay.draw(0);
}"""


def labelled(picture, theme):
    draw = ImageDraw.Draw(picture, "RGBA")
    font = ImageFont.load_default(20)
    _, _, width, height = draw.textbbox((0, 0), theme, font=font)
    left, top = picture.width - width - 24, picture.height - height - 22
    draw.rounded_rectangle((left - 8, top - 4, picture.width - 12, picture.height - 10), 8, (10, 8, 24, 170))
    draw.text((left, top), theme, font=font, fill=(255, 255, 255, 230))
    return picture


def looks(page, directory):
    """The stage in each theme, three in a row."""
    resize(page, STAGE)
    (frame,) = STAGED.frames(directory)
    cells = []
    for theme in THEMES:
        page.evaluate(WEAR, [theme, "", ""])
        page.evaluate(SHOW, [frame, STAGE])
        cells.append(labelled(decoded(page.screenshot()).convert("RGB"), theme))
    page.evaluate(WEAR, ["classic", "", ""])
    page.evaluate("() => replay.load([], { width: 960, height: 540 })")
    wide, high = cells[0].size
    down = -(-len(cells) // ACROSS)
    whole = Image.new("RGB", (ACROSS * (wide + GAP) - GAP, down * (high + GAP) - GAP), "#ffffff")
    for index, cell in enumerate(cells):
        whole.paste(cell, (index % ACROSS * (wide + GAP), index // ACROSS * (high + GAP)))
    return whole


# The stage has one node for each style property, and all nodes rest.
PARTS = Recording("parts", [
    {"at": 0, "type": "counter", "name": "likes", "to": 12840, "duration": 0, "grouping": True, "prefix": "♥ "},
    {"at": 0, "type": "goal", "name": "a", "title": "A song", "target": 50, "start": 31},
    {"at": 0, "type": "goal", "name": "b", "title": "For the band", "target": 20, "start": 20},
    {"at": 0, "type": "gift", "sender": "Ann", "gift": "Rose", "count": 7},
    {"at": 0, "type": "gift", "sender": "Ben", "gift": "Leaf", "count": 2},
    {"at": 0, "type": "call", "user": "Mira"},
    {"at": 0, "type": "caption", "slot": "b", "text": "Ride the wave", "effect": "wave", "duration": 8, "hold": 60},
    {"at": 0, "type": "caption", "slot": "a", "text": "See you soon", "effect": "fade", "duration": 0.1, "hold": 60},
], [4], (0, 0, 960, 540), {
    "ticker": {"enabled": True, "linger": 60}, "gifts": {"linger": 60, "gap": 30}, "calls": {"vanish": 60}})
# Themes that show a property, by the beginning of the property's name. The classic theme shows all other properties.
MATERIAL = {"tierZeroEnd": "jelly", "tier": "aurora", "callRing": "aurora"}
TIERS = ["Zero", "One", "Two", "Three", "Four"]
# Node ids, by the beginning of the names of the properties that paint these nodes.
NODES = {"tier": ["gifts/0"], "gift": ["gifts/0"], "ticker": ["ticker/e4"], "call": ["call/"], "counter": ["counter/"],
         "caption": ["caption/"], "goal": ["goal/"], "avatar": ["gifts/0"], "box": ["gifts/1"]}
# Extra space around nodes, in points: a count stands beside its row, and a picture above it.
ROOM = {"gifts": (6, 18, 60, 6), "counter": (6, 6, 180, 6), "caption": (130, 4, 130, 4)}
MARK, GREY = "#ff00b8", "#6d6d6d"
CELL = (285, 118)
COLUMNS = 5
NAME = 26
# Applies a theme that differs in one color or corner.
WEAR = """async ([theme, key, mark]) => {
  const [{ themes }, { wear }] = await Promise.all(["themes", "palette"].map((name) => import(`/web/shared/${name}.js`)));
  const { colors, radii, style } = structuredClone(themes[theme]);
  if (key in colors) colors[key] = mark;
  if (key in radii) radii[key] = 0;
  wear({ colors, radii, family: "", style, own: key === "" ? [] : [key] });
}"""
PROPERTIES = """async () => {
  const { propertyOf, themes } = await import("/web/shared/themes.js");
  const { colors, radii } = themes.classic;
  return [...Object.keys(colors), ...Object.keys(radii)].map((key) => [key, propertyOf(key)]);
}"""


def box_of(frame, key):
    """The part of the stage that a property paints, in points."""
    begins = next(starts for name, starts in NODES.items() if key.startswith(name))
    nodes = [node for node in frame["nodes"] if node["id"].startswith(tuple(begins))]
    left, top, right, bottom = ROOM.get(begins[0].split("/")[0], (6, 6, 6, 6))
    return (min(node["x"] for node in nodes) - left, min(node["y"] for node in nodes) - top,
            max(node["x"] + node["width"] for node in nodes) + right,
            max(node["y"] + node["height"] for node in nodes) + bottom)


def marked(before, after):
    """The first picture in gray, with all pixels marked that differ in the second."""
    bands = ImageChops.difference(before, after).split()
    mask = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).point(lambda one: min(255, one * 3))
    grey = before.convert("L").convert("RGB")
    return Image.composite(Image.new("RGB", grey.size, MARK), grey, mask), mask.getbbox() is not None


def parts(page, directory):
    """A picture for each property with its pixels marked, above the property's name."""
    (frame,) = PARTS.frames(directory)
    page.evaluate(WEAR, ["classic", "", ""])
    # Two properties paint the ✕, which OBS does not show.
    page.evaluate("() => replay.takeTaps(true)")
    show(page, frame)
    before = on_grey(page)
    cells = []
    for key, name in page.evaluate(PROPERTIES):
        theme = next((theme for start, theme in MATERIAL.items() if key.startswith(start)), "classic")
        staged = in_tier(frame, key)
        if theme != "classic":
            page.evaluate(WEAR, [theme, "", ""])
            show(page, staged)
        picture, is_seen = marked(before if theme == "classic" else on_grey(page), shown_in(page, staged, theme, key))
        assert is_seen, f"{name} paints nothing here"
        cells.append(cell(picture.crop([round(edge * SCALE) for edge in box_of(frame, key)]), name))
    page.evaluate(WEAR, ["classic", "", ""])
    page.evaluate("() => replay.takeTaps(false)")
    wide, high = CELL[0] + GAP, CELL[1] + NAME + GAP
    whole = Image.new("RGB", (COLUMNS * wide - GAP, -(-len(cells) // COLUMNS) * high - GAP), "#ffffff")
    for index, one in enumerate(cells):
        whole.paste(one, (index % COLUMNS * wide, index // COLUMNS * high))
    return whole


def in_tier(frame, key):
    """The frame, with the first row in the tier that a property paints."""
    tier = next((tier for tier, name in enumerate(TIERS) if key.startswith(f"tier{name}")), 0)
    flourish = {"tier": tier, "seed": 7, "born": frame["time"] - 60_000_000}
    return {**frame, "nodes": [
        {**node, "flourish": flourish} if tier and node["id"] == "gifts/0" else node for node in frame["nodes"]]}


def shown_in(page, frame, theme, key):
    """The stage with a property marked."""
    page.evaluate(WEAR, [theme, key, MARK])
    show(page, frame)
    return on_grey(page)


def on_grey(page):
    """The stage over gray, on which light and dark pixels are visible."""
    stage = pixels(page)
    ground = Image.new("RGBA", stage.size, GREY)
    return Image.alpha_composite(ground, stage).convert("RGB")


def cell(picture, name):
    """A picture, scaled down if it is too large, above its name."""
    picture.thumbnail(CELL)
    whole = Image.new("RGB", (CELL[0], CELL[1] + NAME), GREY)
    whole.paste(picture, ((CELL[0] - picture.width) // 2, (CELL[1] - picture.height) // 2))
    draw = ImageDraw.Draw(whole)
    draw.rectangle((0, CELL[1], CELL[0], CELL[1] + NAME), "#16131f")
    draw.text((6, CELL[1] + 5), name, font=ImageFont.load_default(13), fill="#ffffff")
    return whole
