"""Makes a recorded show of alerts, leaders and a clock, for tests of the page.

    cards.py > frames.ndjson

The script follows the formulas of the behavior contract, so the frames equal those of a server. Times are seconds, lengths
are points.
"""

import bisect
import json
import math
from dataclasses import dataclass, field

FPS = 20
SECONDS = 16
BOARD = {"x": 736, "y": 200, "width": 200, "rowHeight": 28, "gap": 4, "rows": 4, "title": "Top gifts", "move": 0.4, "ease": 0.6}
ALERTS = {"x": 300, "y": 40, "width": 360, "height": 150, "fade": 0.3}
CLOCK = {"x": 24, "y": 24, "height": 36, "seconds": 8}
LEAST_FADE = 1e-9

SHOWN = [
    {"id": "e1", "start": 0.5, "duration": 5, "title": "A Castle from \u2068Baroness Wilhelmina\u2069", "tier": 4,
     "name": "Baroness Wilhelmina", "image": "/web/gifts/castle.svg", "amount": "5000", "seed": 41,
     "message": "You got me through exam season. This castle is for you, and for everyone in this chat who stayed awake "
                "with me until four in the morning."},
    {"id": "e2", "start": 6, "duration": 4, "title": "\u2068ليلى\u2069 is following", "tier": 2, "name": "ليلى", "seed": 7,
     "left": 8.5},
    {"id": "e3", "start": 9.3, "duration": 3, "title": "\u2068Ann\u2069 sent a Rose", "name": "Ann",
     "image": "/web/gifts/rose.svg", "seed": 3, "message": "辛苦了！明天见。"},
]
# Time, sender, worth.
GIFTS = [(0, "Mira", 5200), (0, "Baroness Wilhelmina", 5000), (0, "小林さくら", 1500), (0, "Ahmed", 1310),
         (2, "Baroness Wilhelmina", 600), (6.2, "Luz Marín", 1400), (9, "小林さくら", 7000)]
# Time, seconds, sender.
ADDITIONS = [(3, 5, "Mira")]


def rounded(value, digits):
    """Rounds half away from zero."""
    scaled = math.floor(abs(value) * 10**digits + 0.5) / 10**digits
    return math.copysign(scaled, value) if scaled else 0


def micros(seconds):
    return round(seconds * 1_000_000)


def ease_out(share):
    return 1 - (1 - share) ** 3


def ease_in_out(share):
    """The cubic Bézier curve (0.42, 0, 0.58, 1)."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        x = 3 * middle * (1 - middle) ** 2 * 0.42 + 3 * middle**2 * (1 - middle) * 0.58 + middle**3
        low, high = (middle, high) if x < share else (low, middle)
    return 3 * low**2 * (1 - low) + low**3


@dataclass
class Move:
    """A number on its way."""

    start: float
    seconds: float
    origin: float
    target: float
    curve: callable

    def at(self, time):
        share = 1 if self.seconds == 0 else min(1, max(0, (time - self.start) / self.seconds))
        return self.target if share == 1 else self.origin + self.curve(share) * (self.target - self.origin)

    def to(self, target, time, seconds):
        return Move(time, seconds, self.at(time), target, self.curve)


@dataclass
class Row:
    """A sender's row on the board."""

    name: str
    place: int
    born: float
    value: Move
    y: Move
    alpha: Move
    rose: float = None

    def node(self, time):
        more = {} if self.rose is None else {"rose": micros(self.rose)}
        return {"id": f"leader/name:{self.name}", "kind": "leader", "x": BOARD["x"], "y": rounded(self.y.at(time), 2),
                "width": BOARD["width"], "height": BOARD["rowHeight"], "alpha": rounded(self.alpha.at(time), 3),
                "place": self.place, "name": self.name, "value": rounded(self.value.at(time), 2), "born": micros(self.born),
                "seed": seed_of(f"name:{self.name}"), **more}


def seed_of(key):
    """FNV-1a of 32 bits, modulo 65,536."""
    value = 2166136261
    for byte in key.encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value % 65536


def rest_of(place):
    return BOARD["y"] + place * (BOARD["rowHeight"] + BOARD["gap"])


