"""The deliveries to one room, of all platforms, in the order of posting. A seed determines them."""

from Hard.delivering.bilibili import Bilibili
from Hard.delivering.chance import Chance
from Hard.delivering.facts import Clear, Decision, Gift, Shown
from Hard.delivering.generic import Generic
from Hard.delivering.kick import Kick
from Hard.delivering.shops import GitHub, Kofi, Stripe
from Hard.delivering.streamelements import StreamElements
from Hard.delivering.streamlabs import Streamlabs
from Hard.delivering.tiktok import TikTok
from Hard.delivering.twitch import Twitch
from Hard.delivering.youtube import YouTube

PLATFORMS = [Twitch, YouTube, TikTok, Bilibili, Kick, StreamElements, Streamlabs, Kofi, Stripe, GitHub, Generic]
KINDS = [platform.kind for platform in PLATFORMS]
# The largest number of deliveries between two deliveries of a group.
SPREAD = 60
# The room's queues have room for the gifts between two clears.
CLEAR_EVERY = 400


class InOrder(list):
    """Deliveries that come in this order."""


class Show:
    """The settings of a room and its deliveries."""

    def __init__(self, seed, size, lone):
        self.chance = Chance(seed)
        self.currency = self.chance.choice(["USD", "EUR", "JPY"])
        self.shows_messages = self.chance.one_in(2)
        self.counts_donations = self.chance.one_in(2)
        # The platforms whose gifts wait for approval: none, some, or all.
        self.held = self.chance.choice([(), (), self.chance.sample(KINDS, self.chance.randint(1, 6)), KINDS])
        # The owner decides about each held event, or about one in three, so that many wait.
        self.decides = self.chance.choice([1, 1, 3])
        # The number of recipients whose gift bomb never comes.
        self.lone_left = lone
        self.platforms = [platform(self.chance, self) for platform in PLATFORMS]
        self.deliveries = self.mixed(size)

    def in_order(self, deliveries):
        """Mostly keeps the order of deliveries, such as a payment and its refund."""
        return deliveries if self.chance.one_in(8) else InOrder(deliveries)

    def mixed(self, size):
        """Groups of deliveries, repeated and interleaved with each other."""
        placed, count, decided = [], 0, set()
        while count < size:
            platform = self.chance.choice(self.platforms)
            weights, makers = zip(*platform.makers)
            group = self.with_repeats(self.chance.choices(makers, weights)[0]())
            places = [count + self.chance.uniform(0, SPREAD) for _ in group]
            if isinstance(group, InOrder):
                places.sort()
            else:
                self.chance.shuffle(group)
            for place, delivery in zip(places, group):
                placed.append((place, len(placed), delivery))
                for id_ in self.held_ids(delivery):
                    if id_ not in decided and self.chance.one_in(self.decides):
                        decision = Decision(id_, not self.chance.one_in(3))
                        placed.append((place + self.chance.uniform(0, 40), len(placed), decision))
                    decided.add(id_)
            count += len(group)
        placed.sort(key=lambda one: one[:2])
        return self.cut([delivery for _, _, delivery in placed], size)

    def held_ids(self, delivery):
        """The IDs of a held delivery's events, except the IDs that only the server knows."""
        if delivery.kind not in self.held:
            return []
        ids = [fact.id for fact in delivery.meaning if isinstance(fact, (Gift, Shown))]
        return [id_ for id_ in ids if id_ and not id_.startswith("~")]

    def with_repeats(self, group):
        """Repeats some deliveries up to three times, as platforms do after a late answer."""
        kind = type(group)
        repeated = [delivery for delivery in group for _ in range(self.chance.choice([1] * 8 + [2, 3]))]
        if self.chance.one_in(30):
            repeated += [self.changed(delivery) for delivery in group[:1] if self.can_change(delivery)]
        return kind(repeated)

    @staticmethod
    def can_change(delivery):
        """True if the number in the body can be changed easily."""
        return delivery.form == "bilibili SEND_GIFT" and isinstance(delivery.meaning[0], Gift)

    def changed(self, delivery):
        """A delivery under the same ID with one more gift."""
        fact = delivery.meaning[0]
        body = delivery.body.replace(b'"num": %d' % fact.count, b'"num": %d' % (fact.count + 1))
        meaning = (Gift(**(vars(fact) | {"count": fact.count + 1})),)
        return type(delivery)(**(vars(delivery) | {"body": body, "meaning": meaning, "form": "bilibili other content"}))

    def cut(self, deliveries, size):
        """The first `size` deliveries, with a clear of the stage in between."""
        steps, count = [], 0
        for one in deliveries:
            if count == size:
                break
            steps.append(one)
            if not isinstance(one, Decision):
                count += 1
                if count % CLEAR_EVERY == 0:
                    steps.append(Clear())
        return steps

    def keeps(self, fact, place):
        """True if the room makes an event of a fact at this place: 1 the gift, 2 its caption, 3 its counter update."""
        if place == 1:
            return True
        if isinstance(fact, Shown):
            return False
        if place == 2:
            return self.shows_messages and fact.message is not None
        return (self.counts_donations and not fact.is_test and fact.money is not None
                and fact.money.currency == self.currency)
