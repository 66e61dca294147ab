"""The worth of gifts (section 13), and how a title tells it (section 14)."""

import math

from .tiers import MAX_WORTH, tier_of

# ISO 4217: the decimals of a currency, 2 for all that are not listed.
DECIMALS = dict.fromkeys(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(), 0
)
DECIMALS |= dict.fromkeys("BHD IQD JOD KWD LYD OMR TND".split(), 3)
DECIMALS |= dict.fromkeys("CLF UYW".split(), 4)


def money(amount, currency):
    decimals = DECIMALS.get(currency, 2)
    digits = str(amount).zfill(decimals + 1)
    point = len(digits) - decimals
    text = f"{digits[:point]}.{digits[point:]}" if decimals else digits
    return f"{text} {currency}"


class Amount:
    """Gifts of one kind. A combo's gifts have the value and the currency of its first gift.

    `count` is None for an event without a count; `event` may lack a gift.
    """

    def __init__(self, event, count):
        self.event, self.count = event, count

    def times(self, each):
        return min(MAX_WORTH, math.floor(each) * (1 if self.count is None else self.count))

    @property
    def worth(self):
        return self.times(self.event["value"]) if "gift" in self.event else 0

    def tier(self, config):
        if "gift" not in self.event:
            return 0
        count = 1 if self.count is None else self.count
        return tier_of(config, self.event["gift"], self.event["value"], count)

    @property
    def text(self):
        """The text of `{amount}`: foreign money by the event's own value; empty for 0."""
        if "gift" not in self.event:
            return ""
        amount, currency = self.times(self.event["stated"]), self.event["gift"].get("currency")
        if amount == 0:
            return ""
        return str(amount) if currency is None else money(amount, currency)
