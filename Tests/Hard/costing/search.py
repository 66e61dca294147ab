"""A search for the requests that cost a server the most: random shapes, then mutations of the worst of each operation."""

import json
import math
import random
import statistics
import time
import typing

from Hard.costing import laden, targets
from Hard.costing.meter import Meter
from harness.server import Server

# The bounds of one request: processor time of the loop, and of the other threads, in milliseconds of the machine that set
# the bounds.
LOOP_MILLISECONDS = 50.0
BESIDE_MILLISECONDS = 200.0
# Below this, growth can't be told from noise.
FLOOR_MILLISECONDS = 3.0
# Twice the size may take 2.6 times as long.
MOST_EXPONENT = math.log2(2.6)
DOUBLINGS = 3
TRIES = 4
ROOMS_PER_SERVER = 300
ELITE = 3
# Rooms wait for a viewer, so that only requests take time. They show all happenings of platforms.
CONFIG = {"sources": {
    "follow": "caption", "raid": "caption", "redemption": "caption", "message": "caption", "counter": True, "currency": "USD"}}
# The share of time of each kind of target.
WEIGHTS = {targets.Head: 0.3, targets.Body: 1, targets.Form: 3, targets.Upload: 12, targets.Messages: 3, laden.Laden: 1}


class Shape(typing.NamedTuple):
    target: targets.Target
    genes: tuple

    def __str__(self):
        return "; ".join(f"{kind} {seed} at {named(place)}" for place, kind, seed in self.genes)


def named(place):
    """A place in a table's cell."""
    if isinstance(place, str):
        return place
    *words, path = place
    return " ".join(str(word) for word in words) + " /" + "/".join(str(step) for step in path)


def status(answer):
    """The status in the first line of an answer."""
    words = (answer or b"").split()
    return words[1].decode() if len(words) > 1 else "–"


class Found(typing.NamedTuple):
    shape: Shape
    bytes: int
    status: str
    loop: float
    whole: float
    exponent: float | None

    @property
    def share(self):
        """The request's part of its bound; more than 1 is too much."""
        return max(self.loop / LOOP_MILLISECONDS, (self.whole - self.loop) / BESIDE_MILLISECONDS)

    @property
    def per_byte(self):
        """Nanoseconds of all threads for a byte."""
        return self.whole * 1e6 / max(1, self.bytes)


def exponent(points):
    """Returns the exponent of the time's growth at the end of `points`: [(size, milliseconds)]. The first point is the
    cheapest request. Returns None if the times are too short.

    Both the last doubling and the last two have to grow so: one step alone may be that of a cache.
    """
    (_, least), *rest = points
    above = [(size, time - least) for size, time in rest]
    if len(above) < 3 or above[-1][1] < FLOOR_MILLISECONDS:
        return None
    (first, early), (middle, later), (last, latest) = above[-3:]
    if min(early, later) <= 0 or not first < middle < last:
        return None
    return min(math.log(latest / later) / math.log(last / middle), math.log(latest / early) / math.log(last / first))


