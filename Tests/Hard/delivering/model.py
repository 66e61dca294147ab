"""The events that a room must record and the answers that it must give, one delivery after the other.

It follows docs/sources.md and docs/behaviour.md and shares no code with the server.
"""

import collections
import dataclasses

from Hard.delivering.facts import ANONYMOUS, Answered, Clear, Decision, Gift, Ignored, Refused, Retraction, Shown
from Hard.delivering.waiting import Waiting


@dataclasses.dataclass
class Recorded:
    """An event of the history. `id` None: the server chooses one."""

    id: str | None
    type: str
    fact: object = None
    place: int = 1
    # The ID of the event that it takes back, and of the held event that it approves.
    takes_back: str | None = None
    approves: str | None = None
    # The number of its gifts that counted, or that its retraction takes back.
    counted: int = 0
    # The number of gifts that the approval of a held event adds; None: all, or as many as its streak grows by.
    addition: int | None = None
    # The platform of a held event.
    source: str | None = None
    # The streak that it takes back. Events of their own take back the parts that counted.
    streak: str | None = None
    # The first event of its delivery, if that is another event. UNKNOWN: an event whose ID the server chooses.
    with_: str | None = None
    # True if a notice waits with a held event.
    has_notice: bool = False

    @property
    def first(self):
        """The first event of its delivery."""
        return self.with_ or self.id


@dataclasses.dataclass
class Expected:
    """An answer: its status, the IDs of its events, and the code of a reason or the type of a problem."""

    status: int
    ids: list = dataclasses.field(default_factory=list)
    code: str | None = None
    outcome: str = "event"
    events: list = dataclasses.field(default_factory=list)


UNKNOWN = "?"


