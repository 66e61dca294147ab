"""Section 14: alerts."""

import re

from .amount import Amount
from .conditions import identity, matches
from .effects import Fading
from .rounding import hundredth, micros, thousandth
from .splitmix import SplitMix64

RULE = {
    "when": {}, "message": True, "image": None, "film": None, "sound": None, "duration": 6,
    "tier": None, "speak": False, "only": False, "weight": 1,
}
SPEECH_WAIT, SPEECH_DELAY, SPEECH_REST = 3_000_000, 500_000, 1_000_000
# Embeddings, overrides and isolates, and the ends of all three.
MARKS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def isolated(name):
    """A name that cannot change the direction of the text around it."""
    return "" if name is None else f"\u2068{name.translate(MARKS)}\u2069"


def sender(event):
    return event["user"] if event["type"] == "call" else event["sender"]


def title(template, event, amount):
    values = {
        "sender": isolated(sender(event)["name"]),
        "gift": isolated(event.get("gift", {}).get("name")), "count": amount.count,
        "amount": amount.text, "months": event.get("months"), "kind": event.get("kind"),
        "title": event.get("title"),
    }
    texts = {key: "" if value is None else str(value) for key, value in values.items()}
    return re.sub(r"\{([a-z]+)\}", lambda found: texts.get(found[1], found[0]), template)


def chosen(group, seq):
    """Returns the rule of a group that the event's random number chooses by weight."""
    target = SplitMix64(seq).draw() * sum(rule["weight"] for rule in group)
    running = 0
    for rule in group:
        running += rule["weight"]
        if running > target:
            return rule
    return None


class Alert(Fading):
    """The alert of an event: it waits, then it is shown from `start` to `end`."""

    def __init__(self, event, rule, amount, config):
        self.id, self.event, self.rule = event["id"], event, rule
        self.worth = amount.worth
        self.tier = amount.tier(config) if rule["tier"] is None else rule["tier"]
        self.message = event.get("message")
        self.is_to_speak = rule["speak"] and bool(self.message)
        self.duration = micros(rule["duration"])
        self.combo = self.speech = self.first_could_start = self.left = None
        # The instant of the speech's cue, if it is still to come, and whether there was one.
        self.speaks_at, self.has_spoken = None, False
        self.tell(amount)

    @property
    def is_alone(self):
        return self.rule["only"]

    def tell(self, amount):
        self.title, self.amount = title(self.rule["title"], self.event, amount), amount.text

    def waits_until(self, now):
        """The instant at which the alert may start without its speech if it comes to its turn now."""
        if not self.is_to_speak or self.speech is not None:
            return now
        first = now if self.first_could_start is None else self.first_could_start
        return max(now, first + SPEECH_WAIT)

    def begin(self, now, config):
        seconds = self.speech["seconds"] if self.speech else 0
        if seconds > 0:
            self.duration = max(self.duration, micros(seconds) + SPEECH_REST)
            self.speaks_at = now + SPEECH_DELAY
        super().begin(now, config)

    def skip(self, now, config):
        super().skip(now, config)
        self.left = now if self.left is None else self.left

    def hide(self):
        self.message, self.is_to_speak = None, False

    def node(self, now, config):
        who, present = sender(self.event), self.event.get("gift", {})
        node = {
            "id": f"alert/{self.id}", "kind": "alert", "x": hundredth(config["x"]),
            "y": hundredth(config["y"]), "width": hundredth(config["width"]),
            "height": hundredth(config["height"]), "alpha": thousandth(self.alpha(now)),
            "title": self.title, "name": who["name"], "seed": self.event["seq"] % 65536,
            "start": self.start, "duration": self.duration / 1_000_000,
        }
        image = present.get("image") if self.rule["image"] is None else self.rule["image"]
        more = {
            "message": self.message if self.rule["message"] else None,
            "avatar": who.get("avatar"), "image": image, "amount": self.amount or None,
            "tier": self.tier or None, "left": self.left,
        }
        return node | {key: value for key, value in more.items() if value is not None}


