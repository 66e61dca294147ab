"""Deliveries, and the facts that each delivery tells, as the documentation of the platforms defines them."""

import dataclasses

# Decimal places that ISO 4217 defines, of the currencies that are used here.
PLACES = {"CNY": 2, "EUR": 2, "USD": 2, "GBP": 2, "MGA": 2, "JPY": 0, "ISK": 0, "UGX": 0, "KWD": 3}
ANONYMOUS = "anonymous"
# The words in gift IDs of subscriptions and memberships, and of cheers.
SUBSCRIPTIONS = {"sub", "giftsub", "gift", "guard", "membership", "giftmembership"}
CHEERS = {"bits", "cheer", "kicks", "stars"}


@dataclasses.dataclass(frozen=True)
class Money:
    """An amount in the currency's smallest unit."""

    units: int
    currency: str

    @property
    def decimal(self):
        """The amount in whole units: `5.00`."""
        places = PLACES[self.currency]
        digits = str(self.units).rjust(places + 1, "0")
        return f"{digits[:-places]}.{digits[-places:]}" if places else digits

    @property
    def number(self):
        """The amount as a JSON number in whole units."""
        return self.units / 10 ** PLACES[self.currency]

    @property
    def text(self):
        return f"{self.decimal} {self.currency}"


@dataclasses.dataclass(frozen=True)
class Sender:
    """A viewer. `id` is the ID in the room's history; None: the sender is known by the name alone."""

    name: str
    id: str | None = None


def named(name, id_):
    """The sender on a platform without IDs. The ID is that of a sender without a name."""
    return Sender(ANONYMOUS, id_) if name is None else Sender(name)


@dataclasses.dataclass(frozen=True)
class Report:
    """Says that other events may report the same gifts. One reporter reports each gift once."""

    subject: tuple
    reporter: tuple
    waits: bool = False


@dataclasses.dataclass(frozen=True)
class Streak:
    """A part of a streak: its gift's number is what the streak has come to.

    `recurs`: the platform gives a later streak the same ID."""

    id: str
    is_end: bool = False
    recurs: bool = False


@dataclasses.dataclass(frozen=True)
class Gift:
    """A gift or a donation. `id` None: the server cannot recognize a repeat."""

    id: str | None
    sender: Sender
    name: str
    gift_id: str | None = None
    count: int = 1
    price: int | None = None
    money: Money | None = None
    message: str | None = None
    is_test: bool = False
    report: Report | None = None
    streak: Streak | None = None
    is_super_chat: bool = False
    # The ID of the gift bomb that the platform names.
    bomb: str | None = None

    @property
    def notice(self):
        """The kind of the notice that comes with it; None: no notice."""
        if self.is_super_chat:
            return "super-chat"
        # A recipient of a gift bomb has no notice, and a YouTube gift is paid in Jewels.
        if self.gift_id is None or self.streak or self.report and self.report.waits:
            return None
        word = self.gift_id.split(":")[1]
        return "subscription" if word in SUBSCRIPTIONS else "cheer" if word in CHEERS else None


@dataclasses.dataclass(frozen=True)
class Shown:
    """A follow, a raid or a redemption, which the room shows as a caption."""

    id: str | None
    text: str
    is_test: bool = False

    @property
    def notice(self):
        words = {"follows": "follow", "raided": "raid", "redeemed": "redemption"}
        return next(kind for word, kind in words.items() if f" {word}" in self.text)


@dataclasses.dataclass(frozen=True)
class Retraction:
    """Retracts events. Each group has the possible IDs of one event."""

    groups: tuple


@dataclasses.dataclass(frozen=True)
class Ignored:
    """Makes no event, for a reason of docs/sources.md."""

    code: str


@dataclasses.dataclass(frozen=True)
class Refused:
    """Is refused; `problem` is the last part of the answer's type."""

    status: int
    problem: str


@dataclasses.dataclass(frozen=True)
class Answered:
    """Makes no event and has no reason: a challenge, or the end of a subscription."""


@dataclasses.dataclass
class Delivery:
    """A POST request of a platform.

    `meaning` has gifts and captions, or one of the other facts. `sign` makes the header fields from the body
    when the delivery is posted; None: it needs no signature."""

    kind: str
    form: str
    body: bytes
    meaning: tuple
    fields: dict
    sign: object = None
    waits_alone: bool = False
    is_chunked: bool = False
    takes_path_key: bool = False

    @property
    def has_ids(self):
        """True if the server can recognize a repeat."""
        return all(getattr(fact, "id", "") is not None for fact in self.meaning)


@dataclasses.dataclass
class Decision:
    """The owner approves or refuses a held delivery."""

    id: str
    approves: bool
    form: str = "decision"


class Clear:
    """The owner clears the stage, so that its queues never fill."""

    form = "clear"
