"""Section 6: captions."""

import math

import regex

from .counters import lowest_free_row
from .curves import linear, progress
from .rounding import hundredth, micros, thousandth
from .splitmix import SplitMix64


def spans(effect, n, d, seq):
    """(delay, duration) of every character, in microseconds, not rounded."""
    if effect == "typewriter":
        return [(i * d / n, d / n) for i in range(n)]
    if effect == "fade":
        return [(i * d / n, d - i * d / n) for i in range(n)]
    random, result = SplitMix64(seq), []
    for _ in range(n):
        u1, u2 = random.draw(), random.draw()
        delay = u1 * d / 2
        result.append((delay, (1 - u2) * (d - delay)))
    return result


def wave(elapsed, d):
    """(level, amplitude in points, phase in radians)."""
    turns = 3 * elapsed % 1_000_000 / 1_000_000  # the period is a third of a second
    rising = 2 * turns if turns < 0.5 else 2 - 2 * turns
    amplitude = 5 * (1.0 + 0.2 * rising)
    return progress(0, d, elapsed), amplitude, 24 * (elapsed / 1e6) / math.pi


class Caption:
    def __init__(self, event, row, now):
        self.id = event["id"]
        self.slot, self.row, self.text = event.get("slot", "main"), row, event["text"]
        self.effect = event.get("effect", "typewriter")
        self.glyphs = regex.findall(r"\X", self.text)
        self.start, self.duration = now, micros(event.get("duration", 2))
        self.exit = micros(event.get("exit", 0.5))
        hold = event.get("hold", 3)
        self.fades_at = None if hold is None else now + self.duration + micros(hold)
        if self.effect != "wave":
            self.spans = spans(self.effect, len(self.glyphs), self.duration, event["seq"])

    @property
    def gone_at(self):
        return None if self.fades_at is None else self.fades_at + self.exit

    def fade_out(self, now):
        if self.fades_at is None or now < self.fades_at:
            self.fades_at = now

    def percents(self, now):
        elapsed = now - self.start
        return [progress(delay, duration, elapsed) for delay, duration in self.spans]

    def alpha(self, now):
        if self.fades_at is None or now < self.fades_at:
            return 1.0
        return 1 - linear(progress(self.fades_at, self.exit, now))

    def node(self, now, config):
        y = config["y"] - self.row * (config["height"] + config["gap"])
        node = {
            "id": f"caption/{self.slot}", "kind": "caption",
            "x": hundredth(config["x"]), "y": hundredth(y),
            "width": 0, "height": hundredth(config["height"]),
            "alpha": thousandth(self.alpha(now)),
            "text": self.text, "effect": self.effect, "align": config["align"],
            "glyphs": self.glyphs,
        }
        if self.effect == "wave":
            level, amplitude, phase = wave(now - self.start, self.duration)
            node["level"], node["amplitude"] = thousandth(level), thousandth(amplitude)
            node["phase"] = thousandth(phase)
        elif self.effect == "typewriter":
            node["glyphRise"] = [thousandth(p - 1) for p in self.percents(now)]
        else:
            node["glyphAlpha"] = [thousandth(p) for p in self.percents(now)]
        return node


class Captions:
    def __init__(self, room):
        self.room = room
        self.captions = {}  # by slot

    @property
    def config(self):
        return self.room.config["captions"]

    def is_refused(self, slot):
        return slot not in self.captions and len(self.captions) >= self.config["max"]

    def caption(self, event):
        slot = event.get("slot", "main")
        old = self.captions.get(slot)
        row = old.row if old else lowest_free_row(self.captions.values())
        self.captions[slot] = Caption(event, row, self.room.now)

    def delete(self, slot):
        """Returns false if there is no such caption."""
        if slot in self.captions:
            self.captions[slot].fade_out(self.room.now)
        return slot in self.captions

    def forget(self, event):
        self.captions = {s: c for s, c in self.captions.items() if c.id != event}

    def next_due(self):
        gone = [c.gone_at for c in self.captions.values() if c.gone_at is not None]
        return min(gone, default=None)

    def step(self):
        now = self.room.now
        self.captions = {s: c for s, c in self.captions.items() if c.gone_at != now}

    def clear(self):
        self.captions.clear()

    def configured(self):
        if not self.config["enabled"]:
            self.clear()

    def nodes(self):
        by_row = sorted(self.captions.values(), key=lambda caption: caption.row)
        return [caption.node(self.room.now, self.config) for caption in by_row]
