"""Section 7: calls."""

from .curves import ease_in_out, ease_out, progress, toward
from .rounding import hundredth, micros, thousandth

# A place is (tops, pitches, heights) below calls.y, so that a changed size applies at once
# to a moving card, too.
ABOVE = (0, 0, -1)
LEAVING_LIMIT = 100


def rest(slot):
    return (1, slot, 0)


def below(place):
    tops, pitches, heights = place
    return (tops, pitches + 1, heights)


class Card:
    def __init__(self, event):
        self.id = event["id"]
        self.user = event["user"]
        self.keys = event["keys"]  # by repetitionKey
        self.leaving = False

    def enter(self, slot, place, now, config):
        self.slot, self.born = slot, now
        self.go(place, rest(slot), now, config)
        self.fade = (now, micros(config["entrance"]), 0.0, 1.0)
        self.due = now + micros(config["vanish"])

    def go(self, start, end, now, config):
        self.move = (now, micros(config["move"]), start, end)

    def leave(self, now, config):
        self.slides_out = self.slot == 0
        if self.slides_out:
            self.go(self.place(now), ABOVE, now, config)
        self.fade = (now, micros(config["move"]), self.alpha(now), 0.0)
        self.due = now + micros(config["move"])
        self.leaving, self.slot = True, None

    def place(self, now):
        start, duration, origin, end = self.move
        f = ease_out(progress(start, duration, now))
        return tuple(toward(a, b, f) for a, b in zip(origin, end))

    def alpha(self, now):
        start, duration, origin, end = self.fade
        return toward(origin, end, ease_in_out(progress(start, duration, now)))


class Calls:
    def __init__(self, room):
        self.room = room
        self.cards = []  # on the stage, in order of arrival; leaving cards too
        self.waiting = []

    @property
    def config(self):
        return self.room.config["calls"]

    @property
    def standing(self):
        return [card for card in self.cards if not card.leaving]

    def y(self, place):
        tops, pitches, heights = place
        c = self.config
        return c["y"] + tops * c["top"] + pitches * c["pitch"] + heights * c["height"]

    # A call arrives

    def is_repetition(self, card):
        by = self.config["repetitionKey"]
        return not self.config["repetition"] and any(
            other.keys[by] == card.keys[by] for other in self.standing + self.waiting
        )

    def call(self, event):
        card = Card(event)
        if self.is_repetition(card):
            return
        if self.room.held or self.waiting:
            self.waiting.append(card)
            return
        surplus = len(self.standing) - self.config["max"] + 1
        self.leave(self.standing[: max(0, surplus)])
        self.enter(card)

    def enter(self, card):
        now, slot = self.room.now, len(self.standing)
        place = rest(slot)
        covering = [c.place(now) for c in self.cards if not c.leaving or c.slides_out]
        if covering:
            under_lowest = below(max(covering, key=self.y))
            place = max(place, under_lowest, key=self.y)
        card.enter(slot, place, now, self.config)
        self.cards.append(card)
        self.room.cues.make("call", card.id)

    # A card leaves

    def leave(self, cards):
        """Makes the cards that one cause removes leave; the standing cards close up."""
        now = self.room.now
        for card in cards:
            card.leave(now, self.config)
        for slot, card in enumerate(self.standing):
            if card.slot != slot:
                card.slot = slot
                card.go(card.place(now), rest(slot), now, self.config)
        leaving = [card for card in self.cards if card.leaving]
        gone = leaving[: max(0, len(leaving) - LEAVING_LIMIT)]
        self.cards = [card for card in self.cards if card not in gone]

    def enter_waiting(self):
        while self.waiting and not self.room.held and len(self.standing) < self.config["max"]:
            self.enter(self.waiting.pop(0))

    def dismiss(self, call):
        """Returns false if there is no such card to dismiss."""
        for card in self.waiting:
            if card.id == call:
                self.waiting.remove(card)
                return True
        return self._leave_one(call)

    def tap(self, call):
        """Returns false if there is no such card to tap."""
        if self.config["tapVanish"]:
            return self._leave_one(call)
        return any(card.id == call for card in self.standing)

    def _leave_one(self, call):
        leaving = [card for card in self.standing if card.id == call]
        self.leave(leaving)
        self.enter_waiting()
        return bool(leaving)

    def forget(self, call):
        """Removes the call at once; the standing cards close up."""
        self.waiting = [card for card in self.waiting if card.id != call]
        self.cards = [card for card in self.cards if card.id != call]
        self.leave([])

    def next_due(self):
        return min((card.due for card in self.cards), default=None)

    def step(self):
        """Removes the cards that have left; then all cards whose timers are due now leave together."""
        now = self.room.now
        self.cards = [c for c in self.cards if not (c.leaving and c.due <= now)]
        self.leave([c for c in self.standing if c.due <= now])
        self.enter_waiting()

    # Section 8

    def skip(self):
        self.leave(self.standing)
        self.enter_waiting()

    def skip_one(self, node):
        self.leave([card for card in self.standing if f"call/{card.id}" == node])
        self.enter_waiting()

    def resume(self):
        self.enter_waiting()

    def clear(self):
        self.cards, self.waiting = [], []

    def configured(self):
        if not self.config["enabled"]:
            self.clear()
        surplus = len(self.standing) - self.config["max"]
        self.leave(self.standing[: max(0, surplus)])
        self.enter_waiting()

    def nodes(self):
        return [self.node(card) for card in self.cards]

    @property
    def x(self):
        # A patch with null removes the key.
        x = self.config.get("x")
        return (self.room.config["stage"]["width"] - self.config["width"]) / 2 if x is None else x

    def node(self, card):
        now, c = self.room.now, self.config
        node = {
            "id": f"call/{card.id}", "kind": "call",
            "x": hundredth(self.x),
            "y": hundredth(self.y(card.place(now))),
            "width": hundredth(c["width"]), "height": hundredth(c["height"]),
            "alpha": thousandth(card.alpha(now)), "name": card.user["name"],
            "born": card.born,
        }
        if card.user.get("avatar") is not None:
            node["avatar"] = card.user["avatar"]
        if card.leaving:
            node["leaving"] = True
        return node
