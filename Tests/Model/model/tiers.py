"""Section 13: tiers and flourish."""

MAX_WORTH = 10**18


def tier_of(config, gift, value, count):
    """The number of thresholds that are at most the worth of `count` gifts."""
    worth = min(MAX_WORTH, int(value) * count)
    currency = gift.get("currency")
    if currency is None:
        thresholds = config["tiers"]["value"]
    elif currency == config["sources"]["currency"]:
        thresholds = config["tiers"]["money"]
    else:
        return 0
    return sum(threshold <= worth for threshold in thresholds)


class Flourish:
    """The tier that a row or a card has reached, and the instants of its life."""

    def __init__(self, config, event, now):
        self.gift, self.value = event["gift"], event["value"]
        self.seed = event["seq"] % 65536
        self.born, self.popped, self.rose, self.left = now, None, None, None
        self.tier = self.of(config, 1)

    def of(self, config, count):
        return tier_of(config, self.gift, self.value, count)

    def rise(self, config, count, now):
        tier = self.of(config, count)
        if tier > self.tier:
            self.tier, self.rose = tier, now

    def keys(self, config, before, count):
        """Returns the keys of a node that shows `count`, and showed `before` earlier."""
        if self.tier == 0 or not config["tiers"]["enabled"]:
            return {}
        instants = {"popped": self.popped, "rose": self.rose, "left": self.left}
        flourish = {"tier": self.tier, "seed": self.seed, "born": self.born}
        flourish |= {key: at for key, at in instants.items() if at is not None}
        if before != count:
            flourish["roll"] = before
        return {"flourish": flourish}
