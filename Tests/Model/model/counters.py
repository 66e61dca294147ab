"""Sections 5 and 16: counters, which may be clocks."""

import decimal
import math

from . import clocks
from .curves import EASINGS, progress, toward
from .rounding import hundredth, micros


def number_text(value, form, grouping):
    """Formats a number: `integer` truncates toward zero, `decimal` has two decimals, half away from zero."""
    if form == "integer":
        return f"{math.trunc(value):,}" if grouping else str(math.trunc(value))
    with decimal.localcontext() as context:
        context.prec = 400
        exact = decimal.Decimal(value)
        shown = exact.quantize(decimal.Decimal("0.01"), rounding=decimal.ROUND_HALF_UP)
    shown = abs(shown) if shown == 0 else shown
    return f"{shown:,f}" if grouping else f"{shown:f}"


class Counter:
    def __init__(self, name, row):
        self.name, self.row = name, row
        self.start, self.duration, self.origin, self.end = 0, 0, 0, 0
        self.easing = "easeOut"
        self.clock = None

    def value(self, now):
        if self.clock is not None:
            return self.clock.left(now) / 1_000_000
        f = EASINGS[self.easing](progress(self.start, self.duration, now))
        return toward(self.origin, self.end, f)

    def update(self, event, now, is_new=False):
        if "clock" in event:
            self.clock = clocks.Clock(event, now)
            self.format(event, "h:mm:ss")
            return
        if "addSeconds" in event or "running" in event:
            self.change(event, now)
            return
        if self.clock is not None:
            self.end, is_new = self.value(now), True
        self.origin, self.clock = event.get("from", self.value(now)), None
        if "add" in event:
            self.end = min(10**12, max(-10**12, self.end + event["add"]))
        else:
            self.end = event["to"]
        self.start, self.duration = now, micros(event.get("duration", 2))
        self.easing = event.get("easing", "easeOut")
        if "add" in event and not is_new:
            return
        self.format(event, "integer")

    def format(self, event, default):
        self.form = event.get("format", default)
        self.prefix, self.suffix = event.get("prefix", ""), event.get("suffix", "")
        self.grouping = event.get("grouping", False)

    def change(self, event, now):
        """Adds time first. Missing keys change nothing."""
        if "addSeconds" in event:
            self.clock.add(micros(event["addSeconds"]), now)
        if "running" in event:
            self.clock.run(event["running"], now)
        self.form = event.get("format", self.form)
        self.prefix = event.get("prefix", self.prefix)
        self.suffix = event.get("suffix", self.suffix)
        self.grouping = event.get("grouping", self.grouping)

    def shown(self, now):
        """Returns the text without prefix and suffix, the value, and further keys."""
        if self.clock is not None:
            return *clocks.shown(self.clock.left(now), self.form, self.grouping), self.clock.keys()
        value = self.value(now)
        return number_text(value, self.form, self.grouping), hundredth(value), {}

    def node(self, now, config):
        text, value, more = self.shown(now)
        return {
            "id": f"counter/{self.name}", "kind": "counter", "x": hundredth(config["x"]),
            "y": hundredth(config["y"] + self.row * (config["height"] + config["gap"])),
            "width": 0, "height": hundredth(config["height"]), "alpha": 1,
            "text": self.prefix + text + self.suffix,
            "value": value, **more,
        }


def lowest_free_row(taken):
    rows = {one.row for one in taken}
    return next(row for row in range(len(rows) + 1) if row not in rows)


class Counters:
    def __init__(self, room):
        self.room = room
        self.counters = {}

    @property
    def config(self):
        return self.room.config["counters"]

    def is_refused(self, event):
        """A change of a clock needs no row, but a clock."""
        name = event["name"]
        if "addSeconds" in event or "running" in event:
            return name in self.counters and self.counters[name].clock is None
        return name not in self.counters and len(self.counters) >= self.config["max"]

    def is_missing(self, event):
        return ("addSeconds" in event or "running" in event) and event["name"] not in self.counters

    def update(self, event):
        name = event["name"]
        is_new = name not in self.counters
        if is_new:
            self.counters[name] = Counter(name, lowest_free_row(self.counters.values()))
        self.counters[name].update(event, self.room.now, is_new)

    def delete(self, name):
        """Returns false if there is no such counter."""
        return self.counters.pop(name, None) is not None

    # Section 16

    def clock(self, name):
        """Returns the clock of this name, or None."""
        return self.counters[name].clock if name in self.counters else None

    def extend(self, event, sender):
        name = sender["name"] if sender is not None else None
        if name is not None and self.room.is_blocked(name):
            name = None
        for counter, change in clocks.shares(self.room.config, event):
            if self.clock(counter) is not None:
                self.clock(counter).add(change, self.room.now, name)

    def give_back(self, event):
        for counter, change in clocks.shares(self.room.config, event):
            clock = self.clock(counter)
            if clock is not None and event.get("ofSeq", math.inf) > clock.set_by:
                clock.move(-change, self.room.now)

    def by_row(self):
        return sorted(self.counters.values(), key=lambda counter: counter.row)

    def next_due(self):
        dues = (one.clock.next_due() for one in self.counters.values() if one.clock is not None)
        return min((due for due in dues if due is not None), default=None)

    def step(self):
        now = self.room.now
        ending = (one for one in self.by_row() if one.clock and one.clock.next_due() == now)
        counter = next(ending)
        counter.clock.end = now
        self.room.cues.make("clock", counter.name)

    def clear(self):
        """Counters stay (section 8)."""

    def configured(self):
        if not self.config["enabled"]:
            self.counters.clear()

    def nodes(self):
        return [counter.node(self.room.now, self.config) for counter in self.by_row()]
