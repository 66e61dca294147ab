"""Random people, amounts and IDs of one room, from a seed."""

import json
import random

from Hard.delivering.facts import Money, PLACES

JSON = {"Content-Type": "application/json"}
NAMES = ["Ann", "Zoë", "小雪", "Bob the Builder", "Łukasz", "초", "Mia_Streams", "O'Hara", "Æsa", "Ивáн"]
WORDS = ["hello", "good luck!", "🎉🎉", "加油", "half a year", "gg <b>", "für dich", "'; --"]


class Chance(random.Random):
    """A random source that also numbers what must be unique."""

    def __init__(self, seed):
        super().__init__(seed)
        self.last = 0

    def serial(self):
        self.last += 1
        return self.last

    def one_in(self, number):
        return self.randrange(number) == 0

    def person(self):
        """A viewer: a number and a name. A third of them come only once."""
        number = 10**6 + self.serial() if self.one_in(3) else self.randrange(1, 41)
        return number, f"{NAMES[number % len(NAMES)]} {number}"

    def message(self):
        return f"{self.choice(WORDS)} {self.serial()}"

    def money(self, own):
        """An amount, in most cases in the room's own currency."""
        currency = own if self.one_in(2) else self.choice(sorted(PLACES))
        return Money(self.choice([1, 50, 100, 499, 1234, 100000, self.randrange(1, 50000)]), currency)

    def long_id(self):
        """A number of 19 digits, which a floating-point number can't hold."""
        return 7_410_000_000_000_000_001 + self.serial()


def text(document):
    return json.dumps(document, ensure_ascii=False).encode()


def tier_suffix(tier):
    return {"2000": " (tier 2)", "3000": " (tier 3)", "prime": " (Prime)"}.get(tier, "")
