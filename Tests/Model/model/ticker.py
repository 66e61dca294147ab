"""Section 4: the ticker."""

from .curves import ease_in_out, progress, toward
from .digit import Pop
from .rounding import hundredth, micros, thousandth
from .tiers import Flourish

ENTERING, COUNTING, LINGERING, FADING = "entering", "counting", "lingering", "fading"


class Card:
    """The card of one gift event. `due` is the instant of its next transition once it is shown."""

    def __init__(self, event):
        self.id = event["id"]
        self.sender, self.gift, self.count = event["sender"], event["gift"], event["count"]
        self.pop = self.fade = None
        self.num = self.digit = self.digit_before = 1
        self.event = event

    def enter(self, k, now, whole):
        config = whole["ticker"]
        self.state, self.k = ENTERING, k
        self.flourish = Flourish(whole, self.event, now)
        self.entrance = (now, micros(config["entrance"]))
        self.due = sum(self.entrance)

    def start_counting(self, now, config):
        self.state, self.due = COUNTING, now + micros(config["tick"])

    def tick(self, is_awaited, now, config):
        """Section 4.3: performs one tick, the last if the count is reached or a card waits."""
        is_last = self.num >= self.count or is_awaited
        if is_last:
            self.num = self.count
        self.digit_before, self.digit = self.digit, self.num
        self.pop = Pop(now, config)
        self.flourish.popped = now
        self.is_to_rise = True
        if is_last:
            self.state, self.due = LINGERING, now + micros(config["linger"])
        else:
            self.num += max(1, self.count // config["steps"])
            self.due = now + micros(config["tick"])

    def start_fade(self, now, config):
        self.state, self.fade = FADING, (now, micros(config["fade"]))
        self.flourish.left = now
        self.due = sum(self.fade)

    def show_digit(self, whole, now):
        """The tier rises when the digit shows the number, by the thresholds of that instant."""
        if self.pop and self.is_to_rise and now >= self.pop.dipped:
            self.is_to_rise = False
            self.flourish.rise(whole, self.digit, self.pop.dipped)

    def node(self, offset, now, whole):
        config = whole["ticker"]
        arrived = ease_in_out(progress(*self.entrance, now))
        faded = ease_in_out(progress(*self.fade, now)) if self.fade else 0.0
        y = config["y"] + config["entryY"] + (self.k - offset) * config["margin"]
        is_counted = self.pop and now >= self.pop.dipped
        node = {
            "id": f"ticker/{self.id}", "kind": "ticker",
            "x": hundredth(config["x"] + config["entryX"] * (1 - arrived)), "y": hundredth(y),
            "width": hundredth(config["width"]), "height": hundredth(config["height"]),
            "alpha": thousandth(1 - faded),
            "sender": self.sender["name"], "gift": self.gift["name"],
            "count": self.digit if is_counted else self.digit_before,
            "digitScale": thousandth(self.pop.scale(now) if self.pop else 1.0),
        }
        if self.sender.get("avatar") is not None:
            node["avatar"] = self.sender["avatar"]
        if self.gift.get("image") is not None:
            node["image"] = self.gift["image"]
        before = self.digit_before if is_counted else node["count"]
        return node | self.flourish.keys(whole, before, node["count"])


class Ticker:
    def __init__(self, room):
        self.room = room
        self.clear()

    @property
    def config(self):
        return self.room.config["ticker"]

    def offset(self):
        """The scroll offset, in margins."""
        start, duration, origin, end = self.pan
        return toward(origin, end, ease_in_out(progress(start, duration, self.room.now)))

    # 4.0: waiting and entering

    def is_blocked(self):
        """Tells if the first waiting card must wait."""
        if self.room.held or any(card.state == ENTERING for card in self.cards):
            return True
        return bool(self.cards) and self.entered - self.cards[0].k >= self.config["rows"]

    def is_full(self):
        must_wait = bool(self.waiting) or self.is_blocked()
        return must_wait and len(self.waiting) >= self.config["queueLimit"]

    def gift(self, event):
        self.waiting.append(Card(event))
        self.enter_waiting()

    def enter_waiting(self):
        while self.waiting and not self.is_blocked():
            card = self.waiting.pop(0)
            card.enter(self.entered, self.room.now, self.room.config)
            self.entered += 1
            self.cards.append(card)

    def next_due(self):
        return min((card.due for card in self.cards), default=None)

    def show_digits(self):
        for card in self.cards:
            card.show_digit(self.room.config, self.room.now)

    def step(self):
        """The transition of the oldest card that has one due now."""
        self.show_digits()
        now = self.room.now
        card = next(card for card in self.cards if card.due == now)
        if card.state == ENTERING:
            self.pan = (now, micros(self.config["pan"]), self.offset(), self.entered)
            card.start_counting(now, self.config)
        elif card.state == COUNTING:
            card.tick(bool(self.waiting), now, self.config)
        elif card.state == LINGERING:
            card.start_fade(now, self.config)
        else:
            self.cards.remove(card)
        self.enter_waiting()

    def forget(self, event):
        """Removes the event's card at once. For a card in its entrance, the list pans as at the entrance's end."""
        self.waiting = [card for card in self.waiting if card.id != event]
        for card in [card for card in self.cards if card.id == event]:
            self.cards.remove(card)
            if card.state == ENTERING:
                self.pan = (self.room.now, micros(self.config["pan"]), self.offset(), self.entered)

    # Section 8

    def resume(self):
        self.enter_waiting()

    def clear(self):
        self.cards, self.waiting = [], []
        self.entered = 0  # N
        self.pan = (0, 0, 0, 0)

    def configured(self):
        if not self.config["enabled"]:
            self.cards, self.waiting = [], []
        self.enter_waiting()

    def nodes(self):
        self.show_digits()
        offset = self.offset()
        return [card.node(offset, self.room.now, self.room.config) for card in self.cards]
