"""Section 5: counters."""

import decimal
import math

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

    def value(self, now):
        f = EASINGS[self.easing](progress(self.start, self.duration, now))
        return toward(self.origin, self.end, f)

    def update(self, event, now, is_new=False):
        self.origin = event.get("from", self.value(now))
        if "add" in event:
            self.end = min(10**12, max(-10**12, self.end + event["add"]))
        else:
            self.end = event["to"]
        self.start, self.duration = now, micros(event.get("duration", 2))
        self.easing = event.get("easing", "easeOut")
        if "add" in event and not is_new:
            return
        self.form = event.get("format", "integer")
        self.prefix, self.suffix = event.get("prefix", ""), event.get("suffix", "")
        self.grouping = event.get("grouping", False)

    def node(self, now, config):
        value = self.value(now)
        return {
            "id": f"counter/{self.name}", "kind": "counter", "x": hundredth(config["x"]),
            "y": hundredth(config["y"] + self.row * (config["height"] + config["gap"])),
            "width": 0, "height": hundredth(config["height"]), "alpha": 1,
            "text": self.prefix + number_text(value, self.form, self.grouping) + self.suffix,
            "value": hundredth(value),
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

    def is_refused(self, name):
        return name not in self.counters and len(self.counters) >= self.config["max"]

    def update(self, event):
        name = event["name"]
        is_new = name not in self.counters
        if is_new:
            self.counters[name] = Counter(name, lowest_free_row(self.counters.values()))
        self.counters[name].update(event, self.room.now, is_new)

    def delete(self, name):
        """Returns false if there is no such counter."""
        return self.counters.pop(name, None) is not None

    def configured(self):
        if not self.config["enabled"]:
            self.counters.clear()

    def nodes(self):
        by_row = sorted(self.counters.values(), key=lambda counter: counter.row)
        return [counter.node(self.room.now, self.config) for counter in by_row]
