"""The sums of a room: totals, goals and the counter of donations, in the order of its history."""

import collections
import dataclasses

from Hard.delivering.facts import Gift

# One entry of the room's catalogue has two names; another gives a platform's gift a value.
CATALOGUE = {"rose": {"name": "Rose", "value": 25}, "twitch:sub:1000": {"name": "Subscription", "value": 499}}
ROSE_NAMES = {"Rose", "rose"}
# A silence ends a streak whose ID recurs. For a moment after its end, parts may be late. Both in microseconds.
SILENCE, ECHO = 4_500_000, 500_000


@dataclasses.dataclass
class Sum:
    events: int = 0
    count: int = 0
    value: int = 0

    def add(self, count, value, sign=1):
        self.events += sign
        self.count += sign * count
        self.value += sign * count * value


@dataclasses.dataclass
class StreakSoFar:
    count: int
    is_ended: bool
    # The time of arrival of the newest part, or of the end.
    wall: int

    def is_over(self, count, wall):
        """True if a part begins another streak of the same ID."""
        if self.is_ended:
            return count > self.count or wall - self.wall >= ECHO
        return wall - self.wall >= SILENCE


@dataclasses.dataclass
class Lot:
    """Gifts that the same reporters have reported."""

    count: int
    # The ID of each reporter's event, by the reporter.
    reporters: dict
    # The first event of the delivery that counted them first.
    first: str
    waiting: str | None = None


class Tally:
    def __init__(self, show):
        self.currency = show.currency
        self.sum = Sum()
        self.senders = collections.defaultdict(Sum)
        self.gifts = collections.defaultdict(Sum)
        self.counter = self.roses = 0
        self.lots = collections.defaultdict(list)
        self.streaks, self.deleted = {}, set()

    def apply(self, event, wall):
        """Counts an event of the history. `wall`: the time of arrival of a part of a streak."""
        fact = event.fact
        if event.streak:
            self.deleted.add(event.streak)
        if event.type == "counter":
            self.counter += -fact.money.units if event.takes_back else fact.money.units
        if not isinstance(fact, Gift) or fact.is_test:
            return
        if event.type == "gift":
            event.counted = self.growth(fact, event.id, wall, event.first)
            self.add(fact, event.counted)
        elif event.type == "hold":
            event.addition = self.addition(fact, event.id, event.first)
        elif event.type == "takeBack" and event.place == 1:
            self.add(fact, event.counted, -1)

    def addition(self, fact, id_, first):
        """The number of gifts that the approval of a held event adds; None: all, or what its streak grows by."""
        if fact.streak:
            return 0 if fact.streak.id in self.deleted else None
        return self.report(fact.report, fact.count, id_, first) if fact.report else None

    def growth(self, fact, id_, wall, first):
        if fact.streak:
            return self.streak_growth(fact.streak, fact.count, wall)
        if fact.report:
            return self.report(fact.report, fact.count, id_, first)
        return fact.count

    def streak_growth(self, part, count, wall):
        if part.id in self.deleted:
            return 0
        known = self.streaks.get(part.id)
        if known is None or part.recurs and known.is_over(count, wall):
            self.streaks[part.id] = StreakSoFar(count, part.is_end, wall)
            return count
        added = max(0, count - known.count)
        known.count += added
        known.wall = known.wall if known.is_ended else max(known.wall, wall)
        known.is_ended = known.is_ended or part.is_end
        return added

    def first(self, fact, id_):
        """The first event of an earlier delivery that reported all its gifts; None if it has none."""
        report = getattr(fact, "report", None)
        if report is None or fact.is_test:
            return None
        lots = self.lots[report.subject]
        own = [lot for lot in lots if id_ in lot.reporters.values()]
        if own:
            return None if any(next(iter(lot.reporters.values())) == id_ for lot in own) else own[0].first
        others = [lot for lot in lots if report.reporter not in lot.reporters]
        left = fact.count
        for lot in others:
            if left > 0 and lot.waiting and not report.waits:
                return None
            left -= lot.count
        told = [lot for lot in others if not lot.waiting]
        return told[0].first if told and (report.waits or left <= 0) else None

    def report(self, report, count, id_, first):
        """The number of gifts that no other reporter has counted. `first`: the first event of its delivery."""
        lots, left, counted = self.lots[report.subject], count, 0
        for lot in list(lots):
            if not left or report.reporter in lot.reporters:
                continue
            if lot.count > left:
                lots.insert(lots.index(lot) + 1, Lot(lot.count - left, dict(lot.reporters), lot.first,
                                                        lot.waiting))
                lot.count = left
            left -= lot.count
            if lot.waiting and not report.waits:
                lot.waiting, lot.first = None, first
                lot.reporters = {report.reporter: id_} | lot.reporters
                counted += lot.count
            else:
                lot.reporters[report.reporter] = id_
        if left:
            lots.append(Lot(left, {report.reporter: id_}, first, id_ if report.waits else None))
        return counted if report.waits else counted + left

    def release(self, id_, fact):
        """The number of gifts that have waited long enough for the report that names the giver."""
        for lot in self.lots[fact.report.subject]:
            if lot.waiting == id_:
                lot.waiting = None
                return lot.count
        return 0

    @property
    def waiting(self):
        return [lot.waiting for lots in self.lots.values() for lot in lots if lot.waiting]

    def add(self, fact, count, sign=1):
        if count == 0:
            return
        value = self.value(fact)
        sender, gift = fact.sender.id or fact.sender.name, gift_key(fact)
        for sum_ in (self.sum, self.senders[sender], self.gifts[gift]):
            sum_.add(count, value, sign)
        # The room's goal names the gift by this name or the other.
        self.roses += sign * count if fact.name in ROSE_NAMES else 0

    def value(self, fact):
        """The worth of one gift: its own value, else the catalogue's, else the platform's price."""
        if fact.money:
            return fact.money.units if fact.money.currency == self.currency else 0
        key = gift_key(fact)
        return CATALOGUE[key]["value"] if key in CATALOGUE else fact.price or 0


def gift_key(fact):
    """The key of a gift in totals: the catalogue's, else its ID, else its name."""
    if fact.gift_id is None and fact.name in ROSE_NAMES:
        return "rose"
    return fact.gift_id or fact.name