class Alerts:
    def __init__(self, room):
        self.room = room
        self.shown, self.free = None, 0
        self.waiting = []  # in order of arrival, but for moves

    @property
    def config(self):
        return self.room.config["alerts"]

    # Choosing a rule

    def group(self, event, together):
        """The first rule that matches, and the rules with equal conditions that directly follow it."""
        alone = Amount(event, event.get("count"))
        group = []
        for rule in (RULE | rule for rule in self.config["rules"]):
            if group and identity(rule) != identity(group[0]):
                break
            amount = alone if rule["only"] else together
            if group or matches(rule, event, amount, self.room.config):
                group.append(rule)
        return group

    def make(self, event, combo=None):
        """Returns the alert of an event that joins this combo; None if it makes no alert."""
        if not self.config["enabled"] or event.get("with") is not None:
            return None
        alone = Amount(event, event.get("count"))
        together = Amount(combo.first, combo.target + event["count"]) if combo else alone
        rule = chosen(self.group(event, together), event["seq"])
        if rule is None or not rule["only"] and combo and identity(rule) in combo.alerted:
            return None
        return Alert(event, rule, alone if rule["only"] else together, self.room.config)

    # The queue

    def by_order(self):
        if self.config["order"] == "worth":
            return sorted(self.waiting, key=lambda alert: -alert.worth)
        return self.waiting

    def is_free(self):
        return self.shown is None and not self.room.held and self.room.now >= self.free

    def starts_at_once(self, alert):
        now, is_by_worth = self.room.now, self.config["order"] == "worth"
        is_first = all(is_by_worth and alert.worth > other.worth for other in self.waiting)
        return self.is_free() and is_first and alert.waits_until(now) == now

    def surplus(self, alert):
        """Returns the alert that is dropped if a new one comes; None if there is a place for all."""
        if self.starts_at_once(alert) or len(self.waiting) < self.config["queueLimit"]:
            return None
        if self.config["order"] == "arrival":
            return alert
        # Of equal ones the newest.
        return min([alert, *reversed(self.waiting)], key=lambda other: other.worth)

    def add(self, alert, combo=None):
        """Shows an alert, or lets it wait. The combo has had the alert of this group even if it is dropped."""
        if combo:
            alert.combo = combo
            combo.alerted.add(identity(alert.rule))
        surplus = self.surplus(alert)
        self.waiting = [other for other in [*self.waiting, alert] if other is not surplus]
        self.begin_waiting()

    def begin_waiting(self):
        """Starts the first waiting alert. If its speech is not there yet, the alert waits for it."""
        if not self.waiting or not self.is_free():
            return
        now, first = self.room.now, self.by_order()[0]
        if first.first_could_start is None:
            first.first_could_start = now
        if first.waits_until(now) > now:
            return
        self.waiting.remove(first)
        first.begin(now, self.config)
        self.shown = first
        self.room.cues.alert(first)

    def next_due(self):
        if self.shown:
            instants = (self.shown.speaks_at, self.shown.end)
            return min(instant for instant in instants if instant is not None)
        if not self.waiting or self.room.held:
            return None
        ready, first = max(self.room.now, self.free), self.by_order()[0]
        return ready if first.first_could_start is None else first.waits_until(ready)

    def step(self):
        if not self.shown:
            self.begin_waiting()
        elif self.shown.speaks_at == self.room.now:
            self.shown.speaks_at = None
            self.shown.has_spoken = self.room.cues.speech(self.shown)
        else:
            self.stop()

    def stop(self):
        self.shown, self.free = None, self.room.now + micros(self.config["gap"])

    def hush(self):
        """Stops the speech of the shown alert."""
        if self.shown.has_spoken:
            self.room.cues.hush(self.shown.id)
        self.shown.speaks_at, self.shown.has_spoken = None, False

    # Later events

    def update(self, combo):
        """Tells the combo's count and amount in its alerts."""
        for alert in [*self.waiting, *([self.shown] if self.shown else [])]:
            if alert.combo is combo:
                alert.tell(Amount(combo.first, combo.target))

    def find_waiting(self, event):
        return next((alert for alert in self.waiting if alert.id == event), None)

    def speech(self, event):
        alert = self.find_waiting(event["of"])
        if alert and alert.is_to_speak and alert.speech is None:
            alert.speech = event
            self.begin_waiting()

    def take_out(self, event):
        """Returns false if no such alert waits."""
        alert = self.find_waiting(event)
        if alert:
            self.waiting.remove(alert)
            self.begin_waiting()
        return alert is not None

    def move(self, event, place):
        """Returns false if no such alert waits, or the queue is ordered by worth."""
        alert = self.find_waiting(event)
        if alert is None or self.config["order"] == "worth":
            return False
        self.waiting.remove(alert)
        self.waiting.insert(place - 1, alert)
        self.begin_waiting()
        return True

    def hide_message(self, of):
        """Returns false if there is no such alert. Without an ID the shown alert is meant."""
        if self.shown and of in (None, self.shown.id, f"alert/{self.shown.id}"):
            self.shown.hide()
            self.hush()
            return True
        alert = self.find_waiting(of) or self.find_waiting((of or "").removeprefix("alert/"))
        if alert:
            alert.hide()
            alert.speech = None
            self.begin_waiting()
        return of is None or alert is not None

    def forget(self, event):
        self.waiting = [alert for alert in self.waiting if alert.id != event]
        if self.shown and self.shown.id == event:
            self.hush()
            self.stop()

    # Section 8

    def resume(self):
        self.begin_waiting()

    def skip(self):
        if self.shown:
            self.shown.skip(self.room.now, self.config)
            self.hush()

    def skip_one(self, node):
        if self.shown and f"alert/{self.shown.id}" == node:
            self.skip()

    def clear(self):
        if self.shown:
            self.hush()
            self.stop()
        self.waiting = []

    def configured(self):
        if not self.config["enabled"]:
            self.clear()
        self.begin_waiting()

    def nodes(self):
        return [self.shown.node(self.room.now, self.config)] if self.shown else []