class Model:
    """The IDs that a room knows, and what waits for approval."""

    def __init__(self, show, tally):
        self.show, self.tally = show, tally
        self.known, self.waiting = {}, Waiting()
        # The recorded parts of streaks with an ID of their own, oldest first.
        self.parts = collections.defaultdict(list)
        # The IDs that the server made for events that are known by their time: by the mark of the fact.
        self.named = {}

    def expect(self, step, ids):
        """The answer to a step, and the events that it records. `ids`: the event IDs in the actual answer."""
        if isinstance(step, Clear):
            return Expected(202, [None], None, "control", [Recorded(None, "control")])
        if isinstance(step, Decision):
            return self.decide(step)
        first = step.meaning[0]
        if isinstance(first, Ignored):
            return Expected(200, [], first.code, "ignored")
        if isinstance(first, Answered):
            return Expected(200, [], None, "ignored")
        if isinstance(first, Refused):
            return Expected(first.status, [], first.problem, "refused")
        if isinstance(first, Retraction):
            return self.retract(first)
        return self.record(step, ids)

    def record(self, delivery, ids):
        if delivery.kind in self.show.held:
            return self.hold(delivery, ids)
        wanted, leader = [], None
        for fact in delivery.meaning:
            events = self.events(delivery, fact, ids, leader)
            leader = leader or events[0].with_ or events[0].id
            wanted += events
        return self.answer(delivery, wanted)

    def events(self, delivery, fact, ids, leader):
        """The events of a fact, the notice first."""
        id_ = self.id_of(fact, 1, ids)
        notice, earlier = self.origin(delivery, fact, id_)
        earlier = earlier or leader
        own = None if notice == UNKNOWN else notice
        events = [Recorded(own, "notice", fact, 0, with_=earlier)] if notice else []
        first = earlier or notice
        return events + [
            Recorded(self.id_of(fact, place, ids), kind_of(fact, place), fact, place,
                     with_=first if kind_of(fact, place) == "gift" else None)
            for place in (1, 2, 3) if self.show.keeps(fact, place)]

    def origin(self, delivery, fact, id_):
        """The ID of a fact's notice, if it has one, and the first event of an earlier delivery about it."""
        reported = self.tally.first(fact, id_)
        bomb = getattr(fact, "bomb", None)
        notice = f"{id_}:notice" if id_ else UNKNOWN
        return (notice if fact.notice and not reported else None,
                reported or (f"{delivery.kind}:{bomb}:notice" if bomb else None))

    def hold(self, delivery, ids):
        """Each fact waits by itself, with its notice, its caption and its counter update."""
        wanted = []
        for fact in delivery.meaning:
            id_ = self.id_of(fact, 1, ids)
            notice, earlier = self.origin(delivery, fact, id_)
            wanted.append(Recorded(id_, "hold", fact, source=delivery.kind, with_=earlier or notice,
                                   has_notice=notice is not None))
        expected = self.answer(delivery, wanted)
        if expected.events and expected.outcome != "refused":
            expected.outcome = "held"
        return expected

    def recorded(self, event):
        """Notes a recorded event with the number of its gifts that counted."""
        part = getattr(event.fact, "streak", None)
        if event.type in ("gift", "hold") and part and not part.recurs and not event.fact.is_test:
            self.parts[part.id].append(event)
        # An event whose gifts other events report does not wait, nor does a part of a deleted streak.
        if event.type == "hold" and event.addition != 0:
            self.waiting.add(event.id, event.fact)

    def released(self, id_, count):
        """Notes that a held recipient has waited long enough for the report that names the giver."""
        fact = dataclasses.replace(self.known[id_].fact, id=f"counted:{id_}")
        event = Recorded(fact.id, "hold", fact, addition=count, source=self.known[id_].source)
        self.known[event.id] = event
        self.recorded(event)

    def answer(self, delivery, wanted):
        """Records the new events. A known ID with other content is a conflict."""
        new, answered, is_taken = [], [], False
        for event in wanted:
            known = self.known.get(event.id) if event.id else None
            if known is None:
                new.append(event)
                if event.id:
                    self.known[event.id] = event
            elif not is_same(event, known):
                is_taken = is_taken or event.place == 1
                continue
            answered.append(event.id)
        if is_taken:
            return Expected(409, [], "id-taken", "refused", new)
        status = 202 if new and delivery.kind != "kofi" else 200
        is_test = any(fact.is_test for fact in delivery.meaning)
        outcome = "repeat" if not new else "test" if is_test else "event"
        return Expected(status, answered, None, outcome, new)

    def id_of(self, fact, place, ids):
        """The ID of an event. An event that is known by its time has the ID of the first answer."""
        id_ = fact.id
        if id_ and id_.startswith("~"):
            id_ = self.named.setdefault(id_, ids[0].removesuffix(":notice") if ids else None)
        return id_ if id_ is None or place == 1 else f"{id_}:{place}"

    def retract(self, retraction):
        """Takes back the known event of each group, with its notice, its caption and its counter update."""
        events = []
        for names in retraction.groups:
            found = next((id_ for name in names for id_ in (f"approved:{name}", name) if id_ in self.known), None)
            if found is None:
                events += next((self.taking_back_streak(name) for name in names if self.parts[name]), [])
                continue
            places = [found, f"{found}:2", f"{found}:3", f"{found}:notice"]
            events += [self.taking_back(id_) for id_ in places if id_ in self.known]
        events = [event for event in events if event]
        if not events:
            return Expected(200, [], "not-here", "ignored")
        new = [event for event in events if event.id not in self.known]
        for event in new:
            self.known[event.id] = event
            self.waiting.discard(event.takes_back)
            if event.streak:
                self.waiting.discard_streak(event.streak)
        return Expected(202 if new else 200, [event.id for event in events], None,
                        "retraction" if new else "repeat", new)

    def taking_back(self, id_):
        known = self.known[id_]
        is_part = known.type == "gift" and not known.fact.is_test and (
            known.fact.streak or known.fact.report and known.fact.report.waits)
        return None if is_part else self.retraction(known)

    @staticmethod
    def retraction(known):
        type_ = "counter" if known.type == "counter" else "takeBack"
        return Recorded(f"takeBack:{known.id}", type_, known.fact, known.place, takes_back=known.id,
                        counted=known.counted)

    def taking_back_streak(self, name):
        """The event that takes back the streak, and the events that take back the counted parts."""
        whole = Recorded(f"takeBack:{name}", "takeBack", takes_back=name, streak=name)
        return [whole] + [self.retraction(part) for part in self.parts[name] if part.counted]

    def decide(self, decision):
        id_, held = f"approved:{decision.id}", self.known.get(decision.id)
        if not decision.approves:
            return self.refuse(decision) if held and id_ not in self.known else NOT_FOUND
        if decision.id not in self.waiting:
            return NOT_FOUND
        self.waiting.discard(decision.id)
        fact = held.fact
        if held.addition is not None:
            fact = dataclasses.replace(fact, count=held.addition, report=None)
        # The server records the notice, the caption and the counter before the gift.
        beside = [place for place in (2, 3) if self.show.keeps(fact, place)]
        events = [Recorded(f"{id_}:{number}", kind_of(fact, place), fact, place)
                  for number, place in enumerate(beside, 2)]
        first = f"{id_}:notice" if held.has_notice else held.with_
        if held.has_notice:
            events.insert(0, Recorded(first, "notice", held.fact, 0))
        events.append(Recorded(id_, kind_of(fact, 1), fact, approves=decision.id,
                               with_=first if isinstance(fact, Gift) else None))
        self.known |= {event.id: event for event in events}
        return Expected(202, [id_], None, "decision", events)

    def refuse(self, decision):
        """Refuses a held event that is not approved, whether it waits or not."""
        id_ = f"takeBack:{decision.id}"
        if id_ in self.known:
            return Expected(200, [id_], None, "decision")
        self.waiting.discard(decision.id)
        event = Recorded(id_, "takeBack", self.known[decision.id].fact, takes_back=decision.id)
        self.known[id_] = event
        return Expected(202, [id_], None, "decision", [event])


NOT_FOUND = Expected(404, [], "not-found", "decision")


def kind_of(fact, place):
    if place == 0:
        return "notice"
    if place == 1:
        return "gift" if isinstance(fact, Gift) else "caption"
    return {2: "caption", 3: "counter"}[place]


def is_same(event, known):
    """True if an event repeats a known event: the sender, the gift and the number are the same."""
    if event.type != known.type:
        return False
    fact, other = event.fact, known.fact
    if isinstance(fact, Shown):
        return fact.text == other.text
    if event.type == "caption":
        return caption(fact) == caption(other)
    if event.type == "counter":
        return fact.money == other.money
    names = {fact.sender.name, other.sender.name}
    return (fact.count == other.count and (fact.gift_id or fact.name) == (other.gift_id or other.name)
            and fact.is_test == other.is_test and (len(names) == 1 or ANONYMOUS in names))


def caption(fact):
    return f"{fact.sender.name}: {fact.message}"
