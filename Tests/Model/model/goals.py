"""Section 11: goals."""

import math

from .catalogue import is_called
from .counters import lowest_free_row
from .curves import ease_out, progress, toward
from .rounding import hundredth, micros, thousandth

MOST = 2**53 - 1


class Goal:
    # How it stands to its target: below it, on the way there, or reached.
    BELOW, COMING, REACHED = range(3)

    def __init__(self, name, row, event):
        self.stands, self.by_gift, self.reached_at = self.BELOW, False, None
        self.name, self.row = name, row
        self.amount = event.get("start", 0)
        self.start, self.duration, self.origin = 0, 0, self.amount

    def define(self, event):
        self.title, self.target = event["title"], event["target"]
        before = getattr(self, "counted", None)
        self.counted = event.get("measure", "count"), event.get("gift")
        self.measure, self.gift = self.counted
        self.is_money = event.get("money", False)
        # The amount excludes the gifts up to this event, or counts them by another measure.
        if self.counted != before or "start" in event:
            self.since = event["seq"]

    def move(self, amount, now, ease):
        if amount != self.amount:
            self.origin = self.value(now)
            self.amount, self.start, self.duration = amount, now, ease

    def counts(self, event, catalogue):
        return self.gift is None or is_called(event, self.gift, catalogue)

    def given(self, event):
        each = math.floor(event["value"]) if self.measure == "value" else 1
        return event["count"] * each

    def add(self, event, now, ease):
        self.move(min(MOST, self.amount + self.given(event)), now, ease)
        self.compare(now, is_gift=True)

    # Section 13: when it is reached

    def compare(self, now, is_gift=False):
        """After a change: is the amount at the target, and is the shown value?"""
        if self.amount < self.target:
            self.stands = self.BELOW
            return
        if self.stands == self.BELOW:
            self.by_gift = is_gift
        elif self.stands == self.REACHED and self.value(now) < self.target:
            self.by_gift = False
        if self.value(now) < self.target:
            self.stands, self.due = self.COMING, self.arrival()
        elif self.stands != self.REACHED:
            by_gift = self.by_gift and is_gift
            self.stands, self.by_gift, self.due = self.COMING, by_gift, now

    def arrival(self):
        rest = (self.amount - self.target) / (self.amount - self.origin)
        return self.start + math.ceil(self.duration * (1 - rest ** (1 / 3)))

    def give_back(self, event, now, ease, catalogue):
        if self.counts(event, catalogue) and event.get("ofSeq", math.inf) > self.since:
            self.move(max(0, self.amount - self.given(event)), now, ease)
            self.compare(now)

    def value(self, now):
        return toward(self.origin, self.amount, ease_out(progress(self.start, self.duration, now)))

    def node(self, now, config, currency):
        value = self.value(now)
        node = {
            "id": f"goal/{self.name}", "kind": "goal", "x": hundredth(config["x"]),
            "y": hundredth(config["y"] + self.row * (config["height"] + config["gap"])),
            "width": hundredth(config["width"]), "height": hundredth(config["height"]), "alpha": 1,
            "title": self.title, "value": hundredth(value), "target": hundredth(self.target),
            "level": thousandth(min(1, max(0, value / self.target))),
        }
        if self.stands == self.REACHED:
            node["reached"] = True
            if self.by_gift:
                node["reachedAt"] = self.reached_at
        if self.is_money:
            node["currency"] = currency
        if now < self.start + self.duration:
            elapsed = now - self.start
            node["amplitude"] = thousandth(3 * (1 - elapsed / self.duration))
            node["phase"] = thousandth(24 * (elapsed / 1_000_000) / math.pi)
        return node


class Goals:
    def __init__(self, room):
        self.room = room
        self.goals = {}

    @property
    def config(self):
        return self.room.config["goals"]

    def is_refused(self, name):
        return name not in self.goals and len(self.goals) >= self.config["max"]

    def update(self, event):
        name = event["name"]
        if name not in self.goals:
            self.goals[name] = Goal(name, lowest_free_row(self.goals.values()), event)
        self.goals[name].define(event)
        if "start" in event:
            self.goals[name].move(event["start"], self.room.now, micros(self.config["ease"]))
        self.goals[name].compare(self.room.now)

    def delete(self, name):
        """Returns false if there is no such goal."""
        return self.goals.pop(name, None) is not None

    def gift(self, event):
        """Counts a gift for the goals. Tests and replays do not count."""
        if event.get("test") or "replayOf" in event:
            return
        for goal in sorted(self.goals.values(), key=lambda goal: goal.row):
            if goal.counts(event, self.room.config["catalogue"]):
                goal.add(event, self.room.now, micros(self.config["ease"]))

    def give_back(self, event):
        """Takes back a gift, which has the keys of a gift event."""
        if event.get("test") or "replayOf" in event:
            return
        for goal in self.goals.values():
            ease, catalogue = micros(self.config["ease"]), self.room.config["catalogue"]
            goal.give_back(event, self.room.now, ease, catalogue)

    def next_due(self):
        coming = (goal.due for goal in self.goals.values() if goal.stands == Goal.COMING)
        return min(coming, default=None)

    def step(self):
        by_row = sorted(self.goals.values(), key=lambda goal: goal.row)
        goal = next(g for g in by_row if g.stands == Goal.COMING and g.due == self.room.now)
        goal.stands, goal.reached_at = Goal.REACHED, self.room.now
        if goal.by_gift:
            self.room.cues.make("goal", goal.name)

    def clear(self):
        """Goals stay (section 8)."""

    def configured(self):
        if not self.config["enabled"]:
            self.goals.clear()

    def nodes(self):
        by_row = sorted(self.goals.values(), key=lambda goal: goal.row)
        currency = self.room.config["sources"]["currency"]
        return [goal.node(self.room.now, self.config, currency) for goal in by_row]
