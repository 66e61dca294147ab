"""Twitch's EventSub by webhook."""

import time

from Hard.delivering import signing
from Hard.delivering.chance import JSON, text, tier_suffix
from Hard.delivering.facts import (
    ANONYMOUS, PLACES, Answered, Delivery, Gift, Ignored, Refused, Report, Retraction, Sender, Shown)

SUMMARIES = ["channel.hype_train.begin", "channel.hype_train.progress", "channel.hype_train.end",
             "channel.charity_campaign.progress", "channel.goal.progress"]


class Twitch:
    kind = "twitch"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(4, self.follow), (6, self.subscription), (10, self.gift_bomb), (10, self.bits),
                       (3, self.charity), (3, self.raid), (5, self.redemption), (2, self.other), (1, self.wrong)]

    def delivery(self, type_, event, meaning, form=None, by="A", message=None, **rest):
        message = message or self.message_id()
        body = text({"subscription": {"id": f"{type_}-{by}", "type": type_, "version": "1", "status": "enabled"},
                     **({"event": event} if event is not None else {})})
        meaning = meaning(message) if callable(meaning) else meaning
        return Delivery("twitch", f"twitch {form or type_}", body, (meaning,),
                        JSON | {"Twitch-Eventsub-Message-Type": "notification"},
                        lambda body: signing.twitch(message, body), **rest)

    def message_id(self):
        return f"m-{self.chance.serial()}-{self.chance.getrandbits(40):x}"

    def user(self):
        """Fields of an event's user, and the sender by the message's ID; sometimes an anonymous one."""
        if self.chance.one_in(8):
            return {"user_id": None, "user_login": None, "user_name": None, "is_anonymous": True}, unnamed
        if self.chance.one_in(20):
            return {"user_id": "274598607", "user_login": "ananonymousgifter", "user_name": "AnAnonymousGifter",
                    "is_anonymous": False}, unnamed
        return self.known_user()

    def known_user(self):
        number, name = self.chance.person()
        fields = {"user_id": str(number), "user_login": f"v{number}", "user_name": name, "is_anonymous": False}
        if self.chance.one_in(10):
            # An account without a display name is shown by its login.
            fields["user_name"], name = self.chance.choice([None, ""]), f"v{number}"
        return fields, lambda _: Sender(name, f"twitch:{number}")

    def follow(self):
        user, sender = self.known_user()
        second = 1795255000 + self.chance.serial()
        at = f"{rfc3339(second)[:-1]}.{self.chance.randrange(10**8):08}Z"
        fact = Shown(f"twitch:follow:{user['user_id']}:{second}", f"{sender('').name} follows")
        return [self.delivery("channel.follow", user | {"followed_at": at}, fact, by=by)
                for by in self.subscriptions()]

    def subscriptions(self):
        """Subscriptions that report an event: one, or two with a message ID each."""
        return ["A", "B"] if self.chance.one_in(4) else ["A"]

    def subscription(self):
        user, sender = self.known_user()
        tier = self.chance.choice(["1000", "1000", "2000", "3000"])
        months = self.chance.randrange(2, 60)
        if self.chance.one_in(2):
            type_, subject, event = "channel.subscribe", ("sub", user["user_id"], tier), {"is_gift": False}
            message = None
        else:
            type_, subject = "channel.subscription.message", ("resub", user["user_id"], tier, months)
            message = self.chance.message()
            event = {"message": {"text": message, "emotes": []}, "cumulative_months": months, "streak_months": None}
        return [self.delivery(type_, user | {"tier": tier} | event, lambda id_, by=by: Gift(
            f"twitch:{id_}", sender(id_), "Subscription" + tier_suffix(tier), f"twitch:sub:{tier}", message=message,
            report=Report(subject, (type_, by))), by=by) for by in self.subscriptions()]

    def gift_bomb(self):
        """A gift bomb and its recipients, in any order, or either of them alone."""
        tier = self.chance.choice(["1000", "1000", "2000", "3000"])
        total = self.chance.choice([1, 2, 3, 5, 8])
        shape = self.chance.choice(["both", "both", "both", "bomb"])
        if self.room.lone_left and self.chance.one_in(4):
            shape = "lone"
            self.room.lone_left -= 1
            tier, total = "4000", 1
        deliveries = []
        if shape != "bomb":
            deliveries += [self.recipient(tier, waits_alone=shape == "lone") for _ in range(total)]
        if shape != "lone":
            deliveries.append(self.bomb(tier, total))
        return deliveries

    def bomb(self, tier, total):
        user, sender = self.user()
        return self.delivery(
            "channel.subscription.gift", user | {"total": total, "tier": tier}, lambda id_: Gift(
                f"twitch:{id_}", sender(id_), "Gifted subscription" + tier_suffix(tier), f"twitch:gift:{tier}", total,
                report=Report(("gift", tier), ("given",))))

    def recipient(self, tier, **rest):
        user, _ = self.known_user()
        return self.delivery(
            "channel.subscribe", user | {"tier": tier, "is_gift": True}, lambda id_: Gift(
                f"twitch:{id_}", unnamed(id_), "Gifted subscription" + tier_suffix(tier), f"twitch:gift:{tier}",
                report=Report(("gift", tier), ("received",), True)), "recipient", **rest)

    def bits(self):
        """One cheer, which up to four subscriptions of two types report."""
        user, sender = self.user() if self.chance.one_in(3) else self.known_user()
        bits, message = self.chance.choice([1, 50, 100, 300, 5000]), f"cheer {self.chance.message()}"
        is_power_up = self.chance.one_in(5)
        reports = [("channel.bits.use", by) for by in self.subscriptions()]
        if is_power_up:
            message = None
        else:
            reports += [("channel.cheer", by) for by in self.subscriptions()]
        if user["user_id"] is None:
            reports = [report for report in reports if report[0] == "channel.cheer"] or [("channel.cheer", "A")]
            message = message or "cheer"
        subject = ("bits", user["user_id"], bits, message)
        deliveries = []
        for type_, by in self.chance.sample(reports, self.chance.randint(1, len(reports))):
            whole = message if type_ == "channel.cheer" else message and {"text": message, "fragments": []}
            deliveries.append(self.delivery(
                type_, user | {"bits": bits, "message": whole}, lambda id_, report=(type_, by): Gift(
                    f"twitch:{id_}", sender(id_), "Bits", "twitch:bits", bits, price=1, message=message,
                    report=Report(subject, report)), by=by))
        return deliveries

    def charity(self):
        user, sender = self.known_user()
        money = self.chance.money(self.room.currency)
        id_ = f"charity-{self.chance.serial()}"
        amount = {"value": money.units, "decimal_places": PLACES[money.currency], "currency": money.currency}
        fact = Gift(f"twitch:{id_}", sender(""), money.text, money=money)
        return [self.delivery("channel.charity_campaign.donate", user | {"id": id_, "amount": amount}, fact, by=by)
                for by in self.subscriptions()]

    def raid(self):
        number, name = self.chance.person()
        viewers = self.chance.randrange(1, 5000)
        event = {"from_broadcaster_user_id": str(number), "from_broadcaster_user_login": f"v{number}",
                 "from_broadcaster_user_name": name, "viewers": viewers}
        return [self.delivery("channel.raid", event, lambda id_: Shown(
            f"twitch:{id_}", f"{name} raided with {viewers}"))]

    def redemption(self):
        """A redemption, which Twitch may cancel later under its ID."""
        user, sender = self.known_user()
        id_, word = f"r-{self.chance.serial()}", "channel.channel_points_custom_reward_redemption"
        event = user | {"id": id_, "user_input": "please", "reward": {"title": "Hydrate"}}
        deliveries = [self.delivery(f"{word}.add", event | {"status": "unfulfilled"},
                                    Shown(f"twitch:{id_}", f"{sender('').name} redeemed Hydrate"))]
        if self.chance.one_in(2):
            deliveries.append(self.delivery(f"{word}.update", event | {"status": "canceled"},
                                            Retraction(((f"twitch:{id_}",),)), "redemption canceled"))
        else:
            deliveries.append(self.delivery(f"{word}.update", event | {"status": "fulfilled"}, Ignored("shown-before")))
        return self.room.in_order(deliveries)

    def other(self):
        user, _ = self.known_user()
        kind = self.chance.randrange(5)
        if kind == 0:
            return [self.delivery(self.chance.choice(SUMMARIES), user | {"total": 137}, Ignored("counted-in-parts"))]
        if kind == 1:
            return [self.delivery("channel.subscription.end", user | {"tier": "1000"}, Ignored("no-payment"))]
        if kind == 2:
            return [self.delivery("channel.cheer", user | {"bits": 0}, Ignored("no-number"), "no bits")]
        if kind == 3:
            return [self.delivery("channel.poll.begin", user, Ignored("unknown-type"))]
        special = self.delivery("channel.follow", None, Answered(), "revocation")
        special.fields["Twitch-Eventsub-Message-Type"] = "revocation"
        return [special]

    def wrong(self):
        user, _ = self.known_user()
        forged = self.delivery("channel.cheer", user | {"bits": 100, "message": "forged"},
                               Refused(403, "signature"), "forged")
        sign = forged.sign
        forged.sign = lambda body: sign(body + b" ")
        return [forged]


def unnamed(message_id):
    """An anonymous sender is a different person each time."""
    return Sender(ANONYMOUS, f"twitch:?{message_id}")


def rfc3339(second):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))
