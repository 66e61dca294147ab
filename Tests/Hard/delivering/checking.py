"""Compares a room's answers, history, totals, goals and counter with the model."""

import dataclasses
import datetime

from Hard.delivering.facts import PLACES, Gift
from Hard.delivering.model import UNKNOWN, Model, caption, kind_of
from Hard.delivering.tally import Tally

SETUP = ("config", "goal")
RELEASE = "counted:"
RELEASE_SECONDS = 30


@dataclasses.dataclass
class Difference:
    """`kind`: lost, doubled, unexplained, or other."""

    kind: str
    text: str


class Check:
    """One pass over the posted deliveries and the room's history."""

    def __init__(self, show, posted, history):
        self.show = show
        self.tally = Tally(show)
        self.model = Model(show, self.tally)
        self.entries = [entry for entry in history if entry["type"] not in SETUP]
        self.recorded_at = {}
        self.differences, self.outcomes, self.facts = [], [], {}
        self.next = 0
        for one in posted:
            self.check(one)
            if self.differences:
                return
        self.take_releases()
        for entry in self.entries[self.next:]:
            self.differ("doubled", f"nothing was posted that makes this event: {entry}")

    def differ(self, kind, text):
        self.differences.append(Difference(kind, text))

    def check(self, posted):
        answer = posted.answer
        # A decision may be about a recipient that waits since then, or about an event whose place that recipient took. A
        # gift bomb may be that of the recipient.
        self.take_releases()
        ids = posted.ids if answer.status < 300 and answer.json else []
        expected = self.model.expect(posted.step, ids)
        # If an unanswered posting was recorded, the next posting is a repeat.
        statuses = {expected.status, 200} if posted.is_again and expected.status == 202 else {expected.status}
        if posted.is_again and expected.outcome == "decision":
            statuses |= {200, 202, 404}
        document = answer.json or {}
        code = document.get("code") if answer.status < 300 else document["type"].rpartition("/")[2]
        is_right = answer.status in statuses and (
            answer.status == 404 or code == expected.code and same(ids, expected.ids))
        if not is_right:
            self.differ("unexplained", f"{described(posted.step)}\nexpected: {expected.status} {expected.code} "
                                       f"{expected.ids}\nanswered: {answer!r}")
        self.outcomes.append((posted.step, expected))
        for event in expected.events:
            self.compare(event, posted.step)

    def compare(self, event, step):
        """Compares an event with the next entry of the history."""
        self.take_releases()
        if self.next == len(self.entries):
            return self.differ("lost", f"{described(step)}\nexpected in the history: {event}")
        entry = self.entries[self.next]
        self.next += 1
        wanted = self.keys(event)
        found = {key: value_at(entry, key) for key in wanted}
        if found != wanted:
            ids = {entry["id"] for entry in self.entries}
            kind = "lost" if event.id and event.id not in ids else "doubled"
            return self.differ(kind, f"{described(step)}\nexpected: {wanted}\nfound: {entry}")
        self.recorded_at[entry["id"]] = instant(entry)
        event.id = entry["id"]
        self.facts[event.id] = event.fact
        self.tally.apply(event, value_at(entry, "streak.wall"))
        self.model.recorded(event)

    def take_releases(self):
        """Counts recipients that have waited long enough for their gift bomb."""
        while self.next < len(self.entries) and self.entries[self.next]["id"].startswith(RELEASE):
            entry = self.entries[self.next]
            id_ = entry["id"].removeprefix(RELEASE)
            fact = self.facts.get(id_)
            self.next += 1
            report = getattr(fact, "report", None)
            if report is None or not report.waits:
                return self.differ("doubled", f"it does not wait: {entry}")
            # 0: the gift bomb was recorded just before.
            count = self.tally.release(id_, fact)
            held = self.model.known[id_].type == "hold"
            if entry["type"] != ("hold" if held else "gift"):
                return self.differ("doubled", f"its platform is {'held' if held else 'not held'}: {entry}")
            if held:
                self.model.released(id_, count)
            else:
                self.tally.add(fact, count)
            waited = (instant(entry) - self.recorded_at[id_]).total_seconds()
            if waited < RELEASE_SECONDS - 0.1:
                self.differ("other", f"counted after {waited} s: {entry}")

    def keys(self, event):
        """The values that an event's entry in the history must have."""
        fact, wanted = event.fact, {"type": event.type}
        if event.id:
            wanted["id"] = event.id
        if event.takes_back and event.type == "takeBack":
            wanted |= {"of": event.takes_back, "ofStreak": bool(event.streak) or None}
            if event.counted:
                wanted |= {"count": event.counted, "gift.name": fact.name, "sender.id": fact.sender.id}
        if event.type == "gift":
            wanted |= self.gift_keys(fact) | {"approves": event.approves} | origin(event)
        elif event.type == "notice":
            wanted |= {"kind": fact.notice, "test": fact.is_test or None} | origin(event)
            if isinstance(fact, Gift):
                wanted |= {"sender.id": fact.sender.id, "sender.name": fact.sender.name, "message": fact.message,
                           "count": None if fact.money else fact.count, "gift.name": fact.name}
        elif event.type == "caption":
            wanted |= {"text": caption(fact) if event.place == 2 else fact.text, "approves": event.approves}
        elif event.type == "hold":
            kept = [place for place in (1, 2, 3) if self.show.keeps(fact, place)] + [0] * event.has_notice
            first = self.gift_keys(fact) if isinstance(fact, Gift) else {"text": fact.text}
            wanted |= {"source": event.source, f"events.{len(kept)}": None}
            wanted |= {f"events.{number}.type": kind_of(fact, place) for number, place in enumerate(kept)}
            wanted |= {f"events.0.{key}": value for key, value in first.items()}
        elif event.type == "counter":
            wanted["add"] = fact.money.number * (-1 if event.takes_back else 1)
        return wanted

    def gift_keys(self, fact):
        return {
            "sender.id": fact.sender.id, "sender.name": fact.sender.name, "gift.id": fact.gift_id,
            "gift.name": fact.name, "gift.value": fact.money and fact.money.units,
            "gift.currency": fact.money and fact.money.currency, "gift.price": fact.price, "count": fact.count, "test": fact.is_test or None,
            "streak.id": fact.streak and fact.streak.id}

    # Sums and state

    def check_totals(self, by, answer):
        sums = {"sender": self.tally.senders, "gift": self.tally.gifts}[by]
        expected = {key: sum_ for key, sum_ in sums.items() if sum_.events}
        whole = self.tally.sum
        if (answer["events"], answer["count"], answer["value"]) != (whole.events, whole.count, whole.value):
            found = {key: answer[key] for key in ("events", "count", "value")}
            self.differ("other", f"totals by {by}\nexpected: {whole}\nfound: {found}")
        found = {row["key"]: (row["events"], row["count"], row["value"]) for row in answer["rows"]}
        for key in found | (expected if len(expected) <= 1000 else {}):
            sum_ = expected.get(key)
            if not sum_ or found.get(key) != (sum_.events, sum_.count, sum_.value):
                self.differ("other", f"totals by {by} of {key}\nexpected: {sum_}\nfound: {found.get(key)}")

    def check_state(self, state):
        found = {goal["name"]: goal["amount"] for goal in state["goals"]}
        expected = {"all": self.tally.sum.count, "money": self.tally.sum.value,
                    "bits": self.tally.gifts["twitch:bits"].count, "roses": self.tally.roses}
        if found != expected:
            self.differ("other", f"goals\nexpected: {expected}\nfound: {found}")
        counters = {counter["name"]: counter["value"] for counter in state["counters"]}
        units = round(counters.get("donations", 0) * 10 ** PLACES[self.show.currency])
        if units != self.tally.counter:
            self.differ("other", f"counter of donations\nexpected: {self.tally.counter}\nfound: {units}")


def origin(event):
    """The first event of the delivery, unless the server has chosen its ID."""
    return {} if event.with_ == UNKNOWN else {"with": event.with_}


def same(ids, expected):
    return len(ids) == len(expected) and all(right is None or id_ == right for id_, right in zip(ids, expected))


def value_at(entry, path):
    for key in path.split("."):
        if isinstance(entry, list):
            entry = dict(enumerate(entry)).get(int(key))
        else:
            entry = (entry or {}).get(key)
    return entry


def instant(entry):
    return datetime.datetime.fromisoformat(entry["at"])


def described(step):
    body = getattr(step, "body", b"")
    return f"{step.form}: {body[:1500].decode(errors='replace')} {getattr(step, 'id', '')}"