class Search:
    def __init__(self, folder, seed, only=""):
        self.folder, self.chance = folder, random.Random(seed)
        everything = [*targets.every(), *laden.every()]
        self.targets = [target for target in everything if only in f"{target.name} {type(target).__name__} {' '.join(target.kinds)}"]
        self.spent = dict.fromkeys(self.targets, 0.0)
        self.elite = {target: [] for target in self.targets}
        self.faults, self.measured = [], 0
        self.server = self.meter = None
        self.starts, self.rooms = 0, 0

    # The server

    def start(self):
        """Starts an empty server."""
        self.close()
        self.starts, self.rooms = self.starts + 1, 0
        config = self.folder / "config.json"
        config.write_text(json.dumps(CONFIG))
        self.server = Server(self.folder / f"data{self.starts}", "--assets-bytes", str(1 << 40), config=config)
        self.server.start()
        self.meter = Meter(self.server)

    def close(self):
        if self.server is None:
            return
        self.meter.close()
        self.server.close()
        self.server = None

    def room(self):
        if self.server is None or self.rooms == ROOMS_PER_SERVER:
            self.start()
        self.rooms += 1
        return targets.Room(self.server, f"r{self.rooms}")

    def cost(self, shape, size):
        """(bytes, Cost) of the shape in a room of its own."""
        count, action = shape.target.play(self.room(), shape.genes, size)
        cost = self.meter.cost(action)
        self.measured += 1
        assert self.server.process.poll() is None, f"the server has ended after {shape.target.name}: {shape}\n{self.server.said()}"
        return count, cost

    # Judging

    def look(self, shape):
        """Measures a shape; keeps it if it is one of the worst of its target, and judges it then."""
        limit = shape.target.limit
        count, cost = self.cost(shape, limit)
        found = Found(shape, count, status(cost.answer), cost.loop, cost.whole, None)
        best = self.elite[shape.target]
        if len(best) == ELITE and found.share <= best[-1].share:
            return
        best.append(self.judged(found))
        best.sort(key=lambda one: -one.share)
        del best[ELITE:]

    def judged(self, found):
        """Measures a shape again if its cost may be too much, and measures how its time grows; notes faults."""
        shape = found.shape
        if found.share > 1:
            costs = [self.cost(shape, shape.target.limit)[1] for _ in range(TRIES)]
            found = min((found._replace(loop=cost.loop, whole=cost.whole) for cost in costs), key=lambda one: one.share)
            if found.share > 1:
                self.fault(shape, f"takes {found.loop:.1f} ms of the loop and {found.whole - found.loop:.1f} ms beside it")
        if found.whole < FLOOR_MILLISECONDS:
            return found
        power = self.growth(shape, 1)
        # Of a laden shape the room grows too, so that only its whole cost is bounded.
        if power is not None and power > MOST_EXPONENT and not isinstance(shape.target, laden.Laden):
            power = self.growth(shape, 5)
            if power is not None and power > MOST_EXPONENT:
                self.fault(shape, f"grows with the size to the power of {power:.2f}")
        return found._replace(exponent=power)

    def growth(self, shape, tries):
        """The exponent of a shape; None if it is answered otherwise at other sizes."""
        points, statuses = [], set()
        for down in (8, *range(DOUBLINGS - 1, -1, -1)):
            size = shape.target.limit >> down
            measured = [self.cost(shape, size) for _ in range(tries)]
            statuses |= {status(cost.answer) for _, cost in measured} if down < DOUBLINGS else set()
            amount = size if isinstance(shape.target, laden.Laden) else measured[0][0]
            points.append((amount, statistics.median(cost.whole for _, cost in measured)))
        return exponent(points) if len(statuses) == 1 else None

    def fault(self, shape, text):
        line = f"{shape.target.name}, {shape}: {text}"
        if line not in self.faults:
            print(line, flush=True)
            self.faults.append(line)

    # Searching

    def shape(self, target):
        """A shape to try: a new one, or one of the worst with a change."""
        chance, best = self.chance, self.elite[target]
        if len(best) < ELITE or chance.random() < 0.35:
            first = target.gene(chance)
            return Shape(target, (first, *(target.gene(chance, first) for _ in range(chance.randrange(target.most_genes)))))
        genes = list(chance.choice(best).shape.genes)
        place = chance.randrange(len(genes))
        new, (where, kind, seed) = target.gene(chance, genes[0]), genes[place]
        change = chance.randrange(5)
        if change == 0 and len(genes) < target.most_genes:
            genes.append(new)
        elif change == 1 and len(genes) > 1:
            del genes[place]
        elif change == 2:
            genes[place] = (new[0], kind, seed)
        elif change == 3:
            genes[place] = (where, kind, new[2])
        else:
            genes[place] = (where, *new[1:])
        return Shape(target, tuple(genes))

    def run(self, seconds):
        """Looks at one shape of each target at least, and goes on until the time is over."""
        self.start()
        end, waiting = time.monotonic() + seconds, list(self.targets)
        told = time.monotonic()
        while waiting or time.monotonic() < end:
            target = waiting.pop() if waiting else min(self.targets, key=lambda one: self.spent[one] / WEIGHTS[type(one)])
            before = time.monotonic()
            self.look(self.shape(target))
            self.spent[target] += time.monotonic() - before
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f"{self.measured} measurements, {end - told:.0f} s left, {len(self.faults)} faults", flush=True)
        self.close()

    def worst(self):
        """The worst shape of each target, the worst first."""
        found = {}
        for best in self.elite.values():
            for one in best:
                if one.whole > found.get(one.shape.target, one._replace(whole=0)).whole:
                    found[one.shape.target] = one
        return sorted(found.values(), key=lambda one: -one.share)