@dataclass
class Board:
    """The senders who gave most."""

    sums: dict = field(default_factory=dict)
    held: dict = field(default_factory=dict)
    rows: dict = field(default_factory=dict)

    def give(self, time, sender, worth):
        self.sums[sender] = self.sums.get(sender, 0) + worth
        self.held[sender] = time
        order = sorted(self.sums, key=lambda name: (-self.sums[name], self.held[name]))
        for place, name in enumerate(order[:BOARD["rows"]], 1):
            self.place(time, name, place)
        for name in order[BOARD["rows"]:]:
            if name in self.rows and self.rows[name].alpha.target == 1:
                row = self.rows[name]
                row.y = row.y.to(row.y.at(time), time, 0)
                row.alpha = row.alpha.to(0, time, BOARD["move"])

    def place(self, time, name, place):
        total = self.sums[name]
        row = self.rows.get(name)
        if row is None or (row.alpha.target == 0 and row.alpha.at(time) <= LEAST_FADE):
            self.rows[name] = Row(
                name, place, time, Move(time, 0, total, total, ease_out), Move(time, 0, rest_of(place), rest_of(place), ease_in_out),
                Move(time, BOARD["move"], 0, 1, ease_in_out))
            return
        if total != row.value.target:
            row.value = row.value.to(total, time, BOARD["ease"])
        if place != row.place:
            row.rose = time if place < row.place else row.rose
            row.y = row.y.to(rest_of(place), time, BOARD["move"])
        row.place = place

    def nodes(self, time):
        rows = [row.node(time) for row in self.rows.values()]
        rows = [node for node in rows if node["alpha"] > 0 or node["born"] == micros(time)]
        if rows:
            yield {"id": "leader/title", "kind": "leader", "x": BOARD["x"], "y": BOARD["y"], "width": BOARD["width"],
                   "height": BOARD["rowHeight"], "alpha": 1, "text": BOARD["title"]}
        yield from rows


def clock_node(time):
    """A clock that runs, and its last addition."""
    given = [one for one in ADDITIONS if one[0] <= time]
    end = CLOCK["seconds"] + sum(seconds for _, seconds, _ in given)
    left = max(0, math.ceil(end - time - 1e-9))
    node = {"id": "counter/left", "kind": "counter", "x": CLOCK["x"], "y": CLOCK["y"], "width": 0, "height": CLOCK["height"],
            "alpha": 1, "text": f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}", "value": left}
    if given:
        at, seconds, sender = given[-1]
        node |= {"added": seconds, "addedBy": sender, "addedAt": micros(at)}
    if time >= end:
        node |= {"ended": True, "endedAt": micros(end)}
    return node


def alert_nodes(time):
    for alert in SHOWN:
        start, fade = alert["start"], ALERTS["fade"]
        end = min(start + alert["duration"], alert.get("left", math.inf) + fade)
        if not start <= time < end:
            continue
        alpha = min(1, (time - start) / fade, (end - time) / fade)
        left = {"left": micros(alert["left"])} if time >= alert.get("left", math.inf) else {}
        yield {"id": f"alert/{alert['id']}", "kind": "alert", "x": ALERTS["x"], "y": ALERTS["y"], "width": ALERTS["width"],
               "height": ALERTS["height"], "alpha": rounded(alpha, 3),
               **{key: value for key, value in alert.items() if key not in ("id", "start", "left")},
               "start": micros(start), **left}


@dataclass(frozen=True)
class Recorded:
    """The times of pictures of the show, and the part of the stage that they show."""

    name: str
    instants: list
    box: tuple

    def frames(self, _):
        """The frames at the times."""
        shown = list(frames())
        return [shown[round(instant * FPS)] for instant in self.instants]


def frames(fps=FPS, seconds=SECONDS):
    """The full frames of the show, at k / fps."""
    board = Board()
    times = [time for time, _, _ in GIFTS]
    done = 0
    for index in range(round(seconds * fps) + 1):
        time = index / fps
        due = bisect.bisect_right(times, time)
        for gift in GIFTS[done:due]:
            board.give(*gift)
        done = due
        yield {"time": micros(time), "full": True, "nodes": [*board.nodes(time), clock_node(time), *alert_nodes(time)]}


if __name__ == "__main__":
    for frame in frames():
        print(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))
