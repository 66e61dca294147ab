"""Section 16: clocks, which are counters that run down and that events extend."""

from .amount import Amount
from .conditions import matches
from .rounding import micros

SECOND, LONGEST = 1_000_000, 10_000_000 * 1_000_000


def up(number, step):
    """A whole number of steps, rounded up."""
    return -(-number // step)


def grouped(number, grouping):
    return f"{number:,}" if grouping else str(number)


def shown(left, form, grouping):
    """Returns the text of the time left, and the number of seconds in the text."""
    if form == "decimal":
        cents = up(left, 10_000)
        value = cents // 100 if cents % 100 == 0 else cents / 100
        return f"{grouped(cents // 100, grouping)}.{cents % 100:02}", value
    seconds = up(left, SECOND)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    text = {
        "integer": grouped(seconds, grouping),
        "m:ss": f"{minutes}:{second:02}",
        "h:mm:ss": f"{hours}:{minute:02}:{second:02}",
        "d hh:mm:ss": f"{days} {hour:02}:{minute:02}:{second:02}",
    }
    return text[form], seconds


class Clock:
    def __init__(self, event, now):
        body = event["clock"]
        self.most = micros(body.get("max", 10_000_000))
        self.base, self.since = min(self.most, micros(body["seconds"])), now
        self.runs = body.get("running", True)
        self.set_by = event["seq"]
        # An end is an instant, "set" for a clock that was set to 0, or None.
        self.end = "set" if self.base == 0 else None
        self.addition = {}

    def left(self, now):
        return max(0, self.base - (now - self.since)) if self.runs else self.base

    def move(self, change, now):
        self.base, self.since = max(0, min(self.most, self.left(now) + change)), now
        if self.base > 0:
            self.end = None

    def add(self, change, now, sender=None):
        self.move(change, now)
        if change > 0:
            self.addition = {"added": change / SECOND, "addedAt": now}
            if sender is not None:
                self.addition["addedBy"] = sender

    def run(self, runs, now):
        self.base, self.since, self.runs = self.left(now), now, runs

    def next_due(self):
        """When it comes to 0."""
        if self.end is not None:
            return None
        if self.base == 0:
            return self.since
        return self.since + self.base if self.runs else None

    def keys(self):
        ended = {"ended": True} if self.end is not None else {}
        at = {"endedAt": self.end} if self.end not in (None, "set") else {}
        return {**ended, **at, **self.addition}


def share(rule, event):
    """The microseconds that a rule adds for an event; parts of one are cut off towards zero."""
    each, per = micros(rule["seconds"]), rule.get("per", "event")
    if per == "count":
        return each * event.get("count", 1)
    if per == "worth":
        product = each * Amount(event, event.get("count")).worth
        whole = abs(product) // rule.get("unit", 1)
        return whole if product >= 0 else -whole
    return each


def shares(config, event):
    """Yields (counter, microseconds) of each rule for an event, in order. Tests and replays have none."""
    if event.get("test") or "replayOf" in event:
        return
    for rule in config["clocks"]["rules"]:
        is_repeated = "with" in event and "type" not in rule.get("when", {})
        amount = Amount(event, event.get("count"))
        if matches(rule, event, amount, config) and not is_repeated:
            yield rule["counter"], share(rule, event)
