"""Seeded random event streams for `simulate`, with realistic and with nasty timing.

streams.py [--seed N] [--events N] [--seconds S] [--kinds a,b,…] [--config-out FILE] > events.ndjson
"""

import argparse
import json
import random
import sys

from model.configuration import complete, patched
from patches import initial_config, random_patch

KINDS = {
    "gift": 10, "call": 5, "dismiss": 2, "tap": 1, "counter": 3, "deleteCounter": 1,
    "caption": 3, "deleteCaption": 1, "control": 1.5, "config": 1.5,
    "deleteCombo": 0.7, "moveCombo": 1, "skipOne": 1, "goal": 1, "deleteGoal": 0.3,
    "takeBack": 2, "hold": 1, "approve": 0.8, "clock": 2, "notice": 1,
}
# With `alerts` there are events of these kinds, and gifts and calls have messages and sources.
ALERT_KINDS = {"notice": 5, "speech": 6, "deleteAlert": 0.7, "moveAlert": 1, "hideMessage": 1.5}
# These kinds make no events of their own: with `ticker` the gifts also make cards, with `catalogue` the gifts are in
# it and it changes; with `streak` some gifts are parts of streaks; with `leader` there are more senders, and the leaders
# are sometimes reset.
CHOICES = [*KINDS, "ticker", "catalogue", "streak", "leader", "alerts"]

SENDERS = [
    "Ann", "Bob", {"id": "1", "name": "Ann"}, {"id": "Ann", "name": "Zoë"},
    {"id": "2", "name": "小明", "avatar": "https://example.org/2.png"}, None,
]
# Additional senders with `leader`.
GIVERS = [
    {"id": "kofi:?7", "name": "Anonymous"}, {"id": "kofi:?8", "name": "anonymous"}, {"id": "2", "name": "明"},
    "anonymous", "Caller 3", {"id": "9", "name": "n\u0308" * 200}, "🇩🇪👨‍👩‍👧‍👦" * 20, "Cem", "Dora", "Eve", "Finn",
]
GIFTS = [
    "Rose", {"id": "Rose", "name": "Rose"},
    {"id": "r", "name": "Rakéta", "image": "/gifts/r.png", "value": 5},
]
# Additional gifts with `catalogue`, which it knows or nearly knows.
KNOWN_GIFTS = [
    "rose", "ROSE", "castle", "Castle", "Tulip", "tulip", {"id": "CAR", "name": "Auto"},
    {"id": "nothing", "name": "rose"}, {"name": "ÄGG", "value": 3}, "ägg", "K", "\u212a",
]
COUNTS = [1, 1, 1, 1, 2, 3, 5, 9, 10, 11, 12, 30, 49, 50, 55, 99, 250, 1000]
TEXTS = [
    "Hello", "x", "A longer line of plain text, with spaces.", "e\u0301a\u0308 n\u0303",
    "👨‍👩‍👧‍👦👍🏽🇩🇪🇯🇵 ok", "한글 \u1112\u1161\u11ab", "🏳️‍🌈❤️1️⃣", "日本語テキスト", "مرحبا", "a\u0327\u0301!",
]
MESSAGES = [
    "Hello, you", "from Bob", "A fine line", "👍🏽", "\u0645\u0631\u062d\u0628\u0627", "{sender} {count}",
    "x" * 300, "小 song",
]
NAMES = ["\u202eEve\u2066", "\u05d0\u05d1", "{count}", "Bob", {"id": "3", "name": "Cid", "avatar": "/c.png"}]
# The keys of an event that its retraction does not repeat.
NOT_REPEATED = {"at", "type", "id", "seq", "streak", "approves"}
SOURCES = ["twitch", "kofi", "youtube"]
# Durations of segments and sums of them: events at such a distance after another fall on transitions.
ECHOES = [
    0.05, 0.1, 0.125, 0.2, 0.25, 0.3, 0.5, 0.7, 0.75, 0.95, 1.0, 1.2, 1.25, 2.0, 3.0, 3.75, 4.0,
    5.0, 5.5,
]


