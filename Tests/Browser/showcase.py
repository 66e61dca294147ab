"""Pictures of the show (docs/images): tiers, films, layouts, and the celebration of a goal."""

import json

from Browser.busiest import FILMS as SECONDS
from Browser.canvas import decoded
from Browser.evening import PRESET, events
from Browser.looks import SHOW, WEAR
from Browser.recording import Recording, simulate
from Browser.replaying import resize
from Browser.sheets import grid, labelled
from Browser.strips import gift

THEME = "aurora"
# Room time of the picture of tiers, in microseconds.
NOW = 100_000_000
LAYERS = ["ticker", "gift", "alert"]
TIERS = {"width": 1280, "height": 560}
TIERS_PAGE = {"width": 1440, "height": 630}
# The gift of each tier, its sender and its count.
GIFTS = [("rose", "Ann", 3), ("star", "Chidi", 12), ("cake", "Priya", 7), ("crown", "Luz", 2), ("castle", "Baroness Wilhelmina", 1)]
# Seconds after the start of each film.
FILMS = {
    "rocket": [0.7, 1.9, 3.5, 5.7], "castle": [1.3, 2.9, 4.2, 5.5], "fireworks": [0.9, 2.2, 3.6, 4.8],
    "diamond": [0.4, 1.5, 3.2, 4.85], "hearts": [0.8, 2, 3.5, 5.1], "crown": [0.9, 2.4, 3.6, 5.2]}
FILM_PAGE = {"width": 360, "height": 202}
STAGE = {"width": 960, "height": 540}
# The studio's preset and the width of its picture; all pictures have one height.
LAYOUTS = {"size169": 720, "size43": 540, "size916": 228}
LAYOUT_HEIGHT = 405
LAYOUT_SECONDS = 4.5
CELEBRATION = Recording(
    "celebration", [{"at": 0, "type": "goal", "name": "song", "title": "A song for 50 gifts", "target": 50, "start": 12},
                    gift(0.5, "Ann", "Rose", 38)],
    [0.4, 1, 1.6, 1.8, 2.2, 2.8], (640, 0, 960, 110))
CELEBRATION_PAGE = {"width": 1440, "height": 810}


def picture_of(page, frame, stage):
    page.evaluate(SHOW, [frame, stage])
    return decoded(page.screenshot()).convert("RGB")


def dressed(draw):
    """Returns a function that draws in the default theme, and leaves the page as it was."""

    def drawn(page, directory):
        page.evaluate(WEAR, [THEME, "", ""])
        picture = draw(page, directory)
        page.evaluate(WEAR, ["classic", "", ""])
        page.evaluate("(stage) => replay.load([], stage)", STAGE)
        return picture

    return drawn


def tier_nodes(tier):
    """A gift of the tier: its row enters, pops and rests, and its ticker card and its alert rest."""
    name, sender, count = GIFTS[tier]
    y = 34 + 108 * tier
    image = f"/web/gifts/{name}.svg"
    shared = {"alpha": 1, "sender": sender, "gift": name.title(), "image": image, "count": count, "digitScale": 1}

    def decorated(born, **instants):
        ages = {key: NOW - round(age * 1e6) for key, age in instants.items()}
        return {"flourish": {"tier": tier, "seed": 7, "born": NOW - round(born * 1e6), **ages}} if tier else {}

    for column, (x, flourish, scale) in enumerate([
            (40, decorated(0.32), 1), (330, decorated(1.5, popped=0.16), 1.7), (620, decorated(9, popped=9), 1)]):
        yield {"id": f"gifts/{tier}{column}", "kind": "gift", "x": x, "y": y + 26, "width": 200, "height": 40, "combo": name,
               **shared, **flourish, "digitScale": scale}
    yield {"id": f"ticker/{tier}", "kind": "ticker", "x": 900, "y": y + 6, "width": 100, "height": 80, **shared,
           **decorated(9, popped=9)}
    yield {"id": f"alert/{tier}", "kind": "alert", "x": 1030, "y": y - 8, "width": 240, "height": 100, "alpha": 1,
           "title": f"{sender} sent a {name.title()}", "name": sender, "image": image, "amount": str([1, 99, 300, 700, 5000][tier]),
           "seed": 7, "start": NOW - 9_000_000, "duration": 60, **({"tier": tier} if tier else {})}


@dressed
def tiers(page, _):
    """A line for each tier."""
    resize(page, TIERS_PAGE)
    # The server sends nodes in the order of their layers.
    nodes = sorted((node for tier in range(len(GIFTS)) for node in tier_nodes(tier)), key=lambda node: LAYERS.index(node["kind"]))
    return picture_of(page, {"time": NOW, "full": True, "nodes": nodes}, TIERS)


@dressed
def films(page, directory):
    """A line of four instants for each film."""
    resize(page, FILM_PAGE)
    pictures = []
    for film, instants in FILMS.items():
        config = {"effects": {"fade": 0.3}, "catalogue": {film: {
            "name": film.title(), "image": "/web/gifts/diamond.svg", "value": 5000,
            "effect": {"film": film, "duration": SECONDS[film]}}}}
        frames = Recording("film", [gift(0, "Baroness Wilhelmina", film, 1)], instants, (), config).frames(directory)
        pictures += [labelled(picture_of(page, frame, STAGE), instant) for instant, frame in zip(instants, frames)]
    return grid(pictures, 4)


@dressed
def layouts(page, directory):
    """The studio's layouts of three formats in a busy evening."""
    pictures = []
    for preset, width in LAYOUTS.items():
        config = page.evaluate(PRESET, preset)
        lines = simulate(list(events()), LAYOUT_SECONDS, config, 2, directory)
        resize(page, {"width": width, "height": LAYOUT_HEIGHT})
        pictures.append(picture_of(page, json.loads(lines[-1]), config["stage"]))
    return grid(pictures, len(pictures))


@dressed
def celebration(page, directory):
    """A goal before a gift reaches it, and its celebration."""
    resize(page, CELEBRATION_PAGE)
    box = tuple(round(edge * CELEBRATION_PAGE["width"] / STAGE["width"]) for edge in CELEBRATION.box)
    pictures = [labelled(picture_of(page, frame, STAGE).crop(box), instant)
                for instant, frame in zip(CELEBRATION.instants, CELEBRATION.frames(directory))]
    return grid(pictures, 3)
