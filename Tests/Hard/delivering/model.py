"""The events that a room must record and the answers that it must give, one delivery after the other.

It follows docs/sources.md and docs/behaviour.md and shares no code with the server.
"""

import dataclasses

from Hard.delivering.facts import ANONYMOUS, Answered, Clear, Decision, Gift, Ignored, Refused, Retraction, Shown


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
    # True if the retracted event had counted.
    is_counted: bool = False


@dataclasses.dataclass
class Expected:
    """An answer: its status, the IDs of its events, and the code of a reason or the type of a problem."""

    status: int
    ids: list = dataclasses.field(default_factory=list)
    code: str | None = None
    outcome: str = "event"
    events: list = dataclasses.field(default_factory=list)


class Model:
    """The IDs that a room knows, and what waits for approval."""

    def __init__(self, show):
        self.show = show
        self.known, self.waiting = {}, set()
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
            return self.hold(delivery)
        wanted = [Recorded(self.id_of(fact, place, ids), kind_of(fact, place), fact, place)
                  for fact in delivery.meaning for place in (1, 2, 3) if self.show.keeps(fact, place)]
        return self.answer(delivery, wanted)

    def hold(self, delivery):
        event = Recorded(delivery.meaning[0].id, "hold", delivery.meaning[0])
        expected = self.answer(delivery, [event])
        if expected.events:
            self.waiting.add(event.id)
            expected.outcome = "held"
        return expected

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
            id_ = self.named.setdefault(id_, ids[0] if ids else None)
        return id_ if id_ is None or place == 1 else f"{id_}:{place}"

    def retract(self, retraction):
        """Takes back the known event of each group, with its caption and its counter update."""
        events = []
        for names in retraction.groups:
            found = next((id_ for name in names for id_ in (f"approved:{name}", name) if id_ in self.known), None)
            if found is None:
                continue
            places = [found, f"{found}:2", f"{found}:3"]
            events += [self.taking_back(id_) for id_ in places if id_ in self.known]
        events = [event for event in events if event]
        if not events:
            return Expected(200, [], "not-here", "ignored")
        new = [event for event in events if event.id not in self.known]
        for event in new:
            self.known[event.id] = event
            self.waiting.discard(event.takes_back)
        return Expected(202 if new else 200, [event.id for event in events], None,
                        "retraction" if new else "repeat", new)

    def taking_back(self, id_):
        known = self.known[id_]
        is_part = known.type == "gift" and not known.fact.is_test and (
            known.fact.streak or known.fact.report and known.fact.report.waits)
        if is_part:
            return None
        type_ = "counter" if known.type == "counter" else "takeBack"
        return Recorded(f"takeBack:{id_}", type_, known.fact, known.place, takes_back=id_,
                        is_counted=known.type == "gift")

    def decide(self, decision):
        refusal = f"takeBack:{decision.id}"
        if not decision.approves and refusal in self.known:
            return Expected(200, [refusal], None, "decision")
        if decision.id not in self.waiting:
            return Expected(404, [], "not-found", "decision")
        self.waiting.discard(decision.id)
        fact = self.known[decision.id].fact
        if not decision.approves:
            event = Recorded(refusal, "takeBack", fact, takes_back=decision.id)
            self.known[event.id] = event
            return Expected(202, [event.id], None, "decision", [event])
        id_ = f"approved:{decision.id}"
        # The server records the caption and the counter before the gift.
        beside = [place for place in (2, 3) if self.show.keeps(fact, place)]
        events = [Recorded(f"{id_}:{number}", kind_of(fact, place), fact, place)
                  for number, place in enumerate(beside, 2)]
        events.append(Recorded(id_, "gift", fact, approves=decision.id))
        self.known |= {event.id: event for event in events}
        return Expected(202, [id_], None, "decision", events)


def kind_of(fact, place):
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