class Stream:
    def __init__(self, seed, events=300, seconds=30.0, kinds=None):
        self.random = random.Random(seed)
        self.kinds = list(kinds or CHOICES)
        self.count, self.end = events, round(seconds * 1_000_000)
        self.document = initial_config(self.random, self.kinds)
        self.calls, self.combos, self.ids = [], [], []
        self.has_alerts = "alerts" in self.kinds
        # IDs: all gifts, calls and notices; all gifts and notices with a message; the ones without a speech so far.
        self.given, self.told, self.unspoken = [], [], []
        self.wall, self.heights = 1_795_255_200_000_000, [0] * 6
        self.past = []  # the sent events: (id, seq, body)
        self.waiting = []  # the held events: (id, the first of its events)
        # Some streams have few senders and small counts, so that rows rest and become active again.
        self.senders = self.random.sample(SENDERS, self.random.randint(1, len(SENDERS)))
        if "leader" in self.kinds:
            self.senders += self.random.sample(GIVERS, self.random.randint(0, len(GIVERS)))
        self.counts = COUNTS[: self.random.choice([4, 7, len(COUNTS)])]

    def times(self):
        """Returns times in microseconds that never decrease: on a grid, as echoes, bursts, uniform; with lulls."""
        r, times = self.random, [0]
        starts = [r.randrange(self.end + 1) for _ in range(2)]
        lulls = [(start, start + r.randrange(self.end // 4 + 1)) for start in starts]
        while len(times) < self.count:
            style = r.random()
            if style < 0.25:
                t = r.randrange(self.end // 250_000 + 1) * 250_000
            elif style < 0.40:
                t = r.randrange(self.end // 50_000 + 1) * 50_000
            elif style < 0.60:
                t = r.choice(times) + round(r.choice(ECHOES) * 1_000_000)
            elif style < 0.70:
                t = r.choice(times)
            elif style < 0.75:
                t = r.choice(times) + r.choice([-1, 1])
            else:
                t = r.randrange(self.end + 1)
            is_lull = any(a < t < b for a, b in lulls) and r.random() < 0.9
            if 0 <= t <= self.end and not is_lull:
                times.append(t)
        return sorted(times[: self.count])

    def events(self):
        weights_by_kind = {kind: weight for kind, weight in KINDS.items() if kind in self.kinds}
        weights_by_kind |= ALERT_KINDS if self.has_alerts else {}
        kinds, weights = list(weights_by_kind), list(weights_by_kind.values())
        for number, t in enumerate(self.times(), start=1):
            kind = self.random.choices(kinds, weights)[0]
            event = {"at": t / 1_000_000, "type": kind, **getattr(self, kind)(number)}
            kind = event["type"]
            if kind in ("gift", "call", "caption", "hold", "notice"):
                seq = event.get("seq", number)
                id = event.get("id", f"e{seq}")
                self.past.append((id, seq, event))
                self.given += [id] if kind in ("gift", "call", "notice") else []
                self.told += [id] if "message" in event else []
                self.unspoken += [id] if "message" in event else []
            yield event

    def maybe(self, chance, key, make):
        return {key: make()} if self.random.random() < chance else {}

    def with_id(self, number):
        """Returns mostly no ID, sometimes a new one, rarely a repeated one; and sometimes a `seq`."""
        r, style = self.random, self.random.random()
        extra = {}
        if style < 0.2:
            extra["id"] = f"own-{number}"
            self.ids.append(extra["id"])
        elif style < 0.24 and self.ids:
            extra["id"] = r.choice(self.ids)
        if r.random() < 0.1:
            extra["seq"] = number + 1_000_000 * r.randrange(1, 1000)
        return extra

    def gift(self, number):
        sender = self.random.choice(self.senders)
        present = self.random.choice(GIFTS)
        if "catalogue" in self.kinds and self.random.random() < 0.7:
            present = self.random.choice(KNOWN_GIFTS)
        body = {"gift": present, **self.with_id(number)}
        self.combos.append(body.get("id") or f"e{body.get('seq', number)}")
        if sender is not None:
            body["sender"] = sender
        body |= self.maybe(0.6, "count", lambda: self.random.choice(self.counts))
        # Without goals and without streaks, the random numbers of a seed stay the same as before those existed.
        body |= self.worth(body) if "goal" in self.kinds or self.has_alerts else {}
        body |= self.part() if "streak" in self.kinds else {}
        body |= self.origin() if "clock" in self.kinds or self.has_alerts else {}
        return body | (self.message() if self.has_alerts else {})

    def message(self):
        return self.maybe(0.6, "message", lambda: self.random.choice(MESSAGES))

    def part(self):
        """Returns sometimes a part of one of a few streaks: rising, repeated, late, or of another streak."""
        r = self.random
        if r.random() < 0.6:
            return {}
        name = r.randrange(6)
        self.wall += r.choice([0, 1000, 499_999, 500_000, 1_000_000, 4_499_999, 4_500_000])
        self.heights[name] = max(1, self.heights[name] + r.choice([-3, 0, 1, 1, 2, 9]))
        ends = r.random() < 0.2
        count = self.heights[name]
        if ends:
            self.heights[name] = 0
        streak = {"id": f"s{name}", "wall": self.wall - r.choice([0, 0, 0, 600_000])}
        return {"count": count, "streak": streak | ({"ends": True} if ends else {})
                | ({"recurs": True} if name < 3 else {})}

    def worth(self, body):
        """Returns the fields that goals use: a value, sometimes a huge one, a price, a currency, or a test."""
        r, present = self.random, body["gift"]
        extra = self.maybe(0.2, "price", lambda: r.choice([0, 1, 99, 10**6, 10**12]))
        extra |= self.maybe(0.1, "currency", lambda: r.choice(["USD", "EUR", "JPY"]))
        if extra:
            present = present if isinstance(present, dict) else {"name": present}
            body["gift"] = present = present | extra
        if r.random() < 0.3:
            present = present if isinstance(present, dict) else {"name": present}
            values = [0, 1, 5, 99, 10**6, 10**12]
            body["gift"] = present | {"value": r.choice(values)}
        return self.maybe(0.1, "test", lambda: r.choice([True, True, False]))

    def origin(self):
        """Returns sometimes the platform of an event, another event of its delivery, or the event that it repeats."""
        return {
            **self.maybe(0.3, "source", lambda: self.random.choice(SOURCES)),
            **self.maybe(0.07, "with", lambda: self.some(self.given)),
            **self.maybe(0.05, "replayOf", lambda: self.some(self.given)),
        }

    def call(self, number):
        extra = self.with_id(number)
        self.calls.append(extra.get("id") or f"e{extra.get('seq', number)}")
        sender = self.random.choice(SENDERS[:-1]) if self.random.random() < 0.5 else None
        body = {"user": sender or f"Caller {self.random.randrange(8)}", **extra}
        return body | (self.origin() if "clock" in self.kinds or self.has_alerts else {})

    def notice(self, number):
        r = self.random
        body = {"kind": r.choice(["follow", "follow", "raid", "subscription", "cheer", "x-1"]), **self.with_id(number)}
        if r.random() < 0.9:
            body["sender"] = r.choice([sender for sender in SENDERS + NAMES if sender is not None])
        if r.random() < 0.4:
            body["gift"] = r.choice(GIFTS + KNOWN_GIFTS)
            body |= self.worth(body)
        return {
            **body, **self.origin(), **self.message(),
            **self.maybe(0.5, "count", lambda: r.choice([0, 1, 2, 5, 100, 10**9])),
            **self.maybe(0.4, "months", lambda: r.choice([0, 1, 3, 12, 1200])),
            **self.maybe(0.4, "title", lambda: r.choice(["Tier 1", "{sender}", "line 小 \u2068"])),
            **self.maybe(0.1, "test", lambda: r.choice([True, False])),
        }

    def speech(self, number):
        """Returns a speech of an event with a message; sometimes a second one, or one of a later event."""
        r, style = self.random, self.random.random()
        if self.unspoken and style < 0.6:
            # The newest first, or in order.
            of = self.unspoken.pop(r.choice([0, -1, -1]))
        elif style < 0.65:
            of = f"e{number + r.randrange(1, 5)}"
        else:
            of = self.some(self.told if style < 0.95 else self.given)
        seconds = r.choice([0, 0.25, 1, 1.5, 2.000001, 7.5])
        return {"of": of, "seconds": seconds} | ({"src": "/assets/a.wav"} if seconds else {})

    def deleteAlert(self, number):
        return {"alert": self.some(self.given)}

    def moveAlert(self, number):
        return {"alert": self.some(self.given), "to": self.random.choice([1, 1, 2, 3, 9])}

    def hideMessage(self, number):
        of = self.some(self.told)
        return {"type": "control", "action": "hideMessage",
                **self.maybe(0.6, "of", lambda: self.random.choice([of, f"alert/{of}"]))}

    def some(self, ids):
        if not ids or self.random.random() < 0.1:
            return "nobody"
        recent = ids[-6:] if self.random.random() < 0.9 else ids
        return self.random.choice(recent)

    def some_call(self):
        return self.some(self.calls)

    def dismiss(self, number):
        return {"call": self.some_call()}

    tap = dismiss

    def counter(self, number):
        r = self.random
        eighths = r.randrange(-9, 10) / 8

        def value():
            return r.choice([0, 1, -1, 7, 100, -40.5, 999.99, 1234567, eighths])

        return {
            "name": r.choice("abcdefgh"), self.target(): value(),
            **self.maybe(0.3, "from", value),
            **self.maybe(0.6, "duration", lambda: r.choice([0, 0.25, 0.5, 1, 3.3])),
            **self.maybe(0.7, "easing", lambda: r.choice(["linear", "easeIn", "easeOut"])),
            **self.maybe(0.5, "format", lambda: r.choice(["integer", "decimal"])),
            **self.maybe(0.3, "prefix", lambda: r.choice(["$", "№ ", "-"])),
            **self.maybe(0.3, "suffix", lambda: r.choice([" €", "%", " 👀"])),
            **self.maybe(0.4, "grouping", lambda: r.choice([True, False])),
        }

    def target(self):
        """Returns the key of a counter's target; without streaks always `to`, as before they existed."""
        return "add" if "streak" in self.kinds and self.random.random() < 0.3 else "to"

    def deleteCounter(self, number):
        return {"name": self.random.choice("abcdefgh")}

    def clock(self, number):
        """Sets a clock, or changes one: mostly one of few, near its end or at its maximum."""
        r = self.random
        event = {"type": "counter", "name": r.choice("aaabbcdefgh")}
        event |= self.maybe(0.4, "format", lambda: r.choice(
            ["h:mm:ss", "m:ss", "d hh:mm:ss", "integer", "decimal"]))
        event |= self.maybe(0.2, "prefix", lambda: r.choice(["", "left: "]))
        event |= self.maybe(0.2, "suffix", lambda: r.choice(["", " ⏳"]))
        event |= self.maybe(0.2, "grouping", lambda: r.choice([True, False]))
        if r.random() < 0.5:
            times = [0, 0.5, 1, 1.25, 3, 3.000001, 5, 59.9, 3599.5, 3600, 90_000, 10_000_000]
            clock = {
                "seconds": r.choice(times), **self.maybe(0.4, "running", lambda: r.choice([True, False])),
                **self.maybe(0.4, "max", lambda: r.choice([0, 2, 4.5, 3600, 10_000_000])),
                **self.maybe(0.2, "stands", lambda: r.choice(["room", "wall"])),
            }
            return event | {"clock": clock}
        change = self.maybe(0.8, "addSeconds", lambda: r.choice(
            [1, 2.5, 60, 0, -1, -0.75, -3600, 10_000_000, -10_000_000, 0.000001]))
        change |= self.maybe(0.4, "running", lambda: r.choice([True, True, False]))
        return event | (change or {"running": True})

    def goal(self, number):
        r = self.random
        measure = self.maybe(0.5, "measure", lambda: r.choice(["count", "value"]))
        if measure.get("measure") == "value":
            measure |= self.maybe(0.5, "money", lambda: r.choice([True, True, False]))
        return {
            "name": r.choice("abcdef"), "title": r.choice(["Roses", "For the band 🎸", "x"]),
            "target": r.choice([1, 10, 50, 500, 2.5, 10**7, 10**12]),
            **measure, **self.maybe(0.4, "gift", lambda: r.choice(["Rose", "rose", "r", "Rakéta", "nothing"])),
            **self.maybe(0.3, "start", lambda: r.choice([0, 1, 7, 100, 10**12])),
        }

    def deleteGoal(self, number):
        return {"name": self.random.choice("abcdef")}

    def caption(self, number):
        r = self.random
        return {
            "text": r.choice(TEXTS), **self.with_id(number),
            **self.maybe(0.7, "slot", lambda: r.choice(["main", "a", "b", "c", "d", "e"])),
            **self.maybe(0.8, "effect", lambda: r.choice(["typewriter", "fade", "shine", "wave"])),
            **self.maybe(0.5, "duration", lambda: r.choice([0, 0.25, 1, 2.5, 4.1])),
            **self.maybe(0.5, "hold", lambda: r.choice([0, 0.5, 1, None])),
            **self.maybe(0.4, "exit", lambda: r.choice([0, 0.25, 1.5])),
        }

    def deleteCaption(self, number):
        return {"slot": self.random.choice(["main", "a", "b", "c", "d", "e"])}

    def control(self, number):
        actions = ["hold", "resume", "skip", "clear", "start"]
        weights = [3, 5, 4, 0.7, 0.5]
        if "leader" in self.kinds:
            actions, weights = actions + ["resetLeaders"], weights + [0.7]
        return {"action": self.random.choices(actions, weights)[0]}

    def deleteCombo(self, number):
        return {"combo": self.some(self.combos)}

    def moveCombo(self, number):
        return {"combo": self.some(self.combos), "to": self.random.choice([1, 1, 2, 3, 9])}

    def skipOne(self, number):
        row, call = self.random.randrange(4), self.some_call()
        nodes = [f"gifts/{row}", f"gifts/{row}", f"call/{call}", "counter/a"]
        if "catalogue" in self.kinds:
            nodes += [f"effect/{combo}" for combo in self.combos[-8:]]
        if self.has_alerts:
            nodes += [f"alert/{event}" for event in self.given[-8:]]
        node = self.random.choice(nodes)
        return {"type": "control", "action": "skip", "of": node}

    def takeBack(self, number):
        """Takes back mostly a recent event; sometimes one of another combo, or an unknown one."""
        r = self.random
        if "streak" in self.kinds and r.random() < 0.1:
            return {"of": f"s{r.randrange(6)}", "ofStreak": True}
        if not self.past or r.random() < 0.03:
            return {"of": "nobody"}
        past = self.past[-8:] if r.random() < 0.8 else self.past
        id, seq, event = r.choice(past)
        body = {"of": id, **self.maybe(0.9, "ofSeq", lambda: seq)}
        if self.has_alerts and event["type"] in ("gift", "call", "notice"):
            body |= {key: value for key, value in event.items() if key not in NOT_REPEATED}
        if event["type"] == "gift":
            body |= {key: event[key] for key in ("sender", "gift", "count", "test") if key in event}
            body |= {key: event[key] for key in ("source", "with") if key in event}
            body |= self.maybe(0.5, "combo", lambda: self.some(self.combos))
            body |= self.maybe(0.1, "overtaken", lambda: r.choice([True, True, False]))
        if event["type"] in ("call", "notice") and "clock" in self.kinds:
            left_out = ("at", "type", "id", "seq", "replayOf", "approves")
            body |= {key: event[key] for key in event if key not in left_out}
        return body

    def hold(self, number):
        """Holds a gift, call or caption, sometimes with further events; sometimes some days pass."""
        r = self.random
        kind = r.choice(["gift", "gift", "call", "caption"] + (["notice"] * 2 if self.has_alerts else []))
        first = {"type": kind, **getattr(self, kind)(number)}
        extra = {key: first.pop(key) for key in ("id", "seq") if key in first}
        first.pop("test", None)
        self.wall += r.choice([0, 1, 10**6, 86_400_000_000, 3 * 86_400_000_000])
        events = [first] + ([{"type": "caption", "text": "beside"}] if r.random() < 0.2 else [])
        id = extra.get("id") or f"e{extra.get('seq', number)}"
        self.waiting.append((id, first))
        return {"source": r.choice(["kofi", "twitch"]), "wall": self.wall, "events": events, **extra}

    def approve(self, number):
        """Approves mostly a waiting event; sometimes an unknown one, or one that was decided before."""
        r = self.random
        if not self.waiting:
            return {"type": "caption", "text": "x", "approves": "nobody"}
        held, event = r.choice(self.waiting[-6:] if r.random() < 0.8 else self.waiting)
        # An approval is no replay.
        kept = {key: value for key, value in event.items() if key != "replayOf"}
        return {**kept, **self.with_id(number), "approves": held}

    def config(self, number):
        patch = random_patch(self.random, self.kinds, complete(self.document))
        self.document = patched(self.document, patch)
        return {"config": patch}


def make(seed, events=300, seconds=30.0, kinds=None):
    """Returns (the room's first configuration, the events)."""
    stream = Stream(seed, events, seconds, kinds)
    first = stream.document
    return first, list(stream.events())


def dump(value):
    return json.dumps(value, ensure_ascii=False)


def add_options(parser):
    parser.add_argument("--events", type=int, default=300, help="how many (default 300)")
    parser.add_argument("--seconds", type=float, default=30.0, help="over how long (default 30)")
    parser.add_argument(
        "--kinds", type=lambda text: text.split(","), help="of " + ",".join(CHOICES)
    )


def check_kinds(parser, kinds):
    unknown = set(kinds or []) - set(CHOICES)
    if unknown or kinds is not None and not set(kinds) & {*KINDS, "alerts"}:
        parser.error(f"--kinds takes {','.join(CHOICES)}, at least one that makes events")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--config-out", help="where to write the room's first configuration")
    add_options(parser)
    options = parser.parse_args()
    check_kinds(parser, options.kinds)
    seed = random.randrange(1 << 32) if options.seed is None else options.seed
    print(f"seed {seed}", file=sys.stderr)
    config, events = make(seed, options.events, options.seconds, options.kinds)
    if options.config_out:
        with open(options.config_out, "w", encoding="utf-8") as file:
            file.write(dump(config) + "\n")
    for event in events:
        print(dump(event))


if __name__ == "__main__":
    main()
